"""What a scenario can expect of the table: the statements that begin with `expect`.

They are compared with what was published by `controller.play.script.expect`.
"""

from typing import Literal

from controller.contract.rules import StepWord, Task
from controller.play.script.statements import Expectation, NamedStep, quoted

NEXT_WORDS = tuple(dict.fromkeys(word.value for word in (*StepWord, *Task)))
"""What can come next: the steps of a ruling and those of a clean hand."""

Amounts = Literal["pot", "stacks", "bets"]
AMOUNTS: tuple[Amounts, ...] = ("pot", "stacks", "bets")
"""What a house may keep from the display."""


LevelTime = Literal["", "runs", "stands", "break", "none"]
LEVEL_TIMES: tuple[LevelTime, ...] = ("runs", "stands", "break", "none")
"""How the time of a level can be: it runs, stands, is a break's, or there is none."""


def seat_or_none(seat: int) -> str:
    """Return a seat's number, or `none` for 0."""
    return str(seat) if seat else "none"


class ExpectEvent(Expectation, frozen=True):
    """An event of this type with these fields has been published, or (`absent`) none has.

    `ever` looks at all events since the start, and not at those since the last act alone.
    """

    type: str
    fields: tuple[tuple[str, str], ...] = ()
    absent: bool = False
    ever: bool = False

    def __str__(self) -> str:
        given = "".join(f" {name}={quoted(value)}" for name, value in self.fields)
        return f"expect {'ever ' * self.ever}{'no ' * self.absent}{self.type}{given}"


class ExpectSteps(Expectation, frozen=True):
    """The open ruling's steps, in order; none when no ruling is open."""

    steps: tuple[NamedStep, ...]

    def __str__(self) -> str:
        return " ".join(("expect steps", *(map(str, self.steps) if self.steps else ("none",))))


class ExpectNext(Expectation, frozen=True):
    """What the dealer has to do next; None for nothing."""

    step: NamedStep | None

    def __str__(self) -> str:
        return f"expect next {self.step or 'none'}"


class ExpectTurn(Expectation, frozen=True):
    """Whose turn it is; 0 for nobody's."""

    seat: int

    def __str__(self) -> str:
        return f"expect turn {seat_or_none(self.seat)}"


class ExpectLegal(Expectation, frozen=True):
    """All that a seat may do now, as (word, least amount); 0 where no amount is said.

    `multiple` is what a bet or raise must be a multiple of, 0 where that is not said.
    """

    seat: int
    actions: tuple[tuple[str, int], ...]
    multiple: int = 0

    def __str__(self) -> str:
        of = f"/{self.multiple}" if self.multiple else ""
        said = [f"{word}>={amount}{of}" if amount else word for word, amount in self.actions]
        return " ".join((f"expect legal {self.seat}", *(said or ["none"])))


class ExpectPot(Expectation, frozen=True):
    """The total of the gathered pots."""

    amount: int

    def __str__(self) -> str:
        return f"expect pot {self.amount}"


class ExpectPots(Expectation, frozen=True):
    """The gathered pots, the main pot first."""

    amounts: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("expect pots", *(map(str, self.amounts) if self.amounts else ("none",))))


class ExpectStack(Expectation, frozen=True):
    """The stack behind of one seat."""

    seat: int
    stack: int

    def __str__(self) -> str:
        return f"expect stack {self.seat} {self.stack}"


class ExpectStacks(Expectation, frozen=True):
    """The stacks behind of the seats named, as (seat, stack)."""

    stacks: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return " ".join(("expect stacks", *(f"{seat}={stack}" for seat, stack in self.stacks)))


class ExpectOwes(Expectation, frozen=True):
    """What a seat has said and has still to put in; seat 0 for nobody owing anything."""

    seat: int
    amount: int = 0

    def __str__(self) -> str:
        return f"expect owes {self.seat} {self.amount}" if self.seat else "expect owes none"


class ExpectButton(Expectation, frozen=True):
    """Where the button is."""

    seat: int

    def __str__(self) -> str:
        return f"expect button {seat_or_none(self.seat)}"


class ExpectBlind(Expectation, frozen=True):
    """Whose blind it is in this hand; 0 for nobody's."""

    blind: Literal["small", "big"]
    seat: int

    def __str__(self) -> str:
        return f"expect {self.blind}-blind {seat_or_none(self.seat)}"


class ExpectHand(Expectation, frozen=True):
    """The hand has been voided, or has come to its end."""

    outcome: Literal["voided", "over"]

    def __str__(self) -> str:
        return f"expect hand {self.outcome}"


class ExpectHeld(Expectation, frozen=True):
    """The names of the holds that let no hand start now, oldest first; none for none."""

    holds: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("expect held", *(map(quoted, self.holds) if self.holds else ("none",))))


class ExpectNotices(Expectation, frozen=True):
    """The names of the notices that are shown, oldest first; none for none."""

    notices: tuple[str, ...]

    def __str__(self) -> str:
        told = map(quoted, self.notices) if self.notices else ("none",)
        return " ".join(("expect notices", *told))


class ExpectLevel(Expectation, frozen=True):
    """The number of the level, and how its time is ("" where that is not asked for)."""

    number: int
    time: LevelTime = ""

    def __str__(self) -> str:
        return f"expect level {self.number}" + f" {self.time}" * bool(self.time)


class ExpectShown(Expectation, frozen=True):
    """Displays are given these amounts, or are not."""

    what: tuple[Amounts, ...]
    shown: bool

    def __str__(self) -> str:
        return " ".join(("expect public", "shows" if self.shown else "hides", *self.what))


class ExpectHidden(Expectation, frozen=True):
    """Nothing published so far gives these cards away."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("expect public no", *self.cards))
