"""Determines the time up to which all cards at seats have been reported.

Code that waits for such reports can then go on.
"""

from collections.abc import Iterable
from typing import Final

from controller.sensing.field import Field

TOLD_SCANS: Final = 4
"""How many scans of an antenna are enough for each tag on it to be read at least once.

With a typical read rate, all of them miss a tag in only 1 of 160,000 cases.
"""

MISSED_MS: Final = 400
MISSED_SCANS: Final = 3
"""How long before its first read a tag that is still undecided may have arrived (ms, scans).

The longer of the two limits counts: a tag that is often missed now may have been missed before.
"""


def told_until(fields: Iterable[Field], landed: int | None) -> int:
    """Return the time (ms) up to which all cards at seats have been reported, or 0 if unknown.

    A card first read at a seat up to that time has been reported or rejected. Antennas that do not
    respond are left out. Some cards may have arrived but not been reported yet: `landed` is when
    the earliest of them was first read (ms), or None if there are none.
    """
    until = [_told(one) for one in fields if one.of_a_hand and not one.lost]
    if landed is not None:
        until.append(landed - 1)
    return max(min(until, default=0), 0)


def _told(field: Field) -> int:
    """Return the time (ms) up to which all tags that reached an antenna have been read and decided.

    Returns 0 if the antenna has not been scanned often enough.
    """
    if field.n < TOLD_SCANS:
        return 0
    reads = [candidate.first_at for candidate in field.pending.values()]
    reads += [unknown[0][1] for unknown in field.unknown.values()]
    seen = field.time_of(field.n - TOLD_SCANS + 1)
    if not reads:
        return seen
    return min(seen, min(reads) - 1 - max(MISSED_MS, MISSED_SCANS * field.period))
