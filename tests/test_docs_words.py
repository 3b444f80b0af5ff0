"""docs/WORDS.md has every member of the closed sets, and says it in French as the screen does."""

import re
from collections import Counter
from enum import StrEnum

import pytest
from babel.messages.pofile import read_po

from tests.documents import ROOT, ROW, SETS, WORDS, meanings, with_sets

PAGE = WORDS.read_text("utf-8")
SECTIONS = dict(
    re.findall(r"^## .*?\n\n`(\w+)`:.*?\n\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
)
GLOSSARY = ROW.findall(PAGE.partition("## French")[0])


def in_french() -> dict[str, set[str]]:
    """Return what the screen's English is in French, each way it is said, in small letters."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "display/words").rglob("*.po"):
        if "fr" in path.parts or path.stem == "fr":
            with path.open("rb") as file:
                for message in read_po(file, locale="fr"):
                    if isinstance(message.id, str) and isinstance(message.string, str):
                        found.setdefault(message.id.casefold(), set()).add(
                            message.string.casefold()
                        )
    return found


@pytest.mark.parametrize("kind", SETS.values(), ids=SETS)
def test_every_member_of_a_closed_set_is_there_with_its_meaning(kind: type[StrEnum]) -> None:
    assert kind.__name__ in SECTIONS, f"docs/WORDS.md has no section `{kind.__name__}`"
    rows = {word.strip("`"): meaning for word, meaning, _ in ROW.findall(SECTIONS[kind.__name__])}
    rows = {"" if word == "(empty)" else word: meaning for word, meaning in rows.items()}
    assert list(rows) == [member.value for member in kind]
    assert all(rows.values())
    for word, meaning in meanings(kind).items():
        assert rows[word] == meaning, f"| `{word}` | {meaning} |"


def test_its_rows_are_made_from_the_sets() -> None:
    assert with_sets(PAGE) == PAGE, "make documents"


def test_no_word_has_two_meanings() -> None:
    assert len(GLOSSARY) > 60
    twice = [word for word, count in Counter(word for word, _, _ in GLOSSARY).items() if count > 1]
    assert not twice
    assert all(meaning and french for _, meaning, french in GLOSSARY)


def test_the_french_is_what_the_screen_says() -> None:
    said = in_french()
    known = [(word, french) for word, _, french in GLOSSARY if word.casefold() in said]
    assert len(known) > 25
    for word, french in known:
        ours, theirs = french.casefold(), said[word.casefold()]
        assert any(text in ours for text in theirs), f"{word}: {theirs}"


@pytest.mark.parametrize("name", ["Kind", "StepWord"])
def test_the_french_of_what_the_panel_shows_is_the_panels(name: str) -> None:
    said = set().union(*in_french().values())
    for word, _, french in ROW.findall(SECTIONS[name]):
        assert french.casefold() in said, f"{word}: {french} is not in the French catalogue"
