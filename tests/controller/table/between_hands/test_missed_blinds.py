"""Blinds that were missed: one of each at the most, and nobody's when the player has left."""

import pytest
from msgspec.structs import replace

from controller.contract.commands import EnterGame
from controller.contract.rules import Entry
from controller.houses.loader import load_house
from controller.table.between_hands import (
    mark_back,
    may_choose,
    not_passed,
    pass_over,
    post_or_wait,
)
from controller.table.between_hands.missed_blinds import enter
from controller.table.state import Idle, next_positions, put
from controller.table.state.hand import Missed
from controller.table.state.play import play_on
from tests.controller.table.scripted import FOUR, go_on, played

HOUSE = '"tests/scenarios/games/posts/house.toml"'
ONE = "hand ; deal ; {0} folds ; {1} folds\n"
LEFT = "hand ; deal ; 4 folds ; 1 folds ; 2 folds\n4 leaves\n"


def test_no_more_than_one_small_and_one_big_blind_is_missed() -> None:
    game = played(LEFT, house=HOUSE, table=FOUR)
    for one, other in ((2, 3), (3, 1), (1, 2), (2, 3), (3, 1)):
        go_on(game, ONE.format(one, other))
    assert game.table.at_rest.missed == (Missed(4, small=True, big=True),)
    go_on(game, "4 returns")
    assert game.table.seats[4].owes == 50
    go_on(game, ONE.format(2, 3) + "4 folds")
    assert not game.table.at_rest.missed
    assert not game.table.seats[4].owes


def test_who_waits_owes_nothing_and_who_posts_after_all_owes_it_again() -> None:
    game = played(LEFT + ONE.format(2, 3) + ONE.format(3, 1), house=HOUSE, table=FOUR)
    go_on(game, "4 returns")
    assert (game.look().may_post, game.look().may_wait) == ((), (4,))
    go_on(game, "4 says wait")
    assert (game.look().may_post, game.table.seats[4].owes) == ((4,), 0)
    go_on(game, "4 says post")
    assert game.table.seats[4].owes == 50


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (EnterGame(4, Entry.POST_NOW), ""),
        (EnterGame(4, Entry.DEALT_IN), "not-now"),
        (EnterGame(1, Entry.POST_NOW), "not-now"),
    ],
)
def test_the_floor_says_how_somebody_comes_in(command: EnterGame, why: str) -> None:
    game = played(LEFT + ONE.format(2, 3) + "4 returns\n4 says wait", house=HOUSE, table=FOUR)
    play = play_on(game.table, load_house(HOUSE.strip('"')), 0)
    assert enter(play, command) == why
    assert play.table.seats[4].entry == (Entry.WAIT_BIG_BLIND if why else Entry.POST_NOW)


def test_what_was_missed_goes_with_the_player() -> None:
    game = played(LEFT + ONE.format(2, 3), house=HOUSE, table=FOUR)
    assert game.table.at_rest.missed == (Missed(4, big=True),)
    go_on(game, "stand-up 4")
    assert not game.table.at_rest.missed


@pytest.mark.parametrize(("seat", "others"), [(1, (2, 3)), (4, (2, 3))])
def test_who_has_missed_the_big_blind_alone_owes_nothing_and_may_choose(
    seat: int, others: tuple[int, int]
) -> None:
    game = played("hand ; deal", house=HOUSE, table=FOUR)
    missed = replace(game.table.at_rest, missed=(Missed(seat, big=True),))
    away = put(game.table.seats, seat, replace(game.table.seats[seat], absent=True))
    idle = replace(game.table.hand, stage=Idle())
    table = replace(game.table, at_rest=missed, seats=away, hand=idle)
    play = play_on(table, game.house, 0)
    mark_back(play, seat)
    back = play.table.seats[seat]
    assert (back.entry, back.owes) == (Entry.POST_NOW, 0)
    assert may_choose(play.table, play.house) == ((), (seat,))
    post_or_wait(play, seat, "wait")
    assert may_choose(play.table, play.house) == ((seat,), ())
    assert play.table.seats[seat].owes == 0


def test_who_has_the_big_blind_owes_no_missed_one_besides() -> None:
    game = played("hand ; deal ; 1 folds ; 2 folds", house=HOUSE)
    for entry, owes in ((Entry.POST_NOW, 0), (Entry.DEALT_IN, 50)):
        owing = replace(game.table.seats[1], owes=50, entry=entry)
        table = replace(game.table, seats=put(game.table.seats, 1, owing))
        play = play_on(table, game.house, 0)
        places = next_positions(table, game.house)
        assert places is not None
        assert places.big_blind == 1
        pass_over(play, places)
        assert play.table.seats[1].owes == owes


def test_what_was_missed_in_a_voided_hand_is_owed_by_nobody_who_is_back() -> None:
    game = played("hand ; deal", house=HOUSE)
    for absent, owes in ((False, 0), (True, 50)):
        missed = replace(game.table.at_rest, missed=(Missed(2, big=True),))
        back = replace(game.table.seats[2], owes=50, entry=Entry.POST_NOW, absent=absent)
        table = replace(game.table, at_rest=missed, seats=put(game.table.seats, 2, back))
        play = play_on(table, game.house, 0)
        not_passed(play)
        assert not play.table.at_rest.missed
        assert play.table.seats[2].owes == owes
