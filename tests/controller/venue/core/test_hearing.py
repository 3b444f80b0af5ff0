"""What a real table says, as the room takes it in: what was bet, who answered a telephone."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.contract.commands import TakeChips
from controller.contract.public import Envelope
from controller.contract.venue import desk as d
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.inputs import ConductNoted, PrizesPosted
from controller.contract.venue.prizes.registration import RebuyAnnounced
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import VenueHealth
from controller.play.game import DealtGame
from controller.play.people.carry_out import command
from controller.venue.core.at_tables.hearing import Hearing
from controller.venue.core.config import RoomBroker, VenueConfig
from controller.venue.core.screens.retained import Retained
from controller.venue.core.staff import actions, members
from controller.venue.core.take_input import Core
from controller.venue.rules.calculations.hand_for_hand import Round
from controller.venue.store import log
from controller.venue.store import tables as store
from controller.venue.store.database import Database
from controller.venue.store.persons import attendance
from tests.controller.table.scripted import go_on, played


class Heard:
    """A room with one table of three, which hears what a played table says."""

    def __init__(self, folder: Path, house: str = "fidpa", table: int = 1) -> None:
        self.table = table
        self.database = Database(folder / "venue.db")
        self.core = Core(self.database)
        self.house = house
        self.hearing = Hearing({}, lambda wire: wire.partition("-")[2], lambda _, __: None)
        self.game: DealtGame | None = None
        self.said = 0
        with self.core.turn() as turn:
            for asked in (d.OpenTournament(house), d.OpenTable(1, 4)):
                actions.act(turn, asked, "anne", "")
            self.players = []
            for seat, name in enumerate(("Anne", "Bruno", "Chloe"), 1):
                enter = d.Enter(name, identified=True, of_age=True, receipt=True)
                entered = actions.act(turn, enter, "anne", "")
                assert isinstance(entered, d.Entered)
                self.players.append(entered.player)
                actions.act(turn, d.SeatPlayer(entered.player, Seat(1, seat)), "anne", "")
            actions.act(turn, d.Decide(PrizesPosted(pool=1, shares=(1,))), "anne", "")
            actions.act(turn, d.Start(), "anne", "")

    def begins(self) -> DealtGame:
        """Have the table there, as the room was told of it."""
        self.game = played("", house=self.house, table=TABLE)
        self._look()
        self.said = len(self.game.events)
        return self.game

    def plays(self, script: str) -> None:
        """Have the table play on by a script, and the room hear all that it says."""
        if self.game is None:
            self.begins()
        assert self.game is not None
        go_on(self.game, script)
        with self.core.turn() as turn:
            for event in self.game.since(self.said):
                self.said += 1
                data = msgspec.to_builtins(event)
                told = Envelope(1, self.said, "S", "", "1", 1, event.type, data, "E")
                self.hearing.event(turn, self.table, msgspec.json.encode(told))
        self._look()

    def _look(self) -> None:
        assert self.game is not None
        state = msgspec.structs.replace(self.game.look(), epoch="E")
        with self.core.turn() as turn:
            self.hearing.state(turn, self.table, msgspec.json.encode(state))


TABLE = """
blinds 50 100
seat 1 Anne 10000 ; seat 2 Bruno 10000 ; seat 3 Chloe 10000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh Th 9s 8d 7d 6d
"""


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Heard]:
    found = Heard(tmp_path)
    yield found
    found.database.close()


# holds: fidpa 18-4
def test_what_went_in_on_an_earlier_street_counts_and_an_earlier_hand_does_not(
    heard: Heard,
) -> None:
    anne = heard.players[0]
    heard.plays("hand ; deal\n1 raises to 6000 ; 2 folds ; 3 folds\n1 done")
    with heard.core.turn() as turn:
        actions.act(turn, d.Note(RebuyAnnounced(player=anne, chips=1000)), "anne", "")
    heard.plays("top-up 1 1000\nhand ; deal\n2 calls ; 3 calls ; 1 raises to 6000")
    assert heard.core.room.players[anne].behind == 1000
    assert not heard.core.room.unpaid
    heard.plays("2 calls ; 3 folds\nburn ; flop\n1 bets 4500")
    assert heard.core.room.unpaid == (anne,)


# holds: fidpa 18-4
def test_a_bet_that_the_disk_did_not_take_counts_once_when_it_comes_again(heard: Heard) -> None:
    anne = heard.players[0]
    heard.plays("hand ; deal")
    with heard.core.turn() as turn:
        actions.act(turn, d.Note(RebuyAnnounced(player=anne, chips=1000)), "anne", "")
    before = heard.said
    heard.plays("1 raises to 6000 ; 2 calls ; 3 folds\nburn ; flop")
    with heard.database.transaction() as connection:
        kept = store.cursors(connection)
    assert kept[1].seq <= before  # nothing of it is on disk, so that all of it comes again
    heard.hearing.reset(kept)
    heard.said = kept[1].seq
    heard.plays("2 bets 500 ; 1 raises to 3000")
    assert not heard.core.room.unpaid
    heard.hearing.reset(kept)
    heard.said = kept[1].seq
    heard.plays("2 folds")
    assert not heard.core.room.unpaid
    assert heard.core.room.players[anne].behind == 1000


# holds: fidpa 11-6(a), 78-3(i)
def test_the_telephone_key_of_a_table_is_a_report_to_the_floor(heard: Heard) -> None:
    heard.plays("hand ; deal\n1 calls\n3 phones")
    assert heard.core.room.reports == (heard.players[2],)


def test_what_is_irregular_at_a_table_beside_the_tournament_is_kept_and_nothing_else(
    tmp_path: Path,
) -> None:
    here = Heard(tmp_path, table=9)
    here.plays("hand ; deal\n1 calls\n3 phones")
    with here.database.transaction() as connection:
        kept = store.incidents(connection, 9, 10)
        rows = list(log.rows(connection))
    assert [(one["kind"], one["tournament"]) for one in kept] == [("hand.phone", "")]
    assert all(one["state"] for one in kept)
    assert not here.core.room.reports
    assert not any(row["actor"] == "table 9" for row in rows)
    here.database.close()


# holds: tda 69 soft play
def test_chips_that_a_table_takes_leave_the_books_behind_the_hand_in_which_it_was_told(
    tmp_path: Path,
) -> None:
    here = Heard(tmp_path, "tda")
    game = here.begins()
    anne = here.players[0]
    here.plays("hand ; deal")
    with here.core.turn() as turn:
        note = ConductNoted(player=anne, offence=Offence.SOFT_PLAY, sanction="1000c")
        actions.act(turn, d.Note(note), "anne", "")
        (order,) = turn.orders
    # The players of a scripted table are nobody's that the room knows.
    told = msgspec.convert(order.data | {"player": ""}, TakeChips)
    command(game, told)
    here.plays("1 raises to 300 ; 2 folds ; 3 folds\npush")
    room = here.core.room
    assert (room.players[anne].stack, room.removed) == (10150 - 1000, 1000)
    assert room.chips == 29000
    assert not room.taking
    assert [one.taken for one in room.incidents] == [1000]
    here.database.close()


@pytest.mark.parametrize(("house", "tells"), [("fidpa", False), ("tda", False), ("ppc", True)])
def test_what_everybody_may_read_of_the_room_tells_stacks_where_the_house_does(
    tmp_path: Path, house: str, tells: bool
) -> None:
    here = Heard(tmp_path, house)
    here.plays("hand ; deal\n1 raises to 300 ; 2 folds ; 3 folds\npush")
    config = VenueConfig("club", database="", desk="", broker=RoomBroker())
    told: dict[str, bytes] = {}
    Retained(here.core, config, "S", lambda _: ()).publish(
        0, told.__setitem__, lambda: VenueHealth("S"), lambda _: 0
    )
    here.database.close()
    assert here.core.room.players[here.players[0]].stack == 10150
    assert {topic.rpartition("/")[2] for topic in told} >= {"seats", "clock", "places", "state"}
    everything = b"".join(told.values())
    # Of numbers, not of what stands in hashes and times.
    figures = set(re.findall(rb"\b\d+\b", everything))
    assert [figure in figures for figure in (b"10150", b"9950", b"9900")] == [tells] * 3
    assert (b'"average"' in everything) is tells


def test_an_evening_whose_file_has_mistakes_by_now_is_told_of_and_stops_no_other(
    tmp_path: Path,
) -> None:
    here = Heard(tmp_path)
    with here.core.turn() as turn:
        for day, file in (("2999-11-26", "gone"), ("2999-11-27", "fidpa")):
            attendance.announce(turn.connection, day, "Thursday", file)
        told = members.expected(here.core, turn.connection).evenings
    here.database.close()
    assert [(one.faulty, one.tables) for one in told] == [("gone", 0), ("", 0)]


def test_a_hand_whose_state_has_not_come_is_behind_until_it_comes(heard: Heard) -> None:
    game = heard.begins()
    before = heard.core.room.tables[1].hand
    go_on(game, "hand ; deal\n1 raises to 300 ; 2 folds ; 3 folds\npush")
    with heard.core.turn() as turn:
        for event in game.since(heard.said):
            heard.said += 1
            data = msgspec.to_builtins(event)
            told = Envelope(1, heard.said, "S", "", "1", 1, event.type, data, "E")
            heard.hearing.event(turn, 1, msgspec.json.encode(told))
    assert heard.hearing.behind() == [1]
    assert heard.core.room.tables[1].hand == before
    heard.plays("")
    assert heard.hearing.behind() == []
    assert heard.core.room.tables[1].hand == before + 1


# holds: fidpa 9-2(c)
def test_what_a_player_taken_out_in_a_hand_has_bet_stays_in_play(heard: Heard) -> None:
    heard.plays("hand ; deal\n1 raises to 300 ; 2 calls ; 3 folds\nburn ; flop")
    with heard.core.turn() as turn:
        actions.act(turn, d.Remove(heard.players[0]), "anne", "")
    assert heard.core.room.removed == 10000
    heard.plays("2 checks ; 1 folds\npush")
    room = heard.core.room
    assert not room.tables[1].differs
    assert room.removed == 9700
    assert [room.players[one].stack for one in heard.players[1:]] == [10400, 9900]


@pytest.mark.parametrize(("late", "told"), [({1}, 1), (set(), 0)])
def test_a_table_that_missed_the_start_of_hand_for_hand_says_later_that_it_waits(
    heard: Heard, late: set[int], told: int
) -> None:
    heard.begins()
    evening = heard.core.evening
    assert evening is not None
    later = Round(2, frozenset({1}), late=frozenset(late))
    room = msgspec.structs.replace(evening.room, synchronised=later)
    heard.core.evening = msgspec.structs.replace(evening, room=room)
    held = {"holds": ["hand-for-hand"]}
    said = Envelope(1, heard.said + 1, "S", "", "1", 1, "table.held", held, "E")
    with heard.core.turn() as turn:
        heard.hearing.event(turn, 1, msgspec.json.encode(said))
        assert len(turn.happened) == told


def test_chips_held_back_for_the_next_seat_are_not_missed_in_the_hand_before_the_move(
    heard: Heard,
) -> None:
    anne = heard.players[0]
    heard.plays("hand ; deal")
    with heard.core.turn() as turn:
        actions.act(turn, d.OpenTable(2, 4), "anne", "")
        actions.act(turn, d.MovePlayer(anne, Seat(2, 1)), "anne", "")
        actions.act(turn, d.Rebuy(anne, 500), "anne", "")
    assert heard.core.room.moves[0].given == 500
    heard.plays("1 folds ; 2 folds")
    assert not heard.core.room.tables[1].differs
    stacks = [heard.core.room.players[name].stack for name in heard.players]
    assert stacks == [10_500, 9_950, 10_050]
