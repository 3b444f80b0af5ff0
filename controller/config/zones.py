"""Checks a config's antennas and zones for unknown names, duplicates and impossible sizes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from controller.contract.errors import Sentence
from controller.contract.scans import AntennaPlan, zone_seat
from controller.toml.file import KeyPath, Mistake, nearest

SEAT_ZONES: Final = ("hand", "bet", "stack", "badge", "button")
TABLE_ZONES: Final = ("board", "burn", "muck", "pot", "shoe", "floor-badge", "desk", "spare")


def antenna_mistakes(antennas: Sequence[AntennaPlan], seats: int) -> Iterator[Mistake]:
    """Yield the mistakes in the antennas' settings, at a table with `seats` seats."""
    known = {*TABLE_ZONES} | {
        f"{zone}.{seat}" for zone in SEAT_ZONES for seat in range(1, seats + 1)
    }
    yield from twice(("antennas",), "name", (antenna.name for antenna in antennas))
    for index, antenna in enumerate(antennas):
        path = ("antennas", index)
        if antenna.zone not in known:
            yield _strange_zone((*path, "zone"), antenna.zone, known, seats)
        if not antenna.name:
            yield Mistake(
                (*path, "name"), Sentence("is empty"), Sentence("a name that no other antenna uses")
            )
        if not 20 <= antenna.period <= 10_000:
            wrong = Sentence("{period} ms is not a valid scan period", period=antenna.period)
            yield Mistake(
                (*path, "period"),
                wrong,
                Sentence("20 to 10000; usually 100 for cards and 200 for bets"),
            )
        for side in ("width", "depth"):
            if not 10 <= getattr(antenna, side) <= 2000:
                wrong = Sentence(
                    "{value} mm is not a valid size for an antenna", value=getattr(antenna, side)
                )
                yield Mistake((*path, side), wrong, Sentence("10 to 2000"))


def _strange_zone(path: KeyPath, zone: str, known: set[str], seats: int) -> Mistake:
    head, _, tail = zone.partition(".")
    if head in SEAT_ZONES:
        wrong = Sentence('"{zone}" does not name a seat', zone=zone)
        if tail.isdecimal() and zone_seat(zone) > seats:
            wrong = Sentence(
                'names zone "{zone}", but this table has {seats} seats', zone=zone, seats=seats
            )
        return Mistake(path, wrong, Sentence("{head}.1 to {head}.{seats}", head=head, seats=seats))
    if head in TABLE_ZONES:
        return Mistake(
            path,
            Sentence('"{zone}" is not a zone: the table has only one {head}', zone=zone, head=head),
            f'"{head}"',
        )
    right = nearest(zone, known)
    if right.startswith("one of"):
        right = Sentence(
            "one of {zones}; or one of {seats} with a seat number, such as hand.3",
            zones=", ".join(TABLE_ZONES),
            seats=", ".join(SEAT_ZONES),
        )
    return Mistake(path, Sentence('"{zone}" is not a zone', zone=zone), right)


def no_such_seat(path: KeyPath, seat: int, seats: int) -> Mistake:
    """Return the mistake of a seat number beyond the number of seats at the table, `seats`."""
    wrong = Sentence(
        "there is no seat {seat}: this table has {seats} seats", seat=seat, seats=seats
    )
    return Mistake(path, wrong, Sentence("1 to {seats}", seats=seats))


def twice(path: KeyPath, key: str, values: Iterable[Any]) -> Iterator[Mistake]:
    """Yield a mistake for every value that repeats an earlier one.

    `path` leads to a list of TOML tables, and `values` are the values of `key` in these tables. The
    empty string may be repeated.
    """
    seen: Counter[Any] = Counter()
    for index, value in enumerate(values):
        if seen[value] and value != "":
            wrong = (
                Sentence('"{value}" is given twice', value=value)
                if isinstance(value, str)
                else Sentence("{value} is already in use", value=value)
            )
            yield Mistake((*path, index, key), wrong, Sentence("a unique {key}", key=key))
        seen[value] += 1
