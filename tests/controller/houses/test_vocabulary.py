"""The engine and the house files speak the same words: seen over every scenario there is."""

from pathlib import Path

import pytest

from controller.contract.public import EVENTS
from controller.contract.rules import Kind, StepWord
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House, Remedy
from controller.houses.vocabulary import CARDS, CASES, STEPS, STREETS_DEALT, words_of
from controller.play.crew import PlayOptions, play_file

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.scn"))
Case = tuple[Kind, frozenset[str]]


@pytest.fixture(scope="module")
def asked() -> set[Case]:
    """Return every case that the engine asks a house about, over all scenarios."""
    found: set[Case] = set()
    answer = House.remedy

    def noted(house: House, kind: Kind, tags: frozenset[str]) -> Remedy:
        found.add((kind, frozenset(tags)))
        return answer(house, kind, tags)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(House, "remedy", noted)
        for path in SCENARIOS:
            play_file(path, PlayOptions())
    return found


def test_the_engine_describes_a_case_in_words_that_a_house_file_may_use(asked: set[Case]) -> None:
    strange = {
        (kind, word)
        for kind, tags in asked
        for word in tags - words_of(kind)
        # Every street is told, whether or not a house may tell streets apart.
        if word not in {"preflop", *STREETS_DEALT}
    }
    assert strange == set()


def test_words_that_exclude_each_other_are_never_said_together(asked: set[Case]) -> None:
    both = {
        (kind, group)
        for kind, tags in asked
        for group in CASES.get(kind, ())
        if len(tags & set(group)) > 1
    }
    assert both == set()


def test_every_kind_is_met_in_a_scenario(asked: set[Case]) -> None:
    assert {kind for kind, _ in asked} <= set(CASES)
    met = {kind for kind, _ in asked}
    assert set(CASES) - met <= {"bet.splashed", "deck.missing", "deck.count"}


def test_the_lists_of_kinds_and_steps_are_the_same_everywhere() -> None:
    assert set(Kind) - {Kind.FLOOR} == set(CASES)
    assert set(StepWord) == set(STEPS)
    assert "irregularity.found" in EVENTS


def test_every_card_word_is_used_by_a_house() -> None:
    used = {
        step.partition(" ")[2]
        for name in shipped_houses()
        for row in load_house(name).remedies
        for step in row.steps
    }
    assert set(CARDS) <= used
