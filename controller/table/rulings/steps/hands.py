"""Steps that complete a deal or betting round, kill or void a hand, or return its chips."""

from controller.contract.public import StepView
from controller.contract.rules import StepWord
from controller.table.rulings.steps.goal import Goal, RulingPlan
from controller.table.state import FOLDED, IN_A_HAND, IN_FRONT, PLACE, Play, Step


class FinishDeal(Goal):
    """Step that completes the initial deal."""

    word = StepWord.FINISH_DEAL
    finishes_deal = True
    of_cards = True

    def makes_sense(self, play: Play) -> bool:
        """Return whether cards of the initial deal are still to be dealt."""
        return super().makes_sense(play) and not self.reached(play)

    def unsensed(self, play: Play) -> bool:
        """Return whether a card still to be dealt may be in a hand zone that can't be read."""
        blind = any(zone in IN_A_HAND for zone in play.table.devices.blind_zones)
        return blind and not self.reached(play)

    def passed(self, play: Play) -> bool:
        """Return False, because a card that reaches a seat may still belong to the deal."""
        return False

    def reached(self, play: Play) -> bool:
        """Return whether all cards are dealt, apart from those of dead hands."""
        hand = play.hand
        return hand.dealt >= hand.whole_deal or not hand.before_betting


class FinishRound(Goal):
    """Step that completes the betting round."""

    word = StepWord.FINISH_ROUND

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the next betting round that no earlier step of the plan completes.

        If the ruling's street has been dealt and the next street is already due, the betting round
        on the ruling's street counts as over, because nobody could bet. The step is for that round,
        and is done immediately.
        """
        hand, street = plan.play.hand, plan.street
        if street is None or not hand.street_due or PLACE[street] > hand.street:
            plan.rounds += 1
        return Step(cls.word, StepView(cls.word), seat=plan.seat, count=plan.rounds)

    def reached(self, play: Play) -> bool:
        """Return whether the betting round that the step names is over."""
        return play.hand.rounds >= self.step.count


class KillHand(Goal):
    """Step that kills a seat's hand."""

    word = StepWord.KILL_HAND
    frees_cards = True

    @classmethod
    def takes(cls, play: Play, about: str, seat: int) -> bool:
        """Return whether `about` names a seat at this table.

        If `about` is empty, the step is for `seat`, the seat that the irregularity concerns, and
        the result is whether that seat exists.
        """
        number = int(about) if about.isdecimal() else 0 if about else seat
        return 0 < number < len(play.table.seats)

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat in `about` or, by default, the irregularity's seat."""
        seat = int(about) if about else plan.seat
        return Step(cls.word, StepView(cls.word, seat=seat), seat=seat)

    def makes_sense(self, play: Play) -> bool:
        """Return whether the hand is live, and is not the only live hand left."""
        return play.hand.can_win(self.step.seat) and not play.hand.alone()

    def reached(self, play: Play) -> bool:
        """Return whether the hand is out of play."""
        return play.hand.status[self.step.seat] == FOLDED

    def killed(self) -> int:
        """Return the seat whose hand is killed."""
        return self.step.seat


class ReturnBets(Goal):
    """Step that voids the hand and returns all chips to the players who put them in."""

    word = StepWord.RETURN_BETS
    frees_cards = True
    voids = True

    def reached(self, play: Play) -> bool:
        """Return whether all chips have been returned; True if amounts are entered by hand."""
        return play.table.fittings.keyed or _only_these_left(play, {})


class VoidHand(ReturnBets):
    """Step that voids the hand and returns its cards and chips."""

    word = StepWord.VOID_HAND

    def reached(self, play: Play) -> bool:
        """Return whether all cards have been removed, and all chips returned."""
        return cards_cleared(play) and super().reached(play)


def cards_cleared(play: Play) -> bool:
    """Return whether every card is in the shoe or in no zone; zones that are not read are ignored.

    With two decks, cards may also lie in the muck, because the redeal is from the other deck. The
    result is True at a table where cards are entered by hand.
    """
    table = play.table
    clear = {"", "shoe", *table.devices.blind_zones}
    if table.fittings.decks > 1:
        clear.add("muck")
    return table.fittings.cards_keyed or all(zone in clear for zone in table.places.values())


def blinds_left(play: Play) -> bool:
    """Return whether nothing but the blinds is still where it was in a voided hand."""
    hand = play.hand
    blinds = {hand.small_blind: hand.level.small_blind, hand.big_blind: hand.level.big_blind}
    return cards_cleared(play) and _only_these_left(play, blinds)


def _only_these_left(play: Play, may_stay: dict[int, int]) -> bool:
    """Return whether the pot is empty, and no seat has more chips in front than `may_stay` says.

    Chips in the pot from earlier hands don't count, and zones that can't be read are ignored.
    """
    table = play.table
    lie = {
        zone: sum(chips)
        for zone, chips in table.chips.items()
        if zone not in table.devices.blind_zones
    }
    stay = all(
        chips <= may_stay.get(IN_FRONT[zone], 0) for zone, chips in lie.items() if zone in IN_FRONT
    )
    return stay and lie.get("pot", 0) <= table.carried
