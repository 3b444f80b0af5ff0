"""Combined actions: simultaneous ones (`A & B`), and ones in rapid succession (`A then B`)."""

from collections.abc import Sequence
from typing import get_args

from controller.play.script import statements as s
from controller.play.script.statements import AND, THEN
from controller.play.script.words import Cursor, ScenarioError, Word

ACTS = (
    s.MoveCard | s.MoveChips | s.DealTo | s.BurnCards | s.DealBoard | s.SeatActs | s.Says
    | s.HandlesChips | s.Does | s.Sees | s.Clocks | s.Swap
)  # fmt: skip
"""The statements that may be combined by `&` or `then`."""


class AtOnce(s.Statement, frozen=True):
    """Several actions combined: all at the same instant or, if `then`, in rapid succession.

    In rapid succession, no action waits until the table has registered the one before.
    """

    acts: tuple[s.Statement, ...]
    then: bool = False

    def __str__(self) -> str:
        return f" {THEN if self.then else AND} ".join(map(str, self.acts))


def joins(words: Sequence[Word]) -> set[str]:
    """Return which of the joining words `&` and `then` occur in a statement."""
    return {word.text for word in words if word.text in {AND, THEN} and not word.quoted}


def parts(words: Sequence[Word], file: str, line: int) -> list[list[Word]]:
    """Split a statement's words into one list of words for each of its actions.

    Raises `ScenarioError` if one side of an `&` or `then` is empty, or if both words occur.
    """
    found: list[list[Word]] = [[]]
    joined = joins(words)
    for word in words:
        if word.text in joined and not word.quoted:
            found.append([])
        else:
            found[-1].append(word)
    if len(joined) > 1:
        word = next(word for word in words if word.text == THEN)
        raise ScenarioError(file, line, word.column, THEN, f"{AND} and {THEN} are used together")
    if not all(found):
        word = next(word for word in words if word.text in joined)
        join = word.text
        raise ScenarioError(file, line, word.column, join, f"an action is missing next to {join}")
    return found


def at_once(cursor: Cursor, acts: Sequence[s.Statement], *, then: bool = False) -> s.Statement:
    """Return one statement that combines these actions; a single action is returned as it is.

    Raises `ScenarioError` if one of several statements is not an action.
    """
    if len(acts) == 1:
        return acts[0]
    for act in acts:
        if not isinstance(act, get_args(ACTS)):
            cursor.fail(cursor.words[0], f'"{act}" stands alone: it is not an action in a hand')
    return AtOnce(acts=tuple(acts), then=then)


def flat(statements: Sequence[s.Statement]) -> list[s.Statement]:
    """Return the statements as a flat list, with combined actions listed separately."""
    return [
        act
        for statement in statements
        for act in (statement.acts if isinstance(statement, AtOnce) else (statement,))
    ]
