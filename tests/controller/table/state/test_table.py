"""The facts of a table: seats go round, places are changed one by one, and nothing is shared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.table.state.button_and_blinds import clockwise
from controller.table.state.table import (
    Devices,
    Fittings,
    forget_hand,
    in_front,
    new_table,
    put,
)
from tests.controller.table.scripted import played


@given(st.integers(2, 10), st.integers(0, 10))
def test_clockwise_is_every_seat_once_and_ends_where_it_began(seats: int, after: int) -> None:
    after = min(after, seats)
    order = clockwise(seats, after)
    assert sorted(order) == list(range(1, seats + 1))
    assert order[-1] == (after or seats)
    assert order[0] == after % seats + 1


@given(st.lists(st.integers(), min_size=1), st.data())
def test_put_changes_one_place(values: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(values) - 1))
    changed = put(tuple(values), place, -1)
    assert changed[place] == -1
    assert changed[:place] + changed[place + 1 :] == tuple(values[:place] + values[place + 1 :])


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_a_new_table_is_empty_and_has_a_place_for_each_seat(seats: int) -> None:
    table = new_table(seats)
    assert len(table.seats) == len(table.base) == len(in_front(table)) == seats + 1
    assert not any(seat.taken for seat in table.seats)
    assert not any(table.base)
    assert table.fittings == Fittings()
    assert table.devices == Devices()


def test_where_cards_are_keyed_in_no_zone_is_read_but_the_board() -> None:
    unread = new_table(3, cards_keyed=True).devices.blind_zones
    assert set(unread) == {"hand.1", "hand.2", "hand.3", "burn", "muck"}


def test_a_table_forgets_a_hand_and_nobody_who_sits_there() -> None:
    table = played("hand ; deal\n1 calls").table
    fresh = forget_hand(table)
    assert (fresh.places, fresh.since, fresh.past) == ({}, {}, ())
    assert not fresh.hand.running
    assert fresh.seats == table.seats


def test_what_lies_in_front_of_each_seat_is_counted() -> None:
    table = played("hand ; deal\n1 raises to 300").table
    assert in_front(table) == (0, 300, 50, 100)
    assert in_front(replace(table, chips={"bet.2": (25, 5), "pot": (100,)})) == (0, 0, 30, 0)
