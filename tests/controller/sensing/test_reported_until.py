"""The time up to which cards at seats have been reported: a card may have come before its reads."""

from controller.sensing.reported_until import MISSED_MS
from tests.controller.sensing.test_sensing import KH, Table


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
