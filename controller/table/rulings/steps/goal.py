"""The goal of a ruling step: a target state for cards and chips, however it is reached."""

from typing import ClassVar

from msgspec.structs import replace

from controller.contract.public import StepView
from controller.contract.rules import PLAYED, UNSENSED, CardsMeant, Kind, StepWord, Street, Subject
from controller.table.rulings.steps.burns_read import BURN, burn_zone
from controller.table.state import PLACE, Play, Ruling, Step, Table, in_order, street_cards

GOALS: "dict[StepWord, type[Goal]]" = {}
"""The goal of each step word; each class is registered when it is defined."""
BOARD = "board"
WITH_A_BURN = frozenset({CardsMeant.BURN, CardsMeant.STREET_AND_BURN})
"""The values of `CardsMeant` that include a burn; of several burns, any one may be used."""


OF_CHIPS = frozenset({Subject.BLIND, Subject.BET, Subject.POT, Subject.STACK})


def _burns_left(play: Play, kind: Kind) -> int:
    """Return how many burns remain once the open rulings of other kinds have been carried out.

    Some of their steps put burns back into the stub. `kind` is the kind of the ruling being
    planned.
    """
    left = len(play.hand.cards.burns)
    for ruling in play.table.rulings:
        if ruling.kind is not kind:
            for step in ruling.steps[ruling.done :]:
                if step.word is StepWord.TO_STUB and step.said.which in WITH_A_BURN:
                    left = min(left, step.count)
    return left


class RulingPlan:
    """Working data from which a ruling's steps are derived one after another.

    `kind`, `seat`, `street` and `cards` are those of the irregularity. `burns` is the number of
    cards in the burn zone, and `rounds` the number of finished betting rounds; both are as they
    will be after the steps derived so far.
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
        """Return the cards meant by `about`, a word in a house file (`CardsMeant`)."""
        play, street = self.play, self.street
        dealt = street_cards(play, street)
        sizes = play.hand.game.board
        whole = sizes[PLACE[street or Street.PREFLOP]]
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
        """Return the public view of a step that concerns cards.

        Only cards on the board are named; otherwise, the view has a seat or a word of `CardsMeant`.
        """
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
    """Base class for the goals of ruling steps; each step word has its own subclass.

    `about` is the object of the step word in a house file or floor command. It is one of the
    words in `meant`, which stand for cards, or a seat if the step concerns a seat.
    """

    word: ClassVar[StepWord]
    meant: ClassVar[frozenset[str]] = frozenset()
    of_seat: ClassVar[bool] = False
    moves_cards: ClassVar[bool] = False
    """Whether the step moves its cards; these moves are not reported as a new irregularity."""
    frees_cards: ClassVar[bool] = False
    """Whether cards may be in any zone while this is the ruling's next step."""
    voids: ClassVar[bool] = False
    """Whether the hand is void as soon as the ruling is opened."""
    decides: ClassVar[bool] = False
    """Whether only the floor, or all players together, can complete the step."""
    burns_cards: ClassVar[bool] = False
    """Whether the step's cards become burns."""
    finishes_deal: ClassVar[bool] = False
    """Whether the step is done once the initial deal is complete."""
    lets_stand: ClassVar[bool] = False
    """Whether the step accepts a bet as it is."""
    completes: ClassVar[bool] = False
    """Whether the step makes a player put in the full amount of a bet."""
    moves_back: ClassVar[bool] = False
    """Whether the step removes cards or chips from a zone where they do not belong."""
    of_others: ClassVar[bool] = False
    """Whether the step has nothing to do with the cards of a street."""
    of_cards: ClassVar[bool] = False
    """Whether the step is only about cards, and has no place in a ruling about chips."""

    def __init_subclass__(cls) -> None:
        """Register the subclass in `GOALS` under the step word that it declares."""
        GOALS[cls.word] = cls

    def __init__(self, ruling: Ruling, step: Step) -> None:
        self.ruling = ruling
        self.step = step

    @classmethod
    def takes(cls, play: Play, about: str, seat: int) -> bool:
        """Return whether `about` is valid for this step.

        `seat` is the seat that the irregularity concerns.
        """
        if cls.of_seat and about.isdecimal():
            return 0 < int(about) < len(play.table.seats)
        return not about or about in cls.meant

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the next step of a plan; `about` is the object of the step word.

        By default, the step concerns the cards that `about` names, or the irregularity's seat if
        the step word never concerns cards.
        """
        if not cls.meant:
            return Step(cls.word, StepView(cls.word), seat=plan.seat)
        cards, burns = plan.chosen(about), plan.play.hand.cards.burns
        plan.burns -= sum(card in burns for card in cards)
        return Step(cls.word, plan.told(cls.word, cards, about), cards, plan.seat)

    def makes_sense(self, play: Play) -> bool:
        """Return whether the floor may order the step in its ruling, as cards and chips now lie.

        A step about cards needs cards, unless another step of the ruling mixes cards.
        """
        if self.of_cards and self.ruling.kind.subject in OF_CHIPS:
            return False
        return not self.meant or bool(self.step.cards) or self.mixes_beside()

    def mixes_beside(self) -> bool:
        """Return whether another step of the ruling mixes cards."""
        return any(step.word is StepWord.MIX for step in self.ruling.steps if step != self.step)

    def stays_done(self, zone: str) -> bool:
        """Return whether the step stays done if one of its cards moves to a zone."""
        return False

    @property
    def played(self) -> bool:
        """Whether the players complete the step by playing on; such a step does not stop play."""
        return self.word in PLAYED

    @property
    def zone(self) -> str:
        """The zone that receives the step's cards, or "" if there is none."""
        return ""

    @property
    def deals_street(self) -> bool:
        """Whether the step deals a street or burns for one.

        A card that then reaches the board may belong to the step, and is not a new error.
        """
        return False

    @property
    def leaves_street(self) -> bool:
        """Whether the step concerns neither a whole street nor a burn."""
        return self.of_others

    def unsensed(self, play: Play) -> bool:
        """Return whether no sensor can tell that the step is done.

        The result is True for shuffles, cuts and steps in a zone that can't be read, but never for
        cards that reach the board. Such a step is done when a key is pressed or a card is moved for
        a later step.
        """
        if self.word in UNSENSED:
            return True
        blind = play.table.devices.blind_zones
        if not blind:
            return False
        zone, places = self.zone, play.table.places
        if zone == BURN:
            zone = burn_zone(play.table)
        zones = {zone} if zone else {places.get(card, "") for card in self.step.cards}
        return zone != BOARD and not zones.isdisjoint(blind)

    def reached(self, play: Play) -> bool:
        """Return whether the cards and chips on the table satisfy the goal."""
        return False

    def passed(self, play: Play) -> bool:
        """Return whether a later move may count as evidence that an unsensed step is done."""
        return True

    def tickable(self, play: Play) -> bool:
        """Return whether pressing a key may mark an unsensed step as done."""
        return True

    def apply(self, play: Play) -> None:
        """Record what becomes known about the cards when the step is done."""

    def wants(self, play: Play, card: str) -> bool:
        """Return whether the step may put this card in its zone."""
        return True

    def gives_card(self, seat: int) -> bool:
        """Return whether the step gives a card to this seat."""
        return False

    def killed(self) -> int:
        """Return the seat whose hand the step kills, or 0 if there is none."""
        return 0

    def to_come(self, table: Table) -> int:
        """Return the amount still to be put in, or 0 for a step without an amount."""
        return 0

    def now(self, table: Table, *, done: bool) -> StepView:
        """Return the public view of the step, including the amount still to be put in."""
        said = self.step.said
        if done:
            return replace(said, done=True)
        return replace(said, amount=self.to_come(table)) if said.amount else said


def goal_of(ruling: Ruling, step: Step) -> Goal:
    """Return the goal of a ruling's step."""
    return GOALS[step.word](ruling, step)


def goals_of(ruling: Ruling) -> tuple[Goal, ...]:
    """Return a ruling's goals, in order."""
    return tuple(goal_of(ruling, step) for step in ruling.steps)


def next_goal(ruling: Ruling | None) -> Goal | None:
    """Return the goal to reach next, or None if all have been reached or there is no ruling."""
    if ruling is None or ruling.step is None:
        return None
    return goal_of(ruling, ruling.step)


def asks_for_burn(ruling: Ruling) -> bool:
    """Return whether the next step of a ruling is to burn a card."""
    step = ruling.step
    return step is not None and step.word is StepWord.BURN
