"""What people type, as commands: in order or by name, and what would be right."""

from contextlib import suppress
from typing import Any, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.commands import COMMANDS, Reply, Request
from controller.contract.rules import STRUCTURES, BlindForm, Entry, Variant
from controller.run.access.requests import SENTENCES, command_of
from display.orders import (
    EVENING,
    FIELDS,
    WORDS,
    Unclear,
    answer_words,
    completions,
    fields_of,
    label,
    named,
    order_from,
    usage,
    vocabulary,
    word_of,
)
from display.words.locale import languages
from display.words.names import words
from display.words.refusals import REASONS

LANGUAGES = languages()
ROOM = frozenset({
    "hold", "release", "deal-one", "structure", "color-up", "notice", "notice-off", "open-table",
    "close-table", "stay", "limit-time", "show-head", "take-chips",
})  # fmt: skip
"""Commands that only a room with several tables sends, so nobody types them."""
CHOSEN: dict[str, list[str]] = {
    "game": [str(game) for game in Variant],
    "structure": list(STRUCTURES),
    "entry": [str(entry) for entry in Entry],
    "blinds": list(get_args(BlindForm)),
}
"""What a field can be besides a number or a text."""
numbers = st.integers(0, 10**12 - 1)
texts = st.text(
    st.characters(codec="utf-8", categories=["L", "N"], max_codepoint=0x24F), min_size=1, max_size=9
)


def some(field: Any) -> st.SearchStrategy[Any]:
    if field.type is int:
        return numbers
    if field.name in CHOSEN:
        return st.sampled_from(CHOSEN[field.name])
    if field.type is bool:
        return st.just(value=True)
    listed = get_origin(field.type) is tuple
    return st.lists(texts, min_size=1, max_size=3) if listed else texts


@st.composite
def commands(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    name = draw(st.sampled_from(sorted(WORDS)))
    return name, {field.name: draw(some(field)) for field in fields_of(name)}


def typed(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


@given(commands(), st.sampled_from(LANGUAGES), st.booleans())
def test_values_in_order_are_the_fields_in_order(
    command: tuple[str, dict[str, Any]], language: str, short: bool
) -> None:
    name, data = command
    said = words(language)
    values = [label(key, said) if value is True else typed(value) for key, value in data.items()]
    line = [word_of(name, said) if short else name, *values]
    order = order_from(line, said)
    assert (order.name, order.data) == (name, data)
    # The controller understands it.
    carried = msgspec.json.decode(msgspec.json.encode(order.data))
    assert isinstance(command_of(name, Request("q", data=carried)), COMMANDS[name])


@given(commands(), st.sampled_from(LANGUAGES), st.randoms(use_true_random=False))
def test_values_by_name_come_in_any_order(
    command: tuple[str, dict[str, Any]], language: str, chance: Any
) -> None:
    name, data = command
    said = words(language)
    line = [
        label(field, said) if value is True else f"{label(field, said)}={typed(value)}"
        for field, value in data.items()
    ]
    chance.shuffle(line)
    assert order_from([name, *line], said).data == data


@pytest.mark.parametrize(
    ("line", "name", "data"),
    [
        ("sit 3 Anne 5000", "sit-down", {"seat": 3, "name": "Anne", "stack": 5000}),
        ("sit 3 Anne Marie du Pré 5000", "sit-down",
         {"seat": 3, "name": "Anne Marie du Pré", "stack": 5000}),
        ("sit-down seat=3 name=Anne stack=5000", "sit-down",
         {"seat": 3, "name": "Anne", "stack": 5000}),
        ("SIT 3 stack=5000 Anne", "sit-down", {"seat": 3, "name": "Anne", "stack": 5000}),
        ("level 100 200", "set-level", {"small_blind": 100, "big_blind": 200}),
        ("level 100 200 ante=25", "set-level",
         {"small_blind": 100, "big_blind": 200, "ante": 25}),
        ("level big-blind=200 small-blind=100", "set-level",
         {"small_blind": 100, "big_blind": 200}),
        ("pause the dinner is here", "pause", {"reason": "the dinner is here"}),
        ("go", "resume", {}),
        ("bomb 300 boards=2", "bomb-pot", {"ante": 300, "boards": 2}),
        ("bomb off", "bomb-pot", {"called_off": True}),
        ("killpot off", "kill-pot", {"called_off": True}),
        ("start", "start-hand", {}),
        ("Niveau 100 200", "set-level", {"small_blind": 100, "big_blind": 200}),
        ("penalite 3 10m", "penalty", {"seat": 3, "penalty": "10m"}),
        ("maldonne", "misdeal", {}),
    ],
)  # fmt: skip
def test_lines_in_french_where_english_is_understood_too(
    line: str, name: str, data: dict[str, Any]
) -> None:
    order = order_from(line.split(), words("fr"))
    assert (order.name, order.data) == (name, data)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Nothing to do: enter a command"),
        ("sitt 3", 'There is no command "sitt"; expected sit'),
        ("strat-hand", 'There is no command "strat-hand"; expected start-hand'),
        ("level 100", "level: big_blind is missing; expected: level small_blind big_blind "
         "[ante] [big_blind_ante] [number]"),
        ("stand", "stand: seat is missing; expected: stand seat"),
        ("absent three", 'absent: seat is "three"; expected a whole number'),
        ("absent -3", 'absent: seat is "-3"; expected a whole number'),
        ("rebuy 3 9999999999999", 'rebuy: amount is "9999999999999"; expected a whole'),
        ("rebuy 3 ²", 'rebuy: amount is "²"; expected a whole number'),
        ("rebuy 3 200 4", 'rebuy: "4" is one value too many; expected: rebuy seat amount'),
        ("undo it", 'undo: "it" is one value too many; expected: undo'),
        ("rebuy sea=3", 'rebuy: there is no field "sea"; expected seat'),
        ("rebuy seat=3 seat=4", "rebuy: seat is given twice"),
    ],
)  # fmt: skip
def test_a_mistake_says_what_would_be_right(line: str, said: str) -> None:
    with pytest.raises(Unclear) as caught:
        order_from(line.split(" ") if line else [], words("en"))
    assert said in str(caught.value)


def test_an_unknown_command_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(Unclear) as caught:
        order_from(["xyzzy"], words("en"))
    assert all(word in str(caught.value) for word in WORDS.values())


@given(st.lists(st.text(max_size=12), max_size=6), st.sampled_from(LANGUAGES))
def test_whatever_is_typed_is_a_command_or_a_sentence(line: list[str], language: str) -> None:
    with suppress(Unclear):
        assert order_from(line, words(language)).name in COMMANDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_word_of_its_own(language: str) -> None:
    said = words(language)
    assert set(WORDS) == set(COMMANDS) - ROOM
    assert set(COMMANDS) >= ROOM
    assert set(EVENING) <= set(WORDS)
    assert {field.name for name in WORDS for field in fields_of(name)} == set(FIELDS)
    for name in WORDS:
        # No word of one command is another one's, in this language or in English.
        for word in (name, WORDS[name], word_of(name, said)):
            assert named(word, said) == name
        assert " " not in word_of(name, said)
        assert usage(name, said).startswith(word_of(name, said))
    assert len({label(field, said) for field in FIELDS}) == len(FIELDS)
    assert set(vocabulary(said).values()) == set(WORDS)


def test_a_word_is_completed() -> None:
    french = words("fr")
    assert completions("re", french) == ("recave", "renoncer", "reprendre", "retour")
    assert completions("penal", french) == ("pénalité",)
    assert completions("recave ", french) == ()
    assert len(completions("", french)) == len(WORDS)


def test_every_reason_of_the_controller_has_words_in_every_language() -> None:
    assert set(SENTENCES) == set(REASONS)
    for language in LANGUAGES:
        said = words(language)
        sentences = {answer_words(Reply("q", ok=False, reason=one), said) for one in REASONS}
        assert len(sentences) == len(REASONS)
    assert answer_words(Reply("q", ok=True), words("fr")) == "ok"
    strange = Reply("q", ok=False, reason="quantum", error="the cat is both")
    assert answer_words(strange, words("fr")) == "the cat is both"
