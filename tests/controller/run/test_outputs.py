"""The state is told when it has changed: by an event, or by chips that no event tells of."""

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from controller.contract.public import NextStep, PublicState, Task
from controller.run.messages import outputs as module
from controller.run.messages.outputs import TELL_TIME_EVERY, Outputs
from controller.run.sockets.seat_sockets import SeatSockets
from controller.table.state.table import LevelClock, Timed
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


@pytest.mark.parametrize(
    ("paused", "timed", "tells"),
    [(False, None, False), (True, None, True), (False, LevelClock(until=9**9), True),
     (False, LevelClock(left=5), False), (True, LevelClock(left=5), True),
     (False, LevelClock(until=1), True)],
)  # fmt: skip
def test_a_time_that_runs_is_told_again_every_twenty_seconds(
    seats: SeatSockets, monkeypatch: pytest.MonkeyPatch,
    paused: bool, timed: LevelClock | None, tells: bool,
) -> None:  # fmt: skip
    now = 50.0
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))
    game = played("hand ; deal\n1 says call ; 2 calls")
    clocks = Timed(level_clock=timed) if timed else None
    game.runtime.table = msgspec.structs.replace(game.runtime.table, paused=paused, timed=clocks)
    told: list[PublicState] = []
    outputs = Outputs(game.runtime, None, seats, lambda: game.sink.now, 10.0)
    outputs.on_state.append(told.append)
    outputs.show()
    for now, count in ((51.9, 1), (50 + TELL_TIME_EVERY / 10, 2), (53.9, 2), (54.0, 3)):
        outputs.show()
        assert len(told) == (count if tells else 1), now


def test_an_output_that_fails_keeps_the_state_from_no_other(
    seats: SeatSockets, caplog: pytest.LogCaptureFixture
) -> None:
    game = played("hand ; deal")
    told: list[PublicState] = []
    outputs = Outputs(game.runtime, None, seats, lambda: game.sink.now, 1.0)
    outputs.on_state += [lambda _: 1 // 0, told.append]  # type: ignore[list-item]
    outputs.show()
    outputs.show()
    assert len(told) == 1
    assert caplog.text.count("an output of the public state failed") == 1
