"""Reads requests that arrive over MQTT, and remembers which ones have been carried out.

If a request can't be carried out, this module supplies the error reply.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from controller.contract.commands import COMMANDS, AnyCommand, Command, Replay, Reply, Request
from controller.contract.errors import TapisError
from controller.contract.limits import LONGEST_TEXT
from controller.contract.once_only import Asked
from controller.run.access.command_limits import too_deep
from controller.toml.file import nearest

REMEMBERED = 1_000

_IDENTITY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_ID = re.compile(rb'"id"\s*:\s*"([A-Za-z0-9_.-]{1,64})"')
_decode = msgspec.json.Decoder(AnyCommand).decode

# The engine's reasons, worded for the person who made the request.
SENTENCES = {
    "badge-and-pin": "the floor decides this: put the floor's badge on its reader, and enter the "
    "PIN",
    "bad-amount": "the amount must be more than zero, at most a billion, and a multiple of the "
    "smallest chip",
    "bad-hold": "a hold needs a unique name; pause and level-break are reserved for the table",
    "bad-level": "the big blind must be above zero, and at least the small blind, and no amount "
    "may be below zero",
    "bad-notice": "a notice needs a name; a move needs an origin and a destination; only a seat "
    "can be asked to confirm",
    "bad-penalty": "a penalty is warning, out, or minutes, rounds or hands: 10m, 1r, 3h",
    "bad-player": "a player needs a name, and a stack that is not below zero",
    "bad-structure": "a structure needs levels and breaks with a duration (the last one may have "
    "none), and the position of the one in force",
    "bad-tournament": "a tournament needs a name",
    "buy-in-too-large": "the stack is above the maximum buy-in",
    "buy-in-too-small": "the stack is below the minimum buy-in",
    "clock-runs": "the clock is already running",
    "hand-running": "a hand is in progress: try again when it ends",
    "id-used": "another request used this id: send it again with a new one",
    "last-hand": "the last live hand can't be killed",
    "moved-while-off": "items were moved while the table was off: confirm the moves, or "
    "put them back",
    "moved-unclear": "the table can't tell what moved while it was off: void the hand, or put "
    "everything back",
    "locked": "the floor decides this: put the floor's badge on its reader, or enter the PIN",
    "no-hold": "the table has no hold with this name",
    "no-badge": "put the floor's badge on its reader first",
    "no-hand": "no hand is in progress",
    "no-live-hand": "this seat has no hand in play",
    "no-ruling": "no ruling is pending",
    "no-such-seat": "this table has no such seat",
    "not-in-turn": "the clock can only be called on the player to act",
    "not-now": "this can't be done now",
    "not-the-floors": "under this house's rules, only players at the table may call the clock",
    "nothing-to-undo": "there is no action to undo",
    "ruling-open": "a ruling is pending: finish it first",
    "seat-empty": "that seat is empty",
    "no-stream": "this table's config does not allow hole cards to be streamed: set allowed = "
    "true in [stream] of table.toml",
    "bad-delay": "the stream delay must be at least the house's, and at most a day",
    "stream-on": "a stream is already running: stop it first",
    "not-asked": "nobody is being asked about streaming now",
    "not-at-the-seat": "each player must agree at their own seat",
    "seats-taken": "players from another game are seated here: they must stand up first",
    "stacks-differ": "a stack does not match its count: count again",
    "table-closed": "the table is closed: only the room can open it",
    "too-few-players": "a hand needs two players with chips at the table",
    "too-many-players": "the deck has too few cards for this many players in this game",
    "top-up-too-large": "the house does not allow a top-up that large",
    "too-many-holds": "the table already has too many holds: release one first",
    "wrong-house": "this table uses a different house's rules, or a different version of them",
    "seat-taken": "that seat is already taken",
    "wrong-pin": "wrong PIN",
    "too-many": "too many requests at once: try again in a moment",
    "too-deep": "the data in this request is nested too deeply",
    "too-long": "this is too long: at most 200 characters",
    "unreadable": "this request can't be read",
    "unknown-key": "the pad has no such key",
    "unknown-step": "there is no such step in this ruling",
}


class Refusal(TapisError):
    """A request can't be carried out; `reason` is the reason's id, and the text explains it."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        """Store the reason's id and the text, which defaults to the usual one for the reason."""
        super().__init__(sentence or SENTENCES.get(reason, f"the table refuses: {reason}"))
        self.reason = reason

    def reply(self, ident: str, seq: int = 0) -> Reply:
        """Return the error reply to the request `ident`; `seq` is the table's last event number."""
        return Reply(ident, ok=False, error=str(self), reason=self.reason, seq=seq)


def read_request(payload: bytes) -> Request | Reply:
    """Parse a message, and return the request in it or an error reply.

    An error reply is returned if the message can't be read, or if its id, name or token is too
    long. The reply has the id of the message, or "" if that can't be read.
    """
    try:
        request = msgspec.json.decode(payload, type=Request)
        if not too_long(request):
            return request
        no = Refusal("too-long")
    except Exception:  # noqa: BLE001
        # The cause may be anything: endless digits, or lists nested deeper than the stack allows.
        no = Refusal("unreadable")
    found = _ID.search(payload)
    return no.reply(found[1].decode() if found else "")


def too_long(request: Request) -> bool:
    """Return whether the id, the name or the token of a request is too long."""
    return any(len(text) > LONGEST_TEXT for text in (request.id, request.by, request.token))


def command_of(name: str, request: Request) -> Command:
    """Return the command `name` with the data of a request.

    Raises `Refusal`, which describes the mistake in the request.
    """
    if name not in COMMANDS:
        right = nearest(name, COMMANDS)
        raise Refusal("unknown-command", f'there is no command "{name}"; expected {right}')
    if too_deep(request.data):
        raise Refusal("too-deep")
    try:
        command: Command = _decode(msgspec.json.encode({**request.data, "type": name}))
    except msgspec.ValidationError as error:
        raise Refusal("bad-data", f"{name}: {error}") from None
    except (TypeError, ValueError, OverflowError):
        # A number or a text that our JSON can't represent.
        raise Refusal("bad-data", f"{name}: its data can't be read") from None
    return command


def replay_asked(request: Request) -> Replay:
    """Return the `Replay` in a request, which says which past events to send again.

    Raises `ValueError` if the request is invalid.
    """
    if not _IDENTITY.fullmatch(request.id):
        raise ValueError("the id may contain only letters, digits, '-', '_' and '.'")
    wish = msgspec.convert(request.data, Replay)
    if not 1 <= wish.limit <= 1000:
        raise ValueError(f"limit is {wish.limit}; expected 1 to 1000")
    return wish


class Answered:
    """Remembers the latest requests carried out, so that none takes effect twice.

    A request is identified by the owner of its token and its id. Earlier requests are loaded from
    the journal at the start. The journal records each new one in the same transaction as its
    effects.
    """

    def __init__(self, before: Iterable[tuple[Asked, int]] = ()) -> None:
        """Start with the requests in `before`, each as (request, seq).

        `seq` is the table's event number right after the request was carried out.
        """
        self._done: OrderedDict[tuple[str, str], tuple[bytes, int]] = OrderedDict()
        for asked, seq in before:
            self.keep(asked, seq)

    def seq(self, asked: Asked) -> int | None:
        """Return the table's event number right after a request was carried out.

        Return None if it has not been carried out. Raises `Refusal` if the owner has used the same
        id for a different request.
        """
        what, seq = self._done.get((asked.owner, asked.id), (asked.what, None))
        if what != asked.what:
            raise Refusal("id-used")
        return seq

    def keep(self, asked: Asked, seq: int) -> None:
        """Remember that a request was carried out.

        `seq` is the table's event number right after that.
        """
        self._done[asked.owner, asked.id] = asked.what, seq
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)


def asked_by(owner: str, name: str, request: Request) -> Asked:
    """Return the identity of a request: its owner, its id and a digest of its contents.

    The digest leaves out any PIN. Raises `Refusal` if the request has no id, or if its data is
    nested too deeply.
    """
    if not request.id:
        raise Refusal("bad-data", "a request needs a unique id")
    if too_deep(request.data):
        raise Refusal("too-deep")
    data = {} if name in ("lock", "unlock") else request.data
    text = msgspec.json.encode([name, data, request.if_seq], order="deterministic")
    return Asked(owner, request.id, hashlib.sha256(text).digest())
