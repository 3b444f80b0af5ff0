"""Penalties are given by the floor, served in hands or minutes, and lifted."""

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import (
    HandKilled,
    PenaltyGiven,
    PenaltyServed,
    SeatLeft,
)
from controller.houses.loader import load_house
from controller.table.between_hands.penalties import bring, give_penalty, left_to_serve
from controller.table.state import Serving, play_on
from controller.table.state.hand import no_hand
from tests.controller.table.floor_table import order, said, table_of


def test_a_round_is_as_many_hands_as_there_are_players() -> None:
    # FIDPA 9-2b
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(2, "1r"))
    assert said(play, PenaltyGiven) == [PenaltyGiven(2, "1r", "FIDPA 9-2", 3, "Nina")]
    play.fold_out()
    for left in (3, 2, 1):
        assert play.look().seats[1].penalty == f"{left}h", left
        assert not play.start()
        play.deal()
        assert said(play, HandKilled)[-1] == HandKilled(2, "penalty", "FIDPA 9-2")
        play.fold_out()
    assert said(play, PenaltyServed) == [PenaltyServed(2)]
    assert not play.start()
    play.deal()
    assert play.look().seats[1].status == "in"


def test_who_serves_a_penalty_is_left_out_where_the_absent_are() -> None:
    # Ramponneau IV.6a
    play = table_of(3, "ramponneau")
    assert not order(play, c.Penalty(2, "2h"))
    play.fold_out()
    for _ in range(2):
        assert not play.start()
        assert play.look().seats[1].status == "waiting"
        play.deal()
        play.fold_out()
    assert not play.start()
    assert play.look().seats[1].status == "in"


def test_minutes_begin_when_the_hand_is_over() -> None:
    # FIDPA 11-6, RedCactus I.a
    play = table_of(3, "redcactus")
    assert not order(play, c.Penalty(3, "10m"))
    assert play.look().seats[2].status == "in"
    play.fold_out()
    over = play.table.serving[0].until - 600_000
    assert not play.start()
    play.deal()
    assert play.look().seats[2].status == "dead"
    play.fold_out()
    play.table = msgspec.structs.replace(play.table, at=over + 600_000)
    assert not play.start()
    play.deal()
    assert play.look().seats[2].status == "in"


def test_a_voided_hand_is_not_a_missed_one() -> None:
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(2, "2h"))
    play.fold_out()
    assert not play.start()
    assert not order(play, c.Misdeal())
    assert play.look().seats[1].penalty == "2h"


def test_who_is_put_out_of_the_game_dies_and_takes_his_chips_from_it() -> None:
    # FIDPA 9-2c
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(1, "out"))
    assert HandKilled(1, "penalty", "FIDPA 9-2", "Nina") in play.events
    play.fold_out()
    assert said(play, SeatLeft) == [SeatLeft(1, 1000, penalty="out")]
    assert play.look().seats[0].status == "empty"


def test_nought_minutes_lift_a_penalty() -> None:
    # FIDPA 9-3
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(2, "4r"))
    assert not order(play, c.Penalty(2, "0m"))
    play.fold_out()
    assert not play.start()
    play.deal()
    assert play.look().seats[1].status == "in"


def test_a_penalty_that_the_house_does_not_know_names_no_article() -> None:
    play = table_of(3, "redcactus")
    assert not order(play, c.Penalty(2, "10m"))
    assert not order(play, c.Penalty(2, "1r"))
    assert [event.article for event in said(play, PenaltyGiven)] == ["RedCactus I.a", ""]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("penalty", "hands", "ms"),
    [
        ("1h", 1, 0),
        ("12h", 12, 0),
        # A round is a hand for each player with chips.
        ("2r", 6, 0),
        ("1m", 0, 60_000),
        ("10min", 0, 600_000),
    ],
)
@pytest.mark.parametrize("running", [True, False])
def test_how_long_a_penalty_lasts_whether_given_here_or_brought_from_another_table(
    penalty: str, hands: int, ms: int, running: bool
) -> None:
    table = table_of(4).table
    busted = replace(table.seats[4], stack=0)
    if running:
        # Seat 4 has chips, but had none when the hand began.
        table = replace(table, hand=replace(table.hand, stacks=(0, 1000, 1000, 1000, 0)))
    else:
        table = replace(table, seats=(*table.seats[:4], busted), hand=no_hand(4))
    given, brought = (play_on(table, load_house("fidpa"), 5000) for _ in range(2))
    assert give_penalty(given, 2, penalty, "Nina") == ""
    bring(brought, 2, penalty)
    until = 5000 + ms if ms and not running else 0
    first = table.played.hands + (2 if running else 1)
    for play in (given, brought):
        assert play.table.serving == (Serving(2, penalty, hands, first, ms, until),)
        assert play.table.seats[2].excluded is not running
        assert left_to_serve(play.table, 2) == (f"{hands}h" if hands else penalty)
        assert left_to_serve(play.table, 3) == ""
    (event,) = given.public
    assert event == PenaltyGiven(2, penalty, event.article, hands, "Nina")  # type: ignore[attr-defined]
    assert brought.public == ()


@pytest.mark.parametrize("penalty", ["warning", "out", "0m", "0h", "0r", "3", ""])
def test_a_word_and_no_time_at_all_are_not_brought_from_another_table(penalty: str) -> None:
    play = play_on(table_of(3).table, load_house("fidpa"), 5000)
    bring(play, 2, penalty)
    assert play.result() is play.before


def test_a_warning_is_not_served_and_nothing_is_lifted_where_nothing_was_given() -> None:
    play = play_on(table_of(3).table, load_house("fidpa"), 5000)
    for penalty in ("warning", "0m"):
        assert give_penalty(play, 2, penalty, "Nina") == ""
    assert list(play.public) == [
        PenaltyGiven(2, "warning", "FIDPA 9-2", 0, "Nina"),
        PenaltyGiven(2, "0m", "FIDPA 9-2", 0, "Nina"),
    ]
    assert not list(play.table.serving)
    assert give_penalty(play, 2, "out", "Nina") == ""
    assert list(play.table.serving) == [Serving(2, "out", first=play.table.played.hands + 2)]
    assert give_penalty(play, 2, "0m", "Nina") == ""
    assert play.public[-1] == PenaltyServed(2)


def test_rounds_at_a_table_where_nobody_has_chips_yet_are_a_hand_each() -> None:
    """Before the stacks are given, a penalty in rounds is none in minutes."""
    table = table_of(3).table
    empty = replace(table, seats=tuple(replace(one, stack=0) for one in table.seats))
    play = play_on(replace(empty, hand=no_hand(3)), load_house("fidpa"), 5000)
    assert give_penalty(play, 2, "2r", "Nina") == ""
    (serving,) = play.table.serving
    assert (serving.hands, serving.ms) == (2, 0)
