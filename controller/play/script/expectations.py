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
"""The states of a level's clock: it runs, it stands, it is a break's, or there is no clock."""


def seat_or_none(seat: int) -> str:
    """Return a seat's number, or `none` for 0."""
    return str(seat) if seat else "none"


class ExpectEvent(Expectation, frozen=True):
    """An event of this type with these fields has been published or, if `absent`, none has.

    If `ever` is true, all events since the start count, not only those since the last action.
    """

    type: str
    fields: tuple[tuple[str, str], ...] = ()
    absent: bool = False
    ever: bool = False

    def __str__(self) -> str:
        given = "".join(f" {name}={quoted(value)}" for name, value in self.fields)
        return f"expect {'ever ' * self.ever}{'no ' * self.absent}{self.type}{given}"


class ExpectSteps(Expectation, frozen=True):
    """The open ruling's steps, in order; empty when no ruling is open."""

    steps: tuple[NamedStep, ...]

    def __str__(self) -> str:
        return " ".join(("expect steps", *(map(str, self.steps) if self.steps else ("none",))))


class ExpectNext(Expectation, frozen=True):
    """The dealer's next step, or None if there is nothing to do."""

    step: NamedStep | None

    def __str__(self) -> str:
        return f"expect next {self.step or 'none'}"


class ExpectTurn(Expectation, frozen=True):
    """The seat to act; 0 for nobody."""

    seat: int

    def __str__(self) -> str:
        return f"expect turn {seat_or_none(self.seat)}"


class ExpectLegal(Expectation, frozen=True):
    """All of a seat's legal actions now, as (word, minimum amount); 0 if no amount is given.

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
    """The total in the gathered pots."""

    form = "expect pot {amount}"
    amount: int


class ExpectPots(Expectation, frozen=True):
    """The gathered pots, main pot first."""

    amounts: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("expect pots", *(map(str, self.amounts) if self.amounts else ("none",))))


class ExpectStack(Expectation, frozen=True):
    """One seat's stack behind."""

    form = "expect stack {seat} {stack}"
    seat: int
    stack: int


class ExpectStacks(Expectation, frozen=True):
    """The stacks behind at the given seats, as (seat, stack)."""

    stacks: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return " ".join(("expect stacks", *(f"{seat}={stack}" for seat, stack in self.stacks)))


class ExpectOwes(Expectation, frozen=True):
    """The amount that a seat has announced but not yet put in; seat 0 if nobody owes anything."""

    seat: int
    amount: int = 0

    def __str__(self) -> str:
        return f"expect owes {self.seat} {self.amount}" if self.seat else "expect owes none"


class ExpectButton(Expectation, frozen=True):
    """The seat that has the button."""

    seat: int

    def __str__(self) -> str:
        return f"expect button {seat_or_none(self.seat)}"


class ExpectBlind(Expectation, frozen=True):
    """The seat that has a blind in this hand; 0 for nobody."""

    blind: Literal["small", "big"]
    seat: int

    def __str__(self) -> str:
        return f"expect {self.blind}-blind {seat_or_none(self.seat)}"


class ExpectHand(Expectation, frozen=True):
    """Whether the hand has been voided or has ended."""

    form = "expect hand {outcome}"
    outcome: Literal["voided", "over"]


class ExpectHeld(Expectation, frozen=True):
    """The names of the holds that keep a hand from starting now, oldest first; empty for none."""

    holds: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("expect held", *(map(quoted, self.holds) if self.holds else ("none",))))


class ExpectNotices(Expectation, frozen=True):
    """The names of the notices shown, oldest first; empty for none."""

    notices: tuple[str, ...]

    def __str__(self) -> str:
        told = map(quoted, self.notices) if self.notices else ("none",)
        return " ".join(("expect notices", *told))


class ExpectLevel(Expectation, frozen=True):
    """The number of the level, and the state of its clock ("" if not specified)."""

    number: int
    time: LevelTime = ""

    def __str__(self) -> str:
        return f"expect level {self.number}" + f" {self.time}" * bool(self.time)


class ExpectShown(Expectation, frozen=True):
    """Displays receive these amounts or, if `shown` is false, do not."""

    what: tuple[Amounts, ...]
    shown: bool

    def __str__(self) -> str:
        return " ".join(("expect public", "shows" if self.shown else "hides", *self.what))


class ExpectHidden(Expectation, frozen=True):
    """Nothing published so far reveals these cards."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("expect public no", *self.cards))
