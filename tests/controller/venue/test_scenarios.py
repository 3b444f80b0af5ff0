"""Every scenario of tests/venue holds, each statement is documented, faults have their line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.venue.scenarios.language import ScenarioUnread, play, statements

TESTS = Path(__file__).parents[2]
ROOT = TESTS / "venue"
SCENARIOS = sorted(ROOT.rglob("*.vsn"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: str(path.relative_to(ROOT)))
def test_scenario_holds(path: Path) -> None:
    """Its first line says what rule it is, and all that it expects comes."""
    text = path.read_text("utf-8")
    assert text.startswith("# ")
    played = play(text, str(path), path.parent)
    assert not played.failed, played.failed
    assert played.held


def test_each_statement_is_documented_and_tried() -> None:
    """docs/SCENARIOS.md has each as the reader has it, and some scenario uses each."""
    docs = (TESTS.parent / "docs" / "SCENARIOS.md").read_text("utf-8")
    lines = [line for path in SCENARIOS for line in path.read_text("utf-8").splitlines()]
    for name, written in statements().items():
        assert f"`{written}`" in docs, written
        begins = name.replace("_", "-").replace("expect-", "expect ", 1)
        assert any(line.startswith(begins) for line in lines), begins


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table 1 seats 8", "must begin with its tournament"),
        ("tournament ppc\nexpect-refused no-such-seat", "not a statement"),
        ("tournament ppc\nexpect_refused no-such-seat", "not a statement"),
        ("tournament nowhere", "there is no tournament with this name"),
        ("tournament ppc balancing.gp=3", "no value balancing.gp"),
        ("tournament ppc balancing.gap=1", "balancing.gap=1"),
        ("tournament ppc\nseat a at 1-1", "not a statement"),
        ("tournament ppc\ntable ² seats 8", "table ² seats 8"),
        ("tournament ppc\ntable 1", "table 1"),
        ("tournament ppc\nhand 1", "hand 1"),
        ("tournament ppc\nexpect", "not a statement"),
        ('tournament ppc\nhold "', "No closing quotation"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, says: str) -> None:
    """File and line stand before what is wrong."""
    with pytest.raises(ScenarioUnread, match=r"^mine\.vsn:\d+: ") as wrong:
        play(line, "mine.vsn", ROOT)
    assert says in str(wrong.value)


def test_an_expectation_that_fails_says_what_there_was(tmp_path: Path) -> None:
    """On the command line, with status 1; a file that can't be read gives 2."""
    file = tmp_path / "wrong.vsn"
    file.write_text(
        "tournament ppc\ntable 1 seats 4\nplayer a at 1-1\nexpect player a seated 1-2\n"
        "expect player b seated\nexpect no-event seat.given\nexpect refused seat-is-taken\n"
        "expect chips 1 removed 0\nexpect clock at 3\nexpect no-order sit-down\n",
        "utf-8",
    )
    told = CliRunner().invoke(app, ["venue", "play", str(file)])
    assert told.exit_code == 1
    assert "line 4: expect player a seated 1-2: seated 1-1 10000" in told.output
    assert "line 5: expect player b seated: nobody with this name" in told.output
    assert "line 8: expect chips 1 removed 0: 10000 removed 0" in told.output
    assert told.output.count("line ") == 7
    file.write_text("nonsense\n", "utf-8")
    assert CliRunner().invoke(app, ["venue", "play", str(file)]).exit_code == 2
    held = CliRunner().invoke(app, ["venue", "play", str(ROOT / "redcactus")])
    assert held.exit_code == 0
    assert "passed" in held.output
    nothing = CliRunner().invoke(app, ["venue", "play", str(tmp_path / "empty")])
    assert nothing.exit_code == 2


def test_coverage_says_what_is_held_and_what_is_missing() -> None:
    """A statement is held when some scenario says so; the others are not forgotten."""
    told = CliRunner().invoke(app, ["venue", "coverage", "--scenarios", str(TESTS), "--json"])
    figures = json.loads(told.stdout)
    assert told.exit_code == 0
    assert figures["rows"] >= 189
    assert figures["held"] + figures["not_software"] == figures["rows"]
    assert figures["missing"] == 0
    none = CliRunner().invoke(app, ["venue", "coverage", "--scenarios", str(ROOT / "ppc")])
    assert none.exit_code == 1
    assert "\n    is missing\n" in none.stdout
    text = CliRunner().invoke(app, ["venue", "coverage", "ppc", "--scenarios", str(ROOT)]).stdout
    assert "ppc 7.1: " in text
    assert "ppc/7-balancing.vsn" in text
