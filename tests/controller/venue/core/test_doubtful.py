"""A table that lies, and two of one name: the room says so, counts on, and loses no hand."""

from functools import partial
from pathlib import Path
from typing import Any

from hardware.twin.halls.sim_hall import SimHall
from hardware.twin.halls.sim_table import SimTable
from tests.controller.venue.core.rooms import ROOT, Room, room
from tests.mqtt import Subscriber, until


def told(line: Subscriber) -> set[tuple[str, int]]:
    """Return what is told of tables: kind and table of each notice."""
    view: dict[str, Any] = line.last("/notices") or {}
    return {(one["kind"], one.get("table", 0)) for one in view.get("notices", ())}


def heard(line: Subscriber, body: dict[str, Any]) -> bool:
    """Return whether the broker has passed something on."""
    return any(one == body for _, one, _ in list(line.heard))


def hand(here: Room, name: str) -> None:
    """Play a hand at a table in which nobody goes out."""
    until(lambda: name in here.hall.may_deal)
    here.hall.begin(name)
    here.hall.end(name, 0.0)


def test_a_table_whose_stacks_are_not_those_of_the_books_is_told_of_until_they_are(
    tmp_path: Path,
) -> None:
    with room(tmp_path) as here, Subscriber(here.broker.port) as line:
        here.league_night(10)
        until(lambda: here.quiet and len(here.hall.may_deal) == 2)
        books = here.core.daemon.core
        seat = next(iter(here.hall.tables["1"].seats.values()))
        seat.stack += 500
        hand(here, "1")
        hand(here, "2")
        until(lambda: ("chips-differ", 1) in told(line))
        # The books keep what they had, and both tables play on.
        assert ("chips-differ", 2) not in told(line)
        assert books.room.chips == books.room.issued == here.hall.chips() - 500
        seat.stack -= 500
        hand(here, "1")
        until(lambda: here.heard and ("chips-differ", 1) not in told(line))
        stacks = {one.player: one.stack for one in here.hall.tables["1"].seats.values()}
        assert stacks == {one.id: one.stack for one in books.room.seated(1).values()}


def test_of_two_tables_with_one_name_the_first_is_heard_and_the_room_says_it(
    tmp_path: Path,
) -> None:
    with room(tmp_path) as here, Subscriber(here.broker.port) as line:
        here.league_night(10)
        until(lambda: here.quiet and len(here.hall.may_deal) == 2)
        assert ("table-twice", 1) not in told(line)
        # A start that says again that it is there, after another one: both run.
        for session in ("later", "sim-2"):
            line.say(f"{ROOT}/2/status", _status(session), retain=True)
        until(lambda: ("table-twice", 2) in told(line))
        impostor = SimTable("1", 8, epoch="E2")
        second = SimHall(ROOT, [impostor], here.broker.port)
        second.start()
        try:
            for again in range(3):
                other = _state(impostor, again)
                line.say(f"{ROOT}/1/state", other, retain=True)
                until(partial(heard, line, other), what="the broker has told of the other one")
                hand(here, "1")
            until(lambda: ("table-twice", 1) in told(line))
            until(lambda: here.heard, what="the hands of the first are in the books")
            rows = here.desk.ask("log", limit=20)["rows"]
            hands = [one["said"] for one in rows if one["said"].get("type") == "hand-reported"]
            assert [one["hand"] for one in hands if one["table"] == 1] == [1, 2, 3]
            # What the room asks is done at the table that it hears.
            here.desk.do("hold", name="fire")
            until(lambda: "fire" in here.hall.tables["1"].holds)
        finally:
            second.stop()
        assert {kind for kind, _ in told(line)} & {"chips-differ"} == set()


def _status(session: str) -> dict[str, Any]:
    return {"status": "online", "session": session, "table": "2", "software": "sim"}


def _state(table: SimTable, seq: int) -> dict[str, Any]:
    return {"seq": seq, "table": table.name, "house": table.house, "epoch": table.epoch}
