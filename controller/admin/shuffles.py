"""How well a table's decks are shuffled, from the orders in which cards left the shoe.

Only statistics are published: no card, no order, and nothing about a hand in progress.

- **Rising sequences** (D. Bayer and P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann.
  Appl. Probab. 2, 1992): the runs of cards that are still in the order of the previous hand. An
  ideal shuffle of n cards has (n + 1) / 2 of them on average, with a variance of (n + 1) / 12; k
  riffles leave at most 2^k. Three riffles are detected; seven, which the authors call enough, are
  close to ideal.
- **Neighbours**: pairs of cards that still follow each other directly. With m cards out of the
  shoe, the probability of this by chance is 1/m for each pair.
- **Moves**: places whose card went to the same new place in two shuffles in a row, for example if a
  machine repeats its shuffle. By chance, the probability is 1/m for each of m places.
- **Again**: an order that agrees in ten places with one of the 200 before it. Ideal orders agree in
  half a place on average, and in ten places once in about ten billion pairs.
- **Places**: a chi-square test of whether every card is equally likely to land in every place. The
  places are taken in groups of five, and the test needs `ENOUGH` hands.
"""

import math
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

from controller.contract.observations import CardAt
from controller.journal.reader import JournalReader, JournalRow
from display.words.locale import N_
from display.words.names import Words

LIMIT: Final = 5.0
"""How many standard deviations from ideal a figure may be before it is reported.

By chance, it is exceeded once in 3.5 million evenings.
"""

FEW: Final = 4
"""A shuffle is judged only if the orders before and after it share at least this many cards."""

GROUP, GROUPS = 5, 4
"""The size and number of the groups in which the first twenty places in the deck are tested."""

ENOUGH: Final = 104
"""The minimum number of hands for the test of places. By then, a card has landed in each group of
places ten times, on average."""

DECK: Final = 52

AGAIN: Final = 10
"""Two deck orders count as the same if at least this many places hold the same card in both."""

LOOKED_BACK: Final = 200
"""The number of earlier deck orders with which each one is compared."""


class Shuffles(msgspec.Struct, frozen=True):
    """Shuffle figures for one or all evenings; each `z` is in standard deviations from ideal.

    `hands` is the number of hands compared with the previous hand of the same deck. `cards` is the
    average number of cards compared. `rising` is the average number of rising sequences per hand,
    and `ideal` the average for an ideal shuffle. A negative `rising_z` means too little mixing. A
    positive `neighbours_z` means that cards stay together. A positive `places_z` means that some
    cards keep landing in the same places; it is None if there are too few hands. A positive
    `moves_z` means that one shuffle is repeated. `again` is the number of orders that nearly repeat
    an earlier one. `findings` are the problems found, as keys of `SAID`.
    """

    hands: int
    cards: float
    rising: float
    ideal: float
    rising_z: float
    neighbours_z: float
    places_z: float | None
    moves_z: float
    again: int
    findings: tuple[str, ...]


def rising_sequences(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return how many rising sequences `after` has relative to `before`.

    The second value is the number of cards compared, which are those in both orders. An unchanged
    order has 1 sequence.

    >>> rising_sequences(["2c", "3c", "4c", "5c"], ["4c", "2c", "5c", "3c"])
    (2, 4)
    """
    common = set(before).intersection(after)
    place = {card: at for at, card in enumerate(card for card in after if card in common)}
    order = [place[card] for card in before if card in common]
    falls = sum(second < first for first, second in pairwise(order))
    return falls + 1 if order else 0, len(order)


def kept_neighbours(before: Sequence[str], after: Sequence[str]) -> tuple[int, float]:
    """Return how many pairs of neighbouring cards stayed together, and how many chance predicts.

    A pair stayed together if one card still directly follows the other. Only pairs whose two cards
    are in both orders are counted.
    """
    there = set(after)
    follows = set(pairwise(after))
    pairs = [pair for pair in pairwise(before) if there.issuperset(pair)]
    return sum(pair in follows for pair in pairs), len(pairs) / max(len(after), 1)


def moves(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Map each card's place in `before` to its place in `after`, for cards that are in both.

    >>> moves(["2c", "3c", "4c"], ["4c", "2c", "9h"])
    {0: 1, 2: 0}
    """
    to = {card: place for place, card in enumerate(after)}
    return {place: to[card] for place, card in enumerate(before) if card in to}


def same_moves(orders: Sequence[Sequence[str]]) -> float:
    """Return how far repeated moves exceed chance, in standard deviations.

    A move is repeated if the next shuffle moves a card between the same two places.
    """
    made = [moves(before, after) for before, after in pairwise(orders)]
    same, by_chance = 0, 0.0
    for (first, second), after in zip(pairwise(made), orders[2:], strict=True):
        both = first.keys() & second.keys()
        same += sum(first[place] == second[place] for place in both)
        by_chance += len(both) / max(len(after), 1)
    return poisson_z(same, by_chance)


def come_again(orders: Sequence[Sequence[str]]) -> int:
    """Return how many orders nearly repeat one of the `LOOKED_BACK` orders before them."""
    found = 0
    lay: dict[tuple[int, str], deque[int]] = {}
    for at, order in enumerate(orders):
        agree: Counter[int] = Counter()
        for place in enumerate(order):
            there = lay.setdefault(place, deque(maxlen=LOOKED_BACK))
            agree.update(other for other in there if at - other <= LOOKED_BACK)
            there.append(at)
        found += max(agree.values(), default=0) >= AGAIN
    return found


def judge(orders: Iterable[Sequence[str]]) -> Shuffles:
    """Return the shuffle figures for one deck from its card order in each hand."""
    whole = list(orders)
    hands = cards = rising = kept = 0
    ideal = variance = chance = 0.0
    for before, after in pairwise(whole):
        found, n = rising_sequences(before, after)
        if n < FEW:
            continue
        same, by_chance = kept_neighbours(before, after)
        hands, cards, rising = hands + 1, cards + n, rising + found
        ideal, variance = ideal + (n + 1) / 2, variance + (n + 1) / 12
        kept, chance = kept + same, chance + by_chance
    rising_z = (rising - ideal) / math.sqrt(variance) if variance else 0.0
    neighbours_z = poisson_z(kept, chance)
    places_z, moves_z, again = _places(whole), same_moves(whole), come_again(whole)
    findings = []
    if rising_z < -LIMIT:
        findings.append("too-little")
    if neighbours_z > LIMIT:
        findings.append("stays-together")
    if again or max(rising_z, moves_z, places_z or 0.0) > LIMIT:
        findings.append("repeats")
    per = max(hands, 1)
    return Shuffles(
        hands, round(cards / per, 1), round(rising / per, 2), round(ideal / per, 2),
        round(rising_z, 2), round(neighbours_z, 2),
        None if places_z is None else round(places_z, 2), round(moves_z, 2), again,
        tuple(findings),
    )  # fmt: skip


def poisson_z(count: int, mean: float) -> float:
    """Return how far a count is from its mean, in standard deviations (Anscombe transform)."""
    if mean <= 0:
        return 0.0
    return 2 * (math.sqrt(count + 3 / 8) - math.sqrt(mean + 3 / 8))


def _places(orders: Sequence[Sequence[str]]) -> float | None:
    """Return how unevenly cards are distributed across places, in standard deviations from ideal.

    This is a chi-square test with the Wilson-Hilferty transform. Returns None if there are too few
    hands.
    """
    if len(orders) < ENOUGH:
        return None
    square, freedom = 0.0, 0
    for group in range(GROUPS):
        counts: Counter[str] = Counter()
        for order in orders:
            counts.update(order[group * GROUP : (group + 1) * GROUP])
        mean = sum(counts.values()) / DECK
        if mean < ENOUGH * GROUP / DECK / 2:
            continue
        square += sum((count - mean) ** 2 / mean for count in counts.values())
        square += mean * (DECK - len(counts))
        freedom += DECK - 1
    if not freedom:
        return None
    part = 2 / (9 * freedom)
    return (math.cbrt(square / freedom) - (1 - part)) / math.sqrt(part)


SAID: Final = {
    "too-little": N_("too much of the previous order remains, as after only three or four riffles"),
    "stays-together": N_("cards that were next to each other stayed together"),
    "repeats": N_("the same sequences of cards recur: check the shuffler"),
}
"""The text for each possible finding."""


def told(found: Shuffles, said: Words) -> Iterable[str]:
    """Yield the lines of the report on one deck's shuffles."""
    if not found.hands:
        yield said.say("no result: too few hands, or too few cards that reappear in the next hand")
        return
    text = N_(
        "{hands} hands. On average, {cards} of a hand's cards had also been dealt in the "
        "previous hand, and formed {rising} rising sequences (ideal shuffle: {ideal}). Standard "
        "deviations from ideal: rising sequences {rising_z}, adjacent cards {neighbours_z}"
    )
    yield said.say(
        text,
        hands=found.hands,
        cards=f"{found.cards:g}",
        rising=f"{found.rising:g}",
        ideal=f"{found.ideal:g}",
        rising_z=f"{found.rising_z:+g}",
        neighbours_z=f"{found.neighbours_z:+g}",
    )
    if found.places_z is not None:
        yield said.say(
            "standard deviations from ideal: card positions {places_z}",
            places_z=f"{found.places_z:+g}",
        )
    for finding in found.findings:
        yield said.say(SAID[finding])
    if not found.findings:
        yield said.say("no different from an ideal shuffle")


def shuffles_of(journal: Path) -> dict[int, Shuffles]:
    """Return the shuffle figures for each deck in a journal; raises `JournalError`."""
    with JournalReader(journal) as reader:
        return {deck: judge(orders) for deck, orders in sorted(orders_of(reader.rows()).items())}


def all_told(found: Mapping[int, Shuffles], journal: Path, said: Words) -> Iterable[str]:
    """Yield the lines of the report on the shuffles of all decks in a journal."""
    for deck, one in found.items():
        for line in told(one, said):
            yield said.say("deck {n}: {what}", n=deck, what=line)
    if not found:
        yield said.say("{file}: no card has been dealt from a card-reading shoe", file=journal)


def orders_of(rows: Iterable[JournalRow]) -> dict[int, list[list[str]]]:
    """Return the order in which cards left the shoe in each finished hand, grouped by deck."""
    orders: dict[int, list[list[str]]] = {}
    running: dict[int, list[str]] = {}
    for row in rows:
        seen = row.observation
        if isinstance(seen, CardAt) and seen.zone == "shoe" and seen.deck:
            order = running.setdefault(seen.deck, [])
            if seen.card not in order:
                order.append(seen.card)
        if any(kind in {"hand.ended", "hand.voided"} for _, kind, _ in row.public):
            for deck, order in running.items():
                orders.setdefault(deck, []).append(order)
            running = {}
    return orders
