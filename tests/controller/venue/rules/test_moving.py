"""Moves that a table refuses: they are those of the player whom it names, and of nobody else."""

from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.outputs import StandUp
from controller.contract.venue.seats import Seat
from controller.venue.rules.step import step
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

RULES = load_tournament("ppc")
PLAYING = playing(RULES, [f"p{n}" for n in range(12)], tables=2)


def test_who_is_refused_a_seat_is_not_who_is_on_the_way() -> None:
    room = PLAYING
    mover, stays = list(room.seated(1).values())[:2]
    planned = told(
        room, RULES, i.PlayerMoved(player=mover.id, seat=Seat(2, min(room.view(2).free)))
    )
    order = next(one.order for one in planned.room.moves if one.player == mover.id)
    assert [one.player for one in planned.orders if isinstance(one, StandUp)] == [mover.id]
    on_the_way = told(
        planned.room, RULES, i.PlayerLeft(order=order, player=mover.id, stack=mover.stack)
    ).room
    said = i.OrderRefused(order="1.1", kind="sit-down", player=stays.id, table=1, why="no-reader")
    refused = told(on_the_way, RULES, said).room
    assert {one.player: one.refused for one in refused.moves} == {
        mover.id: "", stays.id: "no-reader"
    }  # fmt: skip
    assert refused.players[stays.id].standing == "moving"
    again = told(refused, RULES, replace(said, player=mover.id, why="seat-is-taken")).room
    assert {one.player: one.refused for one in again.moves}[mover.id] == "seat-is-taken"


def test_who_waits_for_chips_is_not_moved() -> None:
    """They have a seat, but nothing to take along to another."""
    room = PLAYING
    one = next(iter(room.seated(1).values()))
    waits = replace(room, players={**room.players, one.id: replace(one, standing="waiting")})
    said = i.PlayerMoved(player=one.id, seat=Seat(2, min(room.view(2).free)))
    assert step(waits, said, RULES).refused == "not-seated"
    assert not step(room, said, RULES).refused
