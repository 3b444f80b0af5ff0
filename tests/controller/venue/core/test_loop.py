"""The room's loop while its broker is away: what tables and staff say, and what is due then."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from paho.mqtt.client import MQTTMessage

from controller.contract.public import Envelope
from controller.contract.venue import desk as d
from controller.contract.venue.floor.members import Announce, Declare, KeepMember
from controller.contract.venue.inputs import OrderRefused, RoomHeld, TournamentCancelled
from controller.contract.venue.rights import Role
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import LogHealth
from controller.venue import tournament_files
from controller.venue.core import broker_connection
from controller.venue.core.at_tables.hearing import KEPT
from controller.venue.core.broker_connection import Heard
from controller.venue.core.config import RoomBroker, TableEntry, VenueConfig
from controller.venue.core.refusals import No
from controller.venue.core.run import LOOK_EVERY, VenueDaemon
from controller.venue.core.staff import actions
from controller.venue.core.staff.book import tournaments
from controller.venue.core.staff.own_requests import declare
from controller.venue.core.take_input import Turn
from controller.venue.rules.seating import refused_orders
from controller.venue.store.faults import StoreFailed
from controller.venue.store.persons import people, staff
from controller.venue.store.verify import verify
from controller.venue.tournament_files import load_tournament
from hardware.free_ports import free_port

TYPES = sorted(KEPT | {"pot.changed", "pot.awarded", "action.made", "street.opened"})
KEYS = (
    "seat", "stack", "stacks", "player", "order", "amount", "pot", "pots", "seats", "to", "kind",
    "holds", "taken", "timed", "raked", "penalty", "about", "article", "name", "absent", "owes",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, 0, 1, -1, 2**70, "x", "", [], {}, [1], [{}], {"seat": 1}, [{"seat": 1, "stack": None}],
    [{"seat": 1, "stack": 2**70}], True, 1.5, "\0", [None],
)  # fmt: skip


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[VenueDaemon]:
    """Return a room with two tables and four players at the first, whose broker is away."""
    config = VenueConfig(
        "club", database=str(tmp_path / "venue.db"), desk=str(tmp_path / "venue.sock"),
        broker=RoomBroker(port=free_port()),
    )  # fmt: skip
    found = VenueDaemon(config)
    with found.core.turn() as turn:
        for asked in (d.OpenTournament("redcactus"), d.OpenTable(1, 8), d.OpenTable(2, 8)):
            actions.act(turn, asked, "anne", "")
        for seat in range(1, 5):
            entered = actions.act(turn, d.Enter(f"P{seat}", member_no=str(seat)), "anne", "")
            assert isinstance(entered, d.Entered)
            actions.act(turn, d.SeatPlayer(entered.player, Seat(1, seat)), "anne", "")
        actions.act(turn, d.Start(), "anne", "")
    yield found
    found.database.close()


def say(daemon: VenueDaemon, table: int, topic: str, told: object) -> None:
    """Have the room take a message of a table."""
    daemon._take([Heard(str(table), topic, msgspec.json.encode(told))])


def test_what_no_table_says_stops_no_room(daemon: VenueDaemon) -> None:
    rng = random.Random(7)
    for table in (1, 2):
        say(daemon, table, "state", {"seq": 0, "epoch": "E"})
    seq = 0
    for _ in range(500):
        data = {key: rng.choice(VALUES) for key in rng.sample(KEYS, rng.randint(0, 10))}
        kind, hand = rng.choice(TYPES), rng.choice((0, 1, 2))
        say(daemon, 1, f"event/{kind}", Envelope(1, seq + 1, "S", "", "1", hand, kind, data, "E"))
        at = daemon.hearing._tables[1].at
        assert at is not None
        seq = at.seq
        say(
            daemon, 1, "state", {"seq": seq, "epoch": "E", "small_blind": rng.choice((0, 1, 2**70))}
        )
        reply = {"id": daemon.database.names.name("1.0"), "ok": True, "seq": rng.choice(VALUES)}
        say(daemon, 1, "reply/hold", reply)
    assert seq > 400, "only an event without its stacks is waited for"
    for number in (2**70, -1):
        event = Envelope(1, number, "S", "", "2", number, "hand.started", {}, "E")
        say(daemon, 2, "event/hand.started", event)
        say(daemon, 2, "state", {"seq": number, "epoch": "E"})
    with daemon.database.transaction() as connection:
        assert verify(connection).faults == ()
    # The other table is heard as before.
    say(daemon, 2, "event/hand.started", Envelope(1, 1, "S", "", "2", 1, "hand.started", {}, "E"))
    other = daemon.hearing._tables[2].at
    assert other is not None
    assert other.seq == 1


def test_orders_that_come_of_looking_at_a_table_again_are_sent(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    with daemon.core.turn() as turn:
        before = {number: daemon.sending.waiting(number) for number in turn.room.tables}
    held: list[int] = []

    def look(turn: Turn, number: int) -> None:
        held.append(number)
        assert not turn.happen(RoomHeld(name=f"fire-{len(held)}"), "table").refused

    monkeypatch.setattr(daemon.hearing, "look", look)
    daemon.done(())
    assert held == [1, 2]
    assert daemon.sending.waiting(1) == before[1] + 2


def test_moves_are_planned_again_after_a_refused_order_though_nothing_else_happens(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables may all be waiting for just that."""
    with daemon.core.turn() as turn:
        said = OrderRefused(order="0.0", kind="clear-seat", table=1, why="seat-empty")
        assert not turn.happen(said, "table 1").refused
    assert daemon.core.room.replan
    daemon._tick()
    assert daemon.core.room.replan
    monkeypatch.setattr(refused_orders, "PLAN_AGAIN", 0)
    daemon._tick()
    assert not daemon.core.room.replan
    assert daemon._left() != 0


def test_what_could_not_be_stored_of_a_person_is_not_known(daemon: VenueDaemon) -> None:
    person = next(iter(daemon.core.people))

    def numbered() -> None:
        with daemon.core.turn() as turn:
            actions.act(turn, KeepMember(person, member_no="R9"), "anne", "")
            raise StoreFailed(LogHealth.DISK_FULL, "the disk is full")

    with pytest.raises(StoreFailed):
        numbered()
    assert daemon.core.people[person].member_no != "R9"


def test_a_table_with_a_name_of_its_own_is_not_heard_under_its_number(tmp_path: Path) -> None:
    config = VenueConfig("club", tables=(TableEntry(5, "blue"), TableEntry(6, "7")))
    names = ("blue", "7", "4", "5", "6", "blu", "0", "04", "4\u0663", "10000")
    assert [config.number(name) for name in names] == [5, 6, 4, 0, 0, 0, 0, 0, 0, 0]


def test_wrong_passwords_at_the_same_time_are_counted(daemon: VenueDaemon) -> None:
    with daemon.database.transaction() as connection:
        staff.add(connection, "anne", Role.DESK, "long enough", 0)

    async def tried(number: int) -> str:
        asked = {
            "id": "1",
            "do": {"type": "sign-in", "name": "anne", "password": f"wrong {number}"},
        }
        return (await daemon.door.asked(msgspec.json.encode(asked))).reason

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*map(tried, range(12)))

    reasons = asyncio.run(all_at_once())
    assert sorted(reasons) == ["too-many"] * 7 + ["wrong-password"] * 5


def test_messages_that_are_too_many_are_asked_for_again(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_connection, "MOST_WAITING", 3)
    message = MQTTMessage(topic=b"tapis/club/1/state")
    for _ in range(3):
        daemon.line._message(daemon.line._client, None, message)
    assert not daemon.line.deaf
    daemon.line._message(daemon.line._client, None, message)
    assert (daemon.line.waiting, daemon.line.deaf) == (1, True)


def test_no_two_players_are_shown_by_one_number(daemon: VenueDaemon) -> None:
    def comes() -> str:
        with daemon.core.turn() as turn:
            person = people.new_person(turn.connection, 0, people.Person(""), turn.random_bytes)
            return person.shown_as

    names = [comes(), comes()]
    assert names == ["No. 5", "No. 6"]
    with daemon.core.turn() as turn:
        people.forget(turn.connection, next(iter(daemon.core.people)))
    assert comes() not in names


def test_a_table_that_goes_while_nothing_can_be_stored_is_silent_afterwards(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = {"session": "S", "table": "1", "software": "x"}
    say(daemon, 1, "status", {"status": "online", **status})
    say_in_vain(daemon, monkeypatch, ("status", {"status": "offline", **status}))
    assert not daemon.core.room.tables[1].silent
    daemon._looked = -LOOK_EVERY
    daemon._turn()
    assert [number for number, one in daemon.core.room.tables.items() if one.silent] == [1]


def test_what_could_not_be_stored_is_asked_for_without_another_word_of_the_table(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(daemon.hearing, "_ask_again", lambda *words: asked.append(words))
    say(daemon, 1, "state", {"seq": 0, "epoch": "E"})
    event = Envelope(1, 1, "S", "", "1", 1, "table.held", {"holds": ["day"]}, "E")
    say_in_vain(
        daemon, monkeypatch, ("event/table.held", event), ("state", {"seq": 1, "epoch": "E"})
    )
    assert asked == []
    daemon._turn()
    assert asked == [(1, 0)]
    daemon._turn()
    assert asked == [(1, 0)]


def say_in_vain(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch, *told: tuple[str, object]
) -> None:
    """Have the room take messages of table 1 while nothing can be stored."""

    def full(*_: object) -> None:
        raise StoreFailed(LogHealth.DISK_FULL, "the disk is full")

    messages = (Heard("1", topic, msgspec.json.encode(one)) for topic, one in told)
    with monkeypatch.context() as without_space:
        without_space.setattr(Turn, "close", full)
        daemon.line._waiting.extend(messages)
        daemon._turn()


def test_a_tournament_whose_house_has_no_name_here_is_not_offered(
    daemon: VenueDaemon, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Tables, and the room itself after a restart, find the house by its name alone."""
    (tmp_path / "house.toml").write_text('name = "mine"\ninherits = "redcactus"\n')
    (tmp_path / "own.toml").write_text(
        'name = "own"\ntitle = "Own"\ninherits = "redcactus"\nhouse = "house.toml"\n'
    )
    monkeypatch.setattr(tournament_files, "INSTALLED", tmp_path)
    assert load_tournament("own").house == "house.toml"
    assert "own" not in {one.name for one in tournaments().tournaments}
    with daemon.core.turn() as turn:
        actions.act(turn, d.Decide(TournamentCancelled(why="rain")), "anne", "")
        with pytest.raises(No, match="no such house file"):
            actions.act(turn, d.OpenTournament("own"), "anne", "")


def test_a_reply_that_is_repeated_does_not_fill_the_log(daemon: VenueDaemon) -> None:
    link = next(iter(daemon.core.people.values())).link
    with daemon.core.turn() as turn:
        actions.act(turn, Announce("2999-11-26", "ppc"), "anne", "")
    rows = []
    for present in (True, True, False, False, True):
        with daemon.core.turn() as turn:
            declare(turn, Declare(link, "2999-11-26", present), "")
        rows.append(daemon.core.head.n)
    assert [row - rows[0] for row in rows] == [0, 0, 1, 1, 2]
