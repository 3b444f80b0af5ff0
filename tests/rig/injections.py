"""Fault injection: for each kind of irregularity, functions that cause it and describe it.

A function is registered with its kind and the moment at which it can be done. It moves cards and
chips and presses keys as careless people do, and returns an `InjectedCase`: the truth about what
happened. `None` says that it can't be done at this table now, and that nothing was moved. A new
kind is one more function; related functions are in one of the modules `injected_...`.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from controller.contract.public import (
    ActionMade,
    ActionUndone,
    HandStarted,
    PublicEvent,
    PublicState,
    SeatView,
    Street,
    StreetOpened,
)
from controller.contract.rules import Kind
from controller.houses.model import House, Remedy
from controller.play.game import DealtGame
from controller.play.people.dealer import Dealer
from controller.table.state import STREETS

Moment = Literal["post", "deal", "act", "street", "show", "over"]
"The moments: instead of the blinds; before a card of the deal; before whose turn it is acts;\n"
"before a street is dealt; before a hand is tabled; before the pot is pushed."

Medium = Literal["card", "chip", "key", "time"]
"""The trigger of the finding: a card or chip that comes to rest, a key, or time."""

RULED = tuple(kind for kind in Kind if kind is not Kind.FLOOR)
"""The kinds of irregularity for which a house file has rules."""

T = TypeVar("T")


class Fact(msgspec.Struct, frozen=True):
    """An event that must have been published, or (`absent`) must not.

    A field given as a tuple may have any value in it.
    """

    type: str
    fields: dict[str, Any] = {}
    absent: bool = False

    def holds(self, events: Iterable[PublicEvent]) -> bool:
        """Return whether the fact holds in these events."""
        seen = any(event.type == self.type and self._fits(event) for event in events)
        return seen != self.absent

    def _fits(self, event: PublicEvent) -> bool:
        return all(
            getattr(event, name) in value
            if isinstance(value, tuple)
            else getattr(event, name) == value
            for name, value in self.fields.items()
        )

    def __str__(self) -> str:
        fields = "".join(f" {name}={value}" for name, value in self.fields.items())
        return f"{'no ' * self.absent}{self.type}{fields}"


Facts = tuple[Fact, ...]


def no_facts(_: Remedy) -> Facts:
    """Expect nothing but the ruling itself."""
    return ()


def nothing_more() -> frozenset[str]:
    """Do nothing after the finding."""
    return frozenset()


class InjectedCase(msgspec.Struct, frozen=True):
    """The truth about one injected irregularity.

    `at` is the table time (ms) at which the card or chip came to rest or the key was pressed.
    `tags` describe the case in the words of `Remedy.when`. `facts` returns what must follow from a
    remedy. `then` does what people do once it has been found, and returns words that describe the
    outcome. `mend` repairs what the ruling does not, before the floor lets play go on; with
    `floor="misdeal"` the floor voids the hand if asked, since the cards are unplayable. `at_first`
    describes what could be known when it was found, if more happened before the ruling.
    """

    kind: Kind
    medium: Medium
    at: int
    tags: frozenset[str]
    seat: int = 0
    facts: Callable[[Remedy], Facts] = no_facts
    then: Callable[[], frozenset[str]] = nothing_more
    mend: Callable[[], object] = nothing_more
    floor: Literal["waive", "misdeal"] = "waive"
    slow: bool = False
    at_first: frozenset[str] | None = None


class Scene:
    """The table at the moment of an injection, with hands and random choices to make one.

    `order` is the correct deal, `nth` the number of cards dealt so far.
    """

    def __init__(self, game: DealtGame, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.order: tuple[int, ...] = ()
        self.nth = 0

    @property
    def dealer(self) -> Dealer:
        """Return the hands at the table."""
        return self.game.dealer

    @property
    def house(self) -> House:
        """Return the rules of the house."""
        return self.game.house

    @property
    def now(self) -> int:
        """Return the table time in ms."""
        return self.game.sink.now

    def look(self) -> PublicState:
        """Return the public view."""
        return self.game.look()

    def chance(self, share: float) -> bool:
        """Return True with this probability."""
        return self.rng.random() < share

    def pick(self, items: Iterable[T]) -> T | None:
        """Return a random item, None if there is none."""
        listed = list(items)
        return self.rng.choice(listed) if listed else None

    def think(self) -> None:
        """Let the time pass that a person needs to notice something."""
        self.game.sink.wait(self.rng.randint(1500, 3000))

    def live(self, state: PublicState) -> list[SeatView]:
        """Return the seats whose hands can win."""
        return [view for view in state.seats if view.status in {"in", "all-in"}]

    def able(self, state: PublicState) -> list[int]:
        """Return the seats that have live cards and chips."""
        return [view.seat for view in state.seats if view.status == "in" and view.stack]

    def last_card(self, seat: int) -> str | None:
        """Return the last card in front of a seat, None if there is none."""
        return next(reversed(self.dealer.held_by(seat)), None)

    def this_round(self) -> list[PublicEvent]:
        """Return the events of the current betting round."""
        events = self.game.events
        for place in range(len(events) - 1, -1, -1):
            if isinstance(events[place], StreetOpened | HandStarted):
                return events[place:]
        return []

    def actions(self) -> list[ActionMade]:
        """Return the standing actions of the current betting round."""
        return _standing(self.this_round())

    def actions_of_hand(self) -> list[ActionMade]:
        """Return the standing actions of this hand."""
        events = self.game.events
        begun = max((n for n, e in enumerate(events) if isinstance(e, HandStarted)), default=0)
        return _standing(events[begun:])

    def still_to_act(self, state: PublicState) -> list[int]:
        """Return the seats still to act, the player in turn first."""
        done: set[int] = set()
        if state.street == "preflop" and not self.house.betting.big_blind_option.value:
            done.add(state.big_blind)
        for made in self.actions():
            if made.action in {"bet", "raise"}:
                done.clear()
            done.add(made.seat)
        size = len(state.seats)
        clockwise = [(state.turn - 1 + step) % size + 1 for step in range(size)]
        able = self.able(state)
        return [seat for seat in clockwise if seat in able and seat not in done]

    def window(self) -> str:
        """Return whether a misdeal is still possible under the house's rules, as a word."""
        made = self.actions_of_hand()
        with_chips = {act.seat for act in made if act.action in {"call", "bet", "raise"}}
        match self.house.deal.too_late.value:
            case "two-bets":
                late = len(with_chips) >= 2
            case "substantial-action":
                late = len(made) >= 3 or (len(made) == 2 and bool(with_chips))
            case _:
                late = len(made) >= 2
        after_the_flop = self.look().street not in {"", "preflop"}
        return "late" if late or after_the_flop else "in-time"

    def level_bet(self, state: PublicState) -> int:
        """Return the total that a call makes in front of a seat."""
        highest = max(view.bet or 0 for view in state.seats)
        return max(highest, state.level.big_blind if state.street == "preflop" else 0)

    def facing(self, state: PublicState) -> str:
        """Return whether the bet to call is an opening bet or a raise."""
        raises = sum(made.action in {"bet", "raise"} for made in self.actions())
        # Before the flop the big blind counts as the opening bet.
        return "raised" if raises + (state.street == "preflop") > 1 else "opening"

    def next_street(self, state: PublicState) -> Street:
        """Return the next street; after the river it is the river."""
        return STREETS[min(STREETS.index(state.street or "preflop") + 1, 3)]

    # -- moving things ------------------------------------------------------------------

    def lay(self, card: str, zone: str) -> int:
        """Lay a card somewhere; return the time at which it comes to rest."""
        self.dealer.lay(card, zone)
        return self.now

    def muck(self, seat: int) -> int:
        """Muck a seat's cards; return the time at which the first comes to rest."""
        rested = [self.lay(card, "muck") for card in self.dealer.held_by(seat)]
        return rested[0]

    def put(self, seat: int, amount: int, least_pieces: int = 1) -> int:
        """Put chips in front of a seat in one motion; return the time at which they rest."""
        view, pieces = self.look().seats[seat - 1], self.pieces(amount, least_pieces)
        # Chips that are owed are still in the stack.
        left = (view.stack or 0) + view.owes
        if amount > left:
            # Chips that are not in the books come out of a pocket.
            self.game.sink.chips("pocket", f"stack.{seat}", self.pieces(amount - left))
        self.game.sink.chips(f"stack.{seat}", f"bet.{seat}", pieces)
        return self.now

    def pieces(self, amount: int, least: int = 1) -> tuple[int, ...]:
        """Return chips that make an amount, at least `least` of them if possible."""
        pieces = list(self.dealer.pieces(amount))
        smaller = sorted(self.game.setup.denominations)
        while len(pieces) < least:
            big = max(pieces)
            below = [value for value in smaller if value < big and big % value == 0]
            if not below:
                break
            pieces.remove(big)
            pieces += [below[-1]] * (big // below[-1])
        return tuple(pieces)

    def square(self) -> None:
        """Have every seat add the chips missing from its bet, or take back the excess."""
        state = self.look()
        if state.phase == "over":
            return
        for view in state.seats:
            if view.status == "empty":
                continue
            there, bet = self.dealer.put_in(view.seat), view.bet or 0
            if there < bet:
                self.put(view.seat, bet - there)
            elif there > bet:
                pieces = self.dealer.pieces(there - bet)
                self.game.sink.chips(f"bet.{view.seat}", f"stack.{view.seat}", pieces)
        self.game.sink.settle()


def _standing(events: Iterable[PublicEvent]) -> list[ActionMade]:
    """Return the actions without those undone, or amended by a tag that was read late."""
    made: list[ActionMade] = []
    for event in events:
        if isinstance(event, ActionUndone) or (isinstance(event, ActionMade) and event.amended):
            made = made[:-1]
        if isinstance(event, ActionMade):
            made.append(event)
    return made


class Injection(msgspec.Struct, frozen=True):
    """A way to cause one kind of irregularity."""

    kind: Kind
    moment: Moment
    do: Callable[[Scene], InjectedCase | None]

    @property
    def name(self) -> str:
        """Return the name of the injection."""
        return getattr(self.do, "__name__", "").replace("_", " ")


INJECTIONS: dict[Kind, list[Injection]] = {}
"""The ways to cause each kind."""


def injection(
    kind: Kind, moment: Moment
) -> Callable[[Callable[[Scene], InjectedCase | None]], Callable[[Scene], InjectedCase | None]]:
    """Register a function as a way to cause a kind of irregularity at a moment."""

    def register(
        do: Callable[[Scene], InjectedCase | None],
    ) -> Callable[[Scene], InjectedCase | None]:
        INJECTIONS.setdefault(kind, []).append(Injection(kind, moment, do))
        return do

    return register


def dead(seat: int | Sequence[int]) -> Callable[[Remedy], Facts]:
    """Expect the hand of a seat (or of one of several) to die if and only if the house says so."""
    seats = (seat,) if isinstance(seat, int) else tuple(seat)

    def facts(remedy: Remedy) -> Facts:
        return (Fact("hand.killed", {"seat": seats}, absent=remedy.outcome != "dead"),)

    return facts
