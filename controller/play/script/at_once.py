"""Simultaneous acts, `A & B`: by several people, or by one person with two hands."""

from collections.abc import Sequence
from typing import Final, get_args

from controller.play.script import statements as s
from controller.play.script.words import Cursor, ScenarioError, Word

ACTS = (
    s.MoveCard | s.MoveChips | s.DealTo | s.BurnCards | s.DealBoard | s.SeatActs | s.Says | s.Puts
    | s.Takes | s.Splashes | s.Does | s.Sees | s.Clocks | s.Swap
)  # fmt: skip
"""The acts that may be combined with another by `&`."""
AND: Final = "&"


class AtOnce(s.Statement, frozen=True):
    """Acts that happen at one instant; no time passes between them."""

    acts: tuple[s.Statement, ...]

    def __str__(self) -> str:
        return f" {AND} ".join(map(str, self.acts))


def parts(words: Sequence[Word], file: str, line: int) -> list[list[Word]]:
    """Return the words of each act of a statement; a single act gives one list.

    Raises `ScenarioError` if one side of an `&` is empty.
    """
    found: list[list[Word]] = [[]]
    for word in words:
        if word.text == AND and not word.quoted:
            found.append([])
        else:
            found[-1].append(word)
    if not all(found):
        word = next(word for word in words if word.text == AND)
        raise ScenarioError(file, line, word.column, AND, f"an act is missing beside {AND}")
    return found


def at_once(cursor: Cursor, acts: Sequence[s.Statement]) -> s.Statement:
    """Return several acts as one statement; raises `ScenarioError` if one is no act."""
    if len(acts) == 1:
        return acts[0]
    for act in acts:
        if not isinstance(act, get_args(ACTS)):
            cursor.fail(cursor.words[0], f'"{act}" stands by itself: it is no act of a hand')
    return AtOnce(acts=tuple(acts))


def flat(statements: Sequence[s.Statement]) -> list[s.Statement]:
    """Return statements in a flat list, with simultaneous acts one after another."""
    return [
        act
        for statement in statements
        for act in (statement.acts if isinstance(statement, AtOnce) else (statement,))
    ]
