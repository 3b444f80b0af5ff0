"""Doctor finds a reader's time-outs in pcscd's log, and names the driver of its maker."""

from pathlib import Path

import pytest

from controller.setup.checks.examined_machine import Finding, Ran
from tests.controller.setup.test_doctor import Machine

LINE = "20658019 ccid_usb.c:898:ReadUSB() read failed (1/6): -7 LIBUSB_ERROR_TIMEOUT\n"
READER = "eventhandler.c:336:EHStatusHandlerThread() Error communicating to: ACS ACR122U PICC\n"
"""What pcscd writes (LudovicRousseau/pyscard 94)."""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def said(machine: Machine, log: str) -> list[Finding]:
    """Return what is wrong with the readers while this is in the log."""
    machine.answers = {"journalctl -u pcscd.service": Ran(0, log), **machine.answers}
    return [one for one in machine.examined() if one.check == "readers" and one.level != "ok"]


def test_a_log_without_time_outs_is_well(machine: Machine) -> None:
    assert said(machine, "pcscd started\n" + READER) == []


@pytest.mark.parametrize(
    ("log", "driver", "todo"),
    [
        (LINE + READER, False, "libacsccid1"),
        (LINE + READER, True, "a powered hub"),
        (LINE, False, "a powered hub"),
    ],
    ids=["an ACR122U", "with its maker's driver", "another reader"],
)
def test_time_outs_are_counted_and_what_helps_is_named(
    machine: Machine, log: str, driver: bool, todo: str
) -> None:
    machine.devices = machine.devices.replace("ACR122", "OMNIKEY")
    if driver:
        machine.file("/usr/lib/pcsc/drivers/ifd-acsccid.bundle/Contents/Info.plist", "")
    [found] = said(machine, log)
    assert found.found == "1 reader timeout in pcscd's log"
    assert todo in found.todo


def test_the_reader_of_the_config_is_enough(machine: Machine) -> None:
    assert "ACR122" in machine.devices
    [found] = said(machine, LINE * 3)
    assert found.found == "3 reader timeouts in pcscd's log"
    assert "libacsccid1" in found.todo
