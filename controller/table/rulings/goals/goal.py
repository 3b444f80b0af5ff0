"""What every step of a ruling is: a goal over what lies where, whoever reaches it and however."""

from typing import ClassVar

from msgspec.structs import replace

from controller.contract.public import StepView
from controller.contract.rules import PLAYED, UNSENSED, CardsMeant, Kind, StepWord, Street
from controller.table.state import PLACE, Play, Ruling, Step, in_order, street_cards

GOALS: "dict[StepWord, type[Goal]]" = {}
"""The goal of each step word: a class is entered when it is defined."""
BURN = "burn"
BOARD = "board"
WITH_A_BURN = frozenset({CardsMeant.BURN, CardsMeant.STREET_AND_BURN})
"""Cards among which any one burn is: which of several is all the same."""


def _burns_left(play: Play, kind: Kind) -> int:
    """Return how many burns lie there once those are gone that open rulings of other kinds take."""
    left = len(play.hand.cards.burns)
    for ruling in play.table.rulings:
        if ruling.kind is not kind:
            for step in ruling.steps[ruling.done :]:
                if step.word is StepWord.TO_STUB and step.said.which in WITH_A_BURN:
                    left = min(left, step.count)
    return left


class RulingPlan:
    """What the steps of a ruling are made from, one after the other.

    `kind`, `seat`, `street` and `cards` are those of the irregularity. `burns` and `rounds` are how
    many cards will lie with the burns, and how many betting rounds will be over, once the steps so
    far are done.
    """

    def __init__(
        self, play: Play, kind: Kind, seat: int, street: Street | None, cards: tuple[str, ...]
    ) -> None:
        self.play = play
        self.seat = seat
        self.street = street
        self.cards = cards
        self.burns = _burns_left(play, kind)
        self.rounds = play.hand.rounds

    def chosen(self, about: str) -> tuple[str, ...]:
        """Return the cards that a word of a house file means (`CardsMeant`)."""
        play, street = self.play, self.street
        dealt = street_cards(play, street)
        sizes = play.hand.game.board
        whole = sizes[PLACE[street]] if street else 0
        own = whole - (len(play.hand.board) - len(dealt))
        match about:
            case CardsMeant.STREET:
                return dealt
            case CardsMeant.FIRST:
                return dealt[:1]
            case CardsMeant.LAST:
                return dealt[own - 1 : own]
            case CardsMeant.EXTRA:
                return dealt[own:]
            case CardsMeant.STREET_AND_BURN:
                return (*dealt, *self._last_burn())
            case CardsMeant.BURN:
                return self._last_burn()
            case CardsMeant.LEFT:
                return ()
            case _:
                return self.cards

    def told(self, word: StepWord, cards: tuple[str, ...], about: str) -> StepView:
        """Return what may be said of a step about cards: none is named that is not public."""
        board = self.play.hand.board
        if cards and all(card in board for card in cards):
            return StepView(word, cards=cards)
        if about.isdecimal():
            return StepView(word, seat=int(about))
        if self.seat and about in {"", CardsMeant.CARD}:
            return StepView(word, seat=self.seat)
        return StepView(word, which=CardsMeant(about) if about else None)

    def _last_burn(self) -> tuple[str, ...]:
        return in_order(self.play, self.play.hand.cards.burns)[-1:]


class Goal:
    """A step of an open ruling. Each step word has a class of its own that says what is different.

    `about` in a house file or in the floor's words is one of the `meant`, or a seat for a
    word that concerns one.
    """

    word: ClassVar[StepWord]
    meant: ClassVar[frozenset[str]] = frozenset()
    of_seat: ClassVar[bool] = False
    moves_cards: ClassVar[bool] = False
    """Its cards are moved by it: wherever they lie meanwhile, that is no other error."""
    frees_cards: ClassVar[bool] = False
    """While it is the next one, cards may lie anywhere."""
    voids: ClassVar[bool] = False
    """The hand is void as soon as the ruling is opened."""
    decides: ClassVar[bool] = False
    """Nobody but the floor, or all players together, can do it."""
    burns_cards: ClassVar[bool] = False
    """Its cards become burns."""

    def __init_subclass__(cls) -> None:
        """Enter the class as the goal of its word."""
        GOALS[cls.word] = cls

    def __init__(self, ruling: Ruling, step: Step) -> None:
        self.ruling = ruling
        self.step = step

    @classmethod
    def takes(cls, play: Play, about: str, seat: int) -> bool:
        """Return whether a step can be about this at this table; `seat` is the one concerned."""
        if cls.of_seat and about.isdecimal():
            return 0 < int(about) < len(play.table.seats)
        return not about or about in cls.meant

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step that comes next in a plan; `about` is what stands behind its word."""
        return Step(cls.word, StepView(cls.word), seat=plan.seat)

    def stays_done(self, zone: str) -> bool:
        """Return whether no card of it that comes to a zone undoes it."""
        return False

    @property
    def played(self) -> bool:
        """Whether the players do it by playing on: it does not stop the table."""
        return self.word in PLAYED

    @property
    def zone(self) -> str:
        """The zone that its cards come to, "" when they come to none."""
        return ""

    @property
    def deals_street(self) -> bool:
        """Whether a street is dealt by it, or burned for: the board cards that come are its own."""
        return False

    def unsensed(self, play: Play) -> bool:
        """Return whether no sensor can see it: a key says it is done, or what comes after it.

        Besides shuffles and cuts that is what happens in a blind zone. Which cards come to the
        board is never taken on trust.
        """
        if self.word in UNSENSED:
            return True
        blind = play.table.devices.blind_zones
        if not blind:
            return False
        zone, places = self.zone, play.table.places
        zones = {zone} if zone else {places.get(card, "") for card in self.step.cards}
        return zone != BOARD and not zones.isdisjoint(blind)

    def reached(self, play: Play) -> bool:
        """Return whether the goal is reached, by what lies where."""
        return False

    def passed(self, play: Play) -> bool:
        """Return whether an unsensed step may be over, now that something has moved behind it."""
        return True

    def tickable(self, play: Play) -> bool:
        """Return whether a key may say that an unsensed step is done."""
        return True

    def apply(self, play: Play) -> None:
        """Record what is known of the cards once it is done."""

    def wants(self, play: Play, card: str) -> bool:
        """Return whether a card that has come to its zone may be one that it asks for."""
        return True

    def gives_card(self, seat: int) -> bool:
        """Return whether a seat gets a card by it."""
        return False

    def killed(self) -> int:
        """Return the seat whose hand dies by it, 0 for none."""
        return 0

    def view(self, *, done: bool) -> StepView:
        """Return what anybody may see of it."""
        said = self.step.said
        return replace(said, done=done) if done else said


def goal_of(ruling: Ruling, step: Step) -> Goal:
    """Return the goal that a step of a ruling is."""
    return GOALS[step.word](ruling, step)


def goals_of(ruling: Ruling) -> tuple[Goal, ...]:
    """Return the goals of a ruling, in their order."""
    return tuple(goal_of(ruling, step) for step in ruling.steps)


def next_goal(ruling: Ruling) -> Goal | None:
    """Return the goal that is to be reached now, None when all are."""
    step = ruling.step
    return None if step is None else goal_of(ruling, step)
