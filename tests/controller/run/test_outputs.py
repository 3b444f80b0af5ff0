"""The state is told when it has changed: by an event, or by chips that no event tells of."""

from pathlib import Path

import pytest

from controller.contract.public import NextStep, PublicState, Task
from controller.run.messages.outputs import Outputs
from controller.run.sockets.seat_sockets import SeatSockets
from tests.controller.table.scripted import go_on, played


@pytest.fixture
def seats(tmp_path: Path) -> SeatSockets:
    return SeatSockets(tmp_path, "1", 3, lambda _: None, lambda: 0)


def test_chips_that_come_after_the_word_are_told_though_no_event_says_so(
    seats: SeatSockets,
) -> None:
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house="fidpa")
    told: list[PublicState] = []
    outputs = Outputs(game.runtime, None, seats, lambda: game.sink.now, 1.0)
    outputs.on_state.append(told.append)
    outputs.show()
    assert (told[-1].seats[0].owes, told[-1].next_step) == (100, NextStep(Task.PUT, 1, 100))
    outputs.show()
    assert len(told) == 1, "nothing has changed"
    events = len(game.events)
    go_on(game, "1 puts 100")
    assert len(game.events) == events
    outputs.show()
    assert (told[-1].seats[0].owes, told[-1].next_step) == (0, NextStep(Task.GATHER))
