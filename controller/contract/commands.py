"""Commands: requests from a person or a venue to the table, and the replies.

A request arrives on `command/<name>` and is answered on `reply/<name>`; the controller checks the
sender before the engine sees the command. The name, such as `sit-down`, is the `tag` of the class.
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
    """Seats a player with a stack. They can't be dealt in until the next hand.

    `name` is the displayed name. `player` is their id in the room, which reveals nothing about
    them. `entry` is how they enter a running game. Three fields come from their previous table:
    `absent` (they were away), the remaining `penalty` (`3h`: three hands, `10m`: ten minutes), and
    `owes`, the missed blinds in chips, which go into the pot of their next hand. `order` is the id
    of the room's order. If `bought` is true, the stack must be of a size that the house sells. If
    `when` is `at-rest`, the seat may still belong to a player who leaves after the current hand; it
    is then taken once they have left. A free seat is always taken at once.
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
    """Has a player give up their seat and take their stack, between hands.

    If `when` is `at-rest`, the player leaves after the current hand. If `who` is `next-big-blind`,
    the command names no seat, and the table determines the seat at the time of leaving. `to_table`
    and `to_seat` are the player's destination. A notice shows the destination until it is taken
    down; the name of the notice is the id of the room's `order`.
    """

    seat: int = 0
    who: Leaver = Leaver.SEAT
    when: LeaveWhen = LeaveWhen.NOW
    order: str = ""
    to_table: int = 0
    to_seat: int = 0


class Stay(Command, frozen=True, tag="stay"):
    """Cancels a player's planned departure, identified by their seat or by the room's `order`."""

    seat: int = 0
    order: str = ""


class Absent(Command, frozen=True, tag="absent"):
    """Marks a player as away from the table."""

    seat: int


class Back(Command, frozen=True, tag="back"):
    """Marks an absent player as back at the table."""

    seat: int


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Adds chips to a seat's stack, starting with the next hand."""

    seat: int
    amount: int


class SetStack(Command, frozen=True, tag="set-stack"):
    """Corrects a seat's stack, by order of the floor; `stack` is the new amount."""

    seat: int
    stack: int


class SetLevel(Command, frozen=True, tag="set-level"):
    """Sets the blinds and antes, starting with the next hand.

    The house's `game`, betting `structure` and form of `blinds` apply where none is given.
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
    """Sets the level clock: the level's remaining time, the break after it, and the next level.

    `seconds` is the remaining time (0: no end), and `break_seconds` the length of the break (0:
    none). The other fields describe the next level. If `big_blind` is 0, there is no next level.
    A pause stops the clock.
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
    """Moves the button for the next hand to a seat.

    If `small_blind` is an empty seat, nobody posts the small blind. If it is 0, the next player
    after the button posts it.
    """

    seat: int
    small_blind: int = 0


class StartHand(Command, frozen=True, tag="start-hand"):
    """Starts the next hand without waiting for the shuffle, or for the dealer to press `done`."""


class Pause(Command, frozen=True, tag="pause"):
    """Pauses one table, by order of its floor staff: no new hand starts after the current one."""

    reason: str = ""


class Resume(Command, frozen=True, tag="resume"):
    """Allows hands to start again, whatever the table was waiting for, and ends any break."""


class Hold(Command, frozen=True, tag="hold"):
    """Keeps new hands from starting after the current one, until the named hold is released.

    The level clock stops unless `clock_runs` is true for every hold in force. A hold replaces an
    earlier one with the same name. A hold with `at_once` also stops all action in the current hand.
    """

    hold: str
    reason: HoldReason = HoldReason.VENUE
    clock_runs: bool = False
    at_once: bool = False


class Release(Command, frozen=True, tag="release"):
    """Releases a hold; it is not an error if no hold with this name is in force."""

    hold: str


class DealOne(Command, frozen=True, tag="deal-one"):
    """Allows exactly one hand to be played before the hold with this name applies again.

    If `by_street` is true, the table also waits after each betting round. The command must then be
    repeated: with `by_street` true, it allows the next street to be dealt; with `by_street` false,
    it allows the rest of the hand to be played.
    """

    hold: str
    by_street: bool = False


class StructureLevel(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A level, or a break if `number` is 0; `seconds` may be 0 (endless) only in the last level."""

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
    """A full list of levels and breaks, which the table runs through on its own clock.

    `at` is the index (from 0) of the current level or break in `levels`, and `seconds` is its
    remaining time (0: the full time). If `running` is false, the clock stays stopped until this
    command is sent again with `running` true.
    """

    levels: tuple[StructureLevel, ...]
    at: int = 0
    seconds: int = 0
    running: bool = True


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's stack before and after its small chips have been exchanged."""

    seat: int
    before: int
    after: int


class ColorUp(Command, frozen=True, tag="color-up"):
    """Takes small chips out of play, between hands, and sets each stack.

    `denominations` are the values that stay in play, and `stacks` lists each stack before and
    after. The whole command is refused if any stack differs from its `before`, or if any `after` is
    not a multiple of the smallest chip that stays.
    """

    denominations: tuple[int, ...]
    stacks: tuple[SeatChange, ...] = ()


class Notice(Command, frozen=True, tag="notice"):
    """Shows a notice to the table, or to one seat, until it is taken down.

    `to_table` and `to_seat` are the destination of a move. If `ack` is true, the player is asked to
    press `agree` after reading it.
    """

    notice: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False


class NoticeOff(Command, frozen=True, tag="notice-off"):
    """Takes a notice down; it is not an error if no notice with this name is shown."""

    notice: str


class OpenTable(Command, frozen=True, tag="open-table"):
    """Opens the table for a tournament under the named house rules.

    `house_hash` is the hash of these rules, as in `TableCard`. `denominations` are the values of
    the chips in play (empty: unchanged); `button` is the seat that has the button in the first hand
    (0: unchanged). `languages` are the official languages, used for all staff announcements.
    """

    tournament: str
    house: str
    house_hash: str
    denominations: tuple[int, ...] = ()
    button: int = 0
    languages: tuple[str, ...] = ()


class CloseTable(Command, frozen=True, tag="close-table"):
    """Closes the table: it deals no hands until it is opened again, and its players stay seated."""


class Undo(Command, frozen=True, tag="undo"):
    """Undoes the last action."""


class Act(Command, frozen=True, tag="act"):
    """Presses a seat's key, `what`, on a screen; `amount` is the total of a bet or raise.

    `target` is the seat or object concerned, such as the seat on which the clock is called.
    """

    seat: int
    what: str
    target: str = ""
    amount: int = 0


class Confirm(Command, frozen=True, tag="confirm"):
    """The floor confirms the unresolved ruling."""


class Waive(Command, frozen=True, tag="waive"):
    """The floor waives the unresolved ruling."""


class Rule(Command, frozen=True, tag="rule"):
    """The floor replaces the steps of the unresolved ruling."""

    steps: tuple[str, ...]


class KillHand(Command, frozen=True, tag="kill-hand"):
    """The floor kills a hand."""

    seat: int


class Misdeal(Command, frozen=True, tag="misdeal"):
    """The floor voids the hand."""


class Penalty(Command, frozen=True, tag="penalty"):
    """The floor gives a penalty: `warning`, `10m` (minutes), `1r` (rounds) or `out` (for good)."""

    seat: int
    penalty: str


class CallClock(Command, frozen=True, tag="call-clock"):
    """The floor calls the clock on the player to act."""

    seat: int


class LimitTime(Command, frozen=True, tag="limit-time"):
    """Limits the time that a player has when the clock is called on them.

    `seconds` is the limit, or 0 for the house's time. It applies until the player leaves the seat.
    """

    seat: int
    seconds: int


class ShowHead(Command, frozen=True, tag="show-head"):
    """Shows the bounty on the player in a seat: `worth`, in the room's unit of money (0: none).

    It is shown until the player leaves the seat, and only if the seat's player is `player`.
    """

    seat: int
    worth: int
    player: str = ""


class TakeChips(Command, frozen=True, tag="take-chips"):
    """Removes chips from a seat's stack and from play, between hands or at the end of the hand.

    All of `chips` is taken, or nothing if the stack is no larger than that. Nothing happens if the
    seat's player is not `player`. `stack.changed` reports the result, with the room's `order`.
    """

    seat: int
    chips: int
    player: str = ""
    order: str = ""


class KeyBoard(Command, frozen=True, tag="key-board"):
    """Enters the board cards of the next street, if no antenna reads the board.

    A new entry replaces the previous one until a player has acted on that street.
    """

    cards: tuple[str, ...]


class KeyHand(Command, frozen=True, tag="key-hand"):
    """Enters a seat's face-up hole cards, if no antenna has read them.

    If no cards are given, the hand is mucked unseen at the showdown.
    """

    seat: int
    cards: tuple[str, ...] = ()


class BombPot(Command, frozen=True, tag="bomb-pot"):
    """Makes the next hand a bomb pot, for which everybody posts an ante.

    An `ante` of 0 means the house's amount. `boards` is the number of boards side by side: 1, 2, or
    0 for the house's number. With two boards, each pot is split in half between them. `called_off`
    cancels the bomb pot.
    """

    ante: int = 0
    called_off: bool = False
    boards: int = 0


class KillPot(Command, frozen=True, tag="kill-pot"):
    """Makes the next limit hand a kill pot, for which seat `by` posts the kill, or cancels it."""

    by: int = 0
    called_off: bool = False


class Stream(Command, frozen=True, tag="stream"):
    """Allows hole cards to be streamed with a delay, once each player agrees.

    `delay` is in seconds; 0 means the house's delay, which is the minimum. The floor's badge must
    be on the badge reader. If `called_off` is true, the stream ends at once (no badge needed).
    """

    delay: int = 0
    called_off: bool = False


class EnterGame(Command, frozen=True, tag="entry"):
    """Sets how a player joins a game: by posting a blind, or by waiting for the big blind."""

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

    This is the `data` of a request on `command/unlock`, sent with the screen's token. An empty PIN
    only queries whether the screen is unlocked now. The request is not part of a hand, and none of
    it is stored.
    """

    pin: str = ""

    def __repr__(self) -> str:
        """Return the request as text without the PIN, because the text may end up in a log."""
        return "Unlock()"


class Lock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Locks the screen again after `unlock`. This is the `data` of a request on `command/lock`."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """The message published on `command/<name>`; `data` contains the fields of the command.

    `by` is the sender's name, and `token` the sender's credential. If `if_seq` is given, the
    command is refused unless the event with that number is still the last one.
    """

    id: str
    by: str = ""
    token: str = ""
    if_seq: int | None = None
    data: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reply on `reply/<name>`; `error` is the reason for a refusal, as a readable sentence.

    `reason` is the same reason as an id (`hand-running`). `seq` is the number of the last event.
    """

    id: str
    ok: bool
    error: str = ""
    seq: int = 0
    reason: str = ""


class Replay(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Asks for past public events: at most `limit` (1 to 1000), starting after `after_seq`.

    This is the `data` of a request on `command/replay`. It needs no token, because it returns only
    public data. The events arrive on `replay/<id of the request>` in order, followed by the reply,
    whose `seq` is that of the last event sent. To receive more events, a subscriber sends another
    request with that number as `after_seq`.
    """

    after_seq: int
    limit: int = 500


ASKED: dict[str, type[msgspec.Struct]] = {"replay": Replay, "unlock": Unlock, "lock": Lock}
"""The requests that are not commands to the table, keyed by name."""
