"""League points of a formula, before an evening is played."""

from controller.venue.rules.prizes.scoring import preview


def test_a_shared_place_counts_as_its_mean() -> None:
    shown = preview("10 * place + entries", [("a", 1, 1), ("b", 2, 3), ("c", 2, 3)])
    assert shown == {"a": 13, "b": 28, "c": 28}
