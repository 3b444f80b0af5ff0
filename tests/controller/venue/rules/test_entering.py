"""Entries: nobody is drawn into a taken seat, pays twice, or owes less by entering again."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.outputs import SeatGiven
from controller.contract.venue.prizes.registration import BetBehind, RebuyAnnounced, RebuyPaid
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.days import Bag, BagsBrought
from controller.houses.model import Ruled
from controller.venue.rules.calculations.seat_draw import check_draw, draw
from controller.venue.rules.evening.entering import list_for
from controller.venue.rules.step import new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

RULES = load_tournament("redcactus")


def ruled(rules: Tournament = RULES, **sections: dict[str, Any]) -> Tournament:
    """Return a tournament in which some values are different."""
    for name, values in sections.items():
        section = getattr(rules, name)
        changed = {field: Ruled(value, "") for field, value in values.items()}
        rules = replace(rules, **{name: replace(section, **changed)})
    return rules


@pytest.mark.parametrize("witness", ["7h", "Kd", "2s", "9c"])
def test_a_seat_that_is_taken_is_not_drawn(witness: str) -> None:
    """One sits by hand, two draw, and one more comes before the start: all can be repeated."""
    opened = told(new_room(RULES), RULES, i.TableOpened(table=1, seats=4), *map(entered, "abc"))
    seated = told(opened.room, RULES, i.PlayerSeated(player="a", seat=Seat(1, 1))).room
    drawn = i.SeatsDrawn(secret="00", witness=witness)
    first = told(seated, RULES, drawn)
    assert {one.player for one in first.events if isinstance(one, SeatGiven)} == {"b", "c"}
    assert len(first.room.seated(1)) == 3
    listed = list_for(told(first.room, RULES, entered("d")).room, RULES)
    last = told(first.room, RULES, entered("d"), drawn)
    assert [one.player for one in last.events if isinstance(one, SeatGiven)] == ["d"]
    assert {one.id for one in last.room.seated(1).values()} == set("abcd")
    shown = draw(listed, bytes.fromhex(drawn.secret), witness)
    assert shown.seats == {one.id: one.seat for one in last.room.players.values()}
    check_draw(shown)


def test_a_table_that_has_closed_is_not_drawn_for() -> None:
    room = told(new_room(RULES), RULES, i.TableOpened(table=1, seats=4), entered("a")).room
    tables = {1: replace(room.tables[1], closed=True), 2: replace(room.tables[1], number=2)}
    assert list_for(replace(room, tables=tables), RULES).tables == {2: 4}


def test_an_alternate_is_entered_already_and_pays_once() -> None:
    rules = ruled(
        entries={"alternates": 5, "late_levels": 5, "entries": 3},
        bank={"money": "points", "entry": 10}, bounties={"kind": "fixed", "head": 5},
    )  # fmt: skip
    drawn = i.SeatsDrawn(secret="00", witness="x")
    table = i.TableOpened(table=1, seats=2)
    full = told(new_room(rules), rules, table, *map(entered, "ab"), drawn, i.PlayStarted()).room
    waits = told(full, rules, entered("c")).room
    assert waits.players["c"].standing == "alternate"
    assert waits.money.accounts["till"] == 45
    assert step(waits, entered("c"), rules).refused == "entered-already"


def test_who_owes_for_a_rebuy_pays_before_entering_again() -> None:
    """Otherwise, the debt would be forgotten, and the table on hold for it for ever."""
    rules = ruled(entries={"pay_first": True, "gives_up": True, "late_levels": 5, "entries": 3})
    room = playing(rules, "abcd")
    stack = room.players["a"].stack
    owes = told(
        room, rules, RebuyAnnounced(player="a", chips=1000), BetBehind(player="a", chips=stack + 1)
    )
    again = i.PlayerEntered(player="a", gives_up=True, membership="number")
    assert step(owes.room, again, rules).refused == "rebuy-unpaid"
    paid = told(owes.room, rules, RebuyPaid(player="a"), again).room
    assert (paid.unpaid, paid.players["a"].entries) == ((), 2)


def test_what_a_player_has_had_stays_when_they_enter_again() -> None:
    """The ticket that they came with, a shorter time limit, and the bonuses already received."""
    rules = ruled(entries={"gives_up": True, "late_levels": 5, "entries": 3, "tickets": True})
    came = i.PlayerEntered(player="e", ticket="t1", membership="number")
    room = playing(rules, "abcd", came)
    had = replace(room.players["e"], seconds=20, bonuses=("dealer",), excluded=True)
    room = replace(room, players={**room.players, "e": had})
    one = told(room, rules, replace(came, ticket="", gives_up=True)).room.players["e"]
    assert (one.ticket, one.seconds, one.bonuses, one.excluded) == ("t1", 20, ("dealer",), True)
    assert (one.entries, one.stack) == (2, had.stack)


def test_a_bag_without_a_seat_at_the_start_is_played_late() -> None:
    """Its chips are in the books from the time at which it was brought."""
    rules = ruled(
        seating={"waits_for_all": False}, entries={"late_levels": 9}, days={"recount": False}
    )
    rules = replace(rules, days=replace(rules.days, series="spring"))
    bags = tuple(Bag(name, 5000, 5000, name) for name in "abc")
    seats = [i.PlayerSeated(player=name, seat=Seat(1, at)) for at, name in enumerate("ab", 1)]
    table = i.TableOpened(table=1, seats=6)
    brought = BagsBrought(bags=bags, entries=3)
    room = told(new_room(rules), rules, table, brought, *seats, i.PlayStarted()).room
    late = told(room, rules, entered("c")).room
    assert (late.players["c"].standing, late.players["c"].stack) == ("seated", 5000)
