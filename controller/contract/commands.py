"""Commands: what a person or a venue asks of the table, and the answer.

A request arrives on `command/<name>` and is answered on `reply/<name>`; the controller checks
who asks before the engine sees it. Names are the tags of the structs.
"""

from typing import Any

import msgspec


class Command(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The common type of all commands."""


class SitDown(Command, frozen=True, tag="sit-down"):
    """A player takes a seat with a stack, between hands."""

    seat: int
    name: str
    stack: int


class StandUp(Command, frozen=True, tag="stand-up"):
    """A seat is given up with its stack, between hands."""

    seat: int


class Absent(Command, frozen=True, tag="absent"):
    """A player is away from the table."""

    seat: int


class Back(Command, frozen=True, tag="back"):
    """A player who was away is back."""

    seat: int


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Chips are added to a seat's stack, from the next hand on."""

    seat: int
    amount: int


class SetStack(Command, frozen=True, tag="set-stack"):
    """The floor corrects a stack."""

    seat: int
    stack: int


class SetLevel(Command, frozen=True, tag="set-level"):
    """Blinds and antes, for the next hand that has not begun."""

    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0


class LevelClock(Command, frozen=True, tag="level-clock"):
    """How long the level still lasts, the break after it, and what comes then.

    With 0 `seconds` it has no end; with a big blind of 0 nothing comes. A pause stops it.
    """

    seconds: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    break_seconds: int = 0


class SetButton(Command, frozen=True, tag="set-button"):
    """The button for the next hand."""

    seat: int


class StartHand(Command, frozen=True, tag="start-hand"):
    """The next hand begins (what the shuffle or `done` at the button's seat says too)."""


class Pause(Command, frozen=True, tag="pause"):
    """No hand starts after this one."""

    reason: str = ""


class Resume(Command, frozen=True, tag="resume"):
    """Hands may start again."""


class Undo(Command, frozen=True, tag="undo"):
    """The last action is taken back."""


class Act(Command, frozen=True, tag="act"):
    """A seat's key on a screen: as `Declared`."""

    seat: int
    what: str
    target: str = ""
    amount: int = 0


class Confirm(Command, frozen=True, tag="confirm"):
    """The floor confirms the open ruling."""


class Waive(Command, frozen=True, tag="waive"):
    """The floor waives the open ruling."""


class Rule(Command, frozen=True, tag="rule"):
    """The floor replaces the steps of the open ruling."""

    steps: tuple[str, ...]


class KillHand(Command, frozen=True, tag="kill-hand"):
    """The floor kills a hand."""

    seat: int


class Misdeal(Command, frozen=True, tag="misdeal"):
    """The floor voids the hand."""


class Penalty(Command, frozen=True, tag="penalty"):
    """The floor gives a penalty (`warning`, `10m`, `1r`, `out`)."""

    seat: int
    penalty: str


class CallClock(Command, frozen=True, tag="call-clock"):
    """The floor calls the clock on the seat in turn."""

    seat: int


AnyCommand = (
    SitDown | StandUp | Absent | Back | Rebuy | SetStack | SetLevel | LevelClock | SetButton
    | StartHand | Pause | Resume | Undo | Act | Confirm | Waive | Rule | KillHand | Misdeal
    | Penalty | CallClock
)  # fmt: skip

COMMANDS: dict[str, type[Command]] = {
    str(command.__struct_config__.tag): command for command in Command.__subclasses__()
}


class Unlock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Makes a table's own screen the floor's, whose PIN it is; it ends after two idle minutes.

    The `data` of a request on `command/unlock`, with the screen's token. Without a PIN it asks
    whether the screen is the floor's now. It is no command of a hand: nothing of it is kept.
    """

    pin: str = ""

    def __repr__(self) -> str:
        """Return its text, without the PIN: it may end up in a log."""
        return "Unlock()"


class Lock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Ends what `unlock` began. The `data` of a request on `command/lock`."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is published on `command/<name>`; `data` are the fields of the command.

    `if_seq` refuses the command when the table has moved on since that event.
    """

    id: str
    by: str = ""
    token: str = ""
    if_seq: int | None = None
    data: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer on `reply/<name>`; `error` says why not, in a sentence for people.

    `reason` says it as an id (`hand-running`). `seq` is the last event's.
    """

    id: str
    ok: bool
    error: str = ""
    seq: int = 0
    reason: str = ""


class Replay(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Asks for public events again: those behind `after_seq`, up to `limit` of them (1 to 1000).

    The `data` of a request on `command/replay`. Needs no token: it gives what anybody may know.
    The events come on `replay/<id of the request>` in order, then the reply, whose `seq` is the
    last one sent; a subscriber that needs more asks again behind it.
    """

    after_seq: int
    limit: int = 500


ASKED: dict[str, type[msgspec.Struct]] = {"replay": Replay, "unlock": Unlock, "lock": Lock}
"""What is asked in a request and is no command of the table."""
