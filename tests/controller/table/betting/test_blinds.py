"""Blinds against the chips that lie in front: what is missing counts as posted all the same."""

import pytest
from msgspec.structs import replace

from controller.contract.public import AntePosted, IrregularityFound, Kind
from controller.houses.loader import load_house, shipped_houses
from controller.table.betting import check_blinds, post_all
from controller.table.state import Dealing, Posting, play_on, put
from tests.controller.table.scripted import FOUR, kinds, played, said

OWED = {2: 50, 3: 100}


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("seat", [2, 3])
def test_a_blind_that_was_taken_away_is_missing_and_still_in_the_pot(house: str, seat: int) -> None:
    game = played(f"hand\n{seat} takes {OWED[seat]}\ndeal", house=house)
    assert kinds(game) == ["blind.missing"]
    assert game.look().seats[seat - 1].bet == OWED[seat]
    assert game.look().seats[seat - 1].stack == 5000 - OWED[seat]


def test_a_part_of_a_blind_is_short() -> None:
    assert kinds(played("hand\n3 takes 75\ndeal")) == ["blind.short"]


@pytest.mark.parametrize("seat", [2, 3])
def test_what_is_put_back_before_the_deal_is_over_was_never_missing(seat: int) -> None:
    owed = OWED[seat]
    assert not kinds(played(f"hand\n{seat} takes {owed}\ndeal to 2\n{seat} puts {owed}\ndeal"))


def test_chips_before_who_owes_none_go_back_and_are_found_once() -> None:
    game = played("hand\n1 puts 50\n1 puts 25\nfollow all\ndeal")
    assert kinds(game) == ["blind.wrong-seat"]
    assert [seat.stack for seat in game.look().seats[:3]] == [5000, 4950, 4900]


def test_a_table_that_reads_no_chips_misses_no_blind() -> None:
    assert not kinds(played("chips keyed\nhand ; deal"))


def test_a_blind_zone_accuses_nobody() -> None:
    game = played("device-lost bet.2\nhand\n2 takes 50\ndeal")
    assert "blind.missing" not in kinds(game)


@pytest.mark.parametrize(("stack", "short"), [(50, False), (49, True)])
def test_missed_blinds_are_short_only_where_the_stack_does_not_reach(
    stack: int, *, short: bool
) -> None:
    house = '"tests/scenarios/games/posts/house.toml"'
    away = "hand ; deal ; 4 folds ; 1 folds ; 2 folds\n4 leaves\n"
    around = "hand ; deal ; 2 folds ; 3 folds\nhand ; deal ; 3 folds ; 1 folds\n"
    back = f"4 returns\n4 says post\nfloor stack 4 {stack}\nhand"
    game = played(away + around + back, house=house, table=FOUR)
    assert said(game, AntePosted) == [AntePosted(4, stack, short=short)]


@pytest.mark.parametrize(
    ("lies", "pot", "found"),
    [
        (100, 0, []),
        (99, 0, [Kind.BLIND_SHORT]),
        (1, 0, [Kind.BLIND_SHORT]),
        (0, 0, [Kind.BLIND_MISSING]),
        (0, 100, []),
        (99, 1, []),
        (1, 98, [Kind.BLIND_SHORT]),
    ],
)
def test_a_blind_is_short_from_the_first_chip_that_lies_there_or_in_the_pot(
    lies: int, pot: int, found: list[Kind]
) -> None:
    game = played("hand ; deal")
    chips = {**game.table.chips, "bet.3": (lies,) if lies else (), "pot": (pot,) if pot else ()}
    play = play_on(replace(game.table, chips=chips), game.house, 0)
    check_blinds(play)
    assert [e.kind for e in play.public if isinstance(e, IrregularityFound)] == found


@pytest.mark.parametrize(
    ("level", "ante", "seat", "amount", "paid", "dead", "short"),
    [
        # A missed small blind of 50 is dead; an ante of each player is not.
        ({}, 50, 1, 50, 0, 50, False),
        ({}, 49, 1, 49, 0, 49, True),
        ({"ante": 10}, 60, 1, 60, 10, 50, False),
        ({"ante": 10}, 59, 1, 59, 10, 49, True),
        ({"ante": 10}, 5, 1, 5, 5, 0, True),
        ({"big_blind_ante": 100}, 50, 1, 50, 0, 50, False),
        ({"big_blind_ante": 100}, 49, 1, 49, 0, 49, True),
        ({"big_blind_ante": 100}, 150, 3, 150, 0, 150, False),
        ({"big_blind_ante": 100}, 149, 3, 149, 0, 149, True),
    ],
)
def test_what_of_a_missed_blind_is_dead_and_when_it_is_short(
    level: dict[str, int], ante: int, seat: int, amount: int, paid: int, dead: int, short: bool
) -> None:
    table = played("hand").table
    none = (0,) * 4
    hand = replace(
        table.hand,
        stage=Posting(put(none, seat, ante), none),
        level=replace(table.hand.level, **level),
        bets=none,
    )
    owing = put(table.seats, seat, replace(table.seats[seat], owes=50))
    play = play_on(replace(table, hand=hand, seats=owing), load_house("ppc"), 0)
    post_all(play)
    assert list(play.public) == [AntePosted(seat, amount, short=short)]
    assert (play.hand.paid[seat], play.hand.dead_money) == (paid, dead)
    assert type(play.hand.stage) is Dealing


@pytest.mark.parametrize("big_blind_ante", [0, 100])
def test_an_ante_that_is_posted_is_owed_no_more(big_blind_ante: int) -> None:
    table = played("hand").table
    none = (0,) * 4
    level = replace(table.hand.level, ante=10, big_blind_ante=big_blind_ante)
    hand = replace(table.hand, stage=Posting((0, 0, 0, 100), none), level=level, bets=none)
    play = play_on(replace(table, hand=hand), load_house("ppc"), 0)
    post_all(play)
    assert type(play.hand.stage) is Dealing
    assert (play.hand.paid[3], play.hand.dead_money) == ((0, 100) if big_blind_ante else (100, 0))
