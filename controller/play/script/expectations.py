"""A scenario's expectations: the statements that begin with `expect`.

`controller.play.script.expect` compares them with the published events and state.
"""

from typing import Literal

from controller.contract.rules import StepWord, Task
from controller.play.script.statements import Expectation, NamedStep, quoted

NEXT_WORDS = tuple(dict.fromkeys(word.value for word in (*StepWord, *Task)))
"""The possible next steps: the steps of a ruling, and the dealer's tasks without a ruling."""

Amounts = Literal["pot", "stacks", "bets"]
AMOUNTS: tuple[Amounts, ...] = ("pot", "stacks", "bets")
"""The amounts that a house may hide from the display."""


LevelTime = Literal["", "runs", "stands", "break", "none"]
LEVEL_TIMES: tuple[LevelTime, ...] = ("runs", "stands", "break", "none")
"""The states of the level clock: running, stopped, timing a break, or absent."""


class ExpectEvent(Expectation, frozen=True):
    """Expects an event of this type, with these field values.

    `fields` are (name, value) pairs. `absent` means that there must be no such event. Only events
    since the last action are checked or, if `ever` is true, all events since the start.
    """

    type: str
    fields: tuple[tuple[str, str], ...] = ()
    absent: bool = False
    ever: bool = False

    def __str__(self) -> str:
        given = "".join(f" {name}={quoted(value)}" for name, value in self.fields)
        return f"expect {'ever ' * self.ever}{'no ' * self.absent}{self.type}{given}"


class ExpectSteps(Expectation, frozen=True):
    """Expects a ruling with exactly these steps, in order; if empty, expects no open ruling."""

    form = "expect steps {steps:none}"
    steps: tuple[NamedStep, ...]


class ExpectNext(Expectation, frozen=True):
    """Expects this to be the dealer's next step; None means that the dealer has nothing to do."""

    form = "expect next {step:none}"
    step: NamedStep | None


class ExpectTurn(Expectation, frozen=True):
    """Expects this seat to be next to act; 0 means nobody."""

    form = "expect turn {seat:none}"
    seat: int


class ExpectLegal(Expectation, frozen=True):
    """Expects a seat to have exactly these legal actions.

    `actions` are (word, amount) pairs; the amount is the minimum of a bet or raise, otherwise 0.
    `multiple` is the amount of which a bet or raise must be a multiple, or 0 if not checked.
    """

    seat: int
    actions: tuple[tuple[str, int], ...]
    multiple: int = 0

    def __str__(self) -> str:
        of = f"/{self.multiple}" if self.multiple else ""
        said = [f"{word}>={amount}{of}" if amount else word for word, amount in self.actions]
        return " ".join((f"expect legal {self.seat}", *(said or ["none"])))


class ExpectPot(Expectation, frozen=True):
    """Expects this total in all pots; bets not yet gathered may be included or not."""

    form = "expect pot {amount}"
    amount: int


class ExpectPots(Expectation, frozen=True):
    """Expects pots of these amounts, main pot first; if empty, expects no pot."""

    form = "expect pots {amounts:none}"
    amounts: tuple[int, ...]


class ExpectStack(Expectation, frozen=True):
    """Expects a seat to have this stack, not counting its bet."""

    form = "expect stack {seat} {stack}"
    seat: int
    stack: int


class ExpectStacks(Expectation, frozen=True):
    """Expects these stacks, not counting bets; `stacks` contains (seat, stack) pairs."""

    form = "expect stacks {stacks}"
    stacks: tuple[tuple[int, int], ...]


class ExpectOwes(Expectation, frozen=True):
    """Expects a seat to have announced this amount, but not to have put it in yet.

    If `seat` is 0, expects no seat to owe anything.
    """

    seat: int
    amount: int = 0

    def __str__(self) -> str:
        return f"expect owes {self.seat} {self.amount}" if self.seat else "expect owes none"


class ExpectButton(Expectation, frozen=True):
    """Expects the button at this seat; 0 means nowhere."""

    form = "expect button {seat:none}"
    seat: int


class ExpectBlind(Expectation, frozen=True):
    """Expects this seat to have the given blind in this hand; 0 means nobody."""

    form = "expect {blind}-blind {seat:none}"
    blind: Literal["small", "big"]
    seat: int


class ExpectHand(Expectation, frozen=True):
    """Expects the hand to have ended normally (`over`) or to have been voided (`voided`)."""

    form = "expect hand {outcome}"
    outcome: Literal["voided", "over"]


class ExpectHeld(Expectation, frozen=True):
    """Expects exactly these holds, oldest first; () means none.

    A hold prevents the table from starting a new hand.
    """

    form = "expect held {holds:none}"
    holds: tuple[str, ...]


class ExpectNotices(Expectation, frozen=True):
    """Expects exactly these notices to be shown, oldest first; () means none."""

    form = "expect notices {notices:none}"
    notices: tuple[str, ...]


class ExpectLevel(Expectation, frozen=True):
    """Expects this level number and this state of the level clock.

    `time` is `runs`, `stands` (stopped), `break`, `none` (no clock), or "" for any state.
    """

    form = "expect level {number}[ {time}]"
    number: int
    time: LevelTime = ""


class ExpectShown(Expectation, frozen=True):
    """Expects displays to receive all of these amounts or, if `shown` is false, none of them."""

    what: tuple[Amounts, ...]
    shown: bool

    def __str__(self) -> str:
        return " ".join(("expect public", "shows" if self.shown else "hides", *self.what))


class ExpectHidden(Expectation, frozen=True):
    """Expects neither the public state nor any event so far to reveal these cards."""

    form = "expect public no {cards}"
    cards: tuple[str, ...]
