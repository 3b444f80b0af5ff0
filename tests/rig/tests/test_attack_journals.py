"""The attack on journals, at a tiny scale."""

from tests.rig.attack.journals import attack
from tests.rig.attack.row import Asked


def test_no_damage_is_silent() -> None:
    row = attack(Asked(scale=0.01, seed=2))
    assert row.trials == 10
    assert row.held, row.broken
    assert row.figures["with_losses"] > 0
    assert row.figures["recoverable"] > 0
