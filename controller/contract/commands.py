"""Commands: what a person or a venue asks of the table, and the answer.

A request arrives on `command/<name>` and is answered on `reply/<name>`; the controller checks
who asks before the engine sees it. Names are the tags of the structs.
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
    """The common type of all commands."""


class SitDown(Command, frozen=True, tag="sit-down"):
    """A player takes a seat with a stack, between hands.

    `name` is what is shown of them; `player` is their id in the room, which says nothing of them.
    What they bring from another table: `absent`, what is left of a `penalty` (`3h`, `10m`), and
    chips that they owe for blinds missed, which go into the pot of their next hand. `order` is the
    room's order that this carries out. A stack that is `bought` now has to be as large as the house
    sells them. With `at-rest` a seat whose player leaves with the hand that runs is taken then; any
    other at once. Either way the next hand is theirs.
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

    With `at-rest` it is done when the hand that runs is over, and done with is what it says then:
    `next-big-blind` names no seat, the table does. `to_table` and `to_seat` are where the player
    goes: whoever it is is told so, by a notice that has the order's name and stays until it is
    taken off.
    """

    seat: int = 0
    who: Leaver = Leaver.SEAT
    when: LeaveWhen = LeaveWhen.NOW
    order: str = ""
    to_table: int = 0
    to_seat: int = 0


class Stay(Command, frozen=True, tag="stay"):
    """A player who was to stand up when the hand is over stays: by their seat, or by the order."""

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
    """Blinds and antes, for the next hand that has not begun.

    The `game`, its `structure` and who posts `blinds` are the house's where it names none.
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
    game: Variant | None = None
    structure: BettingStructure | None = None
    blinds: BlindForm | None = None


class SetButton(Command, frozen=True, tag="set-button"):
    """The button for the next hand.

    `small_blind` is an empty seat whose small blind nobody posts; 0: who is next posts it.
    """

    seat: int
    small_blind: int = 0


class StartHand(Command, frozen=True, tag="start-hand"):
    """The next hand begins (what the shuffle or `done` at the button's seat says too)."""


class Pause(Command, frozen=True, tag="pause"):
    """No hand starts after this one: the hold that the floor of the table has."""

    reason: str = ""


class Resume(Command, frozen=True, tag="resume"):
    """Hands may start again, whatever the table waited for; a break is over with that."""


class Hold(Command, frozen=True, tag="hold"):
    """No hand starts after this one until the hold of this name is released.

    The time of the level stands still unless every hold lets it run. A hold of a name that is in
    force takes its place. One that holds `at_once` lets nobody act in the hand that runs, either.
    """

    hold: str
    reason: HoldReason = HoldReason.VENUE
    clock_runs: bool = False
    at_once: bool = False


class Release(Command, frozen=True, tag="release"):
    """One reason to wait is gone; one that is not in force is no mistake."""

    hold: str


class DealOne(Command, frozen=True, tag="deal-one"):
    """Exactly one hand is played, and the table is held again by the hold of this name.

    With `by_street` it waits after each betting round too: said again meanwhile, it lets the next
    street be dealt. Said without it then, it lets the rest of the hand be played.
    """

    hold: str
    by_street: bool = False


class StructureLevel(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A level, or with number 0 a break, and how long it lasts; the last one may have 0 seconds."""

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
    """All levels and breaks: the table plays them to their end by its own clock.

    `at` is the place in `levels` (from 0) of the one that counts now, `seconds` what is left of it
    (0: all of it). Unless it is `running` the clock stands until this is said again.
    """

    levels: tuple[StructureLevel, ...]
    at: int = 0
    seconds: int = 0
    running: bool = True


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's stack before and after its small chips were changed."""

    seat: int
    before: int
    after: int


class ColorUp(Command, frozen=True, tag="color-up"):
    """Small chips are taken out of play, between hands: each stack before and after.

    `denominations` are the chips that stay in play. Nothing of it is done where a seat's stack is
    not what it was `before`, or is `after` no multiple of the smallest chip.
    """

    denominations: tuple[int, ...]
    stacks: tuple[SeatChange, ...] = ()


class Notice(Command, frozen=True, tag="notice"):
    """The table is told something, or with `seat` one seat of it, until the notice is taken off.

    `to_table` and `to_seat` are where a player moves to. With `ack` the seat is asked to press
    `agree` when it has been seen.
    """

    notice: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False


class NoticeOff(Command, frozen=True, tag="notice-off"):
    """A notice is taken off; one that is not there is no mistake."""

    notice: str


class OpenTable(Command, frozen=True, tag="open-table"):
    """The table plays a tournament, by a house of this name whose file has this hash.

    `denominations` are the chips in play (none: as they are), `button` is where the button is for
    the first hand (0: as it is). `languages` are the official ones: what staff announce is said in
    them.
    """

    tournament: str
    house: str
    house_hash: str
    denominations: tuple[int, ...] = ()
    button: int = 0
    languages: tuple[str, ...] = ()


class CloseTable(Command, frozen=True, tag="close-table"):
    """The table deals nothing until it is opened again; whoever sits there stays seated."""


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


class LimitTime(Command, frozen=True, tag="limit-time"):
    """A seat has so many seconds only when the clock is called on it; with 0 what the house gives.

    It is its player's until they leave the seat.
    """

    seat: int
    seconds: int


class ShowHead(Command, frozen=True, tag="show-head"):
    """What is on the head of a seat's player, in what the room plays for; 0 for nothing.

    It is their own until they leave the seat. Where another `player` sits there, nothing is shown.
    """

    seat: int
    worth: int
    player: str = ""


class TakeChips(Command, frozen=True, tag="take-chips"):
    """Chips leave a seat's stack, and play: between hands, or as soon as the hand is over.

    All of them, or none where the stack isn't larger than that by then: `stack.changed` says which,
    with the room's `order` that this carries out. Where another `player` sits there, nothing is.
    """

    seat: int
    chips: int
    player: str = ""
    order: str = ""


class KeyBoard(Command, frozen=True, tag="key-board"):
    """The cards of the board, at a table that reads none: those of the street that is due.

    Until somebody has acted on a street, they take the place of the cards that were keyed for it.
    """

    cards: tuple[str, ...]


class KeyHand(Command, frozen=True, tag="key-hand"):
    """The hole cards of a seat that lie face up, at a table that reads none.

    No cards: the hand is given up at the showdown, unseen.
    """

    seat: int
    cards: tuple[str, ...] = ()


class BombPot(Command, frozen=True, tag="bomb-pot"):
    """The next hand is a bomb pot: everybody posts an `ante`, 0 for what the house says.

    So many `boards` lie side by side, 1 or 2, 0 for what the house says; half of each pot goes by
    each. With `called_off` it is none after all.
    """

    ante: int = 0
    called_off: bool = False
    boards: int = 0


class KillPot(Command, frozen=True, tag="kill-pot"):
    """The next hand of a limit game is killed `by` this seat; with `called_off` by nobody."""

    by: int = 0
    called_off: bool = False


class Stream(Command, frozen=True, tag="stream"):
    """Hole cards may leave for a stream, so many seconds of `delay` late, once each player agrees.

    A `delay` of 0 is the house's, which is the least. It takes the floor's badge on its reader.
    With `called_off` nothing leaves from now on, which takes none.
    """

    delay: int = 0
    called_off: bool = False


class EnterGame(Command, frozen=True, tag="entry"):
    """How a seat comes into the game that runs: it posts with the next hand, or waits."""

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
