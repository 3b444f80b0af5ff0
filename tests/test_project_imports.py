"""The rules "imports only what is listed" and "imports nothing above" find what breaks them."""

import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = """[importlinter]
root_packages =
    room
    house
include_external_packages = True
contract_types =
    only: tests.import_contracts.OnlyContract
    rooms: tests.import_contracts.RoomsContract

[importlinter:contract:1]
name = room
"""
ONLY = """type = only
source_modules =
    room
allowed_modules =
    house.hall
{more}
"""

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("source", "more", "refused"),
    [
        ("import house.hall", "", None),
        ("import house.attic", "", "room.sofa may not import house.attic"),
        ("def later():\n    import house.attic", "", "room.sofa may not import house.attic"),
        ("import house.attic", "exceptions =\n    room.sofa -> house.attic", None),
        ("import house.attic", "exceptions =\n    room.bed -> house.attic", "may not import"),
        ("import room.bed", "", None),
        ("import json", "standard_library = True", None),
        ("import json", "", "room.sofa may not import json"),
        ("import msgspec", "standard_library = True", "room.sofa may not import msgspec"),
        ("import msgspec", "third_party = True", None),
        ("import house.attic", "third_party = True", "room.sofa may not import house.attic"),
    ],
)
def test_only_what_is_listed_may_be_imported(
    tmp_path: Path, source: str, more: str, refused: str | None
) -> None:
    """One import at a time, against the rule with and without its options."""
    write(tmp_path, {"room/sofa.py": source})
    said = judged(tmp_path, ONLY.format(more=more))
    assert said == "" if refused is None else refused in said


ROOMS = """type = rooms
rooms =
    house.hall
    room.bed
    room
    house.attic
"""


@pytest.mark.parametrize(
    ("module", "source", "refused"),
    [
        ("room/sofa", "import house.hall", None),
        ("room/sofa", "import room.bed", None),
        ("room/sofa", "import json", None),
        ("house/attic", "import room.sofa", None),
        ("room/sofa", "\nimport house.attic", "room.sofa:2 may not import house.attic"),
        ("room/bed", "import room.chair", "room.bed:1 may not import room.chair: room is above it"),
        ("house/hall", "def later():\n    import room", "house.hall:2 may not import room"),
        (
            "house/hall",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import room.bed",
            "house.hall:3 may not import room.bed: room.bed is above it",
        ),
        ("house/__init__", "import house.hall", "house:1 may not import house.hall"),
        ("house/cellar", "", "house.cellar lies in no room"),
    ],
)
def test_nobody_imports_what_is_above(
    tmp_path: Path, module: str, source: str, refused: str | None
) -> None:
    """One import at a time, in a house of four rooms of which one lies inside another."""
    write(tmp_path, {f"{module}.py": source})
    said = judged(tmp_path, ROOMS)
    assert said == "" if refused is None else refused in said


def write(folder: Path, sources: dict[str, str]) -> None:
    """Write the packages `room` and `house`, with these modules in them."""
    for name in ("room/__init__", "room/bed", "room/chair", "house/__init__", "house/hall",
                 "house/attic"):  # fmt: skip
        file = folder / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.touch()
    for name, source in sources.items():
        (folder / name).write_text(source)


def judged(folder: Path, rule: str) -> str:
    """Return what import-linter says of a rule that is broken, in one line; "" for one kept."""
    (folder / "rules.ini").write_text(HOUSE + rule)
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(folder)!r}]"
    run = subprocess.run(
        [
            sys.executable, "-c",
            f"{code}; from importlinter.cli import lint_imports_command as c; c()",
            "--config", "rules.ini", "--no-cache", "--no-logo",
        ],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (run.returncode != 0) == ("BROKEN" in run.stdout), run.stdout + run.stderr
    return " ".join(run.stdout.split()) if run.returncode else ""
