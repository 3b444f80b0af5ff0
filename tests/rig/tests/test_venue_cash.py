"""A random cash game: its books hold at each commit, and errors are noticed."""

import random
from pathlib import Path

import msgspec

from controller.venue.store.database import Database
from tests.rig.venue_cash import CashEvening, game_of_chance, measure_cash


def test_the_books_hold_at_each_commit(tmp_path: Path) -> None:
    """Few hands of them here; `tapis bench venue cash` plays many."""
    done = measure_cash(tmp_path, hands=40, tables=2, seed=3)
    assert (done.hands, done.wrong, done.faults) == (40, 0, 0)
    assert done.bought == done.bank + done.seats + done.raked + done.timed
    assert done.seats_sold
    assert done.raked
    assert done.timed
    assert done.commits > done.hands


def test_chips_that_a_table_has_too_many_are_seen(tmp_path: Path) -> None:
    """A chip that nobody bought lies in a stack: the books do not match the table."""
    game, houses = game_of_chance(tmp_path)
    database = Database(tmp_path / "venue.db")
    evening = CashEvening(database, game, houses, 1, random.Random(3))
    evening.play(3)
    assert not evening.wrong
    (found,) = evening.tables
    seats = found.table.seats
    there = next(seat for seat, one in enumerate(seats) if one.stack)
    more = msgspec.structs.replace(seats[there], stack=seats[there].stack + 5)
    changed = (*seats[:there], more, *seats[there + 1 :])
    found.table = msgspec.structs.replace(found.table, seats=changed)
    evening.play(4)
    database.close()
    assert evening.wrong
