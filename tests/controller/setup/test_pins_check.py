"""Doctor takes the pins as the service would, and names chip, line and who has them."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from controller.setup.checks.examined_machine import Finding, Ran
from hardware.pins.pin_probe import PinSeen, seen
from tests.controller.setup.test_doctor import Machine

PROBE = f"{sys.executable} -m hardware.pins.pin_probe"
PINS = '[ring]\nkind = "apa102"\nleds = 6\nclock = 11\ndata = 10\n[floor_button]\npin = 17\n'
UNIT = (
    "[Service]\nUser=tapis\nSupplementaryGroups=dialout gpio\nDevicePolicy=closed\n"
    "DeviceAllow=char-gpiochip rw\nEnvironment=LG_WD=/run/tapis\nExecStart=/x run\n"
)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.rest = PINS
    made.file("/etc/systemd/system/tapis@.service", UNIT)
    return made


def pins(machine: Machine) -> list[Finding]:
    """Return what doctor finds of the pins."""
    return [one for one in machine.examined() if one.check == "pins"]


def told(*found: dict[str, Any]) -> Ran:
    """Return what the probe prints."""
    return Ran(0, json.dumps(list(found)) + "\n")


GOOD = tuple({"pin": pin, "chip": "gpiochip0 (pinctrl-rp1)", "line": pin} for pin in (11, 10, 17))


def test_as_root_they_are_looked_at_in_a_unit_of_the_services_rights(machine: Machine) -> None:
    machine.user = "root"
    asked: list[str] = []
    answer = machine.run

    def run(words: Any) -> Ran:
        asked.append(" ".join(words))
        return told(*GOOD) if words[0] == "systemd-run" else answer(words)

    machine.run = run  # type: ignore[method-assign]
    [found] = pins(machine)
    assert (found.level, found.found) == ("ok", "3 pins found")
    [unit] = [line for line in asked if line.startswith("systemd-run")]
    assert "--property User=tapis" in unit
    assert "--property DeviceAllow=char-gpiochip rw" in unit
    assert "ExecStart" not in unit
    assert "LG_WD=/run/tapis-pins" in unit
    assert "LG_WD=/run/tapis " not in unit
    assert unit.endswith(f"{PROBE} 11 10 17")


@pytest.mark.parametrize(
    ("user", "answers", "said"),
    [
        ("tapis", {}, "as this user, not as the service"),
        ("root", {"systemctl is-system-running": Ran(127)}, "without systemd"),
    ],
)
def test_elsewhere_they_are_looked_at_as_whoever_asks_and_that_is_said(
    machine: Machine, user: str, answers: dict[str, Ran], said: str
) -> None:
    machine.user = user
    machine.answers = {**answers, **machine.answers, PROBE: told(*GOOD)}
    well, aside = pins(machine)
    assert (well.level, aside.level, said in aside.found) == ("ok", "warn", True)


def test_who_has_a_pin_is_named_but_not_the_table_itself(machine: Machine) -> None:
    held = told(*GOOD[:2], {**GOOD[2], "holder": "onewire"})
    machine.answers[PROBE] = held
    wrong = pins(machine)[0]
    assert wrong.found == (
        "GPIO17 (the floor's button), gpiochip0 (pinctrl-rp1) line 17: in use by onewire"
    )
    machine.answers[PROBE] = told(*GOOD[:2], {**GOOD[2], "holder": "lg"})
    assert pins(machine)[0].level == "ok"
    machine.answers = {"systemctl is-active": Ran(3), **machine.answers}
    assert pins(machine)[0].found.endswith("line 17: in use by lg")


@pytest.mark.parametrize(
    ("problem", "todo"),
    [("ModuleNotFoundError: No module named 'lgpio'", "make pi"),
     ("no /dev/gpiochip*", 'pins = "mock"'), ("error: 'can not open gpiochip'", "tapis install")],
)  # fmt: skip
def test_what_is_wrong_with_a_pin_has_a_way_out(machine: Machine, problem: str, todo: str) -> None:
    machine.answers[PROBE] = told({"pin": 17, "problem": problem})
    wrong = pins(machine)[0]
    assert (wrong.level, problem in wrong.found, todo in wrong.todo) == ("fail", True, True)
    machine.answers[PROBE] = Ran(1, "Traceback\nOSError: read-only\n")
    [unknown] = pins(machine)
    assert "OSError: read-only" in unknown.found


def test_a_table_without_pins_is_not_asked_about_them(machine: Machine) -> None:
    machine.rest = '[ring]\nkind = "apa102"\nleds = 6\npins = "mock"\n'
    assert pins(machine) == []
    machine.top = "no config"
    assert pins(machine) == []


class Lines(ModuleType):
    """A stand-in for lgpio with a Pi 5's chips: 0 is the header, 10 another."""

    def __init__(self, *, header: str, raises: str = "") -> None:
        super().__init__("lgpio")
        self.labels = {0: header, 10: "gpio-brcmstb@107d508500"}
        self.raises = raises
        self.open: list[int] = []

    def _may(self, what: str) -> None:
        if self.raises == what:
            raise RuntimeError(f"can not {what}")

    def gpiochip_open(self, number: int) -> int:
        """Open a chip."""
        self._may("open gpiochip")
        self.open.append(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        """Close it."""
        self.open.remove(handle)

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        """Say what it is."""
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpio_get_line_info(self, handle: int, pin: int) -> list[Any]:
        """Say who has a line."""
        self._may("read")
        return [0, pin, int(pin == 4), "", "onewire" if pin == 4 else ""]

    def gpio_claim_input(self, handle: int, pin: int) -> int:
        """Take it."""
        self._may("claim")
        return 0

    def gpio_free(self, handle: int, pin: int) -> int:
        """Give it back."""
        return 0


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    for number in (0, 10):
        (tmp_path / f"gpiochip{number}").write_text("")
    return tmp_path


def test_the_headers_chip_is_found_and_its_lines_are_given_back(
    devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Lines(header="pinctrl-rp1")
    monkeypatch.setitem(sys.modules, "lgpio", lines)
    name = "gpiochip0 (pinctrl-rp1)"
    assert list(seen([17, 4], devices)) == [
        PinSeen(17, name, 17), PinSeen(4, name, 4, holder="onewire"),
    ]  # fmt: skip
    assert lines.open == []


@pytest.mark.parametrize("place", ["open gpiochip", "read", "claim"])
def test_whatever_the_library_raises_is_told(
    devices: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", Lines(header="pinctrl-bcm2711", raises=place))
    [one] = seen([17], devices)
    assert one.problem == f"RuntimeError: can not {place}"
    assert next(seen([17], devices / "none")).problem == "no /dev/gpiochip*"
