"""What one node may have of the table's time."""

from controller.contract.once_only import Mark
from hardware.node.rate_limits import AT_ONCE, MOST_EVENTS, MOST_HELD, STAYS, Share
from hardware.ports import Marked


def knock(number: int) -> Marked:
    return Marked((), Mark("anne", 1, number & 255))


def test_what_a_hand_can_press_is_reported_at_once() -> None:
    share = Share("anne", "/dev/anne", 0)
    for number in range(300):
        now = 50 * number
        assert share.event(knock(number), now) == (knock(number),)
        share.due(now + 25)
    assert (share.problem, share.left_out) == ("", 0)


def test_what_waited_while_the_cable_was_out_comes_at_once() -> None:
    share = Share("anne", "/dev/anne", 0)
    for number in range(AT_ONCE):
        assert share.event(knock(number), 1) == (knock(number),)
    assert share.problem == ""


def test_a_node_that_never_stops_is_named_within_a_second_and_gets_its_share() -> None:
    share = Share("anne", "/dev/anne", 0)
    reported: list[Marked] = []
    named = None
    for now in range(0, 20_000, 5):  # 200 a second
        reported += share.event(knock(now), now)
        if share.problem and named is None:
            named = now
    assert named is not None
    assert named <= 1000
    assert "anne: the node on /dev/anne sends messages too often" in share.problem
    assert AT_ONCE + 19 * MOST_EVENTS <= len(reported) <= AT_ONCE + 20 * MOST_EVENTS
    assert share.left_out == 4000 - len(reported) - MOST_HELD
    assert share.left_out > 1500


def test_what_had_to_wait_comes_in_its_order_and_the_node_is_well_again() -> None:
    share = Share("anne", "/dev/anne", 0)
    reported: list[Marked] = []
    for number in range(AT_ONCE + 30):
        reported += share.event(knock(number), 0)
    for now in range(0, STAYS + 1000, 100):
        reported += share.due(now)
    assert reported == [knock(number) for number in range(AT_ONCE + 30)]
    assert (share.problem, share.left_out) == ("", 0)


def test_more_scans_than_the_table_asks_for_are_left_out() -> None:
    share = Share("west", "/dev/west", 0)
    share.expect(40.0, 0)
    honest = [share.scan(now) for now in range(0, 10_000, 25)]
    assert all(honest)
    assert share.problem == ""
    flood = [share.scan(now) for now in range(10_000, 20_000)]
    assert 900 <= sum(flood) <= 1300
    share.due(20_000)
    assert share.left_out == len(flood) - sum(flood)
    assert share.problem


def test_events_outside_of_the_links_window_are_counted() -> None:
    share = Share("anne", "/dev/anne", 0)
    share.due(10, 0)
    assert share.problem == ""
    share.due(20, 5)
    assert share.left_out == 5
    assert share.problem
    share.due(21 + STAYS, 5)
    assert share.problem == ""
