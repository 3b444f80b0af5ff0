"""docs/SCENARIOS.md is the language as the reader has it: all of it, nothing else, and it plays."""

import enum
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from controller.contract.commands import Command
from controller.contract.rules import Entry, HoldReason, NoticeText
from controller.houses.loader import shipped_houses
from controller.play.runner import Runner, set_up
from controller.play.script import expect_words, expectations, language, outside, room, statements
from controller.play.script.words import PLAIN_ZONES, SEAT_ZONES

PAGE = (Path(__file__).parents[1] / "docs/SCENARIOS.md").read_text("utf-8")
BLOCKS = re.findall(r"^```scn( opening)?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
OPENING = next(text for opening, text in BLOCKS if opening)
EXAMPLES = [text for opening, text in BLOCKS if not opening]
CELLS = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", PAGE, re.MULTILINE)
FORMS = [form for cell in CELLS for form in re.findall(r"`([^`]+)`", cell)]
MANY = (Entry, HoldReason, NoticeText)
"""Sets with so many members that an example of each would tell nothing more."""
TALKED = [form for form in FORMS if not form.startswith("--") and form not in {"typical", "harsh"}]


def kinds_of_statement() -> Iterator[type[statements.Statement | Command]]:
    """Return every statement and expectation that there is, and every command that one gives."""
    yield from room.FORMS
    bases = {statements.Statement, statements.Expectation, statements.Level}
    bases.add(statements.HandlesChips)
    modules = (statements, outside, expectations)
    for found in (value for module in modules for value in vars(module).values()):
        known = isinstance(found, type) and issubclass(found, statements.Statement)
        if known and found not in bases:
            yield found


def choices(kind: Any) -> tuple[Any, ...]:
    """Return the values that a field can be chosen from, () when it is no choice."""
    if kind is bool:
        return (False, True)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return tuple(kind)
    return choices(get_args(kind)[0]) if get_origin(kind) is tuple else ()


def documented() -> list[statements.Statement]:
    """Return all that the document says, as the reader reads it."""
    said = [*TALKED, OPENING, *EXAMPLES]
    return [one for text in said for one in language.parse(text, "docs/SCENARIOS.md")]


def command_or_statement(said: statements.Statement) -> statements.Statement | Command:
    """Return the command that a statement gives or, if it gives none, the statement."""
    return said.command if isinstance(said, room.GiveCommand) else said


@pytest.mark.parametrize("form", TALKED)
def test_every_form_in_the_tables_is_read(form: str) -> None:
    assert len(language.parse(form, "docs/SCENARIOS.md")) == 1


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_plays_and_holds(text: str) -> None:
    seats_somebody = re.search(r"^seat ", text, re.MULTILINE)
    whole = text if seats_somebody else OPENING + text
    played = language.parse(whole, "docs/SCENARIOS.md", shipped_houses())
    runner = Runner(set_up(played))
    try:
        outcome = runner.play(played)
    finally:
        runner.game.close()
    assert not outcome.failures
    assert outcome.expectations > 0, "an example that expects nothing shows nothing"


@pytest.mark.parametrize("kind", list(kinds_of_statement()), ids=lambda kind: kind.__name__)
def test_every_statement_of_the_reader_is_documented(
    kind: type[statements.Statement | Command],
) -> None:
    said = [one for one in map(command_or_statement, documented()) if type(one) is kind]
    assert said, f"docs/SCENARIOS.md has no {kind.__name__}"
    hints = get_type_hints(kind)
    for name in kind.__struct_fields__:
        hint = hints[name]
        used = [getattr(one, name) for one in said]
        used = [part for value in used for part in (value if isinstance(value, tuple) else [value])]
        lacking = [choice for choice in choices(hint) if choice not in used]
        lacking = [choice for choice in lacking if not isinstance(choice, MANY)]
        assert not lacking, f"docs/SCENARIOS.md has no {kind.__name__} with {name} {lacking}"


def test_every_first_word_of_the_reader_is_documented() -> None:
    said = {word for one in documented() for word in str(one).split()}
    # What is read and printed as another form ("deal 3") is told by its statement.
    assert not set(language.VERBS) - said
    assert not set(language.SEAT_VERBS) - said
    assert not set(expect_words.STATES) - said


def test_the_words_inside_a_statement_are_documented() -> None:
    told = set(re.findall(r"[a-z_+]+", PAGE))
    words = {*expectations.NEXT_WORDS, *expect_words.DETAILS}
    assert not words - told
    assert not {*PLAIN_ZONES, *SEAT_ZONES} - told
    assert not {*expect_words.PLAIN} - set(re.findall(r"[a-z-]+", PAGE))
    assert not set(language.UNITS) - told
