"""Compares the zones with the journal when a table restarts, and reports the differences."""

from collections.abc import Iterable, Mapping

import msgspec

from controller.contract.observations import (
    BadgeAt,
    CardAt,
    CardLeft,
    ChipsAt,
    FoundMoved,
    Observation,
)
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
    """Return how the zones differ from the table's saved state, as observations at time `at` (ms).

    `zones` are the zones that an antenna reads; no others are compared. `seen` contains everything
    that `sensing` has reported since the controller started. `moving` maps each zone whose chips
    were in motion at the last save to the time at which that motion began (ms). The chips now in
    such a zone are always reported, as part of that motion.

    All cards and chips that have moved are reported in one `FoundMoved`. If none has moved, it is
    omitted, unless moves found at an earlier start are still unconfirmed; then an empty one is
    returned. Reports on badges come last. A card whose tag is read in two places is left out.
    """
    read, copied, reports = frozenset(zones), sensing.copied(), tuple(seen)
    # A later report on the same card, or on the chips in the same zone, replaces an earlier one.
    cards = {(one.card, one.deck): one for one in reports if isinstance(one, CardAt | CardLeft)}
    chips = {one.zone: one for one in reports if isinstance(one, ChipsAt)}
    badges = [one for one in reports if isinstance(one, BadgeAt)]
    moved: list[CardAt | CardLeft | ChipsAt] = [
        *(
            CardLeft(at, card, zone, table.deck)
            for card, zone in table.places.items()
            if zone in read
            and card not in sensing.cards_in(zone)
            and (card, table.deck) not in cards
            and card not in copied
        ),
        *(
            found
            for found in cards.values()
            if found.card not in copied
            and _remembered(table, found) != (found.zone if isinstance(found, CardAt) else "")
        ),
    ]
    for zone in sorted(read):
        lies = sensing.chips_in(zone)
        if zone in moving or lies != table.chips.get(zone, ()):
            found_there = chips.get(zone, ChipsAt(at, zone, lies, at))
            since = moving.get(zone, found_there.since)
            moved.append(msgspec.structs.replace(found_there, since=since))
    if moved or table.devices.moved:
        return (FoundMoved(at, tuple(moved)), *badges)
    return tuple(badges)


def _remembered(table: Table, found: CardAt | CardLeft) -> str:
    """Return the zone that the table last recorded for a card, or "" for none.

    If there are two decks, the table keeps a separate record for the deck that is not in play.
    """
    if table.fittings.decks > 1 and found.deck not in {0, table.deck}:
        return table.others.get(f"{found.card}/{found.deck}", "")
    return table.places.get(found.card, "")


def zones_of(news: Iterable[Observation]) -> tuple[str, ...]:
    """Return the sorted zones of all cards and chips reported in `FoundMoved` observations.

    The cards themselves are not named.
    """
    things = [thing for one in news if isinstance(one, FoundMoved) for thing in one.news]
    return tuple(sorted({thing.zone for thing in things}))
