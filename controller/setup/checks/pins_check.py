"""Doctor's check of the Pi's own pins, which it requests in the same way as the service does."""

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from controller.setup.checks.examined_machine import Finding, System
from controller.setup.checks.machine_checks import service_unit
from controller.setup.checks.table_checks import Installation
from display.words.locale import N_
from hardware.pins.pin_probe import PinSeen

RIGHTS: Final = (
    "User", "Group", "SupplementaryGroups", "DevicePolicy", "DeviceAllow", "Environment",
    "ProtectSystem", "ProtectHome", "PrivateTmp", "ProtectKernelTunables", "SystemCallFilter",
    "SystemCallArchitectures", "NoNewPrivileges", "CapabilityBoundingSet", "RestrictRealtime",
)  # fmt: skip
"""The settings in the service's unit that decide whether it may open a pin."""

HOLDERS: Final = ("lg", "lgpio", "tapis")
"""The names that our own service's libraries give to the GPIO lines that they hold."""


def check_pins(it: Installation) -> Iterator[Finding]:
    """Check that the pins for the ring and floor button are free; if not, name what uses them."""
    pins = _wanted(it)
    if not pins:
        return
    say = it.words.say
    as_service, ran = _probed(it.system, pins)
    if ran is None:
        found = say("the pins could not be checked: {why}", why=as_service)
        yield Finding("pins", "warn", found, say("run as root: sudo tapis doctor"))
        return
    runs = it.system.run(["systemctl", "is-active", "tapis.service"]).status == 0
    well = True
    for one in ran:
        what = say(
            "GPIO{pin} ({what}), {chip} line {line}",
            pin=one.pin, what=say(pins[one.pin]), chip=one.chip or "-", line=one.line,
        )  # fmt: skip
        if one.problem:
            well = False
            found = say("{what}: {problem}", what=what, problem=one.problem)
            yield Finding("pins", "fail", found, say(_todo(one.problem)))
        elif one.holder and not (runs and one.holder in HOLDERS):
            well = False
            found = say("{what}: in use by {holder}", what=what, holder=one.holder)
            todo = say(
                "choose a different pin in table.toml, or free this one (dtoverlay, dtparam)"
            )
            yield Finding("pins", "fail", found, todo)
    if well:
        n = len(pins)
        yield Finding("pins", "ok", it.words.count("{n} pin found", "{n} pins found", n))
    if as_service:
        yield Finding("pins", "warn", say(as_service), say("run as root: sudo tapis doctor"))


def _todo(problem: str) -> str:
    if "No module named" in problem:
        return N_("run make pi (rpi-lgpio is missing)")
    if "/dev/gpiochip" in problem:
        return N_('this machine has no pins: connect the ring to a node, or set pins = "mock"')
    return N_("run sudo tapis install (for the service's rights), then check dmesg for gpio")


def _wanted(it: Installation) -> dict[int, str]:
    """Return the purpose of each of the Pi's pins that the table needs, by the pin's number."""
    config = it.config
    if config.hardware != "devices":
        return {}
    wanted: dict[int, str] = {}
    if config.ring.kind == "apa102" and config.ring.pins == "auto":
        wanted |= {
            config.ring.clock: N_("the ring's clock"),
            config.ring.data: N_("the ring's data"),
        }
    if config.floor_button is not None and config.floor_button.pins == "auto":
        wanted[config.floor_button.pin] = N_("the floor's button")
    return wanted


def _probed(
    system: System, pins: Sequence[int] | dict[int, str]
) -> tuple[str, list[PinSeen] | None]:
    """Read the pins with the rights of the service; return a problem, and the state of each pin.

    The problem is "" if the pins were read with the service's rights. If they were read with the
    current user's rights instead, the problem says why. If the pins could not be read at all, the
    problem is the cause, and the states are None.
    """
    ask = [sys.executable, "-m", "hardware.pins.pin_probe", *map(str, pins)]
    unit = service_unit(system)
    aside, before = "", []
    if unit is None:
        aside = N_("there is no service, so the pins were checked as this user")
    elif system.user != "root":
        aside = N_("the pins were checked as this user, not as the service")
    elif system.run(["systemctl", "is-system-running"]).status == 127:
        aside = N_("without systemd, the pins were checked as this user")
    else:
        before = ["systemd-run", "--wait", "--pipe", "--quiet", "--collect", *_rights(unit)]
    ran = system.run([*before, *ask])
    line = next((one for one in ran.text.splitlines() if one.startswith("[")), "")
    try:
        return aside, msgspec.json.decode(line, type=list[PinSeen])
    except msgspec.MsgspecError:
        last = (ran.text.strip().splitlines() or [f"status {ran.status}"])[-1]
        return last, None


def _rights(unit: str) -> Iterator[str]:
    """Yield arguments of systemd-run that grant the same permissions as the systemd unit `unit`.

    Further arguments give a writable folder to `pin_probe`, the program that reads the pins.
    """
    for name, value in re.findall(r"^(\w+)=(.*)$", unit, flags=re.MULTILINE):
        if name in RIGHTS and not value.startswith(("LG_WD=",)):
            yield from ("--property", f"{name}={value}")
    folder = "tapis-pins"
    yield from ("--property", f"RuntimeDirectory={folder}")
    yield from ("--property", f"WorkingDirectory=/run/{folder}")
    yield from ("--property", f"Environment=LG_WD=/run/{folder}")
