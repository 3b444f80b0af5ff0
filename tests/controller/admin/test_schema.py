"""The schemas of the files that people write hold for every file that ships, and find mistakes."""

import json
import tomllib
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from typer.testing import CliRunner

from controller.admin.schema import WrittenFile
from controller.cli import app

ROOT = Path(__file__).parents[3]
FILES = {
    WrittenFile.TABLE: ("docs/table.toml", "hardware/build/kits/*.toml"),
    WrittenFile.HOUSE: (
        "controller/houses/*.toml", "docs/houses/*.toml", "tests/scenarios/**/*.toml",
    ),
    WrittenFile.TOURNAMENT: (
        "controller/venue/tournaments/*.toml", "controller/venue/games/*.toml",
    ),
}  # fmt: skip


def schema(kind: WrittenFile) -> Any:
    """Return what checks a file of this kind, as the command prints it."""
    told = CliRunner().invoke(app, ["schema", kind])
    assert told.exit_code == 0
    return fastjsonschema.compile(json.loads(told.stdout))


def read(path: Path) -> dict[str, Any]:
    """Return a file as JSON has it."""
    return dict(json.loads(json.dumps(tomllib.loads(path.read_text("utf-8")), default=str)))


@pytest.mark.parametrize("kind", WrittenFile)
def test_every_file_that_ships_is_as_its_schema_says(kind: WrittenFile) -> None:
    check = schema(kind)
    files = [path for pattern in FILES[kind] for path in sorted(ROOT.glob(pattern))]
    assert len(files) >= 4
    for path in files:
        if path.parts[-2] != "kits" or path.stem == "keyed":  # the others have a part of it alone
            check(read(path))


@pytest.mark.parametrize(
    ("change", "named"),
    [({"seats": 11}, "seats"), ({"chipz": "keyed"}, "chipz"), ({"chips": "paper"}, "chips"),
     ({"broker": {"prot": 1883}}, "prot"), ({"antennas": [{"name": "x"}]}, "antennas")],
)  # fmt: skip
def test_a_mistake_is_found(change: dict[str, Any], named: str) -> None:
    table = read(ROOT / "docs/table.toml")
    with pytest.raises(fastjsonschema.JsonSchemaException, match=named):
        schema(WrittenFile.TABLE)(table | change)


def test_a_house_that_inherits_nothing_has_all() -> None:
    check = schema(WrittenFile.HOUSE)
    check({"name": "mine", "inherits": "tda"})
    with pytest.raises(fastjsonschema.JsonSchemaException):
        check({"name": "mine"})
