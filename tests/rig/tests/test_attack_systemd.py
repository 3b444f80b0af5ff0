"""The row that has systemd rate our services; an unprotected service is rated worse."""

from pathlib import Path

from tests.rig.attack.command import run
from tests.rig.attack.row import Asked
from tests.rig.attack.systemd import MOST, exposure


def test_no_service_of_ours_could_do_much() -> None:
    row = run("systemd", Asked(scale=0.001))
    assert row.held, row.broken
    assert row.trials == len(row.figures) == 8
    assert all(0 < value <= MOST for value in row.figures.values())


def test_a_service_that_may_do_everything_would_fall(tmp_path: Path) -> None:
    unit = tmp_path / "open.service"
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    assert exposure(unit) > 9
