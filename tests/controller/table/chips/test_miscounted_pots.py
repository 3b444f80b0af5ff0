"""A pot that went to the wrong seat: a stack's antenna sees it, or somebody calls the floor."""

import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import ChipsAt, Declared
from controller.contract.public import (
    IrregularityFound,
    Kind,
    RulingOpened,
)
from controller.table.chips.miscounted_pots import (
    BACK_MS,
    floor_called,
    judge_less,
    less_until,
    swept_in,
    taken_out,
)
from controller.table.state import BoardDue, Due, Over, Paying, Play, Showdown, play_on
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


def play_of(
    pot: int,
    *,
    stage: str = "board",
    gathered: bool = True,
    change: tuple[int, ...] = (),
    splashed: int = 0,
    less: int = 0,
    board: int = 3,
    at: int = 50_000,
) -> Play:
    """Return a play before the flop's end in which 300 were gathered, with a pot of some chips."""
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop", house="fidpa")
    hand = game.table.hand
    stages = {
        "board": BoardDue(), "betting": hand.stage, "over": Over(), "showdown": Showdown(),
        "paying": Paying((0, 0, 0, 0)),
    }  # fmt: skip
    hand = replace(
        hand,
        stage=stages[stage],
        gathered=gathered,
        change=change,
        splashed=splashed,
        due=Due(less=less) if less else None,
        board=("Kd", "Qs", "Jh", "Th", "9s")[:board],
    )
    lies = {"pot": (pot,)}
    return play_on(replace(game.table, chips=lies, base=(0, 0, 0, 0), hand=hand), game.house, at)


def told(play: Play) -> list[tuple[int, int]]:
    return [(e.seat, e.amount) for e in play.public if isinstance(e, IrregularityFound)]


@pytest.mark.parametrize(
    ("pot", "stage", "gathered", "change", "swept"),
    [
        (350, "board", True, (1, 2), True),
        (301, "board", True, (1, 2), True),
        (300, "board", True, (1, 2), False),
        (299, "board", True, (1, 2), False),
        (350, "board", True, (), False),
        (350, "board", False, (1, 2), False),
        (350, "betting", False, (1, 2), True),
        (350, "showdown", False, (1, 2), False),
    ],
)
def test_change_that_was_swept_in_is_of_the_last_who_had_some(
    pot: int, stage: str, gathered: bool, change: tuple[int, ...], swept: bool
) -> None:
    play = play_of(pot, stage=stage, gathered=gathered, change=change)
    assert swept_in(play) is swept
    assert told(play) == ([(2, pot - 300)] if swept else [])
    assert play.hand.change == (() if swept else change)
    assert play.hand.surplus == (pot - 300 if swept else 0)


@pytest.mark.parametrize(
    ("pot", "stage", "board", "found"),
    [
        (299, "board", 3, True),
        (299, "betting", 3, True),
        (299, "paying", 3, True),
        (299, "showdown", 4, True),
        # Once the whole board is there, winners take their pots.
        (299, "showdown", 5, False),
        (299, "over", 3, False),
        (300, "board", 3, False),
        (301, "board", 3, False),
    ],
)
def test_chips_are_taken_out_of_the_pot_while_cards_are_still_to_come(
    pot: int, stage: str, board: int, found: bool
) -> None:
    play = play_of(pot, stage=stage, board=board)
    taken_out(play)
    assert told(play) == ([(0, -1)] if found else [])
    taken_out(play)
    assert len(told(play)) == found
    drawn = play_of(pot + 25, stage=stage, board=board, splashed=25)
    taken_out(drawn)
    assert not told(drawn)
    assert (drawn.hand.due is not None and drawn.hand.due.less == drawn.at) is found


@pytest.mark.parametrize(
    ("pot", "less", "gathered", "splashed", "left", "wakes", "found"),
    [
        (324, 40_000, False, 25, 0, None, True),
        (324, 45_000, False, 25, 0, None, True),
        (324, 45_001, False, 25, 45_001, 50_001, False),
        (324, 0, False, 25, 50_000, 55_000, False),
        (325, 40_000, False, 25, 0, None, False),
        (324, 40_000, True, 25, 0, None, False),
        (299, 40_000, False, 0, 0, None, True),
        (300, 40_000, False, 0, 0, None, False),
    ],
)
def test_chips_of_this_round_have_some_seconds_to_come_back(
    pot: int, less: int, gathered: bool, splashed: int, left: int, wakes: int | None, found: bool
) -> None:
    play = play_of(pot, stage="betting", less=less, gathered=gathered, splashed=splashed)
    judge_less(play)
    assert (play.hand.due.less if play.hand.due is not None else 0, play.wake_at) == (left, wakes)
    assert told(play) == ([(0, -1)] if found else [])


def test_nobody_rules_on_chips_that_are_missing_while_others_come_or_the_table_is_stopped() -> None:
    play = play_of(299, less=40_000)
    assert less_until(play.table, play.hand) == 40_000 + BACK_MS
    assert less_until(replace(play.table, moving={"pot": (25,)}), play.hand) is None
    assert less_until(play.table, replace(play.hand, due=None)) is None
    stopped = played("hand ; deal\nboard", house="fidpa").table
    assert less_until(replace(play.table, rulings=stopped.rulings), play.hand) is None


@pytest.mark.parametrize(
    ("over", "number", "target", "wrong"),
    [
        (True, 1, "", True),
        (True, 1, "pot", True),
        (False, 1, "pot", False),
        (False, 2, "pot", True),
        (False, 2, "", False),
        (True, 2, "", True),
    ],
)
def test_a_call_for_the_floor_is_about_a_pot_that_was_awarded(
    over: bool, number: int, target: str, wrong: bool
) -> None:
    game = played("hand ; deal" + ("\n1 folds ; 2 folds" if over else ""), house="fidpa")
    play = play_on(game.table, game.house, 0)
    play.hand = replace(play.hand, number=number)
    floor_called(play, Declared(0, 1, "floor", target))
    assert told(play) == ([(1, 0)] if wrong else [])
