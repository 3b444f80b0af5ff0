"""Every scenario of tests/scenarios holds: at the engine, and over antennas with noise.

The scenarios are the rules; this file only plays them. Each rule's file says its article in its
first comment.
"""

from pathlib import Path

import pytest

from controller.houses.loader import shipped_houses
from controller.play.runner import ScenarioResult, set_up
from controller.play.script import language
from controller.play.script.event_words import described
from tests.controller.play.counting import Count
from tests.streams.made import name_of
from tests.streams.scenarios import engine, sensed
from tests.streams.written import changed

ROOT = Path(__file__).parents[2] / "scenarios"
SCENARIOS = sorted(ROOT.rglob("*.scn"))


def names(paths: list[Path]) -> list[str]:
    """Return the scenarios' names as they stand below their folder."""
    return [str(path.relative_to(ROOT).with_suffix("")) for path in paths]


def faults(outcome: ScenarioResult) -> str:
    """Return what did not hold, empty when everything did."""
    return "\n".join(
        f"line {failure.line}: {failure.statement}: {failure.why}\n  "
        + "\n  ".join(map(described, failure.events))
        for failure in outcome.failures
    )


@pytest.mark.parametrize("path", SCENARIOS, ids=names(SCENARIOS))
def test_scenario_holds_at_the_engine_and_nothing_else_has_changed(path: Path) -> None:
    played = engine(path)
    assert not faults(played.outcome)
    assert played.outcome.expectations > 0, "a scenario that expects nothing can't fail"
    for kind, lines in (("engine", played.engine), ("said", played.said)):
        why = changed(kind, name_of(path), lines)
        assert not why, why


@pytest.mark.parametrize("path", SCENARIOS, ids=names(SCENARIOS))
def test_scenario_holds_over_antennas_with_noise_and_no_chip_is_lost_or_seen_twice(
    path: Path,
) -> None:
    house = set_up(language.read(path), beside=path.parent).house
    outcome, lines = sensed(path, Count(house))
    assert not faults(outcome)
    why = changed("sensed", name_of(path), lines)
    assert not why, why


@pytest.mark.parametrize("path", SCENARIOS, ids=names(SCENARIOS))
def test_scenario_says_what_rule_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert language.title(text), "the first line is a comment that names the article"
    # What a scenario says is what is played: every statement reads back as itself.
    for statement in language.parse(text, str(path), ()):
        again = language.parse(str(statement), str(path), ())
        assert [str(one) for one in again] == [str(statement)]


@pytest.mark.parametrize("house", ["ppc", "fidpa", "redcactus", "ramponneau", "salle", "tda"])
def test_every_house_has_scenarios_of_its_own(house: str) -> None:
    assert house in shipped_houses()
    assert any((ROOT / house).rglob("*.scn"))
