"""The attack by power cuts, failing disks and torn writes, at a tiny scale."""

import random
from pathlib import Path

from tests.rig.attack.kills import attack
from tests.rig.attack.row import Asked
from tests.rig.attack.torn import _played, _start


def test_nothing_announced_is_lost_or_doubled() -> None:
    row = attack(Asked(scale=0.006, seed=1))
    assert row.held, row.broken
    assert row.figures["kills_controller"] + row.figures["kills_both"] > 0
    assert row.figures["torn"] == 6


def test_a_log_that_loses_a_noted_row_is_found(tmp_path: Path) -> None:
    """A bad SD card can do what a power cut can't: here an announced row is torn."""
    moments = _played(tmp_path / "again", 1)
    at = random.Random(1).randrange(20, len(moments))
    before, after = moments[at - 1], moments[at]
    path = tmp_path / "t.db"
    path.write_bytes(after.files[""])
    path.with_name("t.db.end").write_bytes(after.files[".end"])
    path.with_name("t.db-wal").write_bytes(before.files["-wal"])
    assert "an end was thought lost" in _start(path, before, after, 1)
