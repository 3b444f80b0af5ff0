"""The duration of a scan, computed from its queries."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan
from firmware.drivers.pn5180 import FIELD_US, GUARD_US
from firmware.reading.antennas import MUCH_UNTIDY, SLOW, TELLING, THOROUGH_EVERY, TIDY_US
from hardware.timing.dynamic_slots import Rounds
from hardware.timing.processor import MEASURED, Processor
from hardware.timing.question_time import (
    EMPTY_LEAVES,
    ONE,
    QUIET,
    SEVERAL,
    answered_ms,
    silent_ms,
)
from hardware.timing.standing_slots import TAGS, Schedule

TOO_MUCH: Final = 0.8
"""Maximum load, as a share of a node's time. Above it, antennas are read late."""

MOST_SLOWER: Final = 10.0
"""Maximum factor by which an overloaded node's periods are stretched."""

FIELD: Final = (FIELD_US + GUARD_US) / 1000
"""Time (ms) from switching the field on until tags can receive a query."""


def scan_cost(tags: int, period: int, processor: Processor = MEASURED) -> float:
    """Return the average duration (ms) of scanning a field with this many tags.

    `period` is the antenna's scan period (ms). One in `THOROUGH_EVERY` scans, or every scan if the
    period is at least `SLOW`, silences the tags it has read and queries again for tags masked by
    them. The node does its other work while tags answer, except for part of its garbage collection.
    """
    count = ONE if tags < 2 else SEVERAL
    nobody = EMPTY_LEAVES * tags if tags > 1 else float(not tags)
    sweep = tags * silent_ms(QUIET, processor) + silent_ms(ONE, processor)
    part = 1.0 if period >= SLOW else 1 / THOROUGH_EVERY
    heard, silent = answered_ms(count, processor), silent_ms(count, processor)
    reading = FIELD + tags * heard + nobody * silent + part * sweep
    tidy = max(processor.tidy - TIDY_US, 0) * (TELLING + tags + nobody) / MUCH_UNTIDY
    return reading + (processor.field + processor.scan + tidy) / 1000


def usual_slots(plans: Sequence[AntennaPlan], rounds: Rounds) -> Schedule:
    """Return the slots made by `rounds` if no field changes and each zone is as full as usual."""
    return rounds.calm({plan.name: usual_tags(plan) for plan in plans})


def usual_tags(plan: AntennaPlan) -> int:
    """Return how many tags are in an antenna's zone when the zone is as full as it usually gets."""
    return TAGS.get(plan.zone.partition(".")[0], 2)


def share(plan: AntennaPlan) -> float:
    """Return the share of a node's time (1 for all of it) that reading one antenna takes."""
    return scan_cost(usual_tags(plan), plan.period) / plan.period


def in_time(plans: Sequence[AntennaPlan]) -> tuple[AntennaPlan, ...]:
    """Return a node's antennas, with short periods stretched until the node can keep up.

    Periods of at least `SLOW` ms are not stretched. If stretching by `MOST_SLOWER` is not enough,
    the node stays overloaded.
    """
    slower, factor = tuple(plans), 1.0
    while sum(map(share, slower)) > TOO_MUCH and factor < MOST_SLOWER:
        factor += 0.1
        slower = tuple(
            plan
            if plan.period >= SLOW
            else replace(plan, period=-(-round(plan.period * factor) // 10) * 10)
            for plan in plans
        )
    return slower
