"""The calculation of a hall's figures: lost and doubled events, and display delays."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

import msgspec

Step = tuple[int, float]
"""The last event (seq) that was said or shown, and the time (ms since 1970)."""


class Compared(msgspec.Struct, frozen=True):
    """The number of lost items, and of surplus copies."""

    lost: int
    doubled: int


def compare(said: Iterable[Hashable], there: Iterable[Hashable]) -> Compared:
    """Compare the items that should be there once with those that are there.

    >>> compare("abc", "acc")
    Compared(lost=1, doubled=1)
    """
    wanted, found = Counter(said), Counter(there)
    return Compared((wanted - found).total(), (found - wanted).total())


def delays(said: Sequence[Step], shown: Sequence[Step]) -> tuple[list[float], int]:
    """Return the delay (ms) of each step until it was shown, and how many never were.

    A step is shown by the first picture that includes its event. Steps before the first picture do
    not count.

    >>> delays([(4, 10.0), (6, 20.0), (9, 30.0)], [(4, 12.0), (8, 25.0)])
    ([2.0, 5.0], 1)
    """
    if not shown:
        return [], len(said)
    reached: list[Step] = []
    for seq, at in sorted(shown, key=lambda step: step[1]):
        if not reached or seq > reached[-1][0]:
            reached.append((seq, at))
    seqs = [seq for seq, _ in reached]
    took, never = [], 0
    for seq, at in said:
        place = bisect_left(seqs, seq)
        if place == len(seqs):
            never += 1
        elif place or seq == seqs[0]:
            took.append(max(0.0, reached[place][1] - at))
    return took, never


def until_kept(
    said: Mapping[int, Sequence[Step]], kept: Iterable[tuple[int, int, float]]
) -> list[float]:
    """Return the times (ms) from a table's step until its events were kept.

    The first step of each table is left out, because its events are not known.

    >>> until_kept({1: [(4, 10.0), (6, 20.0)]}, [(1, 4, 11.0), (1, 5, 22.5), (1, 6, 23.0)])
    [2.5, 3.0]
    """
    took = []
    seqs = {table: [seq for seq, _ in steps] for table, steps in said.items()}
    for table, seq, at in kept:
        place = bisect_left(seqs.get(table, ()), seq)
        if 0 < place < len(seqs[table]):
            took.append(at - said[table][place][1])
    return took


def all_delays(
    said: Mapping[int, Sequence[Step]], shown: Iterable[tuple[int, Sequence[Step]]]
) -> tuple[list[float], int]:
    """Return the delays for many viewers, each of one table."""
    took: list[float] = []
    never = 0
    for table, pictures in shown:
        more, missed = delays(said.get(table, ()), pictures)
        took += more
        never += missed
    return took, never


def share_of(values: Sequence[float], share: float) -> float:
    """Return the value that this share (0 to 1) of the values does not exceed; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)
