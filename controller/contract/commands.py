"""Commands: requests from a person or a venue to the table, and the replies.

A request arrives on `command/<name>` and is answered on `reply/<name>`; the controller checks the
sender before the engine sees the command. The names are the tags of the structs.
"""

from typing import Any

import msgspec

from controller.contract.rules import (
    BlindForm,
    Entry,
    HoldReason,
    Leaver,
    LeaveWhen,
    NoticeText,
    Variant,
)
from controller.contract.rules import Structure as BettingStructure


class Command(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base type of all commands."""


class SitDown(Command, frozen=True, tag="sit-down"):
    """A player takes a seat with a stack, between hands.

    `name` is the name shown; `player` is their id in the room, which reveals nothing about them.
    For a player from another table, `absent`, the rest of a `penalty` (`3h`, `10m`) and the missed
    blinds that they owe are carried over; the blinds go into the pot of their next hand. `order` is
    the room's order that this command carries out. A stack `bought` now must have a size that the
    house sells. With `at-rest`, if the seat's player leaves after the current hand, the seat is
    taken then; any other seat is taken at once. Either way, the player is dealt into the next hand.
    """

    seat: int
    name: str
    stack: int
    player: str = ""
    entry: Entry = Entry.DEALT_IN
    absent: bool = False
    penalty: str = ""
    owes: int = 0
    order: str = ""
    bought: bool = False
    when: LeaveWhen = LeaveWhen.NOW


class StandUp(Command, frozen=True, tag="stand-up"):
    """A seat is given up with its stack, between hands.

    With `at-rest` this happens after the current hand and uses the state at that time:
    `next-big-blind` names no seat, so the table determines it then. `to_table` and `to_seat` are
    the player's destination; a notice with the order's name shows the destination until the notice
    is taken down.
    """

    seat: int = 0
    who: Leaver = Leaver.SEAT
    when: LeaveWhen = LeaveWhen.NOW
    order: str = ""
    to_table: int = 0
    to_seat: int = 0


class Stay(Command, frozen=True, tag="stay"):
    """A player due to stand up after the hand stays after all; identified by seat or by order."""

    seat: int = 0
    order: str = ""


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
    """The blinds and antes from the next hand on.

    The `game`, its `structure` and the `blinds` form default to the house's.
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    game: Variant | None = None
    structure: BettingStructure | None = None
    blinds: BlindForm | None = None


class LevelClock(Command, frozen=True, tag="level-clock"):
    """The remaining time of the level, the break after it, and the next level.

    If `seconds` is 0, the level has no end; if the big blind is 0, no level follows. A pause stops
    the clock.
    """

    seconds: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    break_seconds: int = 0
    game: Variant | None = None
    structure: BettingStructure | None = None
    blinds: BlindForm | None = None


class SetButton(Command, frozen=True, tag="set-button"):
    """The button for the next hand.

    `small_blind` is an empty seat whose small blind nobody posts; if it is 0, the next player posts
    it.
    """

    seat: int
    small_blind: int = 0


class StartHand(Command, frozen=True, tag="start-hand"):
    """The next hand starts (as after the shuffle, or after `done` at the button's seat)."""


class Pause(Command, frozen=True, tag="pause"):
    """The table floor's own hold: no hand starts after the current one."""

    reason: str = ""


class Resume(Command, frozen=True, tag="resume"):
    """Hands may start again, whatever the table was waiting for; this also ends a break."""


class Hold(Command, frozen=True, tag="hold"):
    """No hand starts after the current one until the hold with this name is released.

    The level clock stops unless every hold lets it run. A hold replaces an earlier one with the
    same name. A hold with `at_once` also stops all action in the current hand.
    """

    hold: str
    reason: HoldReason = HoldReason.VENUE
    clock_runs: bool = False
    at_once: bool = False


class Release(Command, frozen=True, tag="release"):
    """A hold is released; it is not an error if no hold with this name is in force."""

    hold: str


class DealOne(Command, frozen=True, tag="deal-one"):
    """Exactly one hand is played, and then the hold with this name applies again.

    If `by_street` is true, the table also waits after each betting round. Repeating the command
    then lets the next street be dealt or, if `by_street` is now false, the rest of the hand be
    played.
    """

    hold: str
    by_street: bool = False


class StructureLevel(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A level, or a break (number 0), and its duration; the last one may have 0 seconds."""

    number: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    seconds: int = 0
    game: Variant | None = None
    structure: BettingStructure | None = None
    blinds: BlindForm | None = None


class Structure(Command, frozen=True, tag="structure"):
    """All levels and breaks: the table runs through them on its own clock.

    `at` is the index of the current one in `levels` (from 0), and `seconds` is its remaining time
    (0: all of it). If `running` is false, the clock stays stopped until this command is repeated.
    """

    levels: tuple[StructureLevel, ...]
    at: int = 0
    seconds: int = 0
    running: bool = True


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's stack before and after its small chips were exchanged."""

    seat: int
    before: int
    after: int


class ColorUp(Command, frozen=True, tag="color-up"):
    """Small chips are taken out of play, between hands: each stack before and after.

    `denominations` are the chips that stay in play. The whole command is refused if any stack
    differs from its `before`, or if its `after` is not a multiple of the smallest chip.
    """

    denominations: tuple[int, ...]
    stacks: tuple[SeatChange, ...] = ()


class Notice(Command, frozen=True, tag="notice"):
    """A notice to the table, or to one `seat`, until it is taken down.

    `to_table` and `to_seat` are the destination of a move. If `ack` is true, the seat is asked to
    press `agree` once the player has seen it.
    """

    notice: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False


class NoticeOff(Command, frozen=True, tag="notice-off"):
    """A notice is taken down; it is not an error if no notice with this name is shown."""

    notice: str


class OpenTable(Command, frozen=True, tag="open-table"):
    """The table plays a tournament under the house with this name, whose file has this hash.

    `denominations` are the chips in play (none: unchanged); `button` is the button for the first
    hand (0: unchanged). `languages` are the official ones, used for all staff announcements.
    """

    tournament: str
    house: str
    house_hash: str
    denominations: tuple[int, ...] = ()
    button: int = 0
    languages: tuple[str, ...] = ()


class CloseTable(Command, frozen=True, tag="close-table"):
    """The table deals no hands until it is opened again; its players stay seated."""


class Undo(Command, frozen=True, tag="undo"):
    """The last action is undone."""


class Act(Command, frozen=True, tag="act"):
    """A key for a seat, pressed on a screen; the fields are as in `Declared`."""

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
    """The floor calls the clock on the player to act."""

    seat: int


class LimitTime(Command, frozen=True, tag="limit-time"):
    """A seat has only this many seconds when the clock is called on it; 0 means the house's time.

    The limit applies to the seat's player until they leave the seat.
    """

    seat: int
    seconds: int


class ShowHead(Command, frozen=True, tag="show-head"):
    """The bounty on a seat's player, in the unit that the room plays for; 0 for none.

    It is shown until they leave the seat. If another `player` sits there, nothing is shown.
    """

    seat: int
    worth: int
    player: str = ""


class TakeChips(Command, frozen=True, tag="take-chips"):
    """Chips leave a seat's stack and go out of play, between hands or at the end of the hand.

    If the stack is then larger than `chips`, all of them are taken; otherwise none are.
    `stack.changed` reports the result, with the room's `order` that this command carries out. If
    another `player` sits there, nothing happens.
    """

    seat: int
    chips: int
    player: str = ""
    order: str = ""


class KeyBoard(Command, frozen=True, tag="key-board"):
    """The board cards of the street to be dealt, entered at a table that reads no cards.

    Until a player has acted on the street, a new entry replaces the previous one.
    """

    cards: tuple[str, ...]


class KeyHand(Command, frozen=True, tag="key-hand"):
    """A seat's face-up hole cards, entered at a table that reads no cards.

    If no cards are given, the hand is given up unseen at the showdown.
    """

    seat: int
    cards: tuple[str, ...] = ()


class BombPot(Command, frozen=True, tag="bomb-pot"):
    """The next hand is a bomb pot: everybody posts an `ante`, or the house's amount if it is 0.

    `boards` is the number of boards side by side, 1 or 2, or 0 for the house's number; with two
    boards, each pot is split in half between them. `called_off` cancels the bomb pot.
    """

    ante: int = 0
    called_off: bool = False
    boards: int = 0


class KillPot(Command, frozen=True, tag="kill-pot"):
    """This seat (`by`) kills the next hand of a limit game; `called_off` cancels that."""

    by: int = 0
    called_off: bool = False


class Stream(Command, frozen=True, tag="stream"):
    """Hole cards may be streamed with a delay of `delay` seconds, once each player agrees.

    A `delay` of 0 means the house's delay, which is the minimum. The command requires the floor's
    badge on its reader. If `called_off` is true, the stream ends at once, which requires no badge.
    """

    delay: int = 0
    called_off: bool = False


class EnterGame(Command, frozen=True, tag="entry"):
    """How a seat enters the running game: it posts in the next hand, or waits."""

    seat: int
    entry: Entry


AnyCommand = (
    SitDown | StandUp | Absent | Back | Rebuy | SetStack | SetLevel | LevelClock | SetButton
    | StartHand | Pause | Resume | Undo | Act | Confirm | Waive | Rule | KillHand | Misdeal
    | Penalty | CallClock | Hold | Release | DealOne | Structure | ColorUp | Notice | NoticeOff
    | OpenTable | CloseTable | Stay | LimitTime | ShowHead | TakeChips | KeyBoard | KeyHand
    | BombPot | KillPot | EnterGame | Stream
)  # fmt: skip

COMMANDS: dict[str, type[Command]] = {
    str(command.__struct_config__.tag): command for command in Command.__subclasses__()
}


class Unlock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Unlocks a table's own screen for the floor with a PIN; it locks again after two idle minutes.

    This is the `data` of a request on `command/unlock`, with the screen's token. If the PIN is
    empty, it asks whether the screen is unlocked now. It is not part of a hand, and none of it is
    stored.
    """

    pin: str = ""

    def __repr__(self) -> str:
        """Return its text without the PIN, because it may end up in a log."""
        return "Unlock()"


class Lock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Locks the screen again after `unlock`. This is the `data` of a request on `command/lock`."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """The message published on `command/<name>`; `data` contains the fields of the command.

    If `if_seq` is given, the command is refused if the table has moved on since that event.
    """

    id: str
    by: str = ""
    token: str = ""
    if_seq: int | None = None
    data: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer on `reply/<name>`; `error` is the reason for a refusal, as a sentence for people.

    `reason` is the same reason as an id (`hand-running`). `seq` is the number of the last event.
    """

    id: str
    ok: bool
    error: str = ""
    seq: int = 0
    reason: str = ""


class Replay(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Requests public events again: those after `after_seq`, up to `limit` of them (1 to 1000).

    This is the `data` of a request on `command/replay`. It needs no token, because it returns only
    public data. The events arrive on `replay/<id of the request>` in order, followed by the reply,
    whose `seq` is that of the last event sent. To receive more, a subscriber sends another request
    that starts there.
    """

    after_seq: int
    limit: int = 500


ASKED: dict[str, type[msgspec.Struct]] = {"replay": Replay, "unlock": Unlock, "lock": Lock}
"""Requests that are not commands of the table."""
