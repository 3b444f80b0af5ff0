"""The attack on the floor's authority."""

from tests.rig.attack.command import run
from tests.rig.attack.row import Asked


def test_nobody_gets_the_floors_word_by_copying_or_guessing() -> None:
    row = run("floor", Asked(scale=0.01, seed=3))
    assert row.held, row.broken
    assert row.trials > 400
    assert 100 < row.figures["pins_an_evening"] < 200
