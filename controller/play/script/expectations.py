"""A scenario's expectations: the statements that begin with `expect`.

`controller.play.script.expect` compares them with the published events and state.
"""

from typing import Literal

from controller.contract.rules import StepWord, Task
from controller.play.script.statements import Expectation, NamedStep, quoted

NEXT_WORDS = tuple(dict.fromkeys(word.value for word in (*StepWord, *Task)))
"""The possible next steps: those of a ruling and those of a clean hand."""

Amounts = Literal["pot", "stacks", "bets"]
AMOUNTS: tuple[Amounts, ...] = ("pot", "stacks", "bets")
"""The amounts that a house may hide from the display."""


LevelTime = Literal["", "runs", "stands", "break", "none"]
LEVEL_TIMES: tuple[LevelTime, ...] = ("runs", "stands", "break", "none")
"""The states of the level clock: running, stopped, timing a break, or absent."""


def seat_or_none(seat: int) -> str:
    """Return a seat's number, or `none` for 0."""
    return str(seat) if seat else "none"


class ExpectEvent(Expectation, frozen=True):
    """Expects an event of this type with these fields or, if `absent`, that there is none.

    Events since the last action count, or all since the start if `ever` is true.
    """

    type: str
    fields: tuple[tuple[str, str], ...] = ()
    absent: bool = False
    ever: bool = False

    def __str__(self) -> str:
        given = "".join(f" {name}={quoted(value)}" for name, value in self.fields)
        return f"expect {'ever ' * self.ever}{'no ' * self.absent}{self.type}{given}"


class ExpectSteps(Expectation, frozen=True):
    """Expects these steps in the open ruling, in order, or no open ruling if empty."""

    steps: tuple[NamedStep, ...]

    def __str__(self) -> str:
        return " ".join(("expect steps", *(map(str, self.steps) if self.steps else ("none",))))


class ExpectNext(Expectation, frozen=True):
    """Expects this as the dealer's next step, or None if there is nothing to do."""

    step: NamedStep | None

    def __str__(self) -> str:
        return f"expect next {self.step or 'none'}"


class ExpectTurn(Expectation, frozen=True):
    """Expects this seat to be next to act; 0 means nobody."""

    seat: int

    def __str__(self) -> str:
        return f"expect turn {seat_or_none(self.seat)}"


class ExpectLegal(Expectation, frozen=True):
    """Expects exactly these legal actions for a seat, as (word, minimum amount), 0 if not given.

    A bet or raise must be a multiple of `multiple`, which is 0 if not given.
    """

    seat: int
    actions: tuple[tuple[str, int], ...]
    multiple: int = 0

    def __str__(self) -> str:
        of = f"/{self.multiple}" if self.multiple else ""
        said = [f"{word}>={amount}{of}" if amount else word for word, amount in self.actions]
        return " ".join((f"expect legal {self.seat}", *(said or ["none"])))


class ExpectPot(Expectation, frozen=True):
    """Expects this total in the gathered pots."""

    form = "expect pot {amount}"
    amount: int


class ExpectPots(Expectation, frozen=True):
    """Expects these amounts in the gathered pots, main pot first."""

    amounts: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("expect pots", *(map(str, self.amounts) if self.amounts else ("none",))))


class ExpectStack(Expectation, frozen=True):
    """Expects this stack behind at one seat."""

    form = "expect stack {seat} {stack}"
    seat: int
    stack: int


class ExpectStacks(Expectation, frozen=True):
    """Expects these stacks behind, given as (seat, stack)."""

    stacks: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return " ".join(("expect stacks", *(f"{seat}={stack}" for seat, stack in self.stacks)))


class ExpectOwes(Expectation, frozen=True):
    """Expects that a seat still owes an announced amount, or that nobody does if the seat is 0."""

    seat: int
    amount: int = 0

    def __str__(self) -> str:
        return f"expect owes {self.seat} {self.amount}" if self.seat else "expect owes none"


class ExpectButton(Expectation, frozen=True):
    """Expects the button at this seat."""

    seat: int

    def __str__(self) -> str:
        return f"expect button {seat_or_none(self.seat)}"


class ExpectBlind(Expectation, frozen=True):
    """Expects this seat to have the given blind in this hand; 0 means nobody."""

    blind: Literal["small", "big"]
    seat: int

    def __str__(self) -> str:
        return f"expect {self.blind}-blind {seat_or_none(self.seat)}"


class ExpectHand(Expectation, frozen=True):
    """Expects that the hand has been voided or has ended."""

    form = "expect hand {outcome}"
    outcome: Literal["voided", "over"]


class ExpectHeld(Expectation, frozen=True):
    """Expects these holds, which keep a hand from starting, oldest first; empty for none."""

    holds: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("expect held", *(map(quoted, self.holds) if self.holds else ("none",))))


class ExpectNotices(Expectation, frozen=True):
    """Expects these notices to be shown, oldest first; empty for none."""

    notices: tuple[str, ...]

    def __str__(self) -> str:
        told = map(quoted, self.notices) if self.notices else ("none",)
        return " ".join(("expect notices", *told))


class ExpectLevel(Expectation, frozen=True):
    """Expects this level number and this state of the level clock ("" for any state)."""

    number: int
    time: LevelTime = ""

    def __str__(self) -> str:
        return f"expect level {self.number}" + f" {self.time}" * bool(self.time)


class ExpectShown(Expectation, frozen=True):
    """Expects that displays receive these amounts or, if `shown` is false, do not."""

    what: tuple[Amounts, ...]
    shown: bool

    def __str__(self) -> str:
        return " ".join(("expect public", "shows" if self.shown else "hides", *self.what))


class ExpectHidden(Expectation, frozen=True):
    """Expects that nothing published so far reveals these cards."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("expect public no", *self.cards))
