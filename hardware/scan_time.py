"""How long a scan takes a node, from the questions of which it is made."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan
from firmware.antennas import LOOK_EVERY, SLOW, THOROUGH_EVERY
from firmware.drivers.pn5180 import FIELD_US, GUARD_US
from firmware.turns import LEAST
from hardware.question_time import (
    EMPTY_LEAVES,
    ONE,
    QUESTION_MS,
    QUIET,
    SEVERAL,
    answered_ms,
    silent_ms,
)
from hardware.rounds import Rounds
from hardware.slots import SELDOM, TAGS, Schedule

TOO_MUCH: Final = 0.85
"""Of a node's time: above it antennas are read later than their periods say."""

MOST_SLOWER: Final = 10.0
"""By so much antennas are read more seldom at most, where their node has no time."""

FIELD: Final = (FIELD_US + GUARD_US) / 1000
"""Until tags hear (ms)."""


def scan_cost(tags: int, period: int, question_ms: float = QUESTION_MS) -> float:
    """Return how long a scan of a field with so many tags takes on average (ms).

    Every fifth scan, and each of an antenna that is scanned seldom, quiets the tags it has read
    and asks again for those that they drown.
    """
    count = ONE if tags < 2 else SEVERAL
    nobody = EMPTY_LEAVES * tags if tags > 1 else float(not tags)
    sweep = tags * silent_ms(QUIET, question_ms) + silent_ms(ONE, question_ms)
    part = 1.0 if period >= SLOW else 1 / THOROUGH_EVERY
    heard, silent = answered_ms(count, question_ms), silent_ms(count, question_ms)
    return FIELD + tags * heard + nobody * silent + part * sweep


class Turn(NamedTuple):
    """How an antenna is read by turns: how often (ms), and how long its field is on a scan (ms)."""

    every: float
    scan_ms: float


def by_turns(
    plan: AntennaPlan, schedule: Schedule, tags: int, question_ms: float = QUESTION_MS
) -> Turn:
    """Return how an antenna with so many tags is read in its slots of a schedule, on average.

    A question is begun while `LEAST` ms of the slot are left. Of some scans one is a slot that
    looks for those that are drowned.
    """
    room = schedule.slots[plan.name].length - LEAST
    count = ONE if tags < 2 else SEVERAL
    heard, silent = answered_ms(count, question_ms), silent_ms(count, question_ms)
    quiet = silent_ms(QUIET, question_ms)
    nobody = round(EMPTY_LEAVES * tags) if tags > 1 else int(not tags)
    steps = _mixed([heard] * tags, [silent] * nobody)
    slots, on = _in_slots(steps, room)
    if tags:
        every = LOOK_EVERY // 4 if plan.period >= SLOW else LOOK_EVERY
        _, look = _in_slots([quiet] * tags + [silent], room, most=1)
        # What a look leaves of its slot is the scan's.
        more, after = _in_slots(steps, room, passed=look)
        looks = 1 / (every - 1)
        slots += looks * (more - slots)
        on += looks * (look + after - on)
    if plan.period >= SELDOM:
        slots = max(slots, round(plan.period / schedule.frame))
    return Turn(slots * schedule.frame, on)


def _mixed(many: list[float], few: list[float]) -> list[float]:
    """Return the steps of a scan, those that are few spread among the others."""
    steps = list(many)
    for number, step in enumerate(few):
        steps.insert((2 * number + 1) * len(steps) // max(2 * len(few), 1), step)
    return steps


def _in_slots(
    steps: Sequence[float], room: float, *, passed: float = 0.0, most: int = 0
) -> tuple[float, float]:
    """Return how many slots steps of so many ms take, and how long the field is on in them (ms).

    The field goes off when `room` has gone by, of which `passed` has in the first; no more than
    `most` slots, if that is not 0.
    """
    slots, on, passed = 1, FIELD, passed + FIELD
    for step in steps:
        if passed >= room:
            if slots == most:
                break
            slots, on, passed = slots + 1, on + FIELD, FIELD
        on, passed = on + step, passed + step
    return slots, on


def usual_slots(plans: Sequence[AntennaPlan], rounds: Rounds) -> Schedule:
    """Return the slots when all zones are as full as they usually get, and nothing has news."""
    return rounds.calm({plan.name: usual_tags(plan) for plan in plans})


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
