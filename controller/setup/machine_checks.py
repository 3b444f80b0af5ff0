"""What doctor checks of the machine: ports, readers, clock, broker, screen, service, heat."""

import importlib.util
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from controller.contract.errors import PARTS
from controller.setup.system import Finding, System
from controller.setup.table_checks import Installation

OLDEST_PYTHON = (3, 11)
OLDEST_SQLITE = (3, 34, 0)
BUILT_IN = 2026
"""A wall clock that is before this year has not been set since the machine was switched on."""

HOT = 80.0
SERIAL_GROUP = "dialout"
READER_GROUP_ACTIONS = ("org.debian.pcsc-lite.access_pcsc", "org.debian.pcsc-lite.access_card")
IN_THE_WAY = ("pn533_usb", "pn533", "nfc")

THROTTLED = {
    0: "the power supply is too weak now",
    1: "the processor is slowed down by the supply now",
    2: "the processor is slowed down by heat now",
    16: "the power supply has been too weak",
    18: "the processor has been slowed down by heat",
}
"""The bits of `vcgencmd get_throttled` that a table suffers from."""

MODULES = {"display": "pygame", "pcsc": "smartcard", "apa102": "RPi"}
"""What a table with these needs besides, by the name of its module."""


def check_versions(it: Installation) -> Iterator[Finding]:
    """Look whether Python and SQLite are new enough, and the packages that are needed there."""
    python = ".".join(map(str, it.system.python))
    if it.system.python < OLDEST_PYTHON:
        yield Finding("versions", "fail", f"Python {python} is too old", "Python 3.11 or newer")
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        found = f"SQLite {sqlite3.sqlite_version} is too old"
        yield Finding("versions", "fail", found, "Debian 12 or newer")
    wanted = []
    if it.config is not None:
        wanted += ["display"] if it.config.display.present else []
        wanted += ["pcsc"] if any(one.kind == "pcsc" for one in it.config.devices) else []
        apa102 = it.config.ring.kind == "apa102" and it.config.hardware == "devices"
        wanted += ["apa102"] if apa102 and it.config.ring.pins == "auto" else []
    for need in wanted:
        module = MODULES[need]
        if importlib.util.find_spec(module) is None:
            found = f"the package {module} is not installed"
            yield Finding("versions", "fail", found, str(PARTS[module].missing()))
    yield Finding("versions", "ok", f"Python {python}, SQLite {sqlite3.sqlite_version}")


def service_user(system: System) -> str:
    """Return the user that the controller runs as: the service's, or whoever asks."""
    for unit in _units(system):
        user = re.search(r"^User=(\S+)", unit.read_text(errors="replace"), flags=re.MULTILINE)
        if user:
            return user.group(1)
    return system.user


def _units(system: System) -> list[Path]:
    folders = ("/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system")
    names = ("tapis.service", "tapis@.service")
    return [unit for folder in folders for name in names for unit in system.files(folder, name)]


def check_service(it: Installation) -> Iterator[Finding]:
    """Look whether the table starts when the machine does."""
    units = _units(it.system)
    if not units:
        found = "the controller is no service: it does not start with the machine"
        yield Finding("service", "warn", found, "sudo tapis install")
        return
    name = units[0].name.replace("@.", f"@{it.config.name if it.config else '1'}.")
    asked = it.system.run(["systemctl", "is-enabled", name])
    if asked.status == 127:
        yield Finding("service", "warn", "this machine has no systemd", "start tapis run yourself")
    elif asked.text.strip() not in {"enabled", "static"}:
        found = f"{name} is {asked.text.strip() or 'not enabled'}"
        yield Finding("service", "warn", found, f"sudo systemctl enable --now {name}")
    else:
        yield Finding("service", "ok", f"{name} is enabled")


def check_ports(it: Installation) -> Iterator[Finding]:
    """Look whether each node's port is there and may be opened."""
    if it.config is None:
        return
    nodes = [device for device in it.config.devices if device.kind == "node"]
    missing = [device for device in nodes if not it.system.path(device.port).exists()]
    for device in missing:
        there = it.system.files("/dev/serial/by-id", "*")
        others = [f"/dev/serial/by-id/{port.name}" for port in there]
        free = [port for port in others if port not in {one.port for one in nodes}]
        todo = "plug it in" + (f"; or is it one of these now: {', '.join(free)}?" if free else "")
        yield Finding("ports", "fail", f"{device.name}: there is no {device.port}", todo)
    for device in nodes:
        if "/by-id/" not in device.port and device.port.startswith("/dev/tty"):
            found = f"{device.name}: {device.port} may be another node after the next start"
            yield Finding("ports", "warn", found, "the same port's name in /dev/serial/by-id")
    user = service_user(it.system)
    if nodes and user not in {"", "root"} and SERIAL_GROUP not in it.system.groups(user):
        found = f"{user} is not in the group {SERIAL_GROUP}, so it may open no port"
        todo = f"sudo usermod -a -G {SERIAL_GROUP} {user}, then start the controller again"
        yield Finding("ports", "fail", found, todo)
    elif nodes and not missing:
        yield Finding("ports", "ok", f"{len(nodes)} nodes are plugged in")


def check_readers(it: Installation) -> Iterator[Finding]:
    """Look whether PC/SC readers can be reached: the service, its permission, other drivers."""
    if it.config is None:
        return
    readers = [device for device in it.config.devices if device.kind == "pcsc"]
    if not readers:
        return
    if len(readers) > 16:
        found = f"{len(readers)} PC/SC readers, and pcscd serves 16 at most"
        yield Finding("readers", "fail", found, "put the antennas of the seats on nodes")
    system = it.system
    well = True
    if not system.path("/run/pcscd/pcscd.comm").exists():
        well = False
        todo = "sudo systemctl enable --now pcscd.socket (sudo apt-get install pcscd)"
        yield Finding("readers", "fail", "pcscd does not run", todo)
    user = service_user(system)
    rules = [
        rule for folder in ("/etc/polkit-1/rules.d", "/usr/share/polkit-1/rules.d")
        for rule in system.files(folder, "*.rules")
        if all(action in rule.read_text(errors="replace") for action in READER_GROUP_ACTIONS)
    ]  # fmt: skip
    if not rules and user != "root":
        well = False
        found = f"no polkit rule lets {user or 'the controller'} use readers: pcscd refuses it"
        yield Finding("readers", "fail", found, "sudo tapis install puts the rule there")
    loaded = {line.split()[0] for line in system.read("/proc/modules").splitlines() if line}
    in_the_way = [name for name in IN_THE_WAY if name in loaded]
    if in_the_way:
        well = False
        found = f"the kernel's {' and '.join(in_the_way)} keep pcscd from the readers"
        todo = f"sudo modprobe -r {' '.join(in_the_way)}; sudo tapis install keeps them away"
        yield Finding("readers", "fail", found, todo)
    if well:
        yield Finding("readers", "ok", f"pcscd runs, {len(readers)} readers in table.toml")


def check_clock(it: Installation) -> Iterator[Finding]:
    """Look whether the wall clock is right; a Pi has none of its own."""
    now = datetime.fromtimestamp(it.system.now(), UTC)
    if now.year < BUILT_IN:
        found = f"the wall clock says {now:%Y-%m-%d %H:%M}: it has never been set"
        todo = "connect the machine to a network (timedatectl), or sudo date -s 'YYYY-MM-DD HH:MM'"
        yield Finding("clock", "fail", found, todo)
        return
    asked = it.system.run(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if asked.status == 0 and asked.text.strip() == "no":
        found = f"the wall clock ({now:%Y-%m-%d %H:%M} UTC) is set by no time server"
        todo = "sudo timedatectl set-ntp true, and a network; until then no old cards are deleted"
        yield Finding("clock", "warn", found, todo)
    else:
        yield Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M} UTC")


def check_screen(it: Installation) -> Iterator[Finding]:
    """Look whether the display finds a screen."""
    if it.config is None or not it.config.display.present:
        return
    desktop = it.system.environ.get("DISPLAY") or it.system.environ.get("WAYLAND_DISPLAY")
    cards = it.system.files("/dev/dri", "card*")
    if not desktop and not cards:
        found = "no screen: neither a desktop nor /dev/dri"
        todo = "connect a screen and start again, or present = false in [display]"
        yield Finding("screen", "warn", found, todo)
        return
    user = service_user(it.system)
    lacks = sorted({"video", "render", "input"} - it.system.groups(user)) if user else []
    if cards and not desktop and user not in {"", "root"} and lacks:
        found = f"{user} is not in {', '.join(lacks)}, so it may not draw without a desktop"
        yield Finding("screen", "warn", found, f"sudo usermod -a -G video,render,input {user}")
    else:
        yield Finding("screen", "ok", "a desktop" if desktop else cards[0].name)


def check_sound(it: Installation) -> Iterator[Finding]:
    """Look whether seats can whisper, in the house whose players listen."""
    if it.config is None or Path(it.config.house).stem != "salle":
        return
    cards = re.findall(r"^ *\d+ \[(\S+)", it.system.read("/proc/asound/cards"), flags=re.MULTILINE)
    if cards:
        yield Finding("sound", "ok", f"{len(cards)} sound devices: {', '.join(cards)}")
        return
    found = "no sound device: no seat can whisper the cards that it has read"
    yield Finding("sound", "fail", found, "plug a USB sound device in for each seat that listens")


def check_heat(it: Installation) -> Iterator[Finding]:
    """Look whether a Pi is too hot, or its power supply too weak."""
    throttled = it.system.run(["vcgencmd", "get_throttled"])
    bits = re.search(r"throttled=(0x[0-9a-fA-F]+)", throttled.text)
    if bits is None:
        return
    value = int(bits.group(1), 16)
    wrong = [words for bit, words in THROTTLED.items() if value >> bit & 1]
    heat = re.search(r"temp=([\d.]+)", it.system.run(["vcgencmd", "measure_temp"]).text)
    degrees = float(heat.group(1)) if heat else 0.0
    if degrees >= HOT:
        wrong.append(f"the processor has {degrees:.0f} °C")
    for words in wrong:
        level = "fail" if words.endswith("now") else "warn"
        todo = "a power supply of 5 V and 3 A or more" if "supply" in words else "a fan, and air"
        yield Finding("heat", "fail" if level == "fail" else "warn", words, todo)
    if not wrong:
        yield Finding("heat", "ok", f"{degrees:.0f} °C, the power supply holds")
