"""The handshake that opens a link and identifies both ends, in two halves: node and host.

Outside a session, a node sends HELLO, and a host sends ASK, to which a node replies with HELLO. The
host replies to a HELLO with WELCOME and a session number, or with REFUSED and a remedy. The node
replies to WELCOME with READY and the same number. A serial line preserves the order of frames, so
every frame after WELCOME or READY belongs to that session, and earlier frames are ignored. A HELLO
or an ASK in the middle of a session means that the far end has lost the session.

If a key is used (`seal.py`), a frame of the handshake has no effect until its sender has proved its
identity. The node's HELLO and the host's WELCOME each contain a nonce. WELCOME and READY are sealed
with the key derived from both nonces, and READY repeats the content of the HELLO under the seal.
Only a sealed READY or WELCOME ends a live sealed session.
"""

import struct
from collections import namedtuple

from firmware.link import messages, seal, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Up = namedtuple("Up", ("peer", "fresh", "unconfirmed"))
"""A session has begun. `peer` is the node's `Hello` (or the host's `Welcome`). `fresh` is true in
the first session after a restart of either end. `unconfirmed` lists commands, as (kind, payload),
that the restarted node may or may not have received; they are not sent again."""

Down = namedtuple("Down", ("why",))
"""The session has ended; this end tries to open a new one automatically."""

Refused = namedtuple("Refused", ("peer", "why"))
"""The host does not use the node, for the reason `why`, which includes a remedy. `peer` is the last
`Hello` from the node (on a node, the last `Welcome` from the host, or None)."""

Heard = namedtuple("Heard", ("answer", "joined", "lost", "refused", "strange"))
"""What a session must do about a handshake frame. `answer` is the (kind, payload) to answer with,
or None. `joined` is (the far end's boot number, the sequence number of the first payload that it
will send) if a session begins, and None otherwise. `lost` is true if a running session is lost.
`refused` is why the node is refused, or "". `strange` is true if the frame came from a third party
rather than the far end of a sealed session."""

_NOTHING = Heard(None, None, False, "", False)
_STRANGE = Heard(None, None, False, "", True)

Keys = namedtuple("Keys", ("key_of", "nonce", "required"))
"""The host's source of node keys: `key_of(node)` returns a node's key (empty if it has none), and
`nonce()` returns random bytes. `required` is true if a node must have a key."""

NO_KEYS = Keys(lambda _: b"", lambda: bytes(seal.NONCE), False)

UNPROVEN = 5
"""How many HELLOs a node may send without proving its identity. It may send more than one, because
its proof, a READY, may be lost. A node that sends more than this counts as an impostor."""

HASTY = 3
"""How many HELLOs without proof are accepted in the middle of a sealed session, because the node
may have lost the session. Any further HELLOs count as coming from a third party."""


def version_problem(node: str, version: int) -> str:
    """Return how to fix a node whose protocol version is unsupported, or "" if it is supported."""
    if version in (wire.VERSION, wire.SEALED):
        return ""
    return (
        f'node "{node}" uses version {version} of the link protocol, and this controller supports'
        f" versions {wire.VERSION} and {wire.SEALED}: "
    ) + (
        "update the controller"
        if version > wire.SEALED
        else "install this controller's firmware on the node with tapis firmware install PORT"
    )


def key_problem(node: str, sealed: bool, key: bytes, required: bool) -> str:
    """Return the problem with a node's key, such as a missing key, or "" if there is no problem."""
    if sealed and not key:
        return (
            f'node "{node}" has a key that this controller does not know: give the node a new key'
            " with tapis firmware install PORT"
        )
    if key and not sealed:
        return not_who(node)
    if required and not sealed:
        return (
            f'node "{node}" has no key, but every node of this table must have one (keys in [links]'
            " of table.toml): tapis firmware install PORT gives it one"
        )
    return ""


def not_who(node: str) -> str:
    """Return the message about a node that fails to prove its identity."""
    return (
        f"the board on this port claims to be \"{node}\", but can't prove it with that node's key,"
        " so it is not trusted: check what is plugged in there; if it is the right board, give it a"
        " new key with tapis firmware install PORT"
    )


class NodeHalf:
    """A node's half of the handshake.

    `files` is the hash of the node's firmware files. `key` is the node's key, or empty if it has
    none. `seed` is drawn at random at each start, and the nonces are derived from it.
    """

    pause = 250
    keeps = True
    """Whether pending payloads are kept if the far end restarts. A node keeps its events."""
    is_host = False
    waiting = False

    def __init__(
        self, about: messages.Hello, files: str = "", key: bytes = b"", seed: bytes = b""
    ) -> None:
        self.boot = about.boot
        self.peer: "messages.Welcome | None" = None
        self.version = wire.SEALED if key else wire.VERSION
        self.key = b""
        """The key of the session; empty for a session without seals."""
        self._about = about
        self._files = files
        self._key = key
        self._seed = seed
        self._count = 0
        self._nonce = b""
        self._session: "int | None" = None
        self._welcomed = b""
        self._ready = b""
        self._take_nonce()

    def opening(self, now: int, oldest: int) -> "tuple[int, bytes]":
        """Return the HELLO, as (kind, payload), to repeat until the host replies.

        `now` is the node's time in ms, and `oldest` the sequence number of the first payload that
        this end will send.
        """
        return wire.HELLO, self._hello(now, oldest)

    def fall(self) -> None:
        """Forget the current session, because it has ended."""
        self._session = None
        self._welcomed = b""
        self.key = b""

    def believed(self) -> bool:
        """Return False: only the host's half can conclude that an earlier frame was forged."""
        return False

    def heard(self, frame: wire.Frame, now: int, oldest: int) -> Heard:
        """Process a handshake frame from the host; return what the session must do about it.

        `now` is the node's time in ms, and `oldest` the sequence number of the first payload that
        this end will send.
        """
        if self._key:
            return self._heard_sealed(frame, now, oldest)
        if frame.kind == wire.ASK:
            self._session = None
            return Heard(self.opening(now, oldest), None, True, "", False)
        if frame.kind == wire.REFUSED:
            self._session = None
            return Heard(None, None, True, _why(frame), False)
        welcome = messages.read_welcome(frame.payload) if frame.kind == wire.WELCOME else None
        if welcome is None or welcome.node_boot != self.boot or frame.version != wire.VERSION:
            return _NOTHING
        answer = wire.READY, messages.pack_session(welcome.session)
        if welcome.session == self._session:
            # The READY was lost.
            return Heard(answer, None, False, "", False)
        lost = self._session is not None
        self._session = welcome.session
        self.peer = welcome
        return Heard(answer, (welcome.boot, welcome.oldest), lost, "", False)

    def _heard_sealed(self, frame: wire.Frame, now: int, oldest: int) -> Heard:
        if frame.kind == wire.ASK:
            return Heard(self.opening(now, oldest), None, False, "", False)
        if frame.kind == wire.REFUSED:
            return _STRANGE if self.key else Heard(None, None, False, _why(frame), False)
        if frame.kind != wire.WELCOME or frame.version != wire.SEALED:
            return _STRANGE
        said = frame.payload[: -seal.PROOF]
        nonce = said[-seal.NONCE :]
        if self._welcomed == nonce:
            # The READY was lost.
            return Heard((wire.READY, self._ready), None, False, "", False)
        welcome = messages.read_welcome(said[: -seal.NONCE])
        if welcome is None or welcome.node_boot != self.boot:
            return _STRANGE
        about = _about(welcome.session, welcome.boot, self.boot)
        key = seal.session_key(self._key, self._nonce, nonce, about)
        if not seal.proves(key, wire.WELCOME, frame.payload):
            return _STRANGE
        lost = self._session is not None
        self._session, self.peer, self.key = welcome.session, welcome, key
        self._welcomed = nonce
        ready = messages.pack_session(welcome.session) + self._hello(now, oldest)
        self._ready = seal.proven(key, wire.READY, ready)
        self._take_nonce()
        answer = wire.READY, self._ready
        return Heard(answer, (welcome.boot, welcome.oldest), lost, "", False)

    def _hello(self, now: int, oldest: int) -> bytes:
        node, role, firmware, can, boot, _, _ = self._about
        hello = messages.Hello(node, role, firmware, can, boot, now, oldest)
        return messages.pack_hello(hello, self._files, self._nonce)

    def _take_nonce(self) -> None:
        if self._key:
            self._count += 1
            self._nonce = seal.nonce_of(self._key, self._seed, self._count)


class HostHalf:
    """The host's half of the handshake.

    `check` returns the reason to refuse a node, or "" to accept it.
    """

    pause = 200
    keeps = False
    """Whether pending payloads are kept if the far end restarts. A host drops old commands."""
    is_host = True

    def __init__(
        self, boot: int, check: "Callable[[messages.Hello], str]", keys: Keys = NO_KEYS
    ) -> None:
        self.boot = boot
        self.peer: "messages.Hello | None" = None
        self.files = ""
        """The hash of the peer's firmware files, as reported by the peer."""
        self.version = wire.VERSION
        self.key = b""
        """The key of the session; empty for a session without seals."""
        self.impostor = False
        """Whether the last sender failed to prove that it is the node that it claims to be."""
        self.waiting = False
        """Whether a node has been sent a WELCOME but has not yet replied with READY."""
        self._check = check
        self._keys = keys
        self._session = boot & 0xFFFF
        self._nonce: bytes = keys.nonce()
        self._greeted: "messages.Hello | None" = None
        self._node_nonce = b""
        self._unproven = 0
        self._ready = b""

    def opening(self, _now: int, oldest: int) -> "tuple[int, bytes]":
        """Return the frame, as (kind, payload), to repeat until a session begins: ASK or WELCOME.

        `oldest` is the sequence number of the first payload that this end will send.
        """
        if self.waiting and self._greeted is not None:
            return self._welcome(self._greeted, oldest)
        return wire.ASK, b""

    def fall(self) -> None:
        """Forget the current session, because it has ended."""
        # A node welcomed in the middle of a sealed session has to send HELLO again.
        self.waiting = False
        self.key = b""
        self._unproven = 0

    def believed(self) -> bool:
        """Record a genuine frame of the session; return whether a pending HELLO was forged.

        A HELLO is pending until the node's READY arrives. A node that had really restarted would
        not continue its old session.
        """
        strange, self.waiting = self.waiting, False
        return strange

    def heard(self, frame: wire.Frame, _now: int, oldest: int) -> Heard:
        """Process a handshake frame from the node; return what the session must do about it.

        `oldest` is the sequence number of the first payload that this end will send.
        """
        if frame.kind == wire.READY:
            return self._heard_ready(frame)
        hello = messages.read_hello(frame.payload) if frame.kind == wire.HELLO else None
        if hello is None:
            return _STRANGE if self.key else _NOTHING
        sealed = frame.version == wire.SEALED
        key = self._keys.key_of(hello.node)
        why = version_problem(hello.node, frame.version) or self._check(hello)
        unproven = "" if why else key_problem(hello.node, sealed, key, self._keys.required)
        files, nonce = messages.read_identity(frame.payload)
        if self.key:
            return self._heard_within(hello, sealed and not why and not unproven, nonce, oldest)
        if not sealed and (not self.waiting or self.peer is None or self.peer.boot != hello.boot):
            self._session = (self._session + 1) & 0xFFFF
        self.peer, self.files, self.version = hello, files, frame.version
        self._greeted = hello
        self.impostor = bool(unproven)
        why = why or unproven
        self.waiting = not why
        if why:
            return Heard((wire.REFUSED, why.encode()[: wire.PAYLOAD]), None, True, why, False)
        if sealed:
            self._node_nonce = nonce
            self._unproven += 1
            if self._unproven > UNPROVEN:
                self.impostor = True
                why = not_who(hello.node)
        return Heard(self._welcome(hello, oldest), None, True, why, False)

    def _heard_within(self, hello: messages.Hello, well: bool, nonce: bytes, oldest: int) -> Heard:
        """Process a HELLO in the middle of a sealed session, because the node may have restarted.

        Return what the session must do about it. `well` is true if the HELLO is acceptable, and
        `nonce` is the nonce that it contains. `oldest` is the sequence number of the first payload
        that this end will send.
        """
        if not well or self.peer is None or hello.node != self.peer.node:
            return _STRANGE
        self._greeted, self._node_nonce = hello, nonce
        self._unproven += 1
        self.waiting = True
        strange = self._unproven > HASTY
        return Heard(self._welcome(hello, oldest), None, False, "", strange)

    def _heard_ready(self, frame: wire.Frame) -> Heard:
        if frame.version == wire.SEALED:
            return self._heard_proof(frame)
        ready = messages.read_session(frame.payload)
        right = self.waiting and self.version == wire.VERSION and ready == self._session
        if self.key or not right or self.peer is None:
            return _STRANGE if self.key else _NOTHING
        self.waiting = self.impostor = False
        return Heard(None, (self.peer.boot, self.peer.oldest), False, "", False)

    def _heard_proof(self, frame: wire.Frame) -> Heard:
        """Process a sealed READY, which repeats the content of the HELLO.

        Return what the session must do about it.
        """
        if frame.payload == self._ready:
            # The WELCOME was received twice, and answered twice.
            return _NOTHING
        said = frame.payload[2 : -seal.PROOF]
        hello = messages.read_hello(said)
        node_key = self._keys.key_of(hello.node) if hello is not None else b""
        if hello is None or not node_key:
            return _STRANGE
        files, nonce = messages.read_identity(said)
        about = _about(self._session, self.boot, hello.boot)
        key = seal.session_key(node_key, nonce, self._nonce, about)
        if not seal.proves(key, wire.READY, frame.payload) or self._check(hello):
            return _STRANGE
        lost = bool(self.key)
        self.peer, self.files, self.version, self.key = hello, files, wire.SEALED, key
        self.waiting = self.impostor = False
        self._unproven = 0
        self._ready = frame.payload
        self._session = (self._session + 1) & 0xFFFF
        self._nonce = self._keys.nonce()
        return Heard(None, (hello.boot, hello.oldest), lost, "", False)

    def _welcome(self, hello: messages.Hello, oldest: int) -> "tuple[int, bytes]":
        welcome = messages.Welcome(self._session, self.boot, hello.boot, oldest)
        said = messages.pack_welcome(welcome)
        if self.version != wire.SEALED:
            return wire.WELCOME, said
        about = _about(self._session, self.boot, hello.boot)
        node_key = self._keys.key_of(hello.node)
        key = seal.session_key(node_key, self._node_nonce, self._nonce, about)
        return wire.WELCOME, seal.proven(key, wire.WELCOME, said + self._nonce)


def _about(session: int, host: int, node: int) -> bytes:
    return struct.pack(">HII", session, host, node)


def _why(frame: wire.Frame) -> str:
    return messages.read_text(frame.payload) or "refused"
