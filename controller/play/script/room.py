"""Statements for commands from the software that runs a whole room of tables (the "room")."""

from controller.contract.commands import StructureLevel
from controller.contract.rules import Entry, HoldReason, NoticeText
from controller.play.script.statements import Statement, quoted


def time_written(seconds: int) -> str:
    """Return a duration in scenario notation: `20m`, or `90s` if it is not in whole minutes."""
    return f"{seconds // 60}m" if seconds % 60 == 0 else f"{seconds}s"


class FloorPauses(Statement, frozen=True):
    """The floor pauses the table or, if `on`, ends every hold and break, so that play resumes."""

    on: bool = False

    def __str__(self) -> str:
        return "floor resumes" if self.on else "floor pauses"


class HoldTable(Statement, frozen=True):
    """A named hold stops the table from starting hands until it is released.

    `clock_runs` lets the level clock continue meanwhile. `at_once` stops the current hand too.
    """

    form = "hold {name}[ {reason}][ clock-runs][ at-once]"
    name: str
    reason: HoldReason = HoldReason.VENUE
    clock_runs: bool = False
    at_once: bool = False


class ReleaseTable(Statement, frozen=True):
    """A hold is released or, if `one_hand`, suspended for exactly one hand.

    `by_street` makes the table stop after each betting round of that hand.
    """

    name: str
    one_hand: bool = False
    by_street: bool = False

    def __str__(self) -> str:
        one = f"{'deal-one' if self.one_hand else 'release'} {quoted(self.name)}"
        return one + " by-street" * self.by_street


class TellStructure(Statement, frozen=True):
    """The room sends the table all levels and breaks, with the current position.

    `at` is the position in `levels`, from 1. `seconds` is the time left there, or 0 for the full
    time. `stands` means that the level clock is stopped.
    """

    levels: tuple[StructureLevel, ...]
    at: int = 1
    seconds: int = 0
    stands: bool = False

    def __str__(self) -> str:
        rows = " ".join(map(_row, self.levels))
        at = f" at {self.at}" if self.at > 1 else ""
        left = f" left {time_written(self.seconds)}" if self.seconds else ""
        return f"structure {rows}{at}{left}" + " stands" * self.stands


def _row(row: StructureLevel) -> str:
    lasts = f" {time_written(row.seconds)}" if row.seconds else ""
    if not row.number:
        return f"break{lasts}"
    ante = f"/{row.ante}" if row.ante else ""
    game = f" game {row.game}" if row.game else ""
    game += f" {row.structure}" if row.structure else ""
    game += " button-blind" * (row.blinds == "button")
    return f"{row.small_blind}/{row.big_blind}{ante}{lasts}{game}"


class ColorUp(Statement, frozen=True):
    """The lowest chips are coloured up, i.e. exchanged for higher ones.

    `chips` are the values that stay in play. `stacks` are (seat, new stack) pairs for the stacks
    that change.
    """

    form = "color-up {chips}[ {stacks}]"
    chips: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...] = ()


class GiveNotice(Statement, frozen=True):
    """The room sends a notice to the table or, if `seat` is not 0, to a seat.

    `text` is the kind of notice. `to_table` and `to_seat` are where a player must move, or 0. `ack`
    means that the player must confirm the notice.
    """

    form = "notice {name} {text}[ seat {seat}][ to {to_table}-{to_seat}][ ack]"
    name: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False


class TakeNoticeOff(Statement, frozen=True):
    """The room removes a notice."""

    form = "notice-off {name}"
    name: str


class OpenTable(Statement, frozen=True):
    """The room opens the table for a tournament.

    `button` is the seat of the button for the first hand, or 0. `chips` are the values in play, or
    () to leave them unchanged.
    """

    form = "open-table {tournament}[ button {button}][ chips {chips}]"
    tournament: str
    button: int = 0
    chips: tuple[int, ...] = ()


class CloseTable(Statement, frozen=True):
    """The room closes the table, which then plays no more hands."""

    form = "close-table"


class SitDown(Statement, frozen=True):
    """A player arrives at a seat, perhaps from another table.

    `player` is the player's id. `entry` is when the player is dealt in. `absent`, `penalty` and
    `owes` (missed blinds, in chips) are carried over from the previous table. `bought` means that
    the stack is bought now. `at_rest` means that the player waits if the seat is still taken by
    somebody who leaves after the current hand.
    """

    form = (
        "sit-down {seat} {name} {stack}[ player {player}][ {entry}][ penalty {penalty}]"
        "[ owes {owes}][ absent][ bought][ at-rest]"
    )
    seat: int
    name: str
    stack: int
    player: str = ""
    entry: Entry = Entry.DEALT_IN
    absent: bool = False
    penalty: str = ""
    owes: int = 0
    bought: bool = False
    at_rest: bool = False


class TopUp(Statement, frozen=True):
    """A player buys more chips."""

    form = "top-up {seat} {amount}"
    seat: int
    amount: int


class IsRefused(Statement, frozen=True):
    """The table must refuse the request `asked`; `why` is the id of the reason."""

    form = "refused {why} {asked}"
    why: str
    asked: Statement


class StandUp(Statement, frozen=True):
    """A player leaves a seat; seat 0 means the player who will be the next big blind.

    `at_rest` means after the current hand. `order` identifies the request. `to_table` and `to_seat`
    are where the player goes, or 0.
    """

    form = "stand-up {seat:next-big-blind}[ at-rest][ order {order}][ to {to_table}-{to_seat}]"
    seat: int
    at_rest: bool = False
    order: str = ""
    to_table: int = 0
    to_seat: int = 0


class Stay(Statement, frozen=True):
    """A player who was told to leave after the hand stays after all.

    The player is identified by `seat`, or by `order`, the id of the request to leave.
    """

    form = "stay[ {seat}][ order {order}]"
    seat: int = 0
    order: str = ""
