"""Play while the controller is off: legal play must not be flagged, in whatever order it is read.

Hands of three players are played at a table that is on, under each house. All legal actions are
equally likely (fold, check or call, the minimum bet or raise, all-in), from the deal, flop, turn or
river on, with the street before it, to the deal of the next hand. Then a table that was on only up
to some moment comes back at a later one, and reads the differences in several orders: in all orders
if they are few, else in some random ones. Where the table asks, the floor confirms.
"""

import itertools
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from controller.contract.commands import Confirm
from controller.contract.observations import (
    CardAt,
    CardLeft,
    ChipsAt,
    FloorSaid,
    FoundMoved,
    Observation,
    TimePassed,
)
from controller.contract.public import FloorCalled, IrregularityFound, PublicEvent
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.table.engine import Transition, step
from controller.table.state import Table
from tests.rig.attack.row import Asked, Row

BAR: Final = "play while off, two streets, all houses, all orders of arrival: 0 irregularities"
COURSES: Final = 2_000
MOMENTS: Final = 5
ORDERS: Final = 6
MOST_TOLD: Final = 20
STREETS: Final = 4
CONFIRM: Final = msgspec.json.encode(Confirm()).decode()
SEATED: Final = """
blinds 50 100
seat 1 Anne 3000 ; seat 2 Bruno 5000 ; seat 3 Chloe 2000
button 1
hand
"""
Moved = CardAt | CardLeft | ChipsAt


class Moment(NamedTuple):
    """The state of a table that is on at some moment of a course, and the time (ms)."""

    table: Table
    at: int


class Came(NamedTuple):
    """The result for a table that came back: irregularities, and its other findings."""

    found: tuple[str, ...]
    asked: bool
    unclear: bool
    right: bool
    called: bool


def attack(asked: Asked) -> Row:
    """Have tables come back in the middle of play that went on while they were off."""
    rng = random.Random(asked.seed)
    began = time.perf_counter()
    counts: Counter[str] = Counter()
    broken: list[str] = []
    slowest = 0.0
    for _ in range(asked.trials(COURSES)):
        house = load_house(rng.choice(shipped_houses()))
        moments = course(house, rng)
        for _ in range(MOMENTS):
            before, after = sorted(rng.sample(range(len(moments)), 2))
            news = moved(moments[before].table, moments[after].table, moments[after].at)
            for order in orders(news, rng):
                since = time.perf_counter()
                came = come_back(moments[before].table, house, order, moments[after])
                slowest = max(slowest, time.perf_counter() - since)
                counts.update(_counted(came))
                if came.found and len(broken) < MOST_TOLD:
                    where = f"{house.name}, {before} to {after} of {len(moments)}"
                    broken.append(f"{', '.join(came.found)}: {where}: {order}")
    figures = {name: float(counts[name]) for name in ("restarts", *_OUTCOMES)}
    figures |= {"slowest_ms": round(1000 * slowest)}
    return Row(
        "while-off", BAR, counts["restarts"], round(time.perf_counter() - began, 1), figures,
        tuple(broken),
    )  # fmt: skip


_OUTCOMES: Final = ("irregular", "asked", "unclear", "other_chips", "floor_called")


def _counted(came: Came) -> Iterator[str]:
    yield "restarts"
    said = (bool(came.found), came.asked, came.unclear, not came.right, came.called)
    yield from (name for name, so in zip(_OUTCOMES, said, strict=True) if so)


def course(house: House, rng: random.Random) -> list[Moment]:
    """Play one hand and the deal of the next at a table that is on; return all its moments.

    Nobody raises or folds up to a random street; from there on all legal actions are equally
    likely. Raises `ValueError` if the table that is on finds an irregularity: then the play was not
    legal.
    """
    moments: list[Moment] = []

    def watch(seen: Observation, done: Transition) -> None:
        moments.append(Moment(done.table, seen.at))

    game = DealtGame(Setup(house, 3, seed=rng.randrange(1 << 30)), watch)
    Runner(game).play(parse(SEATED))
    moments.clear()
    first = rng.randrange(STREETS)
    _deal(game)
    while game.table.hand.running:
        _go_on(game, rng, free=game.table.hand.street >= first)
    game.dealer.start_hand()
    if game.table.hand.running:
        _deal(game)
    if any(isinstance(event, IrregularityFound) for event in game.events):
        raise ValueError(f"{house.name}: a legal course is found irregular while the table is on")
    # The last two freely played streets, with the deal before them.
    begins = next(n for n, one in enumerate(moments) if one.table.hand.street >= max(first - 1, 0))
    return moments[begins:]


def _deal(game: DealtGame) -> None:
    game.dealer.deal()
    game.sink.settle()


def _go_on(game: DealtGame, rng: random.Random, *, free: bool) -> None:
    """Take the next step at a table that is on."""
    state = game.look()
    if state.turn:
        actions = [one.action for one in state.legal]
        raises = sum(seat.last_action in {"bet", "raise", "all-in"} for seat in state.seats)
        if not free or raises > 1:
            actions = [
                one for one in actions if one in {"check", "call"} or (free and one == "fold")
            ]
        action = rng.choice([one for one in actions if one != "fold" or "check" not in actions])
        least = next(one.least for one in state.legal if one.action == action)
        game.dealer.act(state.turn, action, least)
    elif state.next_step is not None and state.next_step.task == "table":
        game.dealer.table_cards(state.next_step.seat)
    else:
        game.dealer.street(("flop", "turn", "river")[game.table.hand.street])


def moved(before: Table, after: Table, at: int) -> tuple[Moved, ...]:
    """Return the differences in where things lie before and after some play."""
    cards = before.places.keys() | after.places.keys()
    lay = [(card, before.places.get(card, ""), after.places.get(card, "")) for card in cards]
    zones = before.chips.keys() | after.chips.keys()
    chips = [(zone, before.chips.get(zone, ()), after.chips.get(zone, ())) for zone in zones]
    return (
        *(CardAt(at, card, now, at) for card, was, now in sorted(lay) if now not in ("", was)),
        *(CardLeft(at, card, was) for card, was, now in sorted(lay) if was and not now),
        *(ChipsAt(at, zone, now, at) for zone, was, now in sorted(chips) if now != was),
    )


def orders(news: Sequence[Moved], rng: random.Random) -> Iterator[tuple[Moved, ...]]:
    """Yield the orders in which news is read: all orders if they are few, else random ones."""
    if math.factorial(len(news)) <= ORDERS:
        yield from itertools.permutations(news)
        return
    for _ in range(ORDERS):
        yield tuple(rng.sample(news, len(news)))


def come_back(table: Table, house: House, news: tuple[Moved, ...], truth: Moment) -> Came:
    """Have a table find what was moved, and the floor confirm it where the table asks."""
    told: list[PublicEvent] = []
    done = step(table, FoundMoved(truth.at, news), house)
    told += done.public
    asked = bool(done.table.devices.moved)
    if asked:
        done = step(done.table, FloorSaid(truth.at, "Paul", CONFIRM), house)
        told += done.public
    unclear = bool(done.table.devices.moved)
    while done.wake_at is not None and done.wake_at <= truth.at + 10_000:
        done = step(done.table, TimePassed(done.wake_at), house)
        told += done.public
    return Came(
        tuple(event.kind for event in told if isinstance(event, IrregularityFound)),
        asked,
        unclear,
        unclear or not _at_rest(truth.table) or _stacks(done.table) == _stacks(truth.table),
        any(isinstance(event, FloorCalled) for event in told),
    )


def _stacks(table: Table) -> tuple[int, ...]:
    return tuple(seat.stack for seat in table.seats)


def _at_rest(table: Table) -> bool:
    """Return whether all bets are in place: no announced bet is unpaid."""
    lies = sum(sum(chips) for chips in table.chips.values())
    return lies == sum(table.hand.put_in()) and table.hand.running
