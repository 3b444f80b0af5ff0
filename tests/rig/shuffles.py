"""`tapis bench shuffles`: the findings of `tapis journal shuffles` on decks with a known shuffle.

An evening is twenty hands of nine players with one deck, gathered in the order in which it was
dealt: Gilbert-Shannon-Reeds riffles, ideal shuffles, and machines that repeat themselves.
"""

import random
from collections.abc import Callable
from typing import Annotated, Final

import typer

from controller.admin.shuffles import judge
from controller.table.state import DECK
from tests.rig.limits import judge as judged
from tests.rig.limits import tell

LEFT: Final = 24
"""Number of cards that leave the shoe in a hand of nine players."""

HANDS: Final = 20
LIMITS: Final = {
    "three_not_told": 0.01, "seven_told": 0.01, "ideal_told": 0.001, "repeated_not_told": 0.01,
    "few_orders_not_told": 0.01,
}  # fmt: skip
"""Upper limits, as shares of all evenings."""

Shuffle = Callable[[list[str], random.Random], list[str]]


def riffle(deck: list[str], rng: random.Random) -> list[str]:
    """Return a deck after one Gilbert-Shannon-Reeds riffle."""
    cut = rng.getrandbits(52).bit_count()
    left, right = deck[:cut], deck[cut:]
    # Every interleaving of the packets is equally likely.
    places = set(rng.sample(range(52), cut))
    packets = iter(left), iter(right)
    return [next(packets[0] if at in places else packets[1]) for at in range(52)]


def riffles(count: int) -> Shuffle:
    """Return a shuffle of `count` riffles; 0 is an ideal shuffle."""

    def shuffle(deck: list[str], rng: random.Random) -> list[str]:
        if not count:
            return rng.sample(deck, 52)
        for _ in range(count):
            deck = riffle(deck, rng)
        return deck

    return shuffle


def one_shuffle(rng: random.Random) -> Shuffle:
    """Return a machine that makes the same shuffle each time."""
    made = rng.sample(range(52), 52)
    return lambda deck, _: [deck[place] for place in made]


def few_orders(rng: random.Random, count: int = 3) -> Shuffle:
    """Return a machine that gives one of a few orders, whatever its input."""
    orders = [rng.sample(DECK, 52) for _ in range(count)]
    return lambda _, chance: chance.choice(orders)


def evening(shuffle: Shuffle, rng: random.Random, hands: int = HANDS) -> list[list[str]]:
    """Return the cards that leave the shoe, hand by hand."""
    deck, orders = list(DECK), []
    for _ in range(hands):
        deck = shuffle(deck, rng)
        orders.append(deck[:LEFT])
    return orders


def measure(evenings: int, seed: int) -> dict[str, float]:
    """Return the share of evenings with a wrong finding, for each kind of shuffle."""
    rng = random.Random(seed)

    def said(shuffle: Callable[[], Shuffle], finding: str) -> float:
        found = [judge(evening(shuffle(), rng)).findings for _ in range(evenings)]
        return sum(finding in one if finding else bool(one) for one in found) / evenings

    return {
        "evenings": evenings,
        "three_not_told": round(1 - said(lambda: riffles(3), "too-little"), 4),
        "seven_told": said(lambda: riffles(7), ""),
        "ideal_told": said(lambda: riffles(0), ""),
        "repeated_not_told": round(1 - said(lambda: one_shuffle(rng), "repeats"), 4),
        "few_orders_not_told": round(1 - said(lambda: few_orders(rng), "repeats"), 4),
    }


def bench_shuffles(
    evenings: Annotated[int, typer.Option(help="So many of each kind.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Of the shuffles.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Measure the shuffle report after three riffles, seven riffles and ideal shuffles.

    Status 1 when what is said is wrong more often than it may be.
    """
    figures = measure(evenings, seed)
    tell(figures, LIMITS, as_json=as_json)
    judged(figures, LIMITS)
