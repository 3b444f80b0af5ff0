"""The time up to which cards at seats have been reported: a card may have come before its reads."""

from controller.contract.scans import AntennaPlan, Scan
from controller.sensing.field import fields_of
from controller.sensing.registry import Registry
from controller.sensing.reported_until import MISSED_MS, MISSED_SCANS, told_until
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from tests.controller.sensing.test_sensing import KH, TAGS, Table


def test_a_card_that_is_not_decided_may_have_come_before_its_first_read() -> None:
    table = Table()
    table.read(20)
    assert table.sensing.told() > table.now - 400
    table.read(1, hand_1=[KH])
    first = table.now - table.now % 100
    table.read(1)
    table.read(1, hand_1=[KH])
    assert first - MISSED_MS - 2 <= table.sensing.told() < first - MISSED_MS
    table.read(1, hand_1=[KH])
    assert table.sensing.told() >= first - MISSED_MS


def test_it_may_have_come_three_scans_before_where_scans_are_far_apart() -> None:
    plan = AntennaPlan("hand.1", "hand.1", 300)
    sensing = Sensing([plan], Registry(TAGS), SETTINGS["typical"])
    for at in range(300, 6_300, 300):
        sensing.scan(Scan(plan.name, (), at))
    sensing.scan(Scan(plan.name, (KH,), 6_300))
    for at in range(6_600, 7_500, 300):
        sensing.scan(Scan(plan.name, (), at))
    assert sensing.told() == 6_300 - 1 - MISSED_SCANS * plan.period


def test_the_fourth_scan_from_the_last_counts_and_no_earlier_one() -> None:
    plan = AntennaPlan("hand.1", "hand.1", 300)
    sensing = Sensing([plan], Registry(TAGS), SETTINGS["typical"])
    told = []
    for at in range(300, 2_100, 300):
        sensing.scan(Scan(plan.name, (), at))
        told.append(sensing.told())
    assert told == [0, 0, 0, 300, 600, 900]


def test_a_card_first_read_and_not_reported_bounds_the_time_to_just_before_it() -> None:
    assert told_until([], None) == 0
    assert [told_until([], landed) for landed in (0, 1, 500)] == [0, 0, 499]
    fields = fields_of([AntennaPlan("hand.1", "hand.1", 100)], SETTINGS["typical"])
    assert told_until(fields.values(), 500) == 0


def test_an_unknown_tag_may_have_come_before_its_first_read_too() -> None:
    fields = fields_of([AntennaPlan("hand.1", "hand.1", 100)], SETTINGS["typical"])
    (one,) = fields.values()
    one.times.extend(range(100, 2_100, 100))
    one.n = 20
    assert told_until(fields.values(), None) == 1_700
    one.unknown = {"X": [14, 19]}
    assert told_until(fields.values(), None) == 1_400 - 1 - MISSED_MS
