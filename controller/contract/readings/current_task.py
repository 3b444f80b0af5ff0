"""Determines the current task and who must do it.

All displays (the table display, web pages, keypads and earpieces) use this module, so they agree. A
ruling that stops play takes precedence over the dealer's next step. A ruling whose next step is
carried out simply by continuing play comes last.
"""

from typing import Literal

import msgspec

from controller.contract.public import (
    AskedView,
    NextStep,
    PublicState,
    RulingView,
    StepView,
    StepWord,
    WaitsFor,
)
from controller.contract.rules import PLAYED, Task

By = Literal["", "dealer", "player", "players", "floor"]


class Now(msgspec.Struct, frozen=True):
    """The current task at a table. At most one of `ruling`, `asked`, `task` and `moved` is set.

    `by` is the party that must do the task, or "" for none. `seat` is the player to act, or the
    player who is asked or must show, or 0 for none. `step` is the ruling's next step, or None if
    the players decide or if the floor decides without a step. `moved` lists the zones that changed
    while the table was off.
    """

    by: By = ""
    seat: int = 0
    ruling: RulingView | None = None
    step: StepView | None = None
    asked: AskedView | None = None
    task: NextStep | None = None
    moved: tuple[str, ...] = ()


_PLAYERS = frozenset({Task.TABLE, Task.POST, Task.ANTE, Task.PUT})


def now(state: PublicState) -> Now:
    """Return the current task at a table in this state."""
    ruling = first_ruling(state)
    step = open_step(ruling) if ruling is not None else None
    if ruling is not None and not state.turn and not _is_played(step):
        return _of_ruling(ruling, step)
    if state.moved_while_off:
        return Now("floor", moved=state.moved_while_off)
    if state.turn:
        return Now("player", state.turn)
    if state.asked is not None:
        return Now("player", state.asked.seat, asked=state.asked)
    task = state.next_step
    if task is not None and not (task.task is Task.SHUFFLE and at_rest(state)):
        players = task.task in _PLAYERS
        return Now("player" if players else "dealer", task.seat if players else 0, task=task)
    return _of_ruling(ruling, step) if ruling is not None else Now()


def first_ruling(state: PublicState) -> RulingView | None:
    """Return the first unresolved ruling that stops play, or else the oldest one, or None."""
    stopping = (one for one in state.rulings if not _is_played(open_step(one)))
    return next(stopping, state.rulings[0] if state.rulings else None)


def open_step(ruling: RulingView) -> StepView | None:
    """Return the next step of a ruling, or None if all have been done."""
    return next((step for step in to_do(ruling.steps) if not step.done), None)


def to_do(steps: tuple[StepView, ...]) -> tuple[StepView, ...]:
    """Return a ruling's steps, leaving out those that another step makes unnecessary.

    Voiding a hand returns all chips, so a separate step that returns the bets is unnecessary.
    """
    if all(step.word is not StepWord.VOID_HAND for step in steps):
        return steps
    return tuple(step for step in steps if step.word is not StepWord.RETURN_BETS or step.seat)


def at_rest(state: PublicState) -> bool:
    """Return whether a pause, a break or a fouled deck blocks the next hand."""
    deck = state.deck
    wrong = deck is not None and bool(deck.missing or deck.extra)
    return state.paused or state.level.on_break or wrong


def _is_played(step: StepView | None) -> bool:
    return step is not None and step.word in PLAYED


def _of_ruling(ruling: RulingView, step: StepView | None) -> Now:
    if ruling.waits_for is WaitsFor.SEATS:
        return Now("players", ruling=ruling)
    by: By = "players" if _is_played(step) else "dealer"
    return Now("floor" if ruling.waits_for is WaitsFor.FLOOR else by, ruling=ruling, step=step)
