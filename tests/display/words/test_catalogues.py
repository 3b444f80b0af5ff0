"""Catalogues: what the code says is in each of them, translated; every id has its words."""

import ast
import re
import string
from collections.abc import Container, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from controller.contract.rules import (
    Action,
    CardsMeant,
    Closing,
    HandStatus,
    Kind,
    Outcome,
    Phase,
    StepWord,
    Street,
    Task,
    WaitsFor,
)
from display.words import irregularities, locale, ruling_steps, vocabulary
from display.words.locale import C_, ENGLISH, FOLDER, N_, catalogue, languages
from display.words.names import Words, words
from tests.texts import ROOT, gathered, pybabel

ROOMS = ("display", "controller", "hardware")
MARKS = ("N_", "C_", "say", "Sentence")
TRANSLATED = [language for language in languages() if language != ENGLISH]


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The texts of the code, as `make texts` gathers them."""
    return gathered(tmp_path_factory)


def texts(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(text: object) -> tuple[str, ...]:
    """Return a text, or its singular and plural forms."""
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text or ""),)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_what_is_wrong_with_an_option_or_a_file_is_marked() -> None:
    """Where it is not, it is English for everybody: a text with its fields apart, in `N_`."""
    plain = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if not path.is_relative_to(ROOT / "controller" / "bench")
        # Parsing takes long, and few files have such an error.
        if re.search("WrongOption|UnusableFile", text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"WrongOption", "UnusableFile"}
        and isinstance(node.args[0], ast.JoinedStr | ast.Constant)
    ]
    assert plain == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_what_the_code_says_and_nothing_besides(
    language: str, template: Path, tmp_path: Path
) -> None:
    """A failure means that `make texts` has not been run."""
    merged = tmp_path / f"{language}.po"
    merged.write_bytes((FOLDER / merged.name).read_bytes())
    asked = ("--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date")
    pybabel(
        "update", *asked, "--input-file", template, "--output-file", merged, "--locale", language
    )
    before, after = (
        path.read_text("utf-8").splitlines() for path in (FOLDER / merged.name, merged)
    )
    assert before == after


def test_no_mark_in_the_code_is_passed_over(template: Path) -> None:
    """Babel sees no mark that is deep in another call, or inside an f-string."""
    with template.open("rb") as file:
        known = {text for message in read_po(file) for text in forms(message.id)}
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        code = path.read_text("utf-8")
        if re.search("|".join(MARKS), code):
            for text in marked(ast.parse(code)):
                assert text in known, f"{path.relative_to(ROOT)}: {text}"


def marked(tree: ast.AST) -> Iterator[str]:
    """Yield every text that is marked, or said as it is written, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            text = node.args[1 if name == "C_" else 0]
            if name in MARKS and isinstance(text, ast.Constant):
                yield str(text.value)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_the_same_fields(language: str) -> None:
    for message in texts(language):
        if message.id:
            assert not message.fuzzy, message.id
            for text in forms(message.string):
                assert text, message.id
                assert fields(text) == fields(forms(message.id)[0]), message.id


def test_a_text_that_is_not_translated_stays_english(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "eo.po"
    pybabel("init", "--input-file", template, "--output-file", new, "--locale", "eo")
    monkeypatch.setattr(locale, "FOLDER", tmp_path)
    said = Words("eo")
    catalogue.cache_clear()
    assert said.say(C_("aloud", "I'm away")) == "I'm away"
    assert said.say("Deals next") == "Deals next"
    burned = [said.count("Burn {n} card", "Burn {n} cards", n) for n in (1, 2)]
    assert burned == ["Burn 1 card", "Burn 2 cards"]


def test_nothing_is_kept_that_is_said_no_more() -> None:
    assert [language for language in TRANSLATED if texts(language).obsolete] == []


def test_english_needs_no_catalogue() -> None:
    assert not (FOLDER / f"{ENGLISH}.po").exists()
    assert words(ENGLISH).say("Deal the flop") == "Deal the flop"


def test_one_text_can_be_said_in_two_ways() -> None:
    away, aloud = N_("I'm away"), C_("aloud", "I'm away")
    assert words(ENGLISH).say(away) == words(ENGLISH).say(aloud) == "I'm away"
    assert words("fr").say(away) != words("fr").say(aloud)


def test_a_language_without_texts_is_named_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r'"xx" is not an available language; available: en, fr'):
        catalogue("xx")


ROWS: list[tuple[type[StrEnum], Container[str], set[str]]] = [
    (Street, vocabulary.STREETS, set()),
    (Phase, vocabulary.PHASES, set()),
    (Action, vocabulary.ACTIONS, set()),
    # Of a seat in the hand it is told what it did.
    (HandStatus, vocabulary.STATUSES, {"in"}),
    (Kind, irregularities.RULINGS, set()),
    (Kind, irregularities.HAPPENED, set()),
    # Of what the floor decides a ruling is opened.
    (Outcome, irregularities.OUTCOMES, {"", "floor"}),
    (WaitsFor, irregularities.WAITS, set()),
    (Closing, irregularities.CLOSED, set()),
    (StepWord, ruling_steps.STEPS, set()),
    (Task, ruling_steps.TASKS, set()),
    (Street, ruling_steps.DEALT, {"preflop"}),
    (CardsMeant, ruling_steps.MEANT, set()),
]
"""A closed set, where its words stand, and what needs none."""


@pytest.mark.parametrize(("ids", "rows", "silent"), ROWS)
def test_every_id_has_its_words(ids: type[StrEnum], rows: Container[str], silent: set[str]) -> None:
    for member in ids:
        assert (member in rows) != (member in silent), f"{ids.__name__}.{member.name}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("ids", "names"), [(Kind, irregularities.RULINGS), (StepWord, ruling_steps.STEPS)]
)
def test_no_two_ids_are_called_alike(
    ids: type[StrEnum], names: Mapping[Any, str], language: str
) -> None:
    spoken = [words(language).of(names, one) for one in ids]
    assert not set(spoken) & set(ids)
    assert len(set(spoken)) == len(spoken)
