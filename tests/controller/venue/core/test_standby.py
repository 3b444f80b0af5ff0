"""Two cores of one room: one has it, the other one waits, and takes it over."""

import asyncio
import threading
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from controller.contract.venue.rights import Role
from controller.venue.core.standby import Standby
from controller.venue.store import log
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreBusy, StoreLost
from controller.venue.store.verify import verify
from tests.controller.venue.core.rooms import Desk, cut_off, database_in, room
from tests.mqtt import Subscriber, until


def test_a_second_core_takes_the_room_over_and_the_first_writes_nothing_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its session at the server is ended, as when its machine is gone."""
    with room(tmp_path, tables=1, engines="server") as here, Subscriber(here.broker.port) as heard:
        desk = here.desk
        desk.do("open-tournament", file="redcactus")
        entered = desk.do("enter", name="Anne", member_no="1")["player"]
        config = msgspec.structs.replace(here.config, desk=str(tmp_path / "second.sock"))
        second = Standby(config)
        thread = threading.Thread(target=lambda: asyncio.run(second.run()), daemon=True)
        thread.start()
        try:
            until(lambda: "another core is already running this room (tapis " in caplog.text)
            assert second.daemon is None
            first = here.core.daemon
            cut_off(config.database)
            with pytest.raises(StoreLost), first.database.transaction() as connection:
                log.count(connection)
            with pytest.raises(StoreLost):
                first.database.hold()
            until(lambda: second.daemon is not None and Path(config.desk).exists())
            other = Desk(config.desk).sign_in(Role.DIRECTOR)
            assert [one["player"] for one in other.ask("entrants")["entrants"]] == [entered]
            until(lambda: here.core.failed)
            # The first one's farewell is not the last word.
            until(lambda: heard.last("/venue/status")["status"] == "online")
            assert second.daemon is not None
            session = second.daemon.session
            until(lambda: heard.last("/venue/status")["session"] == session)
            other.do("enter", name="Bruno", member_no="2")
            with pytest.raises(StoreLost):
                first.core.turn().__enter__()
            with second.daemon.database.transaction() as connection:
                assert verify(connection).faults == ()
            other.close()
        finally:
            second.stop()
            thread.join(20)
        assert isinstance(here.core.failed.pop(), StoreLost)
        assert not thread.is_alive()


def test_a_core_from_which_the_server_hears_nothing_has_lost_the_room(tmp_path: Path) -> None:
    """A machine that stands still for some seconds goes on, and may not go on deciding."""
    frozen = Database(database_in(tmp_path, "servers"))
    with frozen.transaction() as connection:
        connection.execute(text("SET idle_session_timeout = '50ms'"))
    until(lambda: _taken(frozen.where))
    with pytest.raises(StoreLost):
        frozen.hold()
    frozen.close()


def _taken(where: str) -> bool:
    try:
        Database(where).close()
    except StoreBusy:
        return False
    return True
