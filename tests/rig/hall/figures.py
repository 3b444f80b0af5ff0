"""What a hall's figures are made of: what was lost or doubled, and how late things were shown."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

import msgspec

Step = tuple[int, float]
"""Up to which event (seq) something was said or shown, and when (ms since 1970)."""


class Compared(msgspec.Struct, frozen=True):
    """How often something that was said is not there, and how often it is there once too often."""

    lost: int
    doubled: int


def compare(said: Iterable[Hashable], there: Iterable[Hashable]) -> Compared:
    """Hold what ought to be there once against what is there.

    >>> compare("abc", "acc")
    Compared(lost=1, doubled=1)
    """
    wanted, found = Counter(said), Counter(there)
    return Compared((wanted - found).total(), (found - wanted).total())


def delays(said: Sequence[Step], shown: Sequence[Step]) -> tuple[list[float], int]:
    """Return how long (ms) each thing that was said took to be shown, and how many never were.

    It is shown with the first picture that includes its event. What was said before the first
    picture is none of it.

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
    """Return how long (ms) events took from what a table said until they were kept.

    Of the first step of each table it is not known which events it had.

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
    """Return the same of many who look, each at one table."""
    took: list[float] = []
    never = 0
    for table, pictures in shown:
        more, missed = delays(said.get(table, ()), pictures)
        took += more
        never += missed
    return took, never


def share_of(values: Sequence[float], share: float) -> float:
    """Return what so large a share (0 to 1) of the values does not exceed; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)
