"""The value of the remaining prizes for the remaining players: chip chop and ICM.

ICM (Malmuth and Harville) gives a player first place with a probability equal to their share of the
chips, and continues the same way among the other players. In an equivalent model, each player has a
clock that rings once, at a rate equal to their chips; the first clock to ring takes first place.
The probability of a place is then an integral, over the time at which a player's clock rings, of
the probability that exactly the right number of others rang earlier. The trapezoid rule over the
logarithm of time computes it to more digits than a prize has. Enumerating all orders would mean
checking 20! of them for 20 players.
"""

import math
import operator
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final

from controller.contract.errors import TapisError

MOST: Final = 20
"""The maximum number of players who may share the prizes."""

STEP: Final = 0.1
NARROW: Final = 45.0
"""The number that sets both limits of the integral over time.

The integral begins at time exp(-45), when practically no clock has rung. It ends at 45 divided
by the slowest clock's rate, when practically all have rung.
"""


class DealError(TapisError):
    """Prizes that can't be shared by ICM or chip chop; the message gives the reason."""


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Return each player's share by ICM, in whole units that sum to the prizes paid.

    `stacks` are the chips of the remaining players, 1 or more each. `prizes` are those for the
    remaining places, first place first, none larger than the one before it. Places beyond the last
    prize receive nothing. Raises `DealError`.
    """
    worth = _checked(stacks, prizes)
    return _whole(_equities(stacks, worth), sum(worth))


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Return each player's share by chip chop, in whole units that sum to the prizes paid.

    Each player receives the lowest prize, and the money above that is shared in proportion to the
    chips. `stacks` and `prizes` are as in `icm`. Raises `DealError`.
    """
    worth = _checked(stacks, prizes)
    least, chips = worth[-1], sum(stacks)
    rest = sum(worth) - least * len(stacks)
    return _whole([least + rest * stack / chips for stack in stacks], sum(worth))


def with_left(
    share: Callable[[Sequence[int], Sequence[int]], tuple[int, ...]],
    stacks: Sequence[int], prizes: Sequence[int], left: Sequence[int],
) -> tuple[int, ...]:  # fmt: skip
    """Return each player's guaranteed share if the amounts `left` remain to be played for.

    `left` starts with first place. It is deducted from the prizes for the same places, and the
    remainder is shared by `share` (`icm` or `chip_chop`). Raises `DealError` if a prize would
    become smaller than the next one.

    >>> with_left(icm, [5000, 5000], [70, 30], [10])
    (45, 45)
    """
    rest = [prize - part for prize, part in zip_longest(prizes, left, fillvalue=0)]
    return share(stacks, rest)


def _checked(stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """Return one prize for each remaining player, adding zeros as needed; raises `DealError`."""
    if not 2 <= len(stacks) <= MOST:
        raise DealError(f"a deal needs 2 to {MOST} players, not {len(stacks)}")
    if min(stacks) < 1:
        raise DealError("every player in a deal must have chips")
    worth = [*prizes[: len(stacks)], *[0] * (len(stacks) - len(prizes))]
    if min(worth) < 0 or worth != sorted(worth, reverse=True):
        raise DealError("no place may receive more than the one above it")
    return worth


def _equities(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Return the ICM value of each stack, as a float in units of the prizes."""
    rates = [stack / sum(stacks) for stack in stacks]
    worth = [0.0] * len(rates)
    first, last = -NARROW, math.log(NARROW / min(rates))
    for number in range(math.ceil((last - first) / STEP)):
        time = math.exp(first + number * STEP)
        rung = [-math.expm1(-rate * time) for rate in rates]
        for player, rate in enumerate(rates):
            before = _counts(rung, player)
            density = rate * math.exp(-rate * time) * time * STEP
            worth[player] += density * sum(map(operator.mul, prizes, before))
    scale = sum(prizes) / sum(worth) if sum(worth) else 0.0
    return [one * scale for one in worth]


def _counts(chances: Sequence[float], without: int) -> list[float]:
    """Return the probabilities that exactly 0, 1, 2 ... of some events happen.

    `chances` are the probabilities of the events; the one at index `without` is left out.
    """
    counts = [1.0]
    for player, chance in enumerate(chances):
        if player == without:
            continue
        other = 1 - chance
        counts = [
            stays * other + comes * chance
            for stays, comes in zip([*counts, 0.0], [0.0, *counts], strict=True)
        ]
    return counts


def _whole(shares: Sequence[float], pool: int) -> tuple[int, ...]:
    """Return shares in whole units that sum to the pool; the largest fractions are rounded up."""
    whole = [math.floor(share + 1e-9) for share in shares]
    by_part = sorted(range(len(shares)), key=lambda one: (whole[one] - shares[one], one))
    for one in by_part[: pool - sum(whole)]:
        whole[one] += 1
    return tuple(whole)
