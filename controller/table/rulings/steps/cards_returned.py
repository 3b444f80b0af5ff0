"""Steps for cards on the table, which are returned, set aside, put into the stub, or left alone."""

from collections.abc import Collection

from msgspec.structs import replace

from controller.contract.public import StepView
from controller.contract.rules import BET_ERRORS, BOARD_ERRORS, CHANGE, CardsMeant, Kind, StepWord
from controller.contract.scans import zone_seat
from controller.table.rulings.steps.burns_read import BURN
from controller.table.rulings.steps.goal import BOARD, WITH_A_BURN, Goal, RulingPlan, goals_of
from controller.table.state import (
    BET_ZONES,
    GIVEN_UP,
    IN_A_HAND,
    BoardDue,
    Hand,
    Play,
    Step,
    beyond_ledger,
    lies,
    lying,
    without,
)

ANY_CARDS = frozenset(CardsMeant)
HAND_GONE = frozenset({Kind.HAND_MUCK, Kind.HAND_LINE})
"""The irregularities after which a hand may be given back to its player."""
_GOES_BACK = frozenset({Kind.BLIND_WRONG_SEAT, *HAND_GONE, *BET_ERRORS}) - {
    Kind.BET_UNPAID,
    Kind.BET_NOT_GATHERED,
    Kind.BET_TAKEN_BACK,
}
"""The irregularities in which a player may take back chips, an announcement or a hand."""
NOWHERE = frozenset({"", "shoe"})
NOWHERE_OR_BURNED = NOWHERE | GIVEN_UP


def _to_the_stub(hand: Hand, cards: Collection[str]) -> Hand:
    """Return the hand with `cards` recorded as back in the stub, so they may be dealt again."""
    left = tuple(card for card in hand.cards.left_shoe if card not in cards)
    seen = tuple(card for card in hand.seen if card not in cards)
    return replace(hand, seen=seen, cards=replace(hand.cards, left_shoe=left))


def _nowhere_to_the_stub(play: Play, cards: tuple[str, ...]) -> Hand:
    """Return the hand, with any of `cards` recorded as back in the stub if they are in no zone."""
    places = play.table.places
    return _to_the_stub(play.hand, [card for card in cards if not places.get(card)])


class TakeBack(Goal):
    """Step that moves cards back, takes a stray card away, or returns surplus chips.

    Chips in front of a seat in excess of its bet are called its change.
    """

    word = StepWord.TAKE_BACK
    moves_back = True
    meant = ANY_CARDS
    of_seat = True
    moves_cards = True
    of_others = True

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step that `about` describes.

        In a ruling on a street, a board card in a hand zone is treated as a stray card.
        """
        step, play = super().resolve(plan, about), plan.play
        zone = play.table.places.get(step.cards[0], "") if len(step.cards) == 1 else ""
        if plan.street and zone in IN_A_HAND and step.cards[0] in play.hand.board:
            return cls.stray(step.cards[0], zone)
        return step

    @classmethod
    def stray(cls, card: str, zone: str) -> Step:
        """Return the step for a stray card, which must leave the zone that it is in."""
        if zone == BOARD:
            said = StepView(cls.word, cards=(card,))
        else:
            said = StepView(cls.word, seat=zone_seat(zone), zone=zone)
        return Step(cls.word, said, (card,), zone=zone)

    @classmethod
    def owned(cls, card: str, zone: str, owner: int) -> Step:
        """Return the step that returns a card from the board to the live hand that it came from.

        The card is not named, because no antenna can tell whether it is face up.
        """
        said = StepView(cls.word, seat=owner, which=CardsMeant.CARD)
        return Step(cls.word, said, (card,), zone=zone)

    @property
    def played(self) -> bool:
        """Whether the step returns a seat's change; the players do that while play continues."""
        step = self.step
        return self.ruling.kind in CHANGE and not step.cards and not step.zone

    def makes_sense(self, play: Play) -> bool:
        """Return whether the step has cards to move, or chips or a hand that may be taken back."""
        ruling = self.ruling
        if ruling.kind is Kind.POT_WRONG:
            return not self._chips_are_back(play)
        return ruling.kind in _GOES_BACK or super().makes_sense(play)

    def reached(self, play: Play) -> bool:
        """Return whether the cards or chips are no longer in the wrong place."""
        step, places = self.step, play.table.places
        if step.zone:
            return all(places.get(card) != step.zone for card in step.cards)
        if not step.cards and self.ruling.kind in HAND_GONE:
            return _hand_is_back(play, step.seat)
        if not step.cards:
            return self._chips_are_back(play)
        return _left(self, play)

    def apply(self, play: Play) -> None:
        """Record that a stray card is part of the stub again, or that change may be in the pot.

        Hole cards and board cards never return to the stub. A seat's change can be in the pot if it
        was gathered along with the seat's bet.
        """
        hand, seat = play.hand, self.step.seat
        of_a_bet = self.played and self.ruling.kind is not Kind.POT_WRONG
        if self.step.zone:
            # A hole card or board card is not part of the stub, wherever it was taken to.
            kept = {card for card in self.step.cards if hand.holder(card) or card in hand.board}
            cards = tuple(card for card in self.step.cards if card not in kept)
            play.hand = _nowhere_to_the_stub(play, cards)
        elif of_a_bet and (hand.gathered or lies(play.table, seat) < hand.bets[seat]):
            play.hand = replace(hand, change=(*without(hand.change, seat), seat))

    def _chips_are_back(self, play: Play) -> bool:
        seat, table = self.step.seat, play.table
        if not seat or table.fittings.keyed:
            return True
        if self.ruling.kind is Kind.POT_WRONG:
            return beyond_ledger(table, play.hand) <= 0
        if self.ruling.kind is Kind.BET_FOREIGN:
            zone = BET_ZONES[seat]
            return not table.devices.foreign.get(zone) or zone in table.devices.blind_zones
        return lies(play.table, seat) <= play.hand.bets[seat] or _given_by_others(play)


def _given_by_others(play: Play) -> bool:
    """Return whether a seat got its change from the other bets after the betting round.

    If it did, the chips in front of all seats add up to the bets. Once gathering has begun, the
    chips no longer show this, and the result is False.
    """
    hand, table = play.hand, play.table
    if type(hand.stage) is not BoardDue or hand.gathered or any(hand.awaits.left):
        return False
    return sum(lying(table)) + beyond_ledger(table, hand) <= sum(hand.bets)


def _hand_is_back(play: Play, seat: int) -> bool:
    """Return whether no card of a seat's hand is read outside the seat's own hand zone."""
    places, blind = play.table.places, play.table.devices.blind_zones
    zones = [places.get(card, "") for card in play.hand.holes[seat]]
    return all(zone == f"hand.{seat}" or zone in blind for zone in zones if zone)


def _left(goal: Goal, play: Play) -> bool:
    """Return whether the cards of a step are no longer in the wrong place.

    In a ruling on the board, the wrong places are the board and another player's hand.
    """
    step, hand, places = goal.step, play.hand, play.table.places
    if step.seat and not goal.ruling.street:
        return all(places.get(card) != f"hand.{step.seat}" for card in step.cards)
    lie = [(card, places.get(card, "")) for card in step.cards]
    return all(
        at != BOARD and (at not in IN_A_HAND or IN_A_HAND[at] == hand.holder(card))
        for card, at in lie
    )


class SetAside(Goal):
    """Step that sets cards aside face up, out of play."""

    word = StepWord.SET_ASIDE
    of_cards = True
    meant = ANY_CARDS
    of_seat = True
    moves_cards = True

    @classmethod
    def stray(cls, card: str) -> Step:
        """Return the step for a dead hand's card on the board, without naming the card."""
        return Step(cls.word, StepView(cls.word, which=CardsMeant.CARD), (card,))

    def reached(self, play: Play) -> bool:
        """Return whether the cards are no longer in the wrong place."""
        return _left(self, play)

    def stays_done(self, zone: str) -> bool:
        """Return whether the step stays done even though one of its cards is now in `zone`.

        It does in a ruling on a street, unless the card is now on the board.
        """
        return zone != BOARD and self.ruling.street is not None

    def apply(self, play: Play) -> None:
        """Record that the cards are no longer board cards."""
        board = tuple(card for card in play.hand.board if card not in self.step.cards)
        play.hand = replace(play.hand, board=board)
        play.cards(mended=True)


class Keep(Goal):
    """Step that leaves cards where they are."""

    word = StepWord.KEEP
    lets_stand = True
    meant = ANY_CARDS
    of_seat = True

    def makes_sense(self, play: Play) -> bool:
        """Return True, because cards may always stay where they are."""
        return True

    def reached(self, play: Play) -> bool:
        """Return True, because nothing needs to be done."""
        return True


class ToStub(Goal):
    """Step that puts cards back into the stub."""

    word = StepWord.TO_STUB
    of_cards = True
    meant = ANY_CARDS
    of_seat = True
    moves_cards = True

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the cards that `about` names; if one is a burn, any burn will do."""
        step = super().resolve(plan, about)
        if about not in WITH_A_BURN:
            return step
        burns = plan.play.hand.cards.burns
        others = tuple(card for card in step.cards if card not in burns)
        return replace(step, cards=(*others, *burns), count=plan.burns)

    def stays_done(self, zone: str) -> bool:
        """Return whether the step stays done even though one of its cards is now in `zone`.

        In a ruling about an error on the board, a card that went back to the stub may be dealt
        again and then thrown away. The step stays done unless the card is now on the board or the
        burns.
        """
        return zone not in {BOARD, BURN} and self.ruling.kind in BOARD_ERRORS

    def reached(self, play: Play) -> bool:
        """Return whether the cards are in no zone, or in the burn zone if they are now burns.

        If the step returns a burn, any one will do, as long as the right number of burns is left.
        """
        cards, places = self.step.cards, play.table.places
        which = self.step.said.which
        if which in WITH_A_BURN and sum(places.get(c) in GIVEN_UP for c in cards) > self.step.count:
            return False
        if which is CardsMeant.BURN:
            return True
        burned = {
            card for goal in goals_of(self.ruling) if goal.burns_cards for card in goal.step.cards
        }
        if which is CardsMeant.STREET_AND_BURN:
            burned.update(play.hand.cards.burns)
        return all(
            places.get(card, "") in (NOWHERE_OR_BURNED if card in burned else NOWHERE)
            for card in cards
        )

    def apply(self, play: Play) -> None:
        """Record that the cards may be dealt again.

        If too few burns are left, a new card must be burned before the next street.
        """
        places = play.table.places
        back = [card for card in self.step.cards if places.get(card) not in GIVEN_UP]
        play.hand = hand = _to_the_stub(play.hand, back)
        play.cards(mended=True)
        burned = self.step.said.which in WITH_A_BURN and hand.cards.burned_for > hand.street
        if burned and len(hand.cards.burns) < self._burns_to_stay(hand):
            play.cards(burned_for=hand.street)

    def _burns_to_stay(self, hand: Hand) -> int:
        """Return how many burns must stay so that the next street needs no further burn.

        Usually, that is one burn for each street dealt so far and one for the next. After one burn
        too many, only the earlier burns stay, because one of the earlier streets may have been
        dealt without a burn.
        """
        extra = self.ruling.kind is Kind.BOARD_EXTRA_BURN
        return self.step.count if extra else hand.street + 1


class Mix(Goal):
    """Step that shuffles the named cards together by hand."""

    word = StepWord.MIX
    of_cards = True
    meant = ANY_CARDS
    of_seat = True

    def passed(self, play: Play) -> bool:
        """Return whether any of the cards is in no zone: it has been picked up to be mixed in."""
        places = play.table.places
        return not all(places.get(card) for card in self.step.cards)

    def tickable(self, play: Play) -> bool:
        """Return whether a key may mark the step as done.

        It may not if one of the step's cards is on the board. In that case, the step counts as done
        only when cards are dealt from the mix.
        """
        return not any(play.table.places.get(card) == "board" for card in self.step.cards)

    def apply(self, play: Play) -> None:
        """Record that the cards may be dealt again."""
        play.hand = _nowhere_to_the_stub(play, self.step.cards)
        play.cards(mended=True)
