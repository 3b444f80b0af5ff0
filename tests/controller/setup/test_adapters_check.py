"""Doctor names what takes serial adapters away from a table, or holds their bytes back."""

from pathlib import Path

import pytest

from controller.setup.checks.examined_machine import Finding, Ran
from tests.controller.setup.test_doctor import Machine

TIMER = "/sys/bus/usb-serial/devices/ttyUSB0/latency_timer"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def said(machine: Machine) -> list[Finding]:
    """Return what is not well with the ports."""
    return [one for one in machine.examined() if one.check == "ports" and one.level != "ok"]


def test_brltty_is_named_where_it_takes_adapters_that_are_not_its_own(machine: Machine) -> None:
    rules = "/usr/lib/udev/rules.d/85-brltty.rules"
    machine.file(rules, 'ENV{PRODUCT}=="f4e/100/*", RUN+="brltty"')
    assert said(machine) == []
    machine.file(rules, 'ENV{PRODUCT}=="1A86/7523/*", RUN+="brltty"')
    [found] = said(machine)
    assert ("85-brltty.rules" in found.found, found.todo) == (True, "sudo apt-get purge brltty")


def test_a_modem_manager_that_runs_is_named(machine: Machine) -> None:
    machine.answers = {
        "systemctl is-active ModemManager.service": Ran(0, "active\n"), **machine.answers
    }  # fmt: skip
    [found] = said(machine)
    assert "ModemManager probes every new serial port" in found.found
    machine.file("/etc/udev/rules.d/60-tapis.rules", 'ENV{ID_MM_DEVICE_IGNORE}="1"')
    assert said(machine) == []


@pytest.mark.parametrize(("text", "wrong"), [("16\n", True), ("1\n", False), ("?", False)])
def test_an_ftdi_adapter_that_waits_is_named(machine: Machine, text: str, wrong: bool) -> None:
    machine.file(TIMER, text)
    assert [one.found for one in said(machine)] == (
        ["/dev/ttyUSB0 delays bytes by 16 ms (FTDI)"] if wrong else []
    )
