"""Statements that give a table a command from its floor or from the software for the whole room."""

from typing import Final

from controller.contract import commands as c
from controller.play.script.statements import Statement, printed

FORMS: Final[dict[type[c.Command], str]] = {
    c.Confirm: "floor confirms",
    c.Waive: "floor waives",
    c.Rule: "floor rules {steps}",
    c.KillHand: "floor kills {seat}",
    c.Misdeal: "floor misdeal",
    c.Undo: "floor undoes",
    c.SetStack: "floor stack {seat} {stack}",
    c.SetButton: "floor button {seat}",
    c.Penalty: "floor penalty {seat} {penalty}",
    c.Pause: "floor pauses",
    c.Resume: "floor resumes",
    c.KillPot: "kill-pot {by:off}",
    c.KeyBoard: "key board {cards}",
    c.KeyHand: "key {seat} {cards}",
    c.Hold: "hold {hold}[ {reason}][ clock-runs][ at-once]",
    c.Release: "release {hold}",
    c.DealOne: "deal-one {hold}[ by-street]",
    c.Notice: "notice {notice} {text}[ seat {seat}][ to {to_table}-{to_seat}][ ack]",
    c.NoticeOff: "notice-off {notice}",
    c.CloseTable: "close-table",
    c.SitDown: (
        "sit-down {seat} {name} {stack}[ player {player}][ {entry}][ penalty {penalty}]"
        "[ owes {owes}][ absent][ bought][ {when}]"
    ),
    c.Rebuy: "top-up {seat} {amount}",
    c.StandUp: (
        "stand-up {seat:next-big-blind}[ {when}][ order {order}][ to {to_table}-{to_seat}]"
    ),
    c.Stay: "stay[ {seat}][ order {order}]",
}
"""For each command that a `GiveCommand` can give, the template for its source text."""


class GiveCommand(Statement, frozen=True):
    """The floor, or the software for the whole room, gives the table a command in `FORMS`."""

    command: c.Command

    def __str__(self) -> str:
        return printed(FORMS[type(self.command)], self.command)


def as_statement(read: Statement | c.Command) -> Statement:
    """Return a statement unchanged, and a command as the statement that gives it."""
    return GiveCommand(read) if isinstance(read, c.Command) else read


def time_written(seconds: int) -> str:
    """Return a duration in scenario notation: in minutes (`20m`) or, if not whole, `90s`."""
    return f"{seconds // 60}m" if seconds % 60 == 0 else f"{seconds}s"


class TellStructure(Statement, frozen=True):
    """The room sends the table all levels and breaks, with the current position.

    `at` is the position in `levels`, from 1. `seconds` is the time left there, or 0 for the full
    time. `stands` means that the level clock is stopped.
    """

    levels: tuple[c.StructureLevel, ...]
    at: int = 1
    seconds: int = 0
    stands: bool = False

    def __str__(self) -> str:
        rows = " ".join(map(_row, self.levels))
        at = f" at {self.at}" if self.at > 1 else ""
        left = f" left {time_written(self.seconds)}" if self.seconds else ""
        return f"structure {rows}{at}{left}" + " stands" * self.stands


def _row(row: c.StructureLevel) -> str:
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


class OpenTable(Statement, frozen=True):
    """The room opens the table for a tournament.

    `button` is the seat with the button in the first hand (0: unchanged). `chips` are the values in
    play (empty: unchanged).
    """

    form = "open-table {tournament}[ button {button}][ chips {chips}]"
    tournament: str
    button: int = 0
    chips: tuple[int, ...] = ()


class IsRefused(Statement, frozen=True):
    """The table must refuse the request `asked`; `why` is the id of the reason."""

    form = "refused {why} {asked}"
    why: str
    asked: Statement
