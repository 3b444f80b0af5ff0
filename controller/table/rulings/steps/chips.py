"""Steps for chips that are gathered, returned to the pot, or still missing from a bet."""

from controller.contract.public import StepView
from controller.contract.rules import Kind, StepWord
from controller.table.rulings.steps.goal import Goal, RulingPlan
from controller.table.state import Hand, Play, Step, Table, lacking, not_gathered, unpaid

_BINDS = frozenset({Kind.BET_SHORT_CALL, Kind.BET_NOT_MULTIPLE, Kind.BET_OUT_OF_TURN})
"""The irregularities about a bet that a player may be bound to put in."""


class Gather(Goal):
    """Step that gathers a bet still in front of a seat into the pot."""

    word = StepWord.GATHER

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat whose bet was not gathered into the pot."""
        return _of_the_seat(cls.word, plan)

    def makes_sense(self, play: Play) -> bool:
        """Return whether the seat has a bet from a finished round in front of it."""
        return not self.reached(play)

    def reached(self, play: Play) -> bool:
        """Return whether the seat has no bet from a finished round in front of it."""
        return not not_gathered(play.table)[self.step.seat]


class PutIn(Goal):
    """Step that puts in the chips missing from the pot, or from a bet in the current round."""

    word = StepWord.PUT_IN
    completes = True
    of_others = True

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat that took or owes the chips, with the amount."""
        table, hand = plan.play.table, plan.play.hand
        return _of_the_seat(cls.word, plan, _to_come(table, hand) + unpaid(table, hand)[plan.seat])

    def makes_sense(self, play: Play) -> bool:
        """Return whether chips owed are missing, or the step binds the player to a bet."""
        return self.ruling.kind in _BINDS or not self.reached(play)

    def reached(self, play: Play) -> bool:
        """Return whether the seat's bet is paid, and no gathered chip is missing."""
        table, hand = play.table, play.hand
        return not unpaid(table, hand)[self.step.seat] and not _missing(table, hand)

    def to_come(self, table: Table) -> int:
        """Return the amount still missing, excluding the pot's part if no antenna reads the pot."""
        return _to_come(table, table.hand) + unpaid(table, table.hand)[self.step.seat]


def _missing(table: Table, hand: Hand) -> int:
    """Return the value of the gathered chips that are neither in the pot nor in front of a seat."""
    return max(lacking(table, hand) - sum(not_gathered(table)), 0)


def _to_come(table: Table, hand: Hand) -> int:
    return 0 if "pot" in table.devices.blind_zones else _missing(table, hand)


def _of_the_seat(word: StepWord, plan: RulingPlan, amount: int = 0) -> Step:
    return Step(word, StepView(word, seat=plan.seat, amount=amount), seat=plan.seat)
