"""A controller whose journal lost its end says so, to everybody, before anything else."""

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.config.model import load_config
from controller.contract.observations import TimePassed
from controller.contract.public import CardDealt
from controller.journal import Journal
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.daemon import Daemon
from tests.mqtt import Subscriber, until


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@contextmanager
def controller(folder: Path, port: int) -> Iterator[Daemon]:
    """Run a controller of a table `t` in a folder, until it has told the broker everything."""
    config = folder / "t.toml"
    config.write_text(
        f'name = "t"\nhouse = "ppc"\nseats = 4\nhardware = "twin"\nlayout = "reference"\n'
        f"[broker]\nport = {port}\n"
    )
    daemon = Daemon(load_config(config), lambda *_: ())
    running = threading.Thread(target=lambda: asyncio.run(daemon.run()))
    running.start()
    assert daemon.ready.wait(30)
    try:
        yield daemon
        # What was never told can't be missed.
        until(lambda: daemon.broker and daemon.broker.confirmed >= daemon.journal.seq)
    finally:
        daemon.stop()
        running.join(30)


def keep(folder: Path, name: str, *suffixes: str) -> None:
    for suffix in suffixes:
        shutil.copy(folder / f"t.db{suffix}", folder / f"{name}{suffix}")


def put_back(folder: Path, name: str, *suffixes: str) -> None:
    for suffix in suffixes:
        shutil.copy(folder / f"{name}{suffix}", folder / f"t.db{suffix}")


def play(daemon: Daemon, events: int) -> None:
    """Let a controller observe what makes events: lamps that go out, say."""
    from controller.contract.observations import DeviceBack, DeviceLost

    seq = daemon.journal.seq
    for number in range(events):
        kind = DeviceBack if number % 2 else DeviceLost
        daemon.put(kind(daemon.clock(), "lamp"))
    until(lambda: daemon.journal.seq >= seq + events)


@pytest.mark.parametrize("with_its_note", [False, True])
def test_an_older_copy_is_told_and_its_numbers_are_new(
    tmp_path: Path, mosquitto: Mosquitto, with_its_note: bool
) -> None:
    """With the note of its end put back too, only the broker knows what came after."""
    with controller(tmp_path, mosquitto.port) as daemon:
        play(daemon, 4)
        first = daemon.journal.epoch
    parts = ("", ".end") if with_its_note else ("",)
    keep(tmp_path, "older", *parts)
    with controller(tmp_path, mosquitto.port) as daemon:
        play(daemon, 6)
        last = daemon.journal.seq
        assert daemon.journal.epoch == first
    put_back(tmp_path, "older", *parts)
    with (
        Subscriber(mosquitto.port, "tapis/home/t/#") as ear,
        controller(tmp_path, mosquitto.port) as daemon,
    ):
        until(lambda: daemon.journal.was_cut)
        play(daemon, 3)
        until(lambda: [body["seq"] for body in ear.events()][-1:] == [daemon.journal.seq])
        until(lambda: daemon.health().lost)
        until(lambda: (ear.last("/state") or {}).get("epoch") == daemon.journal.epoch)
        # What a state was made of may be an event older than the last.
        until(lambda: (ear.last("/state") or {}).get("head") == daemon.journal.head)
        begun = [body for body in ear.events() if body["type"] == "epoch.begun"]
        epoch, head = daemon.journal.epoch, daemon.journal.head
        events, state, status = ear.events(), ear.last("/state"), ear.last("/status")
    assert epoch != first
    assert [body["data"]["lost"] for body in begun] == [6]
    assert all(body["epoch"] == epoch for body in events)
    assert all(body["seq"] <= last for body in events)
    assert status["epoch"] == epoch
    assert state["head"] == head
    with controller(tmp_path, mosquitto.port) as daemon:
        assert daemon.journal.epoch == epoch
        assert not daemon.health().lost


def test_a_journal_that_is_as_it_was_goes_on_in_its_epoch(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    epochs = set()
    for _ in range(3):
        with controller(tmp_path, mosquitto.port) as daemon:
            play(daemon, 2)
            epochs.add(daemon.journal.epoch)
    assert len(epochs) == 1


def test_a_new_table_is_no_alarm_where_another_one_was(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    with controller(tmp_path, mosquitto.port) as daemon:
        play(daemon, 5)
    for suffix in ("", ".end", ".lock"):
        (tmp_path / f"t.db{suffix}").unlink()
    with controller(tmp_path, mosquitto.port) as daemon:
        play(daemon, 1)
        assert not daemon.health().lost


def test_a_damaged_journal_ends_no_start(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with controller(tmp_path, mosquitto.port) as daemon:
        play(daemon, 20)
    path = tmp_path / "t.db"
    data = bytearray(path.read_bytes())
    data[:512] = bytes(512)
    path.write_bytes(data)
    with controller(tmp_path, mosquitto.port) as daemon:
        assert daemon.health().lost
        assert daemon.journal.seq >= 20
    assert list(tmp_path.glob("t.db.damaged-*"))


def test_what_is_no_state_of_ours_is_not_compared(tmp_path: Path, mosquitto: Mosquitto) -> None:
    with Journal(tmp_path / "t.db", house="ppc", house_hash="h", table="t") as journal:
        journal.record(TimePassed(1), [CardDealt(1, 1)])
    with Subscriber(mosquitto.port, "tapis/home/t/#") as ear:
        ear.say("tapis/home/t/state", b'{"seq": "many"}', retain=True)
        until(lambda: ear.last("/state") is not None)
    (tmp_path / "t.db").unlink()
    (tmp_path / "t.db.end").unlink()
    with controller(tmp_path, mosquitto.port) as daemon:
        play(daemon, 1)
        assert not daemon.health().lost
