"""A hub keeps what is retained in memory, where nobody has come before it was told so."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.errors import ExitCode
from hardware.free_ports import free_port
from tests.mqtt import Subscriber, until
from tests.rig.hall.wire import Wire
from tests.rig.hub import DOCS, NatsHub


@pytest.fixture
def conf(tmp_path: Path) -> Path:
    """Return the hub's configuration with its users."""
    users = (DOCS / "nats-users.conf").read_text("utf-8")
    text = (DOCS / "nats.conf").read_text("utf-8").replace("# include", "include")
    (tmp_path / "nats-users.conf").write_text(users, "utf-8")
    (tmp_path / "nats.conf").write_text(text, "utf-8")
    return tmp_path / "nats.conf"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[NatsHub]:
    """Return three servers that nobody has come to."""
    (tmp_path / "hub").mkdir()
    with NatsHub(tmp_path / "hub") as hub:
        yield hub


def said(*words: str) -> tuple[int, str]:
    """Return what `tapis venue hub` ends with, and what it says."""
    done = CliRunner().invoke(app, ["venue", "hub", *words])
    return done.exit_code, done.output


def test_what_is_retained_is_in_memory_and_comes_to_who_asks_a_server_that_was_away(
    hub: NatsHub, tmp_path: Path
) -> None:
    where = hub.servers[0].where
    for _ in range(2):
        assert said(where) == (0, "Retained messages are kept in memory by 3 servers.\n")
    ear = Subscriber(hub.port, protocol="3.1.1")
    table = Wire(hub.servers[1].port, "table-1")
    state = b'{"seq": 7}'

    def heard() -> bool:
        # What comes before a server knows that another one's client listens is lost (QoS 0). A
        # server that is busy with its stores may end a line; its client comes back.
        nonlocal table
        try:
            table.send(table.message(b"tapis/club/1/state", state, retain=True))
            until(lambda: ear.last("/state"), 3)
        except AssertionError:
            return False
        except OSError:
            with suppress(OSError):
                table.close()
                table = Wire(hub.servers[1].port, "table-1")
            return False
        return True

    until(heard)
    hub.servers[2].kill()
    hub.servers[2].start()
    hub.servers[2].wait()

    def told() -> bool:
        late = Subscriber(hub.servers[2].port, protocol="3.1.1")
        try:
            until(lambda: late.last("/state") == {"seq": 7}, 5)
        except AssertionError:
            return False
        finally:
            late.close()
        return True

    until(told, 60, "the server that was away tells what is retained")
    ear.close()
    table.close()
    hub.kill()
    # Nothing of it is in a file of any server.
    assert not [one for one in (tmp_path / "hub").rglob("*.blk") if state in one.read_bytes()]


def test_a_client_that_came_first_is_told_of(hub: NatsHub) -> None:
    Subscriber(hub.port, protocol="3.1.1").close()
    code, text = said(hub.servers[1].where)
    assert code == ExitCode.NOT_SO
    assert "are already on disk: a client connected first" in text


def test_who_may_is_the_hub_s_own_user(tmp_path: Path, conf: Path) -> None:
    (tmp_path / "hub").mkdir()
    password = tmp_path / "password"
    with NatsHub(tmp_path / "hub", conf) as hub:
        where = hub.servers[0].where
        password.write_text("a guess\n")
        code, text = said(where, "--user", "hub", "--password-file", str(password))
        assert code == ExitCode.UNUSABLE
        assert "Authorization" in text
        password.write_text("of venue\n")
        code, text = said(where, "--user", "venue", "--password-file", str(password))
        assert code == ExitCode.UNUSABLE
        password.write_text("of hub\n")
        code, text = said(where, "--user", "hub", "--password-file", str(password))
        assert (code, text) == (0, "Retained messages are kept in memory by 3 servers.\n")


def test_a_hub_that_is_not_there_is_told_of() -> None:
    where = f"nats://127.0.0.1:{free_port()}"
    code, text = said(where)
    assert code == ExitCode.UNUSABLE
    assert f"the request to the hub at {where} failed: " in text


def test_an_empty_file_has_no_password_in_it(tmp_path: Path) -> None:
    (tmp_path / "password").touch()
    where = f"nats://127.0.0.1:{free_port()}"
    code, told = said(where, "--password-file", str(tmp_path / "password"))
    assert (code, f"the request to the hub at {where} failed" in told) == (ExitCode.UNUSABLE, True)
