"""Prizes as percentages or amounts, as staff write them, and proposals by number of entries."""

import re
from collections.abc import Sequence
from typing import Final

from controller.contract.errors import TapisError

MOST_PLACES: Final = 1000
"""The maximum number of paid places, or of seats that a satellite awards as prizes.

A satellite's last prize, the money left over, is not counted.
"""

MOST_PROPOSED: Final = 100
LONGEST_SHARES: Final = 12_000
"""The maximum length of the text in which staff write the prizes, in characters."""

PAID: Final[tuple[tuple[int, tuple[int, ...]], ...]] = (
    (4, (100,)),
    (8, (65, 35)),
    (16, (50, 30, 20)),
    (27, (43, 27, 18, 12)),
    (40, (38, 24, 17, 12, 9)),
    (54, (34, 22, 15, 12, 9, 8)),
)
"""The proposed payouts, by number of entries.

Each row is a maximum number of entries, and the percentage of the pool for each paid place.
"""

_WORD: Final = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?(%?)")


class BadShares(TapisError):
    """The error for text that is neither percentages nor amounts."""


def percentages(entries: int) -> tuple[float, ...]:
    """Return the percentage of the pool for each paid place, first place first.

    If there are more entries than `PAID` covers, an eighth of the players are paid, up to
    `MOST_PROPOSED`. Each place then receives four fifths of what the place above it receives.
    """
    for most, shares in PAID:
        if entries <= most:
            return shares
    places = min(MOST_PROPOSED, entries // 8)
    weights = [0.8**place for place in range(places)]
    return tuple(100 * one / sum(weights) for one in weights)


def rounded(pool: int, shares: Sequence[float], unit: int = 1) -> tuple[int, ...]:
    """Return prize amounts from percentages of the pool, rounded down to multiples of `unit`.

    Whole units that are left over go to the places that lost the most in rounding, except where a
    place would then receive more than the place above it. Any money left goes to first place.
    Places that would receive nothing are left out. The amounts add up to the pool only if the
    percentages add up to 100.

    >>> rounded(120, (50, 30, 20), 5)
    (60, 35, 25)
    """
    unit = max(1, unit)
    total = int(pool * sum(shares) / 100 + 1e-6)
    down = [int(pool * one / 100 + 1e-6) // unit * unit for one in shares]
    shares = [share for share, one in zip(shares, down, strict=True) if one]
    found = [one for one in down if one]
    if not found:
        return (total,) if total else ()
    rest = total - sum(found)
    # Whole units go to the places that lost most in rounding, if no place overtakes another.
    lost = sorted(range(len(found)), key=lambda at: found[at] - pool * shares[at] / 100)
    for at in lost:
        if rest >= unit and (at == 0 or found[at] + unit <= found[at - 1]):
            found[at] += unit
            rest -= unit
    found[0] += rest
    return tuple(found)


def proposal(entries: int, pool: int, unit: int = 1) -> tuple[int, ...]:
    """Propose prize amounts for a number of entries, using the whole pool.

    The amounts are multiples of `unit`, but first place also receives the odd remainder.

    >>> proposal(12, 120, 10)
    (60, 40, 20)
    """
    return rounded(pool, percentages(entries), unit)


def seats_and_rest(pool: int, seats: int, worth: int, rest: str) -> tuple[int, ...]:
    """Return a satellite's prizes: a seat for each of the first places, and the money left over.

    Each seat is given as its value, `worth`. If `seats` is 0, there are as many seats as the pool
    can pay for. If `rest` is `next`, the money left over goes to the place after the last
    seat. Otherwise it is not a prize.

    >>> seats_and_rest(1000, 0, 300, "next"), seats_and_rest(1000, 2, 300, "house")
    ((300, 300, 300, 100), (300, 300))
    """
    seats = min(seats or pool // worth, MOST_PLACES)
    over = pool - seats * worth
    return (*[worth] * seats, *([over] if over > 0 and rest == "next" else []))


def shares_of(text: str, pool: int, unit: int = 1) -> tuple[int, ...]:
    """Parse prizes, and return them as amounts; `text` holds amounts, or percentages of the pool.

    Percentages give amounts rounded to multiples of `unit`. Raises `BadShares` for any other text,
    or for a mix of amounts and percentages.

    >>> shares_of("50%,30%,20%", 200), shares_of("60, 40", 120)
    ((100, 60, 40), (60, 40))
    """
    told = re.sub(r"\s+%", "%", text.strip())
    words = [word for word in re.split(r"[\s;]+|,(?!\d)|(?<=%),", told) if word]
    read = [_WORD.fullmatch(word) for word in words]
    marks = {one[3] for one in read if one is not None}
    if (
        not words
        or None in read
        or len(marks) != 1
        or len(words) > MOST_PLACES + 1
        or len(text) > LONGEST_SHARES
    ):
        raise BadShares(text[:80])
    values = [float(f"{one[1]}.{one[2] or 0}") for one in read if one is not None]
    if marks == {"%"}:
        return rounded(pool, values, unit)
    if any(one % 1 for one in values):
        raise BadShares(text[:80])
    return tuple(int(one) for one in values)
