"""Tickets and bags at the desk: each counts once, and outlives its evening and its version."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text, update

from controller.contract.venue import desk as d
from controller.contract.venue import inputs as i
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.prizes.registration import EntryRefunded
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.days import (
    AskBags,
    BagOpened,
    Bags,
    BringBags,
    DayEnds,
    StackBagged,
)
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import (
    AskTickets,
    LastSeatsDecided,
    Tickets,
)
from controller.contract.venue.views import RoomPhase
from controller.venue.core.refusals import No
from controller.venue.core.screens import views
from controller.venue.core.staff import actions, questions
from controller.venue.core.take_input import Core
from controller.venue.store import log
from controller.venue.store.database import MIGRATIONS, Database
from controller.venue.store.log import LogDamaged
from controller.venue.store.schema import snapshot
from controller.venue.store.verify import verify
from controller.venue.tournament_files import load_tournament

FILES = Path(__file__).parents[3] / "venue" / "any"


class Room:
    """A room whose evenings come one after the other."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(folder / "venue.db")
        self.core = Core(self.database)
        self.evenings = 0

    def open(self, file: str, seats: int = 8) -> None:
        """Begin another evening, with one table."""
        self.evenings += 1
        with self.core.turn() as turn:
            rules = load_tournament(str(FILES / file))
            turn.open(f"t{self.evenings}", rules.title, rules)
        self.do(d.OpenTable(1, seats))

    def do(self, asked: Any) -> Any:
        """Do something as staff."""
        with self.core.turn() as turn:
            return actions.act(turn, asked, "anne", "")

    def ask(self, asked: Any) -> Any:
        """Ask something."""
        connection: Connection
        with self.database.transaction() as connection:
            return questions.answer(self.core, connection, asked)

    def enter(self, count: int) -> list[str]:
        """Have new players enter, and sit."""
        players = []
        for seat in range(1, count + 1):
            entered = self.do(d.Enter(f"Player {self.evenings} {seat}"))
            players.append(entered.player)
            self.do(d.SeatPlayer(entered.player, Seat(1, seat)))
        return players

    def hand(self, **stacks: int) -> None:
        """Report a hand by what seats have behind it: `s1=0, s2=20000`."""
        before = {at: one.stack for at, one in self.core.room.seated(1).items()}
        after = before | {int(seat[1:]): chips for seat, chips in stacks.items()}
        said = i.HandReported(
            table=1, hand=self.core.room.tables[1].hand + 1, stacks=after, began=before
        )
        self.happen(said)

    def happen(self, said: RoomInput) -> None:
        """Let a table say something."""
        with self.core.turn() as turn:
            assert not turn.happen(said, "table 1").refused

    def again(self) -> None:
        """Start the room anew from its file."""
        self.database.close()
        self.database = Database(self.database.where)
        self.core = Core(self.database)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path)
    yield found
    found.database.close()


def won(room: Room) -> list[str]:
    """Play a satellite in which the last three of five win a ticket each."""
    room.open("satellite.toml")
    players = room.enter(5)
    room.do(d.Start())
    room.hand(s1=0, s3=20000)
    room.hand(s2=0, s3=30000)
    return players


def test_a_ticket_is_won_shown_and_pays_one_entry(room: Room) -> None:
    """Who has none, or has used it, pays; given back it is good again."""
    first, *_, third, fourth, fifth = won(room)
    told: Tickets = room.ask(AskTickets())
    assert {one.player for one in told.tickets} == {third, fourth, fifth}
    assert all((one.target, one.worth, one.used) == ("sunday", 250, "") for one in told.tickets)
    evening = room.core.evening
    assert evening is not None
    places = views.places_view(evening, room.core.shown_as).places
    assert [one.player for one in places if one.seat] == sorted((third, fourth, fifth))
    notices = views.notices_view(evening, 0, room.core.shown_as).notices
    assert sum(one.kind == "seat-won" for one in notices) == 3
    links = {one.id: one.link for one in room.core.people.values()}
    assert room.ask(d.AskMe(links[third])).tickets == ("sunday",)
    assert room.ask(d.AskMe(links[first])).tickets == ()

    room.open("ticket.toml")
    assert evening is not None
    assert "ticket" in views.posting_view(room.core.evening or evening).asks
    with pytest.raises(No, match="has no ticket"):
        room.do(d.Enter(person=first, ticket=True))
    with pytest.raises(No, match="has no ticket"):
        room.do(d.Enter("Somebody New", ticket=True))
    room.do(d.Enter(person=third, ticket=True))
    used = {one.player: one.used for one in room.ask(AskTickets()).tickets}
    assert used == {third: "t2", fourth: "", fifth: ""}
    assert room.ask(d.AskMe(links[third])).tickets == ()
    room.do(d.Decide(EntryRefunded(player=third, why="ill")))
    assert not any(one.used for one in room.ask(AskTickets()).tickets)
    room.do(d.Enter(person=third, ticket=True))
    # A second evening takes only what is left.
    room.open("ticket.toml")
    with pytest.raises(No, match="has no ticket"):
        room.do(d.Enter(person=third, ticket=True))
    room.do(d.Enter(person=fourth, ticket=True))
    before = room.core.room
    room.again()
    assert room.core.room == before


def test_the_last_seat_is_given_at_the_desk(room: Room) -> None:
    """Two go out with as many chips: they tie, and one of them gets the ticket."""
    room.open("satellite.toml")
    players = room.enter(4)
    room.do(d.Start())
    room.hand(s1=0, s2=0, s3=30000)
    assert room.ask(AskTickets()).tied == tuple(sorted(players[:2]))
    room.do(d.Decide(LastSeatsDecided(players=(players[1],))))
    told = room.ask(AskTickets())
    assert (told.tied, len(told.tickets)) == ((), 3)


def bagged(room: Room, file: str = "flight.toml") -> list[str]:
    """Play a flight to its end, with every stack in a bag."""
    room.open(file)
    players = room.enter(3)
    room.do(d.Start())
    room.hand(s1=9000, s2=11000)
    room.do(d.Decide(DayEnds()))
    evening = room.core.evening
    assert evening is not None
    assert views.phase_of(evening.room) is RoomPhase.BAGGING
    told: Bags = room.ask(AskBags())
    assert (told.phase, len(told.lines)) == ("ending", 3)
    assert room.ask(d.AskBook()).unbagged == tuple(players)
    room.happen(i.TableHeld(table=1))
    for at, (player, chips) in enumerate(zip(players, (9000, 11000, 10000), strict=True)):
        seal = f"{file}-{at}"
        room.do(d.Note(StackBagged(player=player, counted=chips, seal=seal, signed=True)))
    assert views.phase_of(room.core.room) is RoomPhase.BAGGED
    return players


def test_bags_of_two_flights_are_brought_once_and_say_who_has_signed(room: Room) -> None:
    first = bagged(room)
    bags = room.ask(AskBags())
    assert bags.phase == "over"
    assert {one.floor for one in bags.lines} == {"anne"}
    links = {one.id: one.link for one in room.core.people.values()}
    page = room.ask(d.AskMe(links[first[0]]))
    assert (page.bag, page.seal) == (9000, "flight.toml-0")
    bagged(room)
    room.open("spring.toml")
    told: Bags = room.ask(AskBags())
    assert [(one.flight, one.bags, one.chips) for one in told.flights] == [
        ("t1", 3, 30000), ("t2", 3, 30000),
    ]  # fmt: skip
    room.do(BringBags())
    assert room.core.room.issued == 60000
    assert len(room.core.room.players) == 6
    with pytest.raises(No, match="already been brought"):
        room.do(BringBags())
    room.do(d.CloseList())
    room.do(d.DrawSeats("7h"))
    with pytest.raises(No, match="count every bag"):
        room.do(d.Start())
    assert set(room.ask(d.AskBook()).unopened) == set(room.core.room.players)
    for name, one in room.core.room.players.items():
        room.do(d.Note(BagOpened(player=name, counted=one.stack)))
    assert all(one.opened for one in room.ask(AskBags()).lines)
    room.do(d.Start())
    evening = room.core.evening
    assert evening is not None
    assert views.clock_view(evening, room.core.time.now(), 0).field == 6
    # A third day has nothing more to bring.
    at, there = next(iter(room.core.room.seated(1).items()))
    room.hand(**{f"s{at}": there.stack})
    room.open("spring.toml")
    with pytest.raises(No, match="has bags to bring"):
        room.do(BringBags())
    with room.database.transaction() as connection:
        assert verify(connection).faults == ()


def test_a_bag_outlives_a_version_that_plays_its_flight_otherwise(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weeks later another version has other rules: the flight is as it was kept, the bags come."""
    bagged(room)
    before = room.core.room
    monkeypatch.setattr(log, "SOFTWARE", "9.9.9")

    def otherwise(*_: object) -> None:
        raise LogDamaged("row 3 of the log can't be replayed: not-in-this-version")

    monkeypatch.setattr(log, "played", otherwise)
    room.again()
    assert room.core.room == before
    monkeypatch.undo()
    room.open("spring.toml")
    room.do(BringBags())
    assert sum(one.stack for one in room.core.room.players.values()) == 30000


def test_an_evening_that_runs_is_not_guessed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game goes on, a log that is played otherwise is damage."""
    room.open("flight.toml")
    room.enter(3)
    with room.database.transaction() as connection:
        log.keep_snapshot(connection, room.core.head, "t1", room.core.room)
        connection.execute(update(snapshot).values(software="0.0.1"))

    def otherwise(*_: object) -> None:
        raise LogDamaged("row 3 of the log can't be replayed")

    monkeypatch.setattr(log, "played", otherwise)
    room.database.close()
    room.database = Database(room.database.where)
    with pytest.raises(LogDamaged):
        Core(room.database)


def test_a_file_of_the_version_before_is_taken_up_and_has_places_for_bags(room: Room) -> None:
    """What stood there stays, and the next day ends in bags."""
    room.open("flight.toml")
    room.enter(3)
    before = room.core.room
    with room.database.transaction() as connection:
        for table in ("flight", "bag", "ticket"):
            connection.execute(text(f"DROP TABLE {table}"))
        for column in ("way", "address", "language"):
            connection.execute(text(f"ALTER TABLE person DROP COLUMN {column}"))
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.stamp(config, "0003")
    room.again()
    assert room.core.room == before
    room.open("spring.toml")
    assert room.ask(AskBags()).flights == ()


def test_the_clock_says_what_is_played_and_a_table_what_its_dealer_chose(room: Room) -> None:
    room.open("mixed.toml")
    room.enter(3)
    evening = room.core.evening
    assert evening is not None
    room.do(d.Start())
    room.do(d.JumpLevel(1))
    evening = room.core.evening
    assert evening is not None
    clock = views.clock_view(evening, room.core.time.now(), 0)
    assert (clock.level.game, clock.level.structure, clock.choice) == ("omaha", "pot-limit", False)
    posting = views.posting_view(evening)
    assert (len(posting.games), posting.change) == (3, "level")
    with pytest.raises(No, match="does not allow that change of game"):
        room.do(d.Decide(GameSet(game=1)))
    with pytest.raises(No, match="does not allow that change of game"):
        room.do(d.Note(GameChosen(table=1, game=1)))
