"""The tables as they are heard: calls, hands, health, and what is left out of a full hall."""

import asyncio
import logging
from datetime import timedelta
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.public import Envelope, Status
from controller.contract.venue.views import VENUE
from display.feed import FeedSource
from display.web.live import hall as module
from display.web.live.hall import CALL_MS, Change, Hall, TableSeen, change_of, table_heard


def event(seq: int, kind: str, **data: object) -> bytes:
    """Return an event of table 5."""
    return msgspec.json.encode(Envelope(1, seq, "S1", "", "5", 1, kind, data))


def heard(seen: TableSeen, now: int, payload: bytes, rest: str = "event/x") -> TableSeen:
    """Return a table after a message."""
    return table_heard(seen, rest, payload, now)


def test_a_call_stands_until_the_floor_has_acted_at_the_table() -> None:
    seen = heard(TableSeen("5"), 50, event(1, "hand.started"))
    assert (seen.began, seen.called, seen.caller) == (50, 0, 0)
    called = heard(seen, 60, event(2, "floor.called", seat=4))
    assert (called.began, called.called, called.caller) == (50, 60, 4)
    assert heard(called, 70, event(3, "player.acted")).called == 60
    assert heard(called, 70, event(3, "hand.voided", by="")).called == 60
    assert heard(called, 70, event(2, "hand.voided", by="Floor")) is called
    answered = heard(called, 70, event(3, "hand.voided", by="Floor"))
    assert (answered.called, answered.caller) == (0, 0)
    assert heard(TableSeen("5"), 1, event(1, "floor.called", seat="x")).caller == 0
    assert heard(TableSeen("5"), 1, event(1, "floor.called")).caller == 0
    assert heard(called, 80, event(3, "hand.voided", by="Floor"), "events") is called


def test_what_wants_somebody_is_urgent() -> None:
    seen = TableSeen("5")
    gone = msgspec.json.encode(Status("offline", "S", "5", "1"))
    online = heard(seen, 1, msgspec.json.encode(Status("online", "S", "5", "1")), "status")
    assert change_of(seen, online, "status") is Change.STATE
    assert change_of(online, heard(online, 1, gone, "status"), "status") is Change.URGENT
    assert change_of(online, replace(online, caller=3), "event/x") is Change.EVENT
    assert change_of(online, replace(online, caller=3), "state") is Change.STATE


def test_tables_stand_in_the_order_of_their_numbers_before_those_with_names() -> None:
    names = ["bar", "10", "2", "annex", str((1 << 30) - 1)]
    ordered = sorted((TableSeen(name) for name in names), key=lambda seen: seen.order)
    assert [seen.name for seen in ordered] == ["2", "10", str((1 << 30) - 1), "annex", "bar"]


class Heard:
    """A hall, and what it has told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Change]] = []
        self.room: list[tuple[str, bytes]] = []
        self.hall = Hall(FeedSource(root="club"), lambda *one: self.told.append(one), self.on_room)

    def on_room(self, rest: str, payload: bytes) -> bool:
        """Hear of the room."""
        self.room.append((rest, payload))
        if payload == b"bad":
            raise msgspec.DecodeError
        return payload == b"new"

    def say(self, topic: str, payload: bytes) -> list[tuple[str, Change]]:
        """Let a message arrive; give what was told of it."""
        self.told.clear()
        message = SimpleNamespace(topic=f"club/{topic}", payload=payload)
        self.hall._message(None, None, message)  # type: ignore[arg-type]
        return list(self.told)


def test_each_message_is_told_once_to_whom_it_concerns() -> None:
    world = Heard()
    status = msgspec.json.encode(Status("online", "S", "5", "1"))
    assert world.say("5/status", status) == [("5", Change.STATE)]
    assert world.say("5/status", status) == []
    assert world.say("5/event/hand.started", event(1, "hand.started")) == [("5", Change.EVENT)]
    assert world.say("5/event/hand.started", event(1, "hand.started")) == []
    assert world.room == []
    assert world.say(f"{VENUE}/state", b"new") == [(VENUE, Change.STATE)]
    assert world.say(f"{VENUE}/state", b"old") == world.say(f"{VENUE}/state", b"bad") == []
    assert world.room == [("state", b"new"), ("state", b"old"), ("state", b"bad")]
    assert [seen.name for seen in world.hall.tables()] == ["5"]


def test_health_is_kept_and_wakes_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "now_ms", lambda: 77)
    world = Heard()
    assert world.hall.health("5") is None
    assert world.say("5/health", b'{"session": "S", "waiting": 3}') == []
    found = world.hall.health("5")
    assert found is not None
    assert (found[0], found[1].waiting) == (77, 3)
    assert world.say("5/health", b"{") == world.say("6/health", b"") == []
    assert world.hall.health("5") is world.hall.health("6") is None
    assert caplog.text.count("the health of table") == 1
    assert world.hall.tables() == []


def test_a_full_hall_says_once_who_is_left_out_and_hears_those_it_knows(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "MOST_TABLES", 2)
    world = Heard()
    status = msgspec.json.encode(Status("online", "S", "5", "1"))
    with caplog.at_level(logging.WARNING):
        for name in ("1", "2", "3", "4", "3"):
            world.say(f"{name}/health", b"{}")
            world.say(f"{name}/status", status)
    assert [seen.name for seen in world.hall.tables()] == ["1", "2"]
    assert [record.getMessage() for record in caplog.records] == [
        "more than 2 tables: 3 and others are left out"
    ]
    assert world.say("2/event/hand.started", event(1, "hand.started")) == [("2", Change.EVENT)]
    world.say("2/health", b'{"session": "later"}')
    found = world.hall.health("2")
    assert found is not None
    assert found[1].session == "later"
    # A hall that is full of health has no room for that of others.
    world = Heard()
    for name in ("1", "2", "3"):
        world.say(f"{name}/health", b'{"session": "S"}')
    assert [world.hall.health(name) is None for name in ("1", "2", "3")] == [False, False, True]


def test_the_link_is_told_as_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "now_ms", lambda: 77)
    world = Heard()
    hall = world.hall
    assert not hall.current
    refusal = SimpleNamespace(is_failure=True)
    for _ in range(2):
        hall._connected(None, None, None, refusal, None)
    assert (hall.link, hall.link_since, hall.current) == ("refused", 77, False)
    assert world.told == [("", Change.STATE)]
    hall._failed()
    assert hall.link == "refused"
    hall._linked("up")
    assert hall.current
    hall._disconnected()
    assert (hall.link, hall.current) == ("down", False)


def test_what_is_retained_is_asked_for_again_and_statuses_are_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[tuple[str, int]]] = []
    monkeypatch.setattr(module, "ASKED_AGAIN_S", (0.0, 0.0))

    async def connected() -> None:
        client, reason = SimpleNamespace(subscribe=asked.append), SimpleNamespace(is_failure=False)
        Heard().hall._connected(client, None, None, reason, None)
        await asyncio.sleep(0.01)

    asyncio.run(connected())
    retained = [("club/+/state", 0), ("club/+/status", 1), (f"club/{VENUE}/#", 1)]
    first, *again = asked
    assert first == [*retained, ("club/+/event/#", 0), ("club/+/health", 0)]
    assert again == [retained, retained]


def test_nothing_is_known_of_a_table_or_a_link_that_is_new() -> None:
    assert (TableSeen("5").began, TableSeen("5").called) == (0, 0)
    assert timedelta(milliseconds=CALL_MS) == timedelta(minutes=10)
