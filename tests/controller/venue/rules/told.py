"""Rooms in which something has happened, for the tests of this folder."""

from collections.abc import Sequence

from controller.contract.venue import inputs as i
from controller.contract.venue.kinds import RoomInput
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.staff import entered


def told(room: Room, rules: Tournament, *happen: RoomInput) -> Step:
    """Let things happen that are not refused, and give what came of the last one."""
    done = Step(room)
    for said in happen:
        done = step(done.room, said, rules)
        assert not done.refused, (said, done.refused)
    return done


def playing(
    rules: Tournament, names: Sequence[str] = "abc", *more: i.PlayerEntered, tables: int = 1
) -> Room:
    """Return a room of eight-seat tables that plays, with these players."""
    opened = [i.TableOpened(table=n, seats=8) for n in range(1, tables + 1)]
    drawn = i.SeatsDrawn(secret="00", witness="x")
    players = [*map(entered, names), *more]
    return told(new_room(rules), rules, *opened, *players, drawn, i.PlayStarted()).room
