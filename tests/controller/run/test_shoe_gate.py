"""The gate: shut while anybody bets, open for what is due, and never in the way of the game."""

import pytest

from controller.contract.public import (
    Kind,
    NextStep,
    PublicState,
    RulingView,
    StepView,
    Street,
    Task,
    WaitsFor,
)
from controller.run.loop.shoe_gate import SHUT, Leaving, due
from tests.steps import step_read


def state(phase: str, **more: object) -> PublicState:
    return PublicState(seq=1, table="3", house="ppc", hand=7, phase=phase, **more)  # type: ignore[arg-type]


def ruling(*steps: StepView, waits_for: WaitsFor = WaitsFor.STEPS) -> tuple[RulingView, ...]:
    return (RulingView(1, Kind.BOARD_NO_BURN, "", steps=steps, waits_for=waits_for),)


def test_it_is_open_for_exactly_what_is_due() -> None:
    assert due(state("dealing", to_deal=(2, 3, 1))) == Leaving(3, "hand 7 deal")
    board = state("board", street=Street.PREFLOP, next_step=NextStep(Task.BURN))
    assert due(board) == Leaving(4, "hand 7 flop")
    assert (
        due(
            state(
                "board",
                street=Street.FLOP,
                board=("2c",) * 3,
                next_step=NextStep(Task.DEAL, street=Street.TURN),
            )
        ).cards
        == 1
    )
    gather = state("board", street=Street.PREFLOP, next_step=NextStep(Task.GATHER))
    assert (due(gather).cards, due(gather, burns=False).cards) == (4, 3)


def test_it_is_shut_between_hands_while_betting_and_for_a_winner() -> None:
    for phase in ("idle", "over", "betting"):
        assert due(state(phase, street=Street.FLOP, turn=2)) == SHUT
    assert due(state("showdown", street=Street.RIVER)) == SHUT


def test_a_ruling_opens_it_only_for_a_step_that_takes_a_card() -> None:
    burn, flop = step_read("burn"), step_read("deal flop")
    board = state(
        "board", street=Street.PREFLOP, rulings=ruling(burn, flop), next_step=NextStep(Task.BURN)
    )
    assert due(board) == Leaving(1, "hand 7 ruling 1.0")
    back = ruling(step_read("take_back 7h"), flop)
    assert due(state("board", street=Street.PREFLOP, rulings=back)) == SHUT
    floor = ruling(step_read("floor_decides"), waits_for=WaitsFor.FLOOR)
    assert (
        due(state("board", street=Street.PREFLOP, next_step=NextStep(Task.BURN), rulings=floor))
        == SHUT
    )
    shuffled = ruling(step_read("shuffle"), flop)
    assert due(state("board", street=Street.PREFLOP, rulings=shuffled)).cards == 3


STUB = "to_stub 7h"


@pytest.mark.parametrize(
    ("done", "todo", "cards"),
    [
        ("", "burn", 1), ("", "burn 2", 2), ("", "deal flop", 6), ("", "deal turn", 8),
        ("", "deal preflop", 0), ("", "deal 2", 1), ("", "deal Kh", 0), ("burn", "deal river", 10),
        ("", "shuffle, cut, burn", 1), ("", "shuffle", 0), ("shuffle", "mix", 0),
        ("", "use_as_burn left", 1), ("", "use_as_burn extra", 0), ("", "use_as_burn 7h", 0),
        (STUB, "use_as_burn 7h", 1), ("burn", "use_as_burn 7h", 0),
        ("", f"{STUB}, use_as_burn 7h", 0), ("", "take_back 7h, burn", 0),
    ],
)  # fmt: skip
def test_a_step_of_a_ruling_takes_its_cards_from_the_stub(done: str, todo: str, cards: int) -> None:
    before = [step_read(done, done=True)] if done else []
    steps = (*before, *map(step_read, todo.split(", ")))
    told = due(state("board", street=Street.PREFLOP, boards=2, rulings=ruling(*steps)))
    assert told == (Leaving(cards, f"hand 7 ruling 1.{len(before)}") if cards else SHUT)
    others = ruling(*steps, waits_for=WaitsFor.FLOOR)
    assert due(state("board", street=Street.PREFLOP, boards=2, rulings=others)) == SHUT


def test_a_ruling_that_play_itself_fulfils_or_that_is_done_stops_nothing() -> None:
    burn = ruling(step_read("burn", done=True))
    for open_ones in (burn, ruling(step_read("finish_round"), step_read("burn")), ()):
        now = state("board", street=Street.PREFLOP, rulings=open_ones)
        assert due(now) == Leaving(3, "hand 7 flop")
        two = (*open_ones, *ruling(step_read("burn 3")))
        assert due(state("board", street=Street.PREFLOP, rulings=two)).cards == 3


@pytest.mark.parametrize(
    ("street", "lies", "task", "burned", "cards", "burn"),
    [
        (None, 0, None, 0, 3, 0), (Street.PREFLOP, 0, None, 0, 3, 0),
        (Street.PREFLOP, 2, None, 0, 1, 0), (Street.PREFLOP, 3, Task.BURN, 0, 0, 0),
        (Street.PREFLOP, 4, None, 0, 0, 0), (Street.FLOP, 3, Task.BURN, 1, 1, 1),
        (Street.FLOP, 3, Task.DEAL, 1, 1, 0), (Street.FLOP, 3, Task.GATHER, 1, 1, 1),
        (Street.FLOP, 3, Task.GATHER, 2, 1, 0), (Street.FLOP, 3, Task.CHANGE, 1, 1, 1),
        (Street.FLOP, 3, Task.CHANGE, 2, 1, 0), (Street.TURN, 4, Task.BURN, 2, 1, 1),
        (Street.TURN, 5, None, 3, 0, 0), (Street.RIVER, 4, None, 3, 1, 0),
        (Street.RIVER, 5, Task.BURN, 3, 0, 0),
    ],
)  # fmt: skip
def test_a_street_is_due_with_its_burn_until_it_lies_there(
    street: Street | None, lies: int, task: Task | None, burned: int, cards: int, burn: int
) -> None:
    board = ("2c", "3c", "4c", "5c", "6c")[:lies]
    step = NextStep(task) if task else None
    now = state("board", street=street, board=board, burned=burned, next_step=step)
    assert due(now).cards == cards + burn
    assert due(now, burns=False).cards == cards
    last = state("showdown", street=street, board=board, burned=burned, next_step=step)
    assert due(last).cards == (0 if street is Street.RIVER else cards + burn)
    assert due(state("posting", to_deal=(1, 2), street=street)) == Leaving(2, "hand 7 deal")
