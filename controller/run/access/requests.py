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
from display.words.refusals import REASONS

REMEMBERED = 1_000

_IDENTITY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_ID = re.compile(rb'"id"\s*:\s*"([A-Za-z0-9_.-]{1,64})"')
_decode = msgspec.json.Decoder(AnyCommand).decode

OWN = {
    "badge-and-pin": "the floor decides this: put the floor's badge on its reader, and enter the "
    "PIN",
    "bad-hold": "a hold needs a unique name; pause and level-break are reserved for the table",
    "bad-level": "the big blind must be above zero, and at least the small blind; no amount may be "
    "below zero; there is one ante or the other, not both",
    "bad-notice": "a notice needs a name; a move needs an origin and a destination; only a seat "
    "can be asked to confirm",
    "bad-penalty": "a penalty is warning, out, or minutes, rounds or hands: 10m, 1r, 3h",
    "bad-player": "a player needs a name, and a stack that is not below zero",
    "bad-structure": "a structure needs levels and breaks with a duration (the last one may have "
    "none), and the position of the one in force",
    "id-used": "another request used this id: send it again with a new one",
    "moved-while-off": "items were moved while the table was off: confirm the moves, or "
    "put them back",
    "locked": "the floor decides this: put the floor's badge on its reader, or enter the PIN",
    "no-stream": "this table's config does not allow hole cards to be streamed: set allowed = "
    "true in [stream] of table.toml",
}
"""The explanations of refusals that are worded for programs, by the id of the reason.

On a screen, the same reasons are worded differently.
"""

SENTENCES = {reason: text[:1].lower() + text[1:] for reason, text in REASONS.items()} | OWN
"""The explanation of each reason for a refusal, in English, by the id of the reason."""


class Refusal(TapisError):
    """A request can't be carried out; `reason` is the reason's id, and the text explains it."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        """Store the reason's id and the text, which defaults to the usual text for the reason."""
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
        texts = (request.id, request.by, request.token)
        if all(len(text) <= LONGEST_TEXT for text in texts):
            return request
        no = Refusal("too-long")
    except Exception:  # noqa: BLE001
        # The cause may be anything: endless digits, or lists nested deeper than the stack allows.
        no = Refusal("unreadable")
    found = _ID.search(payload)
    return no.reply(found[1].decode() if found else "")


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
    the journal at startup. The journal records each new one in the same transaction as its
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

    The digest leaves out any PIN. It also leaves out the displayed name of a player with an id,
    because a room may correct that name before it repeats the request. Raises `Refusal` if the
    request has no id, or if its data is nested too deeply.
    """
    if not request.id:
        raise Refusal("bad-data", "a request needs a unique id")
    if too_deep(request.data):
        raise Refusal("too-deep")
    data = {} if name in ("lock", "unlock") else request.data
    if name == "sit-down" and data.get("player"):
        data = {key: value for key, value in data.items() if key != "name"}
    text = msgspec.json.encode([name, data, request.if_seq], order="deterministic")
    return Asked(owner, request.id, hashlib.sha256(text).digest())
