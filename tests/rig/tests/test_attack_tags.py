"""The attack with foreign and copied tags, at a tiny scale."""

from tests.rig.attack.row import Asked
from tests.rig.attack.tags import attack


def test_foreign_tags_open_one_ruling_and_copies_are_named() -> None:
    row = attack(Asked(scale=0.001, seed=4))
    assert row.held, row.broken
    assert row.figures["most_rulings"] == 1
    assert 0 < row.figures["named_max_ms"] < 3_000
    assert row.figures["clean_hands"] == 30
