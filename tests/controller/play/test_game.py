"""A played table tells its watchers of everything that its controller does."""

import msgspec

from controller.contract import commands as c
from controller.contract.observations import Declared, Observation, TimePassed
from controller.contract.public import ClockExpired, HandKilled
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
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
