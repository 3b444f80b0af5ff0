"""The attack "play while off", at a tiny scale."""

from tests.rig.attack.row import Asked
from tests.rig.attack.while_off import attack


def test_what_is_legal_is_not_accused_and_the_row_counts_it() -> None:
    row = attack(Asked(scale=0.0005, seed=3))
    assert row.held
    assert row.trials > 10
    assert row.figures["irregular"] == 0
    assert row.figures["restarts"] == row.trials
