"""How long a scan takes a node, from the driver's own waits and the frames on the air.

From the driver (`firmware/drivers/pn5180.py`), the frames of a scan (`firmware/iso15693.py`), and
what SPI and interpreter are taken for, which nobody has measured.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan
from firmware.antennas import SLOW, THOROUGH_EVERY
from firmware.drivers.pn5180 import BIT_US, FIELD_US, GUARD_US
from hardware.slots import TAGS

TOO_MUCH: Final = 0.85
"""Of a node's time: above it antennas are read later than their periods say."""

MOST_SLOWER: Final = 10.0
"""By so much antennas are read more seldom at most, where their node has no time."""

QUESTION_MS: Final = 0.7
"""What SPI (some 60 bytes at 4 MHz) and interpreter take for a question, as is taken (ms)."""

HEARD_US: Final = 600
"""After a frame the driver waits so long until it looks for an answer."""

ANSWER_US: Final = 3700
"""And so long for the answer to end."""

EMPTY_LEAVES: Final = 0.36
"""So many questions for each of several tags find nobody, as counted over uids by chance."""


def _frame_us(count: int) -> float:
    """Return how long a frame of so many bytes is on the air, its CRC and both ends with it."""
    return (count * 8 + 19) * BIT_US


def scan_cost(tags: int, period: int, question_ms: float = QUESTION_MS) -> float:
    """Return how long a scan of a field with so many tags takes on average (ms).

    Every fifth scan, and each of an antenna that is scanned seldom, quiets the tags it has read
    and asks again for those that they drown.
    """
    field = FIELD_US + GUARD_US
    mask = 3 if tags < 2 else 4
    silent = _frame_us(mask) + HEARD_US
    heard = silent + ANSWER_US
    nobody = EMPTY_LEAVES * tags if tags > 1 else float(not tags)
    sweep = tags * (_frame_us(10) + HEARD_US) + _frame_us(3) + HEARD_US
    part = 1.0 if period >= SLOW else 1 / THOROUGH_EVERY
    asked = tags + nobody + part * (tags + 1)
    return (field + tags * heard + nobody * silent + part * sweep) / 1000 + asked * question_ms


def usual_tags(plan: AntennaPlan) -> int:
    """Return how many tags lie in an antenna's zone when it is as full as it usually gets."""
    return TAGS.get(plan.zone.partition(".")[0], 2)


def share(plan: AntennaPlan) -> float:
    """Return what an antenna takes of its node's time."""
    return scan_cost(usual_tags(plan), plan.period) / plan.period


def in_time(plans: Sequence[AntennaPlan]) -> tuple[AntennaPlan, ...]:
    """Return the antennas of one node, those that are read often so seldom that it has the time.

    What is read seldom as it is stays so. Where even that is too often, it stays too much.
    """
    slower, factor = tuple(plans), 1.0
    while sum(map(share, slower)) > TOO_MUCH and factor < MOST_SLOWER:
        factor += 0.1
        slower = tuple(
            plan if plan.period >= SLOW else replace(plan, period=_slowed(plan, factor))
            for plan in plans
        )
    return slower


def _slowed(plan: AntennaPlan, factor: float) -> int:
    return -(-round(plan.period * factor) // 10) * 10
