"""Moves that a table refuses: they are those of the player whom it names, and of nobody else."""

from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.outputs import StandUp
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, new_room, step
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament

RULES = load_tournament("ppc")


def told(room: Room, *happen: i.AnyRoomInput) -> Step:
    """Let things happen that are not refused, and give what came of the last one."""
    done = Step(room)
    for said in happen:
        done = step(done.room, said, RULES)
        assert not done.refused, (said, done.refused)
    return done


def playing() -> Room:
    """Return a room of two tables that plays."""
    tables = [i.TableOpened(table=n, seats=8) for n in (1, 2)]
    names = [entered(f"p{n}") for n in range(12)]
    drawn = i.SeatsDrawn(secret="00", witness="x")
    return told(new_room(RULES), *tables, *names, drawn, i.PlayStarted()).room


def test_who_is_refused_a_seat_is_not_who_is_on_the_way() -> None:
    room = playing()
    mover, stays = list(room.seated(1).values())[:2]
    planned = told(room, i.PlayerMoved(player=mover.id, seat=Seat(2, min(room.view(2).free))))
    order = next(one.order for one in planned.room.moves if one.player == mover.id)
    assert [one.player for one in planned.orders if isinstance(one, StandUp)] == [mover.id]
    on_the_way = told(
        planned.room, i.PlayerLeft(order=order, player=mover.id, stack=mover.stack)
    ).room
    said = i.OrderRefused(order="1.1", kind="sit-down", player=stays.id, table=1, why="no-reader")
    refused = told(on_the_way, said).room
    assert {one.player: one.refused for one in refused.moves} == {
        mover.id: "", stays.id: "no-reader"
    }  # fmt: skip
    assert refused.players[stays.id].standing == "moving"
    again = told(refused, replace(said, player=mover.id, why="seat-is-taken")).room
    assert {one.player: one.refused for one in again.moves}[mover.id] == "seat-is-taken"


def test_who_waits_for_chips_is_not_moved() -> None:
    """They have a seat, but nothing to take along to another."""
    room = playing()
    one = next(iter(room.seated(1).values()))
    waits = replace(room, players={**room.players, one.id: replace(one, standing="waiting")})
    said = i.PlayerMoved(player=one.id, seat=Seat(2, min(room.view(2).free)))
    assert step(waits, said, RULES).refused == "not-seated"
    assert not step(room, said, RULES).refused
