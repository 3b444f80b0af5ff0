"""A pot that went to the wrong seat: a stack's antenna sees it, or somebody calls the floor."""

import pytest

from controller.contract import commands as c
from controller.contract.observations import ChipsAt, Declared
from controller.contract.public import (
    IrregularityFound,
    Kind,
    RulingOpened,
)
from controller.table.chips.wrong_pots import BACK_MS
from tests.controller.table.floor_table import order, said, table_of
from tests.controller.table.random_table import PlayedTable
from tests.controller.table.scripted import kinds, played


def pushed(to: int, lies: int) -> PlayedTable:
    """Return a table with a hand won by seat 3, and what its antenna reads in a stack then."""
    play = table_of(3, "fidpa")
    play.key(1, "fold")
    play.key(2, "fold")
    play.tell(ChipsAt(play.table.at, f"stack.{to}", (lies,), play.table.at))
    return play


def test_the_antenna_of_a_stack_sees_a_pot_pushed_to_the_wrong_seat() -> None:
    # FIDPA 75-5
    play = pushed(2, 950 + 150)
    assert said(play, IrregularityFound) == [
        IrregularityFound(Kind.POT_WRONG, "FIDPA 75-5", seat=2, amount=-150),
    ]
    assert play.start() == "ruling-open"
    assert not order(play, c.Confirm())
    assert not play.start()


def test_a_pot_pushed_to_its_winner_is_no_wrong_pot() -> None:
    assert not said(pushed(3, 900 + 150), IrregularityFound)


@pytest.mark.parametrize(
    ("house", "acts", "steps"),
    [("fidpa", 0, ()), ("ppc", 0, ()), ("tda", 0, ("floor_decides",)), ("tda", 3, ())],
)
def test_until_when_a_wrong_pot_is_put_right(house: str, acts: int, steps: tuple[str, ...]) -> None:
    # PPC 23, FIDPA 75-5, TDA 22
    play = table_of(4, house)
    play.fold_out()
    assert not play.start()
    play.deal()
    for _ in range(acts):
        play.key(play.look().turn, "call")
    play.tell(Declared(play.table.at, 1, "floor", "pot"))
    assert [event.kind for event in said(play, IrregularityFound)] == ["pot.wrong"]  # type: ignore[attr-defined]
    opened = [tuple(step.word for step in event.steps) for event in said(play, RulingOpened)]  # type: ignore[attr-defined]
    assert opened == ([steps] if steps else [])


@pytest.mark.parametrize(
    ("back", "found"), [("stack.1", ["pot.wrong"]), ("", ["pot.wrong"]), ("bet.1", [])]
)
def test_chips_of_this_round_leave_the_pot_for_their_place_or_are_missed(
    back: str, found: list[str]
) -> None:
    game = played("hand ; deal\n1 raises to 300\n", house="fidpa")
    game.sink.chips("bet.1", "pot", (100,) * 3)
    game.sink.chips("pot", "", (100,) * 3)
    splashed = kinds(game)
    game.sink.wait(BACK_MS - 1000)
    assert kinds(game) == splashed
    game.sink.chips("", back, (100,) * 3)
    game.sink.wait(30_000)
    assert kinds(game) == [*splashed, *found]
