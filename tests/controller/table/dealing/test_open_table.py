"""A table is opened by the room's own house, and its small chips go all at once or not at all."""

import pytest

from controller.contract import commands as c
from controller.contract.public import TableOpened
from controller.houses.loader import house_hash, load_house
from tests.controller.table.floor_table import order, over, said, table_of

PPC = house_hash(load_house("ppc"))
OPEN = c.OpenTable("spring", "ppc", PPC)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.OpenTable("spring", "ppc", house_hash(load_house("fidpa"))), "wrong-house"),
        (c.OpenTable("spring", "fidpa", PPC), "wrong-house"),
        (c.OpenTable("", "ppc", PPC), "bad-tournament"),
        (c.OpenTable("spring", "ppc", PPC, button=11), "no-such-seat"),
        (c.OpenTable("spring", "ppc", PPC, denominations=(0, 100)), "bad-amount"),
        (OPEN, ""),
    ],
)
def test_a_table_opens_by_the_very_house_of_its_room(command: c.Command, why: str) -> None:
    play = table_of(3)
    assert order(play, command) == "hand-running"
    order(play, c.Misdeal())
    for seat in (1, 2, 3):
        order(play, c.StandUp(seat))
    assert order(play, command) == why
    assert bool(said(play, TableOpened)) == (not why)


def test_players_of_something_else_stand_up_first_and_those_of_the_same_stay() -> None:
    play = table_of(3)
    order(play, c.Misdeal())
    assert order(play, OPEN) == "seats-taken"
    for seat in (1, 2, 3):
        order(play, c.StandUp(seat))
    assert order(play, OPEN) == ""
    order(play, c.SitDown(1, "A", 500))
    assert order(play, c.CloseTable()) == ""
    assert play.look().closed
    assert order(play, OPEN) == ""
    assert (play.look().closed, play.look().seats[0].name) == (False, "A")


def test_a_closed_table_deals_nothing_and_waits_for_nothing() -> None:
    play = table_of(3)
    assert order(play, c.CloseTable()) == "hand-running"
    over(play)
    order(play, c.Hold("room"))
    assert order(play, c.CloseTable()) == ""
    assert play.look().holds == ()
    assert order(play, c.StartHand()) == "table-closed"


CHIPS = (100, 500)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.ColorUp(()), "bad-amount"),
        (c.ColorUp((0, 100)), "bad-amount"),
        (c.ColorUp(CHIPS, (c.SeatChange(1, 999, 1000),)), "stacks-differ"),
        (c.ColorUp(CHIPS, (c.SeatChange(1, 1000, 1050),)), "bad-amount"),
        (c.ColorUp(CHIPS, (c.SeatChange(1, 1000, -100),)), "bad-amount"),
        (c.ColorUp(CHIPS, (c.SeatChange(9, 1000, 1000),)), "no-such-seat"),
        (c.ColorUp(CHIPS, (c.SeatChange(1, 1000, 900),) * 2), "bad-amount"),
        (c.ColorUp((300,)), "bad-amount"),
    ],
)
def test_all_of_a_colour_up_is_done_or_nothing(command: c.Command, why: str) -> None:
    play = table_of(3)
    assert order(play, command) == "hand-running"
    order(play, c.Misdeal())
    before = play.table
    assert order(play, command) == why
    assert play.table == before


def test_pots_divide_by_the_chips_that_are_left() -> None:
    play = table_of(3)
    order(play, c.Misdeal())
    assert order(play, c.ColorUp(CHIPS, (c.SeatChange(1, 1000, 1100),))) == ""
    assert play.table.fittings.unit == 100
    assert play.look().denominations == (500, 100)
    assert [seat.stack for seat in play.look().seats] == [1100, 1000, 1000]


def test_chips_bought_during_the_hand_are_part_of_the_stack() -> None:
    """The room knows them already: its break began, and its rebuys were given, in that hand."""
    play = table_of(3)
    assert order(play, c.Rebuy(1, 500)) == ""
    order(play, c.Misdeal())
    assert order(play, c.ColorUp(CHIPS, (c.SeatChange(1, 1000, 1000),))) == "stacks-differ"
    assert order(play, c.ColorUp(CHIPS, (c.SeatChange(1, 1500, 1600),))) == ""
    assert (play.table.seats[1].stack, play.table.seats[1].rebuy) == (1600, 0)


@pytest.mark.parametrize(
    ("chips", "why", "unit"), [((5, 1), "", 1), ((25, 5), "", 5), ((5, 0), "bad-amount", 1)]
)
def test_the_smallest_chip_is_worth_at_least_one(
    chips: tuple[int, ...], why: str, unit: int
) -> None:
    play = table_of(2)
    over(play)
    for seat in (1, 2):
        assert not order(play, c.StandUp(seat))
    assert order(play, c.OpenTable("spring", "ppc", PPC, denominations=chips)) == why
    assert play.table.fittings.unit == unit
