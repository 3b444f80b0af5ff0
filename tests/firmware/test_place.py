"""A pad and a reader on one board: neither makes the other late."""

import random
from statistics import mean
from typing import cast

from firmware.drivers.pn5180 import FIELD_US, GUARD_US
from firmware.node import Node
from firmware.reading.antennas import (
    LEISURE_MS,
    MOST_UNTIDY,
    MUCH_UNTIDY,
    NAP_US,
    TELLING,
    TIDY_MS,
    UNTIDY,
)
from hardware.dry_run import DryNode, uids
from hardware.timing.processor import NONE
from tests.firmware.host import Host
from tests.firmware.test_roles_on_micropython import SEAT

CHIPS = 12


def test_a_key_is_told_soon_whatever_is_read() -> None:
    chance = random.Random(35)
    with Host({**SEAT, "buzzer": 22, "antennas": [{"period": 100}, {"period": 200}]}) as host:
        host.field(0, *(uid.hex().upper() for uid in uids(2, chance)))
        host.field(1, *(uid.hex().upper() for uid in uids(CHIPS, chance)))
        host.run(1000)
        took = []
        for press in range(30):
            host.run(40 + press * 53 % 91)
            heard = len(host.happened("key"))
            pressed = host.now
            host.input("keys", 1 << press % 7)
            host.run_until(lambda heard=heard: len(host.happened("key")) > heard)
            took.append(host.now - pressed)
            host.input("keys", 0)
            host.run(60)
        # A rack takes no time for what is no wait: docs/measurements/nodes.json has a board.
        assert max(took) <= 45
        assert mean(took) <= 33


def test_a_gauge_that_is_asked_for_alone_is_the_readers() -> None:
    with Host({**SEAT, "buzzer": 22, "antennas": [{"period": 100}]}) as host:
        host.run(1000)
        host.say("config", '{"gauge": true}')
        host.run(1000)
        assert host.happened("gauge")


def test_a_node_is_free_while_tags_answer() -> None:
    node = DryNode([uids(CHIPS, random.Random(2))], {"periods": [100]}, NONE)
    role, reader, longest = node._role, node.reader, 0.0
    while reader.now < 5_000_000:
        began, now = reader.now, int(reader.now / 1000)
        if role.due(now) <= now:
            role.step(now, cast("Node", node))
            longest = max(longest, reader.now - began)
        else:
            reader.now = max(reader.now, role.due(now) * 1000)
    # Of an answer that takes 6 ms the last two, and a field that is switched on for the next scan.
    assert longest <= NAP_US + FIELD_US + GUARD_US + 1000
    assert node.scans[0] >= 40


def tidied(slot: int, tags: int, frame: int = 100) -> list[int]:
    """Return after how many questions a node has tidied its heap, with a slot in each frame."""
    turns = {"frame": frame, "began": 0, "since": 0, "until": 10**8, "at": [[0, slot]]}
    field = uids(tags, random.Random(2))
    node = DryNode([field], {"periods": [10], "round": turns}, NONE)
    node.run(10_000)
    return node.tidied


def test_the_heap_is_tidied_while_nothing_is_to_be_read() -> None:
    times = tidied(60, CHIPS)
    # In each of the hundred frames, once its slot has ended.
    assert len(times) >= 95
    assert max(times) < 3 * UNTIDY


def test_few_questions_leave_the_heap_as_it_is_for_a_while() -> None:
    times = tidied(24, 2)
    assert all(UNTIDY // 2 <= asked < 2 * UNTIDY for asked in times)


def test_one_scan_and_its_report_are_just_enough_to_tidy_the_heap() -> None:
    assert 1 + TELLING == UNTIDY
    assert len(tidied(24, 1)) >= 95, "after the one scan of each of the hundred frames"


def test_where_the_next_scan_is_near_the_heap_waits() -> None:
    times = tidied(30, 1, 30 + LEISURE_MS // 2)
    assert min(times) >= MOST_UNTIDY // TELLING - 1


def test_the_heap_is_tidied_as_soon_as_there_is_the_most_garbage_that_may_wait() -> None:
    # With 9 snapshots of 4 each, the sixtieth question makes it exactly that much.
    assert max(tidied(26, 3, 31)) == MOST_UNTIDY - 9 * TELLING == 60


def test_the_heap_is_tidied_while_a_tag_answers_where_something_always_does() -> None:
    times = tidied(100, CHIPS)
    assert len(times) > 5
    assert all(MUCH_UNTIDY - CHIPS <= asked <= MUCH_UNTIDY for asked in times)


def test_the_heap_is_tidied_between_two_scans_where_no_slot_has_time_for_more() -> None:
    times = tidied(2 * TIDY_MS - 2, CHIPS, 2 * TIDY_MS - 1)
    assert len(times) > 5
    assert MOST_UNTIDY - 2 * CHIPS <= max(times) < MOST_UNTIDY + 2 * CHIPS
