"""Penalties are given by the floor, served in hands or minutes, and lifted."""

import msgspec

from controller.contract import commands as c
from controller.contract.public import (
    HandKilled,
    PenaltyGiven,
    PenaltyServed,
    SeatLeft,
)
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
