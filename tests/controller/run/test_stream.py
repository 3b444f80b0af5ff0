"""Hole cards leave for a stream after their delay and when their hand is over, never before."""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declared, FloorSaid, JournalCut, Observation
from controller.contract.private import StreamFrame, StreamOff
from controller.contract.public import StreamEnded, StreamHand, StreamSent
from controller.contract.rules import Variant
from controller.houses.loader import load_house
from controller.houses.model import GameRules, Ruled
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.run.stream.delayed import DelayedHand
from controller.run.stream.pump import StreamPump

START = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
"""
HAND = """
deck 2c 3c 4c 5c 6c 7c  Ah 3d 3h Jh  Th 9d  8c 2d
hand ; deal
1 folds ; 2 calls ; 3 checks
burn ; board 3
2 checks ; 3 bets 100 ; 2 folds
push
"""
SHORT_HAND = HAND.replace(
    "2c 3c 4c 5c 6c 7c  Ah 3d 3h Jh  Th 9d  8c 2d", "6c 7c 8c 9c Tc Jc  Ah 7d 7h Jh  Th 9d  8d 6d"
)
DELAY = 900_000


class Line:
    """A subscriber that keeps what it is told, and when."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.told: list[tuple[int, StreamFrame | StreamOff]] = []
        self._now = now

    def tell(self, said: StreamFrame | StreamOff) -> None:
        """Keep a message."""
        self.told.append((self._now(), said))

    def frames(self) -> list[StreamFrame]:
        """Return the pictures."""
        return [said for _, said in self.told if isinstance(said, StreamFrame)]


class Streamed:
    """A table whose three players agree, and the clock of its controller."""

    def __init__(
        self, delay: int = 900, *, allowed: bool = True, game: GameRules | None = None
    ) -> None:
        house = load_house("ppc")
        house = replace(house, game=game or house.game)
        least = replace(house.disclosure.stream_delay, value=min(delay, 900))
        rules = replace(house.disclosure, stream_delay=least)
        self.game = DealtGame(Setup(replace(house, disclosure=rules), 3, journal=True))
        self.now = 0
        self.line = Line(lambda: self.now)
        self.waiting: list[Observation] = []
        self.allowed = allowed
        self.pump = self.start()
        self.play(START)
        self.floor(c.Stream(delay))
        for seat in (1, 2, 3):
            self.key(seat, "stream-yes")

    def start(self) -> StreamPump:
        """Return the pump of a controller that starts."""
        return StreamPump(
            self.game.runtime, self.line, self.waiting.append, lambda: self.now,
            allowed=self.allowed,
        )  # fmt: skip

    def play(self, text: str) -> None:
        """Play a script at the table."""
        outcome = Runner(self.game).play(parse(text))
        assert not outcome.failures, outcome.failures

    def floor(self, command: c.Command) -> None:
        """Say something as the floor."""
        text = msgspec.json.encode(command).decode()
        self.game.observe(FloorSaid(self.game.sink.now, "Nina", text))

    def key(self, seat: int, what: str) -> None:
        """Press a key of a seat."""
        self.game.observe(msgspec.convert(
            {"at": self.game.sink.now, "seat": seat, "what": what}, Declared))  # fmt: skip

    def pass_time(self, ms: int, step: int = 1_000) -> None:
        """Let time pass, the controller's loop turning each `step` ms."""
        until = self.now + ms
        while self.now < until:
            self.now = min(self.now + step, until)
            self.look()

    def look(self) -> None:
        """Let the controller's loop turn."""
        self.pump.look()
        for one in self.waiting:
            self.game.observe(replace(one, at=self.game.sink.now))
        self.waiting.clear()
        self.pump.look()

    def restart(self) -> None:
        """Kill the controller, and start it again: a new clock begins at nothing."""
        self.game.cut_power()
        self.now = 0
        self.waiting.clear()
        self.pump = self.start()


@pytest.fixture
def table() -> Iterator[Streamed]:
    streamed = Streamed()
    yield streamed
    streamed.game.close()


def of(game: DealtGame, kind: type) -> list[object]:
    return [event for event in game.events if isinstance(event, kind)]


def test_nothing_leaves_before_the_delay_and_then_it_is_on_disk_first(table: Streamed) -> None:
    table.play(HAND)
    table.pass_time(DELAY - 1_000)
    assert table.line.told == []
    assert of(table.game, StreamSent) == []
    table.pass_time(61_000)
    assert of(table.game, StreamSent) == [StreamSent(1)]
    frames = table.line.frames()
    assert {card for one in frames[-1].cards for card in one.cards} == {
        "2c", "3c", "4c", "5c", "6c", "7c"}  # fmt: skip
    assert all(at >= DELAY for at, _ in table.line.told)
    assert frames[0].hand == 1
    assert frames[0].state.board == ()
    assert len(frames[-1].state.board) == 3


def test_pictures_come_at_the_speed_at_which_they_happened(table: Streamed) -> None:
    table.play(HAND)
    table.pass_time(DELAY + 60_000, step=100)
    times = [at for at, _ in table.line.told]
    assert times[0] == DELAY
    assert 5_000 < times[-1] - times[0] < 60_000
    assert times == sorted(times)


def test_a_hand_longer_than_its_delay_begins_to_leave_at_its_end() -> None:
    """And behind the hand before it, so that its pictures keep their pace."""
    hand = DelayedHand(2, first=10, delay=1_000, begun=0, last=40, ended=60_000)
    assert hand.leaves(0) == 60_000
    assert hand.leaves(90_000) == 90_000


def test_a_picture_has_no_question_to_a_seat(table: Streamed) -> None:
    """The felt of that time asked nothing of viewers, and says nothing of the stream itself."""
    table.play(HAND)
    table.pass_time(DELAY + 60_000)
    frames = table.line.frames()
    assert frames
    assert all(one.state.stream is None and one.state.notices == () for one in frames)


def test_a_hand_that_is_still_played_after_the_delay_waits(table: Streamed) -> None:
    table.play(HAND.split("2 checks", maxsplit=1)[0])
    assert table.game.table.hand.running
    table.pass_time(3 * DELAY)
    assert table.line.told == []
    table.play("2 checks ; 3 bets 100 ; 2 folds ; push")
    table.look()
    first = table.line.told[0][0]
    assert first == 3 * DELAY, "over and late enough, both at once"
    table.pass_time(DELAY - 1_000)
    boards = [len(frame.state.board) for frame in table.line.frames()]
    assert max(boards) == 3
    assert not any(frame.state.phase == "over" for frame in table.line.frames())
    table.pass_time(60_000)
    assert table.line.frames()[-1].state.phase == "over"


def test_a_house_with_no_delay_lets_a_hand_go_when_it_is_over() -> None:
    table = Streamed(delay=0)
    try:
        table.play(HAND.split("2 checks", maxsplit=1)[0])
        table.pass_time(DELAY)
        assert table.line.told == []
        table.play("2 checks ; 3 bets 100 ; 2 folds ; push")
        table.look()
        assert table.line.frames()
    finally:
        table.game.close()


@pytest.mark.parametrize("when", ["waiting", "leaving"])
def test_a_no_stops_at_once_what_waits_and_what_leaves(table: Streamed, when: str) -> None:
    table.play(HAND)
    table.pass_time(DELAY if when == "leaving" else DELAY - 1_000)
    assert bool(table.line.told) == (when == "leaving")
    table.key(1, "stream-no")
    table.pass_time(3 * DELAY)
    after = [said for _, said in table.line.told if isinstance(said, StreamOff)]
    assert len(after) == (when == "leaving")
    if when == "leaving":
        assert isinstance(table.line.told[-1][1], StreamOff)
    assert of(table.game, StreamEnded) == [StreamEnded("seat", 1)]


@pytest.mark.parametrize("restarts", [False, True])
def test_switched_on_again_it_shows_nothing_of_before(table: Streamed, restarts: bool) -> None:
    table.play(HAND)
    table.key(1, "stream-no")
    table.floor(c.Stream(900))
    for seat in (1, 2, 3):
        table.key(seat, "stream-yes")
    if restarts:
        table.restart()
    table.pass_time(3 * DELAY)
    assert table.line.frames() == []


def test_a_restart_begins_to_count_again(table: Streamed) -> None:
    table.play(HAND)
    table.pass_time(DELAY - 1_000)
    table.restart()
    table.pass_time(DELAY - 1_000)
    assert table.line.told == []
    table.pass_time(61_000)
    assert {frame.hand for frame in table.line.frames()} == {1}


def test_a_hand_that_has_left_does_not_leave_again_after_a_restart(table: Streamed) -> None:
    table.play(HAND)
    table.pass_time(DELAY + 60_000)
    told = len(table.line.told)
    table.restart()
    table.pass_time(3 * DELAY)
    assert len(table.line.told) == told


def test_a_restart_in_the_middle_of_a_hand_keeps_it_for_later(table: Streamed) -> None:
    table.play(HAND.split("2 checks", maxsplit=1)[0])
    table.pass_time(DELAY)
    table.restart()
    table.play("2 checks ; 3 bets 100 ; 2 folds ; push")
    table.pass_time(DELAY - 1_000)
    assert table.line.told == []
    table.pass_time(2 * DELAY)
    assert table.line.frames()[-1].state.phase == "over"


def test_a_journal_that_was_put_back_lets_nothing_go(table: Streamed) -> None:
    table.play(HAND)
    table.game.observe(JournalCut(table.game.sink.now, 10))
    table.restart()
    table.pass_time(3 * DELAY)
    assert table.line.told == []


def test_a_config_that_allows_none_switches_it_off(table: Streamed) -> None:
    table.play(HAND)
    table.allowed = False
    table.restart()
    table.pass_time(3 * DELAY)
    assert table.line.told == []
    assert of(table.game, StreamEnded) == [StreamEnded("floor", by="config")]


def test_a_disk_that_takes_nothing_lets_nothing_go(table: Streamed) -> None:
    table.play(HAND)
    table.now = 2 * DELAY
    for _ in range(5):
        table.pump.look()
    assert table.line.told == []
    assert len(table.waiting) == 1


def test_cards_of_a_hand_that_somebody_had_not_agreed_to_stay(table: Streamed) -> None:
    table.floor(c.Stream(called_off=True))
    table.floor(c.Stream(900))
    table.key(1, "stream-yes")
    table.key(2, "stream-yes")
    table.play(HAND)
    table.key(3, "stream-yes")
    table.pass_time(3 * DELAY)
    assert of(table.game, StreamHand) == []
    assert table.line.told == []


@pytest.mark.parametrize("trips", [True, False])
def test_pictures_say_whether_trips_beat_straights(trips: bool) -> None:
    rule: Literal["above-straight", "below-straight"]
    rule = "above-straight" if trips else "below-straight"
    game = GameRules(variant=Ruled(Variant.SHORT_DECK, ""), short_deck_trips=Ruled(rule, ""))
    table = Streamed(0, game=game)
    table.play(SHORT_HAND)
    table.pass_time(120_000)
    frames = table.line.frames()
    assert {frame.trips_beat_straight for frame in frames} == {trips}
    assert {frame.state.game for frame in frames} == {Variant.SHORT_DECK}
