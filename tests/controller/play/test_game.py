"""A played table tells its watchers of everything that its controller does."""

import msgspec
import pytest

from controller.contract import commands as c
from controller.contract.observations import Declared, Observation, TimePassed
from controller.contract.public import ClockExpired, HandKilled
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Depth, Setup
from controller.play.runner import Runner, set_up
from controller.play.script.language import parse
from controller.table.state import Transition


def test_what_was_due_at_the_very_time_of_an_observation_is_told_too() -> None:
    """A hand that died of its clock in that millisecond was dead, and nobody was told."""
    seen: list[tuple[Observation, Transition]] = []
    game = DealtGame(
        Setup(load_house("fidpa"), 3, keyed=True, cards_keyed=True),
        lambda observation, done: seen.append((observation, done)),
    )
    orders: list[c.Command] = [c.SitDown(seat, f"p{seat}", 5000) for seat in (1, 2, 3)]
    for order in (*orders, c.SetLevel(50, 100), c.SetButton(1)):
        game.sink.floor("floor", msgspec.json.encode(order).decode())
    game.sink.press(1, "done")
    game.sink.press(2, "time", "1")
    due = game.runtime.wake_at
    assert due is not None
    game.observe(Declared(due, 1, "call"))
    assert [type(observation) for observation, _ in seen[-2:]] == [TimePassed, Declared]
    assert any(isinstance(event, ClockExpired) for event in seen[-2][1].public)
    assert any(isinstance(event, HandKilled) for event in game.events)


@pytest.mark.parametrize("depth", ["engine", "sensed"])
def test_foreign_chips_that_do_not_lie_there_are_not_taken(depth: Depth) -> None:
    statements = parse("seat 1 Anne 5000 ; seat 2 Bruno 5000\n1 takes foreign 2x100")
    runner = Runner(set_up(statements, depth=depth))
    (failure,) = runner.play(statements).failures
    assert failure.why == "can't be done: bet.1 does not hold these foreign chips"
