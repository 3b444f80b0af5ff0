"""The rule "imports only what is listed" finds what breaks it."""

import subprocess
import sys
from pathlib import Path

import pytest

RULE = """
[importlinter]
root_packages =
    room
    house
include_external_packages = True
contract_types =
    only: tests.import_contracts.OnlyContract

[importlinter:contract:1]
name = room
type = only
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
    for name in ("room/__init__", "room/bed", "house/__init__", "house/hall", "house/attic"):
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.touch()
    (tmp_path / "room" / "sofa.py").write_text(source)
    (tmp_path / "rules.ini").write_text(RULE.format(more=more))
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(tmp_path)!r}]"
    run = subprocess.run(
        [
            sys.executable, "-c",
            f"{code}; from importlinter.cli import lint_imports_command as c; c()",
            "--config", "rules.ini", "--no-cache", "--no-logo",
        ],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (run.returncode != 0) == (refused is not None), run.stdout + run.stderr
    if refused:
        assert refused in " ".join(run.stdout.split())
