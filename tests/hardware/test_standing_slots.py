"""Time slots: nobody radiates beside somebody who would spoil it, and all have their turn."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from controller.contract.scans import AntennaPlan
from firmware.reading.time_slots import FOREVER, Turns
from hardware.node.node_clock import NodeClock
from hardware.node.nodes import antennas_config
from hardware.timing.standing_slots import (
    APART,
    GUARD,
    SELDOM,
    apart,
    make_schedule,
    slot_length,
    slotted,
)
from hardware.twin.layout import Equipment, reference_layout

ALL = Equipment(stacks=True, badges=True, button=True, board_antennas=5)


@pytest.mark.parametrize("has", [Equipment(), ALL], ids=["usual", "all"])
@pytest.mark.parametrize("seats", range(2, 11))
def test_no_two_that_disturb_each_other_radiate_at_once(seats: int, has: Equipment) -> None:
    plans = reference_layout(seats, has)
    schedule = make_schedule(plans)
    assert set(schedule.slots) == {plan.name for plan in plans}
    for one, other in combinations(plans, 2):
        first, second = sorted(
            (schedule.slots[one.name], schedule.slots[other.name]), key=lambda slot: slot.start
        )
        between = second.start - first.start - first.length
        around = schedule.frame - second.start - second.length + first.start
        if one.device == other.device:
            assert between >= 0
        elif apart(one, other) < APART:
            assert between >= GUARD, (one.name, other.name)
            assert around >= GUARD, (one.name, other.name)


def test_what_is_far_apart_radiates_at_once() -> None:
    near, far = (
        [AntennaPlan(f"hand.{n}", f"hand.{n}", 100, x * n, 0, 120, 90, f"n{n}") for n in (1, 2)]
        for x in (130, 600)
    )
    length = slot_length(near[0])
    assert make_schedule(near).frame == 2 * (length + GUARD)
    assert make_schedule(far).frame == length + GUARD


def test_ten_seats_are_read_five_times_a_second() -> None:
    assert make_schedule(reference_layout(10)).frame <= 200


def test_two_nodes_are_told_the_same_frame_each_in_its_own_time() -> None:
    plans = [plan for plan in reference_layout(2) if plan.zone.startswith("hand.")]
    schedule, clock = make_schedule(plans), NodeClock()
    for plan, behind in zip(plans, (1000, -70), strict=True):
        clock.begin(50_000 - behind, 50_000)
        slots = antennas_config([plan], schedule, clock, 50_123)["slots"]
        assert isinstance(slots, dict)
        turns = Turns()
        turns.told(slots, 50_123 - behind)
        opens = turns.opens(0, 50_123 - behind) + behind
        assert 0 <= opens % schedule.frame - schedule.slots[plan.name].start < 20
        slots = antennas_config([plan], None, clock, 50_200)["slots"]
        assert isinstance(slots, dict)
        turns.told(slots, 50_200 - behind)
        assert turns.left(0, 50_200 - behind) == FOREVER, "a table without slots ends them"


@pytest.mark.parametrize("seats", range(2, 11))
def test_what_is_read_seldom_stays_so_whatever_a_frame_is(seats: int) -> None:
    plans = reference_layout(seats, ALL)
    schedule = make_schedule(plans)
    mine = slotted([replace(plan, period=SELDOM) for plan in plans], schedule)
    told = antennas_config(mine, schedule, NodeClock(), 0)["periods"]
    # As often as in each slot, a pile would take its neighbours' time.
    assert isinstance(told, list)
    assert min(told) >= SELDOM
