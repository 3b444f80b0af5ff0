"""English that people read has its noun, and French does not begin with "Qui"; each exception."""

import re

from tests.display.words.test_catalogues import forms, texts

BEGINS = re.compile(r"(Who|Whoever|Whose|What)\b|.*\b(anew|called off)\b", re.DOTALL)

KEPT = {
    "Whose card was exposed?": "a question to the floor, with a key for each seat",
    "Whose hand do you want to see?": "a question to a player, with a key for each seat",
}
"""A text that begins with one of these words, and why it does."""


def test_entries_that_begin_with_who_or_what_each_have_their_reason() -> None:
    said = {text for one in texts("fr") for text in forms(one.id)}
    assert {text for text in said if BEGINS.match(text)} == set(KEPT)
    assert all(KEPT.values())


def test_no_french_text_begins_with_qui() -> None:
    said = [text for one in texts("fr") for text in forms(one.string)]
    assert len(said) > 1000
    assert [text for text in said if re.match(r"Qui\b", text)] == []
