"""Players who come and go: what is refused, what travels with them, who is chosen at rest."""

import pytest

from controller.contract import commands as c
from controller.contract.public import Leaver, LeaveWhen, SeatLeft, SeatTaken
from controller.contract.rules import Entry
from controller.table.between_hands import stand_up
from controller.table.state import play_on
from tests.controller.table.floor_table import order, said, table_of
from tests.controller.table.scripted import FOUR, go_on, played
from tests.controller.table.scripted import said as told

NEXT = c.StandUp(0, Leaver.NEXT_BIG_BLIND)
AT_REST = LeaveWhen.AT_REST


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.StandUp(), "no-such-seat"),
        (c.StandUp(2, Leaver.NEXT_BIG_BLIND), "no-such-seat"),
        (c.StandUp(9), "no-such-seat"),
        (c.StandUp(2), "hand-running"),
        (NEXT, "hand-running"),
        (c.SitDown(1, "X", 100), "seat-taken"),
        (c.SitDown(4, "X", 100, penalty="a week"), "bad-penalty"),
        (c.SitDown(4, "X", 100, owes=-1), "bad-player"),
        (c.SitDown(4, "", 100), "bad-player"),
        (c.SitDown(1, "X", 100, when=AT_REST), "seat-taken"),
        (c.StandUp(2, when=AT_REST, to_table=4, to_seat=7), "bad-notice"),
        (c.StandUp(2, when=AT_REST, order="m", to_table=4), "bad-notice"),
        (c.Stay(2), "not-leaving"),
        (c.Stay(order="m"), "not-leaving"),
        (c.Stay(), "not-leaving"),
        (c.Stay(9), "no-such-seat"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(command: c.Command, why: str) -> None:
    play = table_of(4)
    before = play.table
    if isinstance(command, c.SitDown) and command.seat == 4:
        order(play, c.Misdeal())
        order(play, c.StandUp(4))
        before = play.table
    assert order(play, command) == why
    assert play.table == before


def test_an_order_is_named_where_it_is_carried_out() -> None:
    play = table_of(3)
    order(play, c.Misdeal())
    assert order(play, c.StandUp(2, order="m1")) == ""
    assert order(play, c.SitDown(2, "New", 700, player="p_7", order="m2")) == ""
    assert said(play, SeatLeft)[-1] == SeatLeft(2, 1000, order="m1")
    assert said(play, SeatTaken)[-1] == SeatTaken(2, "New", 700, "p_7", "m2")
    assert play.look().seats[1].player == "p_7"


def test_the_next_big_blind_of_two_is_one_and_of_one_nobody() -> None:
    play = table_of(3)
    order(play, c.Misdeal())
    assert order(play, NEXT) == ""
    assert order(play, NEXT) == ""
    assert order(play, NEXT) == "too-few-players"
    assert len(said(play, SeatLeft)) == 2


def test_two_who_leave_at_rest_are_chosen_one_after_the_other() -> None:
    game = played(
        """hand ; deal
        stand-up next-big-blind at-rest order a
        stand-up next-big-blind at-rest order b
        4 folds ; 1 folds ; 2 folds""",
        table=FOUR,
    )
    left = [(event.seat, event.order) for event in told(game, SeatLeft)]  # type: ignore[attr-defined]
    # Seat 4 has the next big blind, and when it has gone seat 1 has.
    assert left == [(4, "a"), (1, "b")]


def test_a_seat_that_somebody_else_has_by_then_is_left_alone() -> None:
    game = played("hand ; deal\n3 folds", table=FOUR.replace("seat 3", "seat 3"))
    go_on(game, "stand-up 3 at-rest order a")
    assert game.look().leaving == (3,)
    # They are put out of the game first, and their seat is another's when the next hand is over.
    go_on(game, "floor penalty 3 out\n4 folds ; 1 folds")
    assert [event.order for event in told(game, SeatLeft)] == [""]  # type: ignore[attr-defined]
    assert game.look().leaving == ()


def test_a_voided_hand_is_rest_too() -> None:
    game = played("hand ; deal\nstand-up 3 at-rest order a\nfloor misdeal")
    assert told(game, SeatLeft) == [SeatLeft(3, 5000, order="a")]


def test_who_leaves_by_order_cannot_be_brought_back_by_undoing_the_hand() -> None:
    game = played("hand ; deal\nstand-up 3 at-rest\n1 folds ; 2 folds")
    assert game.table.past == ()


def test_minutes_that_are_left_are_rounded_up() -> None:
    game = played("floor penalty 2 10m\nwait 150s\nstand-up 2")
    (left,) = told(game, SeatLeft)
    assert left.penalty == "8m"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("1h\nfloor penalty 2 3h", "3h"),
        ("3h\nfloor penalty 2 1h", "3h"),
        ("2h\nfloor penalty 2 10m\nwait 11m", "2h"),
        ("10m\nfloor penalty 2 20m\nwait 11m", "9m"),
    ],
)
def test_of_several_penalties_the_longest_goes_along(given: str, left: str) -> None:
    (gone,) = told(played(f"floor penalty 2 {given}\nstand-up 2"), SeatLeft)
    assert gone.penalty == left  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("before", "left"), [(60_001, "2m"), (60_000, "1m"), (1, "1m"), (0, ""), (-1, "")]
)
def test_a_penalty_whose_time_is_up_is_not_taken_along(before: int, left: str) -> None:
    game = played("floor penalty 2 10m")
    (one,) = game.table.serving
    play = play_on(game.table, game.house, one.until - before)
    assert not stand_up(play, c.StandUp(2))
    assert [event.penalty for event in play.public if isinstance(event, SeatLeft)] == [left]


def test_a_seat_that_is_waited_for_is_one_players_and_its_event_keeps_no_name() -> None:
    play = table_of(4)
    assert order(play, c.StandUp(3, when=AT_REST)) == ""
    assert order(play, c.SitDown(3, "Dora", 700, "p_d", when=AT_REST)) == ""
    assert order(play, c.SitDown(3, "Emil", 700, when=AT_REST)) == "seat-taken"
    assert (play.look().leaving, play.look().coming) == ((3,), (3,))
    order(play, c.Misdeal())
    assert said(play, SeatTaken)[4:] == [SeatTaken(3, "", 700, "p_d")]
    assert (play.look().seats[2].name, play.look().coming) == ("Dora", ())


@pytest.mark.parametrize(
    ("house", "script", "entry"),
    [
        ("ramponneau", "", Entry.DEALT_IN),
        ("ramponneau", "hand", Entry.WAIT_BIG_BLIND),
        ("ramponneau", "hand ; deal ; 1 folds ; 2 folds", Entry.WAIT_BIG_BLIND),
        ("tda", "hand ; deal ; 1 folds ; 2 folds", Entry.DEALT_IN),
    ],
)
def test_a_newcomer_to_a_cash_game_comes_in_by_its_house_once_it_has_begun(
    house: str, script: str, entry: Entry
) -> None:
    game = played(f"{script}\nsit-down 4 Dora 5000", house=house)
    assert game.table.seats[4].entry is entry
