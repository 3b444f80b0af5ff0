"""How the two ends of a link find out who they are: the node's half and the host's half.

A node that is not in a session says HELLO, a host that is not in one says ASK, and a HELLO answers
it. The host answers a HELLO with WELCOME and a number for the session, or with REFUSED and what to
do; the node answers WELCOME with READY and the same number. A serial line keeps its order, so
whatever comes after WELCOME or READY belongs to the session that it names; whatever comes before
is ignored. A HELLO or an ASK in the middle of a session says that the far end has lost it.
"""

from collections import namedtuple

from firmware import messages, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Up = namedtuple("Up", ("peer", "fresh", "unconfirmed"))
"""A session has begun. `peer` is the node's `Hello` (or the host's `Welcome`). `fresh` says that
the far end knows nothing of what went before: it has started anew, or this end has.
`unconfirmed` are the commands, as (kind, payload), of which the host can't know whether the node
that started anew had got them; they are not sent again."""

Down = namedtuple("Down", ("why",))
"""The session has ended; this end looks for another by itself."""

Refused = namedtuple("Refused", ("peer", "why"))
"""The host does without this node, for a reason that says what to do."""

Heard = namedtuple("Heard", ("answer", "joined", "lost", "refused"))
"""What a frame of the handshake leads to: a (kind, payload) to answer with; the (boot, oldest) of
the far end when a session begins; whether a running session is lost; why the node is refused."""

_NOTHING = Heard(None, None, False, "")


def version_problem(node: str, version: int) -> str:
    """Return what to do about a node of another version of the protocol; nothing for our own."""
    if version == wire.VERSION:
        return ""
    return (
        f'node "{node}" speaks version {version} of the link, this controller version'
        f" {wire.VERSION}: "
    ) + (
        "update the controller"
        if version > wire.VERSION
        else "put the firmware that came with it on the node: tapis firmware install PORT"
    )


class NodeHalf:
    """A node's half of the handshake."""

    pause = 250
    keeps = True
    """A node's events are facts: they wait for whatever host comes."""

    def __init__(self, about: messages.Hello) -> None:
        self.boot = about.boot
        self.peer: "messages.Welcome | None" = None
        self._about = about
        self._session: "int | None" = None

    def opening(self, now: int, oldest: int) -> "tuple[int, bytes]":
        """Return what is said until somebody answers."""
        node, role, firmware, can, boot, _, _ = self._about
        hello = messages.Hello(node, role, firmware, can, boot, now, oldest)
        return wire.HELLO, messages.pack_hello(hello)

    def fall(self) -> None:
        """Forget the session."""
        self._session = None

    def heard(self, frame: wire.Frame, now: int, oldest: int) -> Heard:
        """Return what a frame of the host leads to."""
        if frame.kind == wire.ASK:
            self._session = None
            return Heard(self.opening(now, oldest), None, True, "")
        if frame.kind == wire.REFUSED:
            self._session = None
            why = messages.read_text(frame.payload)
            return Heard(None, None, True, why or "refused")
        welcome = messages.read_welcome(frame.payload) if frame.kind == wire.WELCOME else None
        if welcome is None or welcome.node_boot != self.boot or frame.version != wire.VERSION:
            return _NOTHING
        answer = wire.READY, messages.pack_session(welcome.session)
        if welcome.session == self._session:
            # The READY was lost.
            return Heard(answer, None, False, "")
        lost = self._session is not None
        self._session = welcome.session
        self.peer = welcome
        return Heard(answer, (welcome.boot, welcome.oldest), lost, "")


class HostHalf:
    """The host's half of the handshake. `check` says why a node is refused, or nothing."""

    pause = 200
    keeps = False
    """Commands are for a node as it was: one that starts anew must not do them once more."""

    def __init__(self, boot: int, check: "Callable[[messages.Hello], str]") -> None:
        self.boot = boot
        self.peer: "messages.Hello | None" = None
        self._check = check
        self._session = boot & 0xFFFF
        self._waiting = False

    def opening(self, _now: int, oldest: int) -> "tuple[int, bytes]":
        """Return what is said until a session begins."""
        if self._waiting and self.peer is not None:
            return self._welcome(oldest)
        return wire.ASK, b""

    def fall(self) -> None:
        """Forget the session."""
        self._waiting = False

    def heard(self, frame: wire.Frame, _now: int, oldest: int) -> Heard:
        """Return what a frame of the node leads to."""
        if frame.kind == wire.READY:
            ready = messages.read_session(frame.payload)
            if not self._waiting or ready != self._session or self.peer is None:
                return _NOTHING
            self._waiting = False
            return Heard(None, (self.peer.boot, self.peer.oldest), False, "")
        hello = messages.read_hello(frame.payload) if frame.kind == wire.HELLO else None
        if hello is None:
            return _NOTHING
        why = version_problem(hello.node, frame.version) or self._check(hello)
        if not self._waiting or self.peer is None or self.peer.boot != hello.boot:
            self._session = (self._session + 1) & 0xFFFF
        self.peer = hello
        self._waiting = not why
        if why:
            return Heard((wire.REFUSED, why.encode()[: wire.PAYLOAD]), None, True, why)
        return Heard(self._welcome(oldest), None, True, "")

    def _welcome(self, oldest: int) -> "tuple[int, bytes]":
        assert self.peer is not None
        welcome = messages.Welcome(self._session, self.boot, self.peer.boot, oldest)
        return wire.WELCOME, messages.pack_welcome(welcome)
