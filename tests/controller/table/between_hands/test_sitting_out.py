"""Players who go away and come back: told once, and dealt in or not as the house says."""

import random

import pytest

from controller.contract import commands as c
from controller.contract.public import FloorCalled, HandStarted, SeatAbsent, SeatBack
from controller.houses.loader import load_house, shipped_houses
from controller.table.between_hands.missed_blinds import away_too_long
from controller.table.state import play_on
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable
from tests.controller.table.scripted import played, said


def test_the_floor_tells_it_once_too() -> None:
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(3, keyed=True))
    assert play.command(c.Absent(2)) == "seat-empty"
    assert not play.command(c.SitDown(2, "Bruno", 500))
    for _ in range(2):
        assert not play.command(c.Absent(2))
    for _ in range(2):
        assert not play.command(c.Back(2))
    away = [event.type for event in play.events if event.type in {"seat.absent", "seat.back"}]
    assert away == ["seat.absent", "seat.back"]


def test_it_is_told_once() -> None:
    game = played("3 leaves\n3 leaves\n3 returns\n3 returns")
    assert (len(said(game, SeatAbsent)), len(said(game, SeatBack))) == (1, 1)
    assert not game.look().seats[2].absent


@pytest.mark.parametrize("house", shipped_houses())
def test_who_is_away_is_dealt_to_or_left_out_as_the_house_says(house: str) -> None:
    game = played("3 leaves\nhand", house=house)
    started = said(game, HandStarted)[0]
    assert isinstance(started, HandStarted)
    left_out = load_house(house).deal.absent.value == "not-dealt"
    assert (3 in [held.seat for held in started.stacks]) == (not left_out)


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize(("minutes", "too_long"), [(9, False), (11, True)])
def test_the_floor_is_called_for_who_is_away_too_long(
    house: str, minutes: int, too_long: bool
) -> None:
    # PPC 6: ten minutes
    limit = load_house(house).deal.absence_minutes.value
    assert limit in {0, 10}
    game = played(f"3 leaves\nwait {minutes}m\nhand", house=house)
    called = [event.about for event in said(game, FloorCalled)]  # type: ignore[attr-defined]
    assert called == ["absence"] * (too_long and limit > 0)


def test_ten_minutes_to_the_millisecond_are_not_too_long() -> None:
    house = load_house("ppc")
    table = played("hand").table
    for more, called in ((0, 0), (1, 1)):
        play = play_on(table, house, 3_600_000)
        play.seat(2, absent=True, away_since=play.at - 600_000 - more)
        away_too_long(play)
        assert len(play.public) == called
