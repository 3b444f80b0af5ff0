"""Places, points and a season: who is out before whom, who shares, and what it is worth."""

from controller.venue.rules.standings.places import Out, Place, places, points


def test_at_one_table_the_shorter_stack_is_out_first() -> None:
    """Two players out in one hand: who began it with more chips finishes higher."""
    found = places([Out("a", 1, 300), Out("b", 1, 900)], 8, "shared", together=False)
    assert found == (Place("b", 9, 9), Place("a", 10, 10))


def test_equal_stacks_at_one_table_share() -> None:
    """There is nothing to tell them apart by."""
    found = places([Out("a", 1, 300), Out("b", 1, 300)], 8, "by-stack", together=False)
    assert {(place.first, place.last) for place in found} == {(9, 10)}


def test_hand_for_hand_different_tables_share_or_go_by_stack() -> None:
    """FIDPA 47-5: a tie, and the shorter stack of one table behind it."""
    outs = [Out("a", 1, 300), Out("b", 2, 900), Out("c", 2, 100)]
    assert places(outs, 9, "shared", together=True) == (
        Place("a", 10, 11), Place("b", 10, 11), Place("c", 12, 12),
    )  # fmt: skip
    assert [place.player for place in places(outs, 9, "by-stack", together=True)] == ["b", "a", "c"]


def test_not_hand_for_hand_the_report_counts() -> None:
    """Who was reported first is out first, whatever their stacks were."""
    found = places([Out("a", 1, 900), Out("b", 2, 300)], 8, "shared", together=False)
    assert found == (Place("b", 9, 9), Place("a", 10, 10))


def test_shared_places_share_their_points() -> None:
    """Places beyond the table of points are worth nothing."""
    found = (Place("a", 1, 1), Place("b", 2, 3), Place("c", 2, 3), Place("d", 4, 4))
    assert points((100, 50, 25), found) == {"a": 100, "b": 37, "c": 37, "d": 0}
