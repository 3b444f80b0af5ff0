"""Steps for chips that are gathered, returned to the pot, or added to a call that is too small."""

from controller.contract.public import StepView
from controller.contract.rules import Kind, StepWord
from controller.table.rulings.steps.goal import Goal, RulingPlan
from controller.table.state import (
    NOTHING_DUE,
    Betting,
    Hand,
    Play,
    Step,
    Table,
    call_to,
    lacking,
    lies,
    not_gathered,
)


class Gather(Goal):
    """Step that gathers a bet still in front of a seat into the pot."""

    word = StepWord.GATHER

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat that still has the bet in front of it."""
        return _of_the_seat(cls.word, plan)

    def reached(self, play: Play) -> bool:
        """Return whether the seat has no bet from a finished round in front of it."""
        return not not_gathered(play.table)[self.step.seat]


class PutIn(Goal):
    """Step that puts in chips missing from the pot or, if the floor decides so, from a call."""

    word = StepWord.PUT_IN
    completes = True
    of_others = True

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat that lacks the chips, with the amount."""
        table, hand = plan.play.table, plan.play.hand
        if plan.kind is Kind.BET_SHORT_CALL:
            return _of_the_seat(cls.word, plan, _short(table, hand, plan.seat))
        return _of_the_seat(cls.word, plan, _to_come(table, hand))

    def reached(self, play: Play) -> bool:
        """Return whether the call is complete, or all gathered chips are in the pot or in front."""
        if self.ruling.kind is Kind.BET_SHORT_CALL:
            return not _short(play.table, play.hand, self.step.seat)
        return not _missing(play.table, play.hand)

    def to_come(self, table: Table) -> int:
        """Return the amount still missing, or 0 if it concerns a pot that no antenna reads."""
        if self.ruling.kind is Kind.BET_SHORT_CALL:
            return _short(table, table.hand, self.step.seat)
        return _to_come(table, table.hand)


def _short(table: Table, hand: Hand, seat: int) -> int:
    """Return how much a seat that must act still lacks for a call.

    Chips that came straight into the pot while play is stopped count for it. The result is 0 if no
    antenna reads the seat's bet.
    """
    unread = table.fittings.keyed or f"bet.{seat}" in table.devices.blind_zones
    if unread or type(hand.stage) is not Betting or seat not in hand.stage.to_act:
        return 0
    call = min(call_to(hand, seat), hand.bets[seat] + table.seats[seat].stack)
    thrown_in = (hand.due or NOTHING_DUE).thrown_in
    return max(call - lies(table, seat) - thrown_in, 0)


def _missing(table: Table, hand: Hand) -> int:
    """Return the value of the gathered chips that are neither in the pot nor in front of a seat."""
    return max(lacking(table, hand) - sum(not_gathered(table)), 0)


def _to_come(table: Table, hand: Hand) -> int:
    return 0 if "pot" in table.devices.blind_zones else _missing(table, hand)


def _of_the_seat(word: StepWord, plan: RulingPlan, amount: int = 0) -> Step:
    return Step(word, StepView(word, seat=plan.seat, amount=amount), seat=plan.seat)
