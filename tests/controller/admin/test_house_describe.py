"""Whatever a house can say has words: values, cases, steps, cards and outcomes."""

from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.admin.house_files import house_phrases as phrases
from controller.admin.house_files import house_remedy_phrases as remedies
from controller.admin.house_files.house_describe import (
    by_article,
    differences,
    statements,
    step_text,
)
from controller.contract.rules import Outcome
from controller.houses.check import in_force
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House, Remedy, Renumbered, Ruled
from controller.houses.vocabulary import CARDS, CASES, STEPS, UNSAID, words_of
from display.words.locale import languages
from display.words.names import words


def values() -> list[tuple[str, str, object]]:
    """Return every value that a key of a house's sections can have; None for a number."""
    found: list[tuple[str, str, object]] = []
    for section, kind in get_type_hints(House).items():
        struct = next((one for one in (kind, *get_args(kind)) if is_struct(one)), None)
        if struct in {None, Remedy, Renumbered}:
            continue
        for key, ruled in get_type_hints(struct).items():
            said = next(one for one in (ruled, *get_args(ruled)) if get_origin(one) is Ruled)
            (value,) = get_args(said)
            if get_origin(value) is Literal:
                found += [(section, key, one) for one in get_args(value)]
            elif value is bool:
                found += [(section, key, True), (section, key, False)]
            elif value is int:
                found.append((section, key, None))
    return found


def is_struct(kind: Any) -> bool:
    """Return whether a type is a struct."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


@pytest.mark.parametrize(("section", "key", "value"), values())
def test_every_value_has_a_sentence(section: str, key: str, value: object) -> None:
    assert section in phrases.TOPICS
    assert value in phrases.VALUES[section, key]


def test_every_word_of_a_remedy_has_words() -> None:
    said = {word for kind in CASES for word in words_of(kind)}
    assert said == set(remedies.CASES)
    assert said >= UNSAID
    assert set(CARDS) == set(remedies.CARDS)
    assert set(Outcome) - {Outcome.NONE, Outcome.WAITS} == set(remedies.OUTCOMES)


@pytest.mark.parametrize("language", languages())
def test_every_step_is_told_with_what_it_is_about(language: str) -> None:
    said = words(language)
    told = {}
    for word, about in STEPS.items():
        for one in about:
            text = step_text(f"{word} {one}".strip(), said)
            assert "{" not in text
            assert "_" not in text
            told[text] = (word, one)
    assert len(told) >= len({(w, a) for w, about in STEPS.items() for a in about}) - 1


@pytest.mark.parametrize("name", shipped_houses())
@pytest.mark.parametrize("language", languages())
def test_all_that_a_house_says_is_told_once(name: str, language: str) -> None:
    house = load_house(name)
    found = list(statements(house, words(language)))
    grouped = by_article(found, house)
    assert sorted(one.text for one in found) == sorted(
        one.text for _, group in grouped for one in group
    )
    assert sum(one.topic == "remedies" for one in found) == len(list(in_force(house)))


@given(st.data())
def test_a_value_that_differs_is_told(data: st.DataObject) -> None:
    """Change any one value of a house: the difference names it and nothing else."""
    house = load_house("tda")
    section, key, value = data.draw(st.sampled_from(values()))
    part = getattr(house, section)
    if part is None:
        return
    ruled = getattr(part, key)
    # A value that the house says nothing of differs from any that another has.
    old = None if ruled is None else ruled.value
    new = (old or 0) + 1 if value is None else value
    part = msgspec.structs.replace(part, **{key: Ruled(new, "X 1")})
    other = msgspec.structs.replace(house, **{section: part})
    found = list(differences(house, other, words("en")))
    assert [one.about for one in found] == ([f"{section}.{key}"] if new != old else [])
    assert all(one.one != one.other for one in found)


@given(st.data())
def test_a_remedy_that_is_left_out_is_told(data: st.DataObject) -> None:
    house = load_house(data.draw(st.sampled_from(shipped_houses())))
    index, row = data.draw(st.sampled_from(list(in_force(house))))
    less = msgspec.structs.replace(
        house, remedies=house.remedies[:index] + house.remedies[index + 1 :]
    )
    found = list(differences(house, less, words("fr")))
    assert {one.about for one in found} <= {row.kind}
