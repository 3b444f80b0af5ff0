"""The traffic of a chain of venues: counted from tables' messages, and then only multiplied."""

import msgspec
import pytest

from controller.venue.tournament_files import load_tournament
from tests.rig.hall.chain import FILE, SEATS, Chain, carried
from tests.rig.hall.script import play

SCRIPT = play(load_tournament(FILE), SEATS, 200)


def test_twice_the_tables_carry_twice_as_much_and_a_line_that_is_down_only_its_own() -> None:
    one, two = (carried(Chain(venues, 10), SCRIPT) for venues in (1, 2))
    assert two.everything.messages_s == pytest.approx(2 * one.everything.messages_s, abs=0.011)
    assert two.everything.hour_down_mb == one.everything.hour_down_mb
    assert one.everything.gb_month > one.kept.gb_month > one.results.gb_month


def test_every_message_of_a_hand_is_counted() -> None:
    hands = sum(event.type == "hand.ended" for event in SCRIPT.events)
    figures = carried(Chain(1, 1, hands_hour=3600.0), SCRIPT)
    said = (len(SCRIPT.events) + len(SCRIPT.steps)) / hands
    assert figures.everything.messages_s == round(said, 2)
    slow = msgspec.structs.replace(Chain(1, 1), line_mbit_s=1.0)
    fast = carried(Chain(1, 1), SCRIPT).everything.catch_up_s
    assert abs(carried(slow, SCRIPT).everything.catch_up_s - 10 * fast) < 0.1
