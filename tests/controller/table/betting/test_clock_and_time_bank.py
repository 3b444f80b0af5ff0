"""The clock: who may call it, how long it runs, what ends it, and the cards that extend it."""

import json

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt, Declared, FloorSaid, TimePassed
from controller.contract.public import (
    ActionRefused,
    ClockExpired,
    ClockExtended,
    ClockStarted,
    HandKilled,
)
from controller.houses.loader import shipped_houses
from controller.table.betting.clock_and_time_bank import (
    READ_MS,
    REST_MS,
    cards_left,
    floor_clock,
    play_time_bank,
    time_decision,
)
from controller.table.engine import step
from controller.table.state import Clock, play_on
from controller.table.state.play import Transition
from controller.table.view.public_view import public_state
from tests.controller.table.scripted import go_on, played, said

SHOT_CLOCK = '"tests/scenarios/tda-2026/shot-clock.toml"'
DEAL = "hand ; deal\n"
FACING = "hand ; deal\n1 raises to 300\n"
GIVES_A_CLOCK = [
    name
    for name in shipped_houses()
    if said(played(FACING + "3 clocks 2", house=name), ClockStarted)
]


def test_nearly_every_house_has_a_clock() -> None:
    assert {"ppc", "fidpa", "tda", "redcactus"} <= set(GIVES_A_CLOCK)


@pytest.mark.parametrize("house", GIVES_A_CLOCK)
def test_the_table_asks_to_be_woken_when_the_time_is_up_and_not_before(house: str) -> None:
    game = played(FACING + "3 clocks 2", house=house)
    started = said(game, ClockStarted)[0]
    assert isinstance(started, ClockStarted)
    clock = game.table.clock
    assert clock is not None
    assert clock.until - game.sink.now == pytest.approx(started.seconds * 1000, abs=3000)
    view = public_state(game.table, game.house, 1, "1")
    assert (view.clock_whole, view.clock_left <= view.clock_whole) == (started.seconds * 1000, True)
    early = step(game.table, TimePassed(clock.until), game.house)
    assert (early.public, early.wake_at) == ((), clock.until + READ_MS)
    late = step(game.table, TimePassed(clock.until + READ_MS), game.house)
    assert ClockExpired(2) in late.public
    assert any(isinstance(event, HandKilled) and event.seat == 2 for event in late.public)


@pytest.mark.parametrize("house", GIVES_A_CLOCK)
def test_an_action_stops_it(house: str) -> None:
    game = played(FACING + "3 clocks 2\n2 calls\nwait 10m", house=house)
    assert not said(game, ClockExpired)
    assert game.table.clock is None


def test_it_is_called_on_nobody_but_who_is_in_turn() -> None:
    played(FACING + "1 clocks 3\nexpect action.refused reason=not-in-turn")
    played(FACING + "3 clocks 2\n1 clocks 2\nexpect action.refused reason=clock-runs")


def test_its_time_stands_still_for_nobody_while_others_talk() -> None:
    game = played(FACING + "3 clocks 2\nwait 30s\n3 says floor\nwait 41s", house="ppc")
    assert said(game, ClockExpired)


def test_who_abused_it_has_less_of_it() -> None:
    """As the room says, and never more than the house gives."""
    game = played(FACING + "3 clocks 2", house="fidpa")
    (started,) = said(game, ClockStarted)
    assert isinstance(started, ClockStarted)
    table = game.table
    for seconds, runs in ((30, 30), (900, started.seconds), (0, started.seconds)):
        command = json.dumps({"type": "limit-time", "seat": 2, "seconds": seconds})
        word = FloorSaid(table.at, "venue", command)
        limited = step(replace(table, timed=None), word, game.house)
        assert not limited.refused
        called = step(limited.table, Declared(table.at, 3, "time", "2"), game.house)
        assert [one.seconds for one in called.public if isinstance(one, ClockStarted)] == [runs]


def test_what_is_on_a_head_is_its_players_until_they_leave() -> None:
    """The room says what; where another sits there by now it is nobody's."""
    game = played(FACING, house="fidpa")

    def told(**fields: object) -> Transition:
        command = json.dumps({"type": "show-head", "seat": 2, **fields})
        return step(game.table, FloorSaid(game.table.at, "venue", command), game.house)

    shown = public_state(told(worth=75).table, game.house, 1, "1")
    assert [one.head for one in shown.seats if one.head] == [75]
    assert told(worth=-1).refused == "bad-amount"
    assert told(worth=5, player="p_9").refused == "other-player"
    assert told(worth=5, seat=9).refused == "no-such-seat"


@pytest.mark.parametrize(("house", "why"), [("tda", ""), ("ppc", "not-the-floors")])
def test_a_clock_of_the_floor_is_called_by_no_seat(house: str, why: str) -> None:
    game = played(FACING, house=house)
    play = play_on(game.table, game.house, 70_000)
    assert floor_clock(play, 2) == why
    called = [(one.seat, one.by) for one in play.public if isinstance(one, ClockStarted)]
    assert called == ([] if why else [(2, 0)])
    assert play.table.clock == (None if why else Clock(2, 100_000, 0, 30_000))


def test_a_first_decision_may_be_given_more_time_and_each_is_nobodys_call() -> None:
    shot = '"tests/scenarios/tda-2026/shot-clock.toml"'
    game = played(FACING + "2 raises to 900 ; 3 folds", house=shot)
    rule = game.house.clock
    more = replace(rule, first_decision=replace(rule.first_decision, value=45))
    house = replace(game.house, clock=more)
    for last, seconds in (("", 45), ("big-blind", 45), ("raise", rule.each_decision.value)):
        hand = replace(game.table.hand, last=(("", 0), (last, 300), ("", 0), ("", 0)))
        timed = replace(game.table, hand=hand)
        assert timed.timed is not None
        play = play_on(replace(timed, timed=replace(timed.timed, clock=None)), house, 70_000)
        time_decision(play)
        ms = seconds * 1000
        assert play.table.clock == Clock(1, 70_000 + ms, 0, ms)


def test_a_card_of_the_time_bank_adds_its_seconds_and_is_counted() -> None:
    game = played("hand ; deal", house='"tests/scenarios/tda-2026/shot-clock.toml"')
    clock, rule = game.table.clock, game.house.clock
    assert clock is not None
    play = play_on(game.table, game.house, clock.until - 5_000)
    found = []
    for _ in range(3):
        play_time_bank(play, 1)
        found.append(play.public[-1])
    more = rule.time_bank_seconds.value
    assert found == [
        ClockExtended(1, 5 + more, 1),
        ClockExtended(1, 5 + 2 * more, 0),
        ActionRefused(1, "time-bank", "no-time-bank"),
    ]
    assert [cards_left(play.table, play.house, seat) for seat in (1, 2)] == [0, 2]


def test_a_card_is_its_players_until_the_next_level() -> None:
    game = played(DEAL + "1 says time-bank\n1 folds\n2 folds", house=SHOT_CLOCK)
    assert [event.cards for event in said(game, ClockExtended)] == [1]  # type: ignore[attr-defined]
    left = [cards_left(game.table, game.house, seat) for seat in (1, 2, 3)]
    assert left == [1, 2, 2]
    go_on(game, "level 100 200\nhand")
    assert cards_left(game.table, game.house, 1) == 2


def test_where_decisions_have_no_time_there_is_no_clock_and_no_card() -> None:
    game = played(DEAL + "1 calls ; 2 folds", house="tda-2026")
    assert not said(game, ClockStarted)
    assert game.table.timed is None
    assert cards_left(game.table, game.house, 1) == 0


def test_an_act_that_is_taken_back_gives_its_time_anew() -> None:
    game = played(DEAL + "1 calls\nfloor undoes", house=SHOT_CLOCK)
    clock = game.table.clock
    assert clock is not None
    assert clock.seat == game.look().turn == 1
    assert game.look().clock_cards == 2


def test_chips_that_never_come_to_rest_do_not_stop_the_clock_for_ever() -> None:
    game = played("hand ; deal\n1 raises to 300\n3 clocks 2")
    clock = game.table.clock
    assert clock is not None
    until = clock.until + READ_MS + REST_MS
    for at in range(clock.until, until, 400):
        game.observe(
            ChipsAt(at, "bet.2", (100,) * (1 + at // 400 % 2), clock.until, provisional=True)
        )
        game.observe(TimePassed(at, at))
        assert game.table.clock is not None
    game.observe(TimePassed(until, until))
    assert [event.seat for event in said(game, ClockExpired)] == [2]  # type: ignore[attr-defined]
