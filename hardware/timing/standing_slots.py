"""A TDMA schedule: time slots for all of a table's antennas, computed from their distances.

NXP advises keeping two readers on the same frequency apart by three times the diameter of the
larger antenna, measured between their nearest edges (V. Vega of NXP in RFID Journal, "How can I
avoid reader interference?",
https://www.rfidjournal.com/question/how-can-i-avoid-reader-interference). Under a felt, no antennas
are that far apart, so closer ones are given slots that do not overlap. This is weighted graph
colouring: an antenna is a vertex, and an edge joins two that disturb each other or share a reader.
"""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from controller.contract.scans import AntennaPlan
from controller.sensing.reach import gap
from firmware.drivers.pn5180 import FIELD_US, GUARD_US
from hardware.timing.processor import MEASURED
from hardware.timing.question_time import EMPTY_LEAVES, ONE, SEVERAL, answered_ms, silent_ms

APART: Final = 3.0
"""Minimum gap between antennas that may radiate together, in diameters of the larger one."""

GUARD: Final = 4
"""Gap (ms) between slots of antennas that disturb each other, because two nodes' clocks differ.

A node's time is known to within 1 or 2 ms; two crystals drift apart by 3 ms in half a minute.
"""

TAGS: Final = {
    "hand": 2, "bet": 12, "board": 5, "burn": 3, "muck": 20, "shoe": 1, "pot": 40, "stack": 40,
    "badge": 1, "button": 1,
}  # fmt: skip
"""The number of tags in each kind of zone when it is as full as it usually gets."""

FIELD_MS: Final = (FIELD_US + GUARD_US + MEASURED.field + MEASURED.turn) / 1000
"""Time (ms) that a scan takes in addition to its queries: the waits after the field is switched
on (0.5 and 1.1 ms), and processor time for the field and for a pass of the node's loop."""

TAG_MS: Final = answered_ms(SEVERAL)
"""Time (ms) to read one of several tags: the query with its mask (1.9 ms), the answer with the
driver's waits (4.3 ms), and overhead."""

NOBODY: Final = EMPTY_LEAVES * silent_ms(SEVERAL) / TAG_MS
"""Time for unanswered queries per tag in a field with several tags, as a fraction of the time to
read one of these tags (`TAG_MS`)."""

LONGEST: Final = 20
"""Maximum length (ms) of a slot; a longer scan continues in the antenna's next slot.

This is enough to read two cards. Longer slots would make the frame longer, so a pile would be read
no sooner, and small fields would be read later.
"""

SELDOM: Final = 1000
"""An antenna with at least this period (ms) is not read in every frame."""

IN_SLOTS: Final = 50
"""The period (ms) of an antenna that is read in each of its slots."""

ORDERS: Final = 200
"""The number of antenna orders to try, in search of the schedule with the shortest frame."""


class Slot(msgspec.Struct, frozen=True):
    """The part of a frame in which an antenna may radiate: from `start`, for `length` (ms)."""

    start: int
    length: int


class Schedule(msgspec.Struct, frozen=True):
    """The time slots for all antennas, by name; they repeat every `frame` ms.

    `slots` holds the first slot of each antenna. `again` has the additional slots of antennas with
    more than one per frame.
    """

    frame: int
    slots: Mapping[str, Slot]
    again: Mapping[str, tuple[Slot, ...]] = {}

    def of(self, antenna: str) -> tuple[Slot, ...]:
        """Return an antenna's slots within a frame, in order."""
        return (self.slots[antenna], *self.again.get(antenna, ()))


def apart(one: AntennaPlan, other: AntennaPlan) -> float:
    """Return the gap between two antennas in diameters of the larger one, or 0 if they touch.

    An antenna's diameter is its longer side.
    """
    return max(gap(one, other), 0.0) / max(one.width, one.depth, other.width, other.depth)


def scan_ms(tags: int) -> float:
    """Return the time (ms) for reading an antenna with this many tags.

    The time for searching for masked tags is not included.
    """
    if not tags:
        return FIELD_MS + silent_ms(ONE)
    return FIELD_MS + TAG_MS * (tags * (1 + NOBODY) if tags > 1 else 1)


def slot_length(plan: AntennaPlan) -> int:
    """Return the length of an antenna's slot (ms), at most `LONGEST`.

    It is the time to read the number of tags that its zone usually holds.
    """
    return min(LONGEST, round(scan_ms(TAGS.get(plan.zone.partition(".")[0], 2))))


def waits(plans: Sequence[AntennaPlan], guard: int = GUARD) -> dict[str, dict[str, int]]:
    """Return, for each antenna, the others whose slots must not overlap with its own.

    Each of the others is given with the gap in ms to leave between the two slots: 0 on the same
    node, or `guard` on different nodes.
    """
    return {
        one.name: {
            other.name: 0 if one.device == other.device else guard
            for other in plans
            if one is not other and (one.device == other.device or apart(one, other) < APART)
        }
        for one in plans
    }


def make_schedule(plans: Sequence[AntennaPlan]) -> Schedule:
    """Return a table's schedule.

    Slots never overlap if their antennas are on the same node or near each other. Each antenna in
    turn gets the earliest free slot, beginning with the one that has the greatest total length of
    conflicting slots. Random variations of this order are also tried, and the schedule with the
    shortest frame is used.
    """
    joined = waits(plans)
    lengths = {plan.name: slot_length(plan) for plan in plans}
    disturbed = {name: sum(lengths[other] for other in near) for name, near in joined.items()}
    # The same table always gets the same schedule.
    chance = random.Random(len(plans))
    made = []
    for nth in range(ORDERS):
        weights = {
            name: ms * (chance.uniform(0.6, 1) if nth else 1) for name, ms in disturbed.items()
        }
        order = sorted(joined, key=lambda name: (-weights[name], name))
        made.append(in_order(order, lengths, joined))
    return min(made, key=lambda one: one.frame)


def in_order(
    order: Sequence[str], lengths: Mapping[str, int], waits: Mapping[str, Mapping[str, int]]
) -> Schedule:
    """Return the schedule that results if each antenna in turn takes the earliest free slot.

    An antenna that is repeated in the order takes its next slot after all earlier slots that must
    not overlap it.
    """
    given: dict[str, list[Slot]] = {name: [] for name in order}
    for name in order:
        length, own = lengths[name], given[name]
        taken = sorted(
            (slot.start - guard - length, slot.start + slot.length + guard)
            for other, guard in waits[name].items()
            for slot in given.get(other, ())
        )
        start = 0
        if own:
            start = max([own[-1].start + own[-1].length, *(after for _, after in taken)])
        for before, after in taken:
            if before < start < after:
                start = after
        own.append(Slot(start, length))
    frame = max((own[-1].start + own[-1].length for own in given.values()), default=0) + GUARD
    return Schedule(
        frame,
        {name: own[0] for name, own in given.items()},
        {name: tuple(own[1:]) for name, own in given.items() if len(own) > 1},
    )


def slotted(plans: Sequence[AntennaPlan], schedule: Schedule) -> list[AntennaPlan]:
    """Return the antennas with the periods (ms) that result from their slots.

    Such a period is a multiple of the frame. An antenna with a period below `SELDOM` is read in
    each frame. An antenna without a slot keeps its period.
    """
    frame = schedule.frame
    periods = {
        plan.name: frame if plan.period < SELDOM else frame * math.ceil(plan.period / frame)
        for plan in plans
    }
    return [
        msgspec.structs.replace(plan, period=periods[plan.name])
        if plan.name in schedule.slots
        else plan
        for plan in plans
    ]


def period_told(plan: AntennaPlan) -> int:
    """Return the period to send to a node for an antenna with time slots, in ms.

    It is `IN_SLOTS` for a period below `SELDOM`: the antenna is then read whenever its slot is
    open, several times in a long slot. A longer period is sent unchanged.
    """
    return plan.period if plan.period >= SELDOM else IN_SLOTS
