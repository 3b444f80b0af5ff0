"""Doctor says how much a running table writes, and to what; the kernel counts it."""

import os
import sys
from pathlib import Path

import pytest

from controller.run.loop.daemon import Daemon
from controller.run.sockets.control_socket import socket_of
from controller.run.sockets.unix_socket import listen_at, process_at
from controller.setup.checks.examined_machine import Finding, System
from controller.setup.checks.writes_check import LEAST_S, MOST, disk_of, written
from tests.controller.run.test_drivers import Felt, playing
from tests.controller.setup.test_doctor import Machine
from tests.mqtt import until

HOUR = 3600
CANCELLED = 20_000_000


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def table_writes(machine: Machine, megabytes: int, seconds: int = HOUR, pid: int = 0) -> None:
    """Have a table's process have run for so long, and have written so much."""
    pid = pid or os.getpid()
    rest = " ".join(["S", *["0"] * 18, "500000", "0"])
    machine.file(f"/proc/{pid}/stat", f"{pid} (tapis (run) x) {rest}\n")
    machine.file("/proc/uptime", f"{5000 + seconds}.25 100.0\n")
    whole = megabytes * 1_000_000 + CANCELLED
    text = f"rchar: 1\nwrite_bytes: {whole}\ncancelled_write_bytes: {CANCELLED}\n"
    machine.file(f"/proc/{pid}/io", text)


def said(machine: Machine) -> list[Finding]:
    """Return what doctor says of it while a table runs in this process."""
    folder = machine.folder / "felt"
    folder.mkdir()
    config = Felt(folder).config(west="antennas")
    machine.top = f'journal = "{config.journal}"'
    with playing(Daemon(config, broker=False)):
        until(lambda: process_at(socket_of(config)))
        return [one for one in machine.examined() if "MB an hour" in one.found]


@pytest.mark.parametrize(
    ("disk", "megabytes", "level"),
    [("/dev/mmcblk0p2", MOST + 1, "warn"), ("/dev/mmcblk0p2", MOST, "ok"),
     ("/dev/sda1", 10 * MOST, "ok")],
)  # fmt: skip
def test_a_card_that_is_written_too_much_is_named(
    machine: Machine, disk: str, megabytes: int, level: str
) -> None:
    machine.file("/proc/mounts", f"{disk} / ext4 rw 0 0\nproc /proc proc rw 0 0\n")
    table_writes(machine, megabytes)
    [found] = said(machine)
    assert found.level == level
    assert f"{megabytes} MB an hour" in found.found
    assert disk in found.found
    assert ("journal = " in found.todo) == (level == "warn")


def test_nothing_is_said_of_a_table_that_has_just_begun_or_is_another_users(
    machine: Machine,
) -> None:
    system = System(machine.root)
    table_writes(machine, 5, LEAST_S - 1, pid=77)
    assert written(system, 77) is None
    table_writes(machine, 5, HOUR // 2, pid=77)
    assert written(system, 77) == 10
    machine.file("/proc/77/io", "")
    assert written(system, 77) is None
    assert written(system, 78) is None
    assert process_at(machine.folder / "no.sock") == 0
    far = machine.folder / ("far" * 40) / "table.sock"
    far.parent.mkdir()
    with listen_at(far) as listening:
        listening.listen()
        assert process_at(far) == os.getpid()


def test_the_kernels_own_files_are_read() -> None:
    """This very process has run for less than a minute, or has written what the kernel counts."""
    real = System(Path("/"))
    counted = written(real, os.getpid())
    assert counted is None or counted >= 0
    assert sys.platform == "linux"
    assert disk_of(real, Path("/proc/self")) == "proc"


def test_a_folder_lies_on_the_nearest_mount(machine: Machine) -> None:
    text = "/dev/root / ext4 rw 0 0\n/dev/sda1 /media/a\\040stick vfat rw 0 0\n"
    machine.file("/proc/mounts", text)
    system = System(machine.root)
    assert disk_of(system, Path("/media/a stick/tapis")) == "/dev/sda1"
    assert disk_of(system, Path("/var/lib/tapis")) == "/dev/root"
