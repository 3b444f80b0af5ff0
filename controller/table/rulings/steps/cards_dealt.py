"""Steps that move cards to the burns, the board or a seat."""

from itertools import takewhile

from msgspec.structs import replace

from controller.contract.public import StepView
from controller.contract.rules import CardsMeant, StepWord, Street, Subject
from controller.table.rulings.steps.burns_read import BURN, MUCK, burns_unread
from controller.table.rulings.steps.cards_returned import ANY_CARDS
from controller.table.rulings.steps.goal import (
    BOARD,
    OF_CHIPS,
    WITH_A_BURN,
    Goal,
    RulingPlan,
    goals_of,
)
from controller.table.state import (
    BET_ZONES,
    FOLDED,
    GIVEN_UP,
    HAND_ZONES,
    LOST_CARD,
    PLACE,
    STREETS,
    Hand,
    Play,
    Ruling,
    Step,
    put,
    without,
)


def _record_unread(goal: Goal, play: Play) -> None:
    """Record the burns that may have been made without being read."""
    if burns_unread(play):
        burns = play.hand.cards.burns
        play.cards(burns=(*burns, *(LOST_CARD,) * (goal.step.count - len(burns))))


def _taken(ruling: Ruling, seat: int) -> set[str]:
    """Return the cards that a ruling moves, except those that it takes back from other seats."""
    moving = [goal.step for goal in goals_of(ruling) if goal.moves_cards]
    return {c for step in moving if step.zone in {"", HAND_ZONES[seat]} for c in step.cards}


def kept_cards(play: Play, ruling: Ruling, seat: int) -> tuple[str, ...]:
    """Return the hole cards that a seat keeps when a ruling takes away the others.

    They include cards that the player has picked up or let slide beyond the betting line.
    """
    taken = _taken(ruling, seat)
    zones, places = {"", HAND_ZONES[seat], BET_ZONES[seat]}, play.table.places
    held = play.hand.holes[seat]
    return tuple(c for c in held if c not in taken and places.get(c, "") in zones)


def _burned_between_streets(goal: Goal, play: Play) -> bool:
    """Count the burn for the next street, if the ruling does not concern a street.

    Returns whether it was counted.
    """
    hand = play.hand
    if goal.ruling.street:
        return False
    play.cards(burned_for=max(hand.cards.burned_for, hand.street + 1))
    return True


class Burn(Goal):
    """Step that burns cards until `count` cards are in the burn zone."""

    word = StepWord.BURN
    zone = BURN
    of_cards = True
    deals_street = True
    """A burn is always for a street."""

    @classmethod
    def takes(cls, play: Play, about: str, seat: int) -> bool:
        """Return whether `about` is empty or a number of cards."""
        return not about or about.isdecimal()

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for as many cards as `about` says, or for one if it is empty."""
        cards = int(about) if about else 1
        plan.burns += cards
        return Step(cls.word, StepView(cls.word, count=cards), seat=plan.seat, count=plan.burns)

    def reached(self, play: Play) -> bool:
        """Return whether enough cards have been burned."""
        return len(play.hand.cards.burns) >= self.step.count

    def apply(self, play: Play) -> None:
        """Record that the cards have been burned."""
        _record_unread(self, play)
        _burned_between_streets(self, play)

    def wants(self, play: Play, card: str) -> bool:
        """Return whether the step still needs this card to be burned."""
        return len(play.hand.cards.burns) <= self.step.count


class UseAsBurn(Goal):
    """Step that makes a dealt card the burn."""

    word = StepWord.USE_AS_BURN
    of_cards = True
    meant = ANY_CARDS
    moves_cards = True
    burns_cards = True
    zone = BURN

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the card that `about` names.

        If it names none, the step uses a card left over after mixing as the burn.
        """
        step = super().resolve(plan, about)
        plan.burns += max(len(step.cards), 1)
        return replace(step, count=plan.burns)

    def reached(self, play: Play) -> bool:
        """Return whether the card is with the burns, which may share the muck's zone."""
        cards, places = self.step.cards, play.table.places
        if cards and LOST_CARD not in cards:
            return all(places.get(card) in GIVEN_UP for card in cards)
        if any(places.get(card) in GIVEN_UP for card in self._mixed()):
            return True
        return len(play.hand.cards.burns) >= self.step.count

    def _mixed(self) -> set[str]:
        """Return the cards that an earlier step mixed together; the one left over becomes the burn.

        Cards that were mixed together with a burn are not included. May be empty.
        """
        mixed = [
            goal.step
            for goal in goals_of(self.ruling)
            if goal.word is StepWord.MIX and goal.step.said.which not in WITH_A_BURN
        ]
        return {card for step in mixed for card in step.cards}

    def apply(self, play: Play) -> None:
        """Record the burn and, if the ruling concerns a street, that the board has changed."""
        for card in (*self.step.cards, *self._mixed()):
            if play.table.places.get(card) == MUCK:
                play.cards(burns=(*without(play.hand.cards.burns, card), card))
        _record_unread(self, play)
        if not _burned_between_streets(self, play):
            play.cards(mended=True)

    def wants(self, play: Play, card: str) -> bool:
        """Return whether the step may use this card as the burn.

        If the step names cards, this card must be one of them. If an earlier step mixed cards
        together, this card must be one of those. In any other case, any card will do until there
        are enough burns.
        """
        cards = self.step.cards
        if cards and LOST_CARD not in cards:
            return card in cards
        mixed = self._mixed()
        return card in mixed if mixed else len(play.hand.cards.burns) <= self.step.count


class Deal(Goal):
    """Step that deals a street, a board card, or a card to a seat."""

    word = StepWord.DEAL
    of_seat = True
    meant = frozenset({*STREETS[1:], "burn", "seat", "card", "street", "extra"})

    @classmethod
    def takes(cls, play: Play, about: str, seat: int) -> bool:
        """Return whether `about` is a street, a seat, or a word for cards that the step can deal.

        It may be empty if an open ruling concerns a street or a card of the deal.
        """
        if about:
            return about in cls.meant or super().takes(play, about, seat)
        rulings = play.table.rulings
        return any(one.street or (seat and one.kind.subject is Subject.DEAL) for one in rulings)

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step that deals the street or the cards named in `about`.

        If `about` is empty, the step deals the ruling's street or, if it has none, a card to its
        seat.
        """
        about = about or plan.street or (CardsMeant.SEAT if plan.seat else "")
        if about.isdecimal() or about == CardsMeant.SEAT:
            seat = int(about) if about.isdecimal() else plan.seat
            return Step(cls.word, StepView(cls.word, seat=seat), seat=seat)
        if about in STREETS:
            street = Street(about)
            size = plan.play.hand.game.board[PLACE[street]]
            return Step(cls.word, StepView(cls.word, street=street), seat=plan.seat, count=size)
        if not about:
            return Step(cls.word, StepView(cls.word), seat=plan.seat)
        cards = plan.chosen(about)
        if about == CardsMeant.CARD:
            # The card was on the board, so everybody has seen it.
            return Step(cls.word, StepView(cls.word, cards=cards), cards, plan.seat)
        return Step(cls.word, StepView(cls.word, which=CardsMeant(about)), cards, plan.seat)

    @classmethod
    def back(cls, card: str) -> Step:
        """Return the step that puts a board card back on the board."""
        return Step(cls.word, StepView(cls.word, cards=(card,)), (card,))

    def makes_sense(self, play: Play) -> bool:
        """Return whether cards are missing, or may be missing once another step has moved some.

        A street must be the current or the next one once the steps before have been carried out.
        """
        step, ruling = self.step, self.ruling
        if ruling.kind.subject in OF_CHIPS or not (step.count or step.cards or step.seat):
            return False
        if step.count and self._is_too_early(play.hand):
            return False
        moves = any(goal.moves_cards for goal in goals_of(ruling))
        return moves or self.mixes_beside() or not self.reached(play)

    def _is_too_early(self, hand: Hand) -> bool:
        """Return whether betting rounds are missing before the street that the step deals.

        A ruling on a street may order that this street be dealt again before its time.
        """
        before = takewhile(lambda step: step != self.step, self.ruling.steps)
        street = hand.street + sum(step.word is StepWord.FINISH_ROUND for step in before)
        if hand.street_due or (self.ruling.street is not None and not hand.before_betting):
            street += 1
        return self.step.said.street is not None and PLACE[self.step.said.street] > street

    @property
    def zone(self) -> str:
        """The board or, for a seat's card, that seat's hand zone."""
        return BOARD if self.step.count or self.step.cards else f"hand.{self.step.seat}"

    @property
    def deals_street(self) -> bool:
        """Whether the step deals a street."""
        return bool(self.step.count)

    @property
    def leaves_street(self) -> bool:
        """Whether the step deals only a card, to the board or a seat, rather than a street."""
        return not self.deals_street

    def gives_card(self, seat: int) -> bool:
        """Return whether the step deals a card to this seat."""
        return self.step.seat == seat

    def reached(self, play: Play) -> bool:
        """Return whether the street or cards are on the board, or the seat's hand is complete."""
        step, hand, places = self.step, play.hand, play.table.places
        if step.count:
            # Any card beyond the street is another error.
            return len(hand.board) >= step.count
        if step.cards:
            return all(places.get(card) == BOARD for card in step.cards)
        held = len(kept_cards(play, self.ruling, step.seat))
        if held >= hand.game.hole_cards or hand.status[step.seat] is FOLDED:
            # A dead hand needs no more cards.
            return True
        return self._thrown_in(play)

    def _thrown_in(self, play: Play) -> bool:
        """Return whether the seat's player has mucked the hand since the ruling was opened."""
        seat, places, taken = self.step.seat, play.table.places, _taken(self.ruling, self.step.seat)
        own = (card for card in play.hand.holes[seat] if card not in taken)
        return seat in play.hand.cards.gone and any(places.get(card) in GIVEN_UP for card in own)

    def apply(self, play: Play) -> None:
        """Record a seat's replacement card as unread, if no antenna reads the seat's hand zone.

        `LOST_CARD` then takes the place of the card that the ruling took from the seat. Nothing
        takes its place in a hand that its player has mucked.
        """
        seat, hand, taken = self.step.seat, play.hand, _taken(self.ruling, self.step.seat)
        if self.zone == f"hand.{seat}" and self._thrown_in(play):
            held = tuple(card for card in hand.holes[seat] if card not in taken)
            play.hand = replace(hand, holes=put(hand.holes, seat, held))
            return
        if self.zone != f"hand.{seat}" or self.zone not in play.table.devices.blind_zones:
            return
        held = tuple(LOST_CARD if card in taken else card for card in hand.holes[seat])
        unread = held.count(LOST_CARD) - hand.holes[seat].count(LOST_CARD)
        if unread:
            seen = (*hand.seen, *(LOST_CARD,) * unread)
            play.hand = replace(hand, holes=put(hand.holes, seat, held), seen=seen)

    def wants(self, play: Play, card: str) -> bool:
        """Return whether the step may put this card in its zone.

        If the step names cards, this card must be one of them. Otherwise, a seat accepts any card,
        and the board accepts any card until the street is complete.
        """
        step = self.step
        if step.cards and LOST_CARD not in step.cards:
            return card in step.cards
        return self.zone != BOARD or len(play.hand.board) <= step.count
