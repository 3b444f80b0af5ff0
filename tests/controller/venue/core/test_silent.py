"""A table that has stopped saying how it is: shown as silent, and nothing of it is lost."""

from pathlib import Path

import pytest

from controller.venue.rules.calculations.hand_for_hand import Round
from controller.venue.rules.evening import tables_hand_for_hand
from tests.controller.venue.core.rooms import ROOT, room
from tests.mqtt import Subscriber, until


def test_a_table_that_says_nothing_for_longer_than_its_own_period_is_silent(
    tmp_path: Path,
) -> None:
    with room(tmp_path, tables=2) as here, Subscriber(here.broker.port) as line:
        here.league_night(10)
        until(lambda: here.quiet and len(here.hall.may_deal) == 2)
        tables = here.core.daemon.core.room.tables
        assert not tables[1].silent
        # It dies without a will: the broker, or a bridge before it, knows nothing of it.
        line.say(f"{ROOT}/1/health", {"session": "S", "every": 50}, retain=True)
        until(lambda: here.core.daemon.core.room.tables[1].silent)
        until(lambda: (line.last("/venue/health") or {}).get("silent") == [1])
        assert not here.core.daemon.core.room.tables[2].silent
        # What it is told waits for it.
        here.desk.do("hold", name="fire")
        until(lambda: "fire" in here.hall.tables["2"].holds)
        assert here.core.daemon.sending.waiting(1)
        assert "fire" not in here.hall.tables["1"].holds
        line.say(f"{ROOT}/1/health", {"session": "S", "every": 60_000}, retain=True)
        until(lambda: here.quiet and "fire" in here.hall.tables["1"].holds)
        assert not here.core.daemon.core.room.tables[1].silent
        # Of a health that can't be read, and one that names no period, nothing follows.
        line.say(f"{ROOT}/2/health", b"\xff")
        line.say(f"{ROOT}/2/health", {"session": "S"})
        here.desk.do("release", name="fire")
        until(lambda: here.quiet and not here.hall.tables["1"].holds)
        assert not here.core.daemon.core.room.tables[2].silent


def test_a_silent_table_holds_up_hand_for_hand_for_a_while_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else happens in the room meanwhile: the other tables wait."""
    monkeypatch.setattr(tables_hand_for_hand, "SILENT_FOR", 700)
    with room(tmp_path, tables=2) as here, Subscriber(here.broker.port) as line:
        here.league_night(10)
        until(lambda: here.quiet and len(here.hall.may_deal) == 2)
        here.desk.do("hand-for-hand")
        core = here.core.daemon.core
        until(lambda: here.quiet and len(here.hall.may_deal) == 2)
        assert core.room.synchronised == Round(1, frozenset({1, 2}))
        line.say(f"{ROOT}/1/health", {"session": "S", "every": 50}, retain=True)
        until(lambda: core.room.tables[1].silent)
        here.hall.begin("2")
        here.hall.end("2", 0.0)
        until(lambda: core.room.synchronised == Round(2, frozenset({2}), late=frozenset({1})))
        until(lambda: here.hall.may_deal == ["1", "2"])


def test_a_table_that_does_not_answer_what_it_was_asked_for_is_asked_again(tmp_path: Path) -> None:
    with room(tmp_path, tables=1) as here, Subscriber(here.broker.port) as line:
        here.league_night(4)
        until(lambda: here.quiet and here.hall.may_deal)
        here.hall.stop()

        def asked() -> int:
            return sum(topic.endswith("/1/command/replay") for topic, _, _ in list(line.heard))

        before, state = asked(), line.last("/1/state")
        # Something has happened that has not come, and nothing more is said.
        line.say(f"{ROOT}/1/state", state | {"seq": state["seq"] + 1}, retain=True)
        until(lambda: asked() >= before + 2, 60)
