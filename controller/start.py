"""What a table makes of its zones when it comes back: what differs from the journal is news."""

from collections.abc import Iterable, Mapping

import msgspec

from controller.contract.observations import BadgeAt, CardAt, CardLeft, ChipsAt, Observation
from controller.sensing.sensing import Sensing
from controller.table.state import Table

SCANNED_FOR = 3_000
LONGEST = 10_000


def moved_while_off(
    table: Table,
    sensing: Sensing,
    zones: Iterable[str],
    seen: Iterable[Observation],
    at: int,
    moving: Mapping[str, int],
) -> tuple[Observation, ...]:
    """Give what lies otherwise than the table remembers, as observations at time `at` (ms).

    `seen` is what sensing has said since the start, from knowing nothing; `zones` are those
    that an antenna reads. What lies where it lay is no news and is left out. `moving` are the
    zones whose chips had not come to rest, with the start of that motion: that they lie still
    is news, and belongs to that motion.
    """
    read = frozenset(zones)
    news: list[Observation] = []
    chips: dict[str, ChipsAt] = {}
    cards: dict[tuple[str, int], CardAt | CardLeft] = {}
    for observation in seen:
        match observation:
            case ChipsAt():
                chips[observation.zone] = observation
            case CardAt() | CardLeft():
                cards[observation.card, observation.deck] = observation
            case BadgeAt():
                news.append(observation)
            case _:
                pass
    for card, zone in table.places.items():
        if zone in read and card not in sensing.cards_in(zone) and (card, 1) not in cards:
            news.append(CardLeft(at, card, zone))
    for found in cards.values():
        where = found.zone if isinstance(found, CardAt) else ""
        if table.places.get(found.card, "") != where:
            news.append(found)
    for zone in sorted(read):
        lies = sensing.chips_in(zone)
        if zone in moving or lies != table.chips.get(zone, ()):
            found_there = chips.get(zone, ChipsAt(at, zone, lies, at))
            since = moving.get(zone, found_there.since)
            news.append(msgspec.structs.replace(found_there, since=since))
    return tuple(news)


def zones_of(news: Iterable[Observation]) -> tuple[str, ...]:
    """Give the zones that observations are about, sorted; no card is named."""
    return tuple(sorted({zone for one in news if (zone := getattr(one, "zone", ""))}))
