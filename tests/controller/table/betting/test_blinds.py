"""Blinds against the chips that lie in front: what is missing counts as posted all the same."""

import pytest
from msgspec.structs import replace

from controller.contract.public import AntePosted, IrregularityFound, Kind
from controller.houses.loader import shipped_houses
from controller.table.betting import check_blinds
from controller.table.state import play_on
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
