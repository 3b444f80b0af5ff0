"""The exposure of each service of an installed table to a takeover, by systemd's own rating."""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.rig.attack.row import Asked, Row

MOST: Final = 1.7
PATIENCE: Final = 60


def attack(asked: Asked) -> Row:
    """Install into a separate folder, and have systemd rate each unit there."""
    del asked  # the number of units is fixed
    began = time.monotonic()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "controller.cli", "install", "--root", folder]
        subprocess.run(install, check=True, capture_output=True, timeout=PATIENCE)
        for unit in sorted(Path(folder).glob("etc/systemd/system/*.service")):
            figures[f"{unit.stem}_exposure"] = exposure(unit)
    broken = [f"{name}: {value}" for name, value in figures.items() if value > MOST]
    return Row(
        "systemd", f"systemd-analyze security of each unit <= {MOST}", len(figures),
        time.monotonic() - began, figures, tuple(broken if figures else ["no unit was found"]),
    )  # fmt: skip


def exposure(unit: Path) -> float:
    """Return systemd's rating of a unit: 0 if it can do nothing, 10 if it can do everything."""
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        check=True, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    return float(found[1]) if found else 10.0
