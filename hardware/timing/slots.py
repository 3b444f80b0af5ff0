"""Who radiates when: one schedule of time slots for all antennas of a table, from their distances.

NXP's advice for two readers of one frequency is three times the diameter of the larger antenna
between their nearest edges (V. Vega of NXP in RFID Journal, "How can I avoid reader interference?",
https://www.rfidjournal.com/question/how-can-i-avoid-reader-interference). Under a felt nothing lies
so far apart; what lies nearer gets slots that do not overlap. That is a colouring of a graph with
weights: an antenna is a node, two that disturb each other, or share a radio, are joined.
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
"""So many diameters of the larger antenna lie between two that may radiate at once."""

GUARD: Final = 4
"""Between two slots of antennas that disturb each other (ms): so much two nodes' clocks differ.

The line tells a node's time to 1 or 2 ms; two quartzes drift apart by 3 ms in half a minute.
"""

TAGS: Final = {
    "hand": 2, "bet": 12, "board": 5, "burn": 3, "muck": 20, "shoe": 1, "pot": 40, "stack": 40,
    "badge": 1, "button": 1,
}  # fmt: skip
"""How many tags lie in a zone when it is as full as it usually gets."""

FIELD_MS: Final = (FIELD_US + GUARD_US + MEASURED.field + MEASURED.turn) / 1000
"""Field on, until tags hear (0.5 and 1.1 ms), and what the driver and a turn take."""

TAG_MS: Final = answered_ms(SEVERAL)
"""A question with its mask (1.9 ms), its answer with the driver's waits (4.3), and the rest."""

NOBODY: Final = EMPTY_LEAVES * silent_ms(SEVERAL) / TAG_MS
"""For each of several tags so much of a tag's time goes by with questions that nobody answers."""

LONGEST: Final = 20
"""A slot lasts so many ms at most; a scan that takes longer goes on in the antenna's next one.

Two cards are read in it. With longer slots a pile is read no sooner, for the frame is longer too,
and what is small later.
"""

SELDOM: Final = 1000
"""An antenna with such a period (ms), or a longer one, is not read in each frame."""

IN_SLOTS: Final = 50
"""The period of an antenna that is read in each of its slots (ms)."""

ORDERS: Final = 200
"""In so many orders antennas are given their slots; the shortest frame is taken."""


class Slot(msgspec.Struct, frozen=True):
    """When an antenna may radiate, in ms of the frame: from `start`, for `length`."""

    start: int
    length: int


class Schedule(msgspec.Struct, frozen=True):
    """The slots of all antennas, by name; they come again every `frame` ms.

    `again` are the further slots of those that have several in a frame.
    """

    frame: int
    slots: Mapping[str, Slot]
    again: Mapping[str, tuple[Slot, ...]] = {}

    def of(self, antenna: str) -> tuple[Slot, ...]:
        """Return an antenna's slots in a frame, in their order."""
        return (self.slots[antenna], *self.again.get(antenna, ()))


def diameter(plan: AntennaPlan) -> float:
    """Return the longer side of an antenna in mm."""
    return float(max(plan.width, plan.depth))


def apart(one: AntennaPlan, other: AntennaPlan) -> float:
    """Return how many diameters of the larger lie between two antennas; 0 when they touch."""
    return max(gap(one, other), 0.0) / max(diameter(one), diameter(other))


def scan_ms(tags: int) -> float:
    """Return how long one antenna with so many tags is read (ms), sweeps apart."""
    if not tags:
        return FIELD_MS + silent_ms(ONE)
    return FIELD_MS + TAG_MS * (tags * (1 + NOBODY) if tags > 1 else 1)


def slot_length(plan: AntennaPlan) -> int:
    """Return how long an antenna's slot is (ms): a usual field, and no more than `LONGEST`."""
    return min(LONGEST, round(scan_ms(TAGS.get(plan.zone.partition(".")[0], 2))))


def waits(
    plans: Sequence[AntennaPlan], at_least: float = APART, guard: int = GUARD
) -> dict[str, dict[str, int]]:
    """Return, for each antenna, those whose slots may not overlap its own, and how far apart (ms).

    Antennas of one node follow each other at once; what is too near waits `guard` ms more.
    """
    return {
        one.name: {
            other.name: 0 if one.device == other.device else guard
            for other in plans
            if one is not other and (one.device == other.device or apart(one, other) < at_least)
        }
        for one in plans
    }


def make_schedule(plans: Sequence[AntennaPlan], at_least: float = APART) -> Schedule:
    """Return the schedule of a table: no two slots overlap that are on one node, or too near.

    Those that disturb most others come first, each as early as it can be; then orders like that
    one are tried.
    """
    joined = waits(plans, at_least)
    lengths = {plan.name: slot_length(plan) for plan in plans}
    disturbed = {name: sum(lengths[other] for other in near) for name, near in joined.items()}
    # The same table has the same schedule each time.
    chance = random.Random(len(plans))
    found = None
    for nth in range(ORDERS):
        weights = {
            name: ms * (chance.uniform(0.6, 1) if nth else 1) for name, ms in disturbed.items()
        }
        order = sorted(joined, key=lambda name: (-weights[name], name))
        one = in_order(order, lengths, joined)
        if found is None or one.frame < found.frame:
            found = one
    assert found is not None
    return found


def in_order(
    order: Sequence[str], lengths: Mapping[str, int], waits: Mapping[str, Mapping[str, int]]
) -> Schedule:
    """Return the schedule in which each antenna in turn has the earliest slot that is free.

    One that comes again in the order has its next slot behind those that came until then and may
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
    """Return the antennas with the periods that their slots give them: whole frames (ms).

    One that is not read seldom is read in each frame. What has no slot is read as often as before.
    """
    frame = schedule.frame
    return [
        msgspec.structs.replace(plan, period=frame * _frames(plan, frame))
        if plan.name in schedule.slots
        else plan
        for plan in plans
    ]


def period_told(plan: AntennaPlan) -> int:
    """Return the period that a node is told of an antenna with slots (ms).

    One that is not read seldom is read whenever its slot is open, in a long one several times.
    """
    return plan.period if plan.period >= SELDOM else IN_SLOTS


def _frames(plan: AntennaPlan, frame: int) -> int:
    return 1 if plan.period < SELDOM else math.ceil(plan.period / frame)
