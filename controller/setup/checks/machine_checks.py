"""Doctor's checks of the machine: ports, readers, clock, screen, sound, service and temperature."""

import importlib.util
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.config.devices import DeviceConfig
from controller.contract.errors import PARTS
from controller.houses.loader import load_house
from controller.rehearse.simulated_devices.workshop import is_rehearsed
from controller.setup.checks.examined_machine import Finding, Level, System
from controller.setup.checks.table_checks import Installation
from controller.toml.file import FileProblems
from display.words.locale import N_

OLDEST_PYTHON = (3, 11)
OLDEST_SQLITE = (3, 34, 0)
BUILT_IN = 2026
"""If the system clock shows an earlier year than this, it has never been set."""

HOT = 80.0
SERIAL_GROUP = "dialout"
READER_GROUP_ACTIONS = ("org.debian.pcsc-lite.access_pcsc", "org.debian.pcsc-lite.access_card")
IN_THE_WAY = ("pn533_usb", "pn533", "nfc")

SUPPLY = N_("a 5 V power supply that gives at least 3 A")
FAN = N_("a fan and better ventilation")
THROTTLED: tuple[tuple[int, Level, str, str], ...] = (
    (0, "fail", N_("the power supply is currently too weak"), SUPPLY),
    (1, "fail", N_("the processor is currently throttled by a weak power supply"), SUPPLY),
    (2, "fail", N_("the processor is currently throttled by heat"), FAN),
    (16, "warn", N_("the power supply has been too weak"), SUPPLY),
    (18, "warn", N_("the processor has been throttled by heat"), FAN),
)
"""The bits of `vcgencmd get_throttled` that affect a table.

Each row has the bit's number, the level of the finding, what is wrong, and the remedy.
"""

BRAILLE: Final = ("/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d")
"""The folders of udev rules. brltty's rules there may claim serial adapters (even the CH340) as
braille displays."""

ADAPTERS: Final = ("1a86", "10c4", "0403")
"""The USB vendor ids of serial adapters, in hexadecimal as in udev rules."""

UDEV_RULE: Final = "/etc/udev/rules.d/60-tapis.rules"
"""The file with the rule that makes ModemManager leave nodes alone."""

SLOW_MS: Final = 1
"""The tolerated latency of an FTDI adapter (ms); the kernel's default is 16."""

TIMED_OUT: Final = "LIBUSB_ERROR_TIMEOUT"

READER_LOG: Final = ("journalctl", "-u", "pcscd.service", "-b", "-q", "--no-pager", "-o", "cat")

ACS_DRIVER: Final = "/usr/lib/pcsc/drivers/ifd-acsccid.bundle"
"""The folder that the libacsccid1 package installs."""


def check_versions(it: Installation) -> Iterator[Finding]:
    """Check the versions of Python, SQLite and the packages that the table needs."""
    say = it.words.say
    python = ".".join(map(str, it.system.python))
    if it.system.python < OLDEST_PYTHON:
        found = say("{program} is too old", program=f"Python {python}")
        yield Finding("versions", "fail", found, say("{program} or newer", program="Python 3.11"))
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        found = say("{program} is too old", program=f"SQLite {sqlite3.sqlite_version}")
        yield Finding("versions", "fail", found, say("{program} or newer", program="Debian 12"))
    wanted: dict[str, bool] = {}
    if it.loaded is not None:
        ring, devices = it.loaded.ring, it.loaded.hardware == "devices"
        wanted["pygame"] = it.loaded.display.present
        wanted["smartcard"] = any(one.kind == "pcsc" for one in it.loaded.devices)
        wanted["RPi"] = devices and ring.kind == "apa102" and ring.pins == "auto"
    for module, is_wanted in wanted.items():
        if is_wanted and importlib.util.find_spec(module) is None:
            found = say("the package {name} is not installed", name=module)
            yield Finding("versions", "fail", found, str(PARTS[module].missing()))
    yield Finding("versions", "ok", f"Python {python}, SQLite {sqlite3.sqlite_version}")


def service_user(system: System) -> str:
    """Return the user that the controller runs as.

    That is the user named in the service's unit, or the current user if no unit names one.
    """
    for unit in _units(system):
        user = re.search(r"^User=(\S+)", unit.read_text(errors="replace"), flags=re.MULTILINE)
        if user:
            return user.group(1)
    return system.user


def service_unit(system: System) -> str | None:
    """Return the text of the controller's systemd unit, or None if there is no such unit."""
    return next((unit.read_text(errors="replace") for unit in _units(system)), None)


def _units(system: System) -> list[Path]:
    folders = ("/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system")
    names = ("tapis.service", "tapis@.service")
    return [unit for folder in folders for name in names for unit in system.files(folder, name)]


def check_service(it: Installation) -> Iterator[Finding]:
    """Check that the table starts when the machine boots."""
    say = it.words.say
    units = _units(it.system)
    if not units:
        found = say("the controller is not installed as a service, so it does not start at boot")
        yield Finding("service", "warn", found, "sudo tapis install")
        return
    name = units[0].name.replace("@.", f"@{it.loaded.name if it.loaded else '1'}.")
    asked = it.system.run(["systemctl", "is-enabled", name])
    if asked.status == 127:
        todo = say("start the controller yourself: tapis run")
        yield Finding("service", "warn", say("this machine has no systemd"), todo)
    elif asked.text.strip() not in {"enabled", "static"}:
        found = say(
            "{service} is not enabled ({state})", service=name, state=asked.text.strip() or "-"
        )
        yield Finding("service", "warn", found, f"sudo systemctl enable --now {name}")
    else:
        yield Finding("service", "ok", say("{service} is enabled", service=name))


def _by_name(it: Installation, nodes: Sequence[DeviceConfig]) -> Iterator[Finding]:
    """Report nodes that are identified by their own names, whichever port they are plugged into."""
    say = it.words.say
    for device in nodes:
        if it.system.path(device.port).exists():
            found = say(
                "{name}: found by the name it reports, on any port; {port} is tried first",
                name=device.name,
                port=device.port,
            )
            yield Finding("ports", "ok", found)
        else:
            found = say(
                "{name}: {port} does not exist; the table looks for this node on the other ports",
                name=device.name,
                port=device.port,
            )
            yield Finding(
                "ports", "warn", found, say("run tapis devices to see the port now in use")
            )


def check_ports(it: Installation) -> Iterator[Finding]:
    """Check that each node's port exists and can be opened."""
    say = it.words.say
    if is_rehearsed(it.config):
        found = say("this is a practice table: its devices are simulated, on a page in the browser")
        yield Finding("ports", "ok", found)
        return
    nodes = [device for device in it.config.devices if device.kind == "node"]
    yield from _by_name(it, [device for device in nodes if device.by_name])
    lost = [device for device in nodes if not it.system.path(device.port).exists()]
    missing = [device for device in lost if not device.by_name]
    for device in missing:
        there = it.system.files("/dev/serial/by-id", "*")
        others = [f"/dev/serial/by-id/{port.name}" for port in there]
        free = [port for port in others if port not in {one.port for one in nodes}]
        todo = (
            say("plug the device in, or correct its port; found: {ports}", ports=", ".join(free))
            if free
            else say("plug the device in")
        )
        found = say("{name}: {port} does not exist", name=device.name, port=device.port)
        yield Finding("ports", "fail", found, todo)
    for device in nodes:
        if "/by-id/" not in device.port and device.port.startswith("/dev/tty"):
            found = say(
                "{name}: {port} may be a different node after a restart",
                name=device.name,
                port=device.port,
            )
            todo = say("use the same port's name in /dev/serial/by-id")
            yield Finding("ports", "warn", found, todo)
    user = service_user(it.system)
    if nodes and user not in {"", "root"} and SERIAL_GROUP not in it.system.groups(user):
        found = say(
            "{user} is not in the group {group}, so it can't open any port",
            user=user,
            group=SERIAL_GROUP,
        )
        todo = say(
            "sudo usermod -a -G {group} {user}, then start the controller again",
            user=user,
            group=SERIAL_GROUP,
        )
        yield Finding("ports", "fail", found, todo)
    elif nodes and not missing:
        found = it.words.count("{n} node is plugged in", "{n} nodes are plugged in", len(nodes))
        yield Finding("ports", "ok", found)


def check_adapters(it: Installation) -> Iterator[Finding]:
    """Find programs that take over serial adapters, and adapters that delay bytes."""
    config = it.config
    if is_rehearsed(config):
        return
    if not any(device.kind in ("node", "lines", "pepper") for device in config.devices):
        return
    say, system = it.words.say, it.system
    rules = [
        rule.name for folder in BRAILLE for rule in system.files(folder, "*brltty*.rules")
        if any(maker in rule.read_text(errors="replace").lower() for maker in ADAPTERS)
    ]  # fmt: skip
    if rules:
        found = say(
            "brltty mistakes serial adapters for braille displays and takes them over ({file})",
            file=rules[0],
        )
        yield Finding("ports", "warn", found, "sudo apt-get purge brltty")
    asked = system.run(["systemctl", "is-active", "ModemManager.service"])
    if asked.text.strip() == "active" and not system.path(UDEV_RULE).exists():
        found = say("ModemManager probes every new serial port, including the nodes' ports")
        todo = "sudo tapis install; sudo udevadm trigger"
        yield Finding("ports", "warn", found, todo)
    for timer in system.files("/sys/bus/usb-serial/devices", "*/latency_timer"):
        waits = timer.read_text(errors="replace").strip()
        if waits.isdecimal() and int(waits) > SLOW_MS:
            found = say(
                "{port} delays bytes by {n} ms (FTDI)",
                port=f"/dev/{timer.parent.name}",
                n=int(waits),
            )
            todo = say(
                "sudo tapis install (for its udev rule), then unplug the adapter and plug it in "
                "again"
            )
            yield Finding("ports", "warn", found, todo)


def check_readers(it: Installation) -> Iterator[Finding]:
    """Check access to PC/SC readers: the service, permissions and conflicting drivers."""
    say = it.words.say
    readers = [device for device in it.config.devices if device.kind == "pcsc"]
    if not readers or is_rehearsed(it.config):
        return
    system, wrong = it.system, list[Finding]()
    if not system.path("/run/pcscd/pcscd.comm").exists():
        todo = "sudo systemctl enable --now pcscd.socket (sudo apt-get install pcscd)"
        wrong.append(Finding("readers", "fail", say("pcscd is not running"), todo))
    user = service_user(system)
    places = ("/etc/polkit-1/rules.d", "/usr/share/polkit-1/rules.d")
    rules = [
        rule for folder in places
        for rule in system.files(folder, "*.rules")
        if all(action in rule.read_text(errors="replace") for action in READER_GROUP_ACTIONS)
    ]  # fmt: skip
    hidden = [folder for folder in places if not system.lists(folder)]
    if not rules and hidden and user != "root":
        found = say("{folder}: can't be checked as this user", folder=hidden[0])
        wrong.append(Finding("readers", "warn", found, say("run as root: sudo tapis doctor")))
    elif not rules and user != "root":
        found = say(
            "no polkit rule allows {user} to use readers, so pcscd refuses access",
            user=user or "tapis",
        )
        todo = say("sudo tapis install installs the rule")
        wrong.append(Finding("readers", "fail", found, todo))
    loaded = {line.split()[0] for line in system.read("/proc/modules").splitlines() if line}
    in_the_way = [name for name in IN_THE_WAY if name in loaded]
    if in_the_way:
        found = say(
            "kernel modules block pcscd's access to the readers: {names}",
            names=", ".join(in_the_way),
        )
        todo = say(
            "sudo modprobe -r {names}; sudo tapis install blocks them for good",
            names=" ".join(in_the_way),
        )
        wrong.append(Finding("readers", "fail", found, todo))
    yield from wrong
    if not wrong:
        found = it.words.count(
            "pcscd is running, {n} reader in table.toml",
            "pcscd is running, {n} readers in table.toml",
            len(readers),
        )
        yield Finding("readers", "ok", found)


def check_reader_log(it: Installation) -> Iterator[Finding]:
    """Look for reader timeouts in pcscd's log since the machine booted.

    An ACR122U that times out stays silent until it is plugged in again, and libccid logs
    `LIBUSB_ERROR_TIMEOUT`. The remedy is the manufacturer's own driver, Debian's libacsccid1
    (LudovicRousseau/PCSC 93, LudovicRousseau/pyscard 94).
    """
    config, say = it.config, it.words.say
    if all(device.kind != "pcsc" for device in config.devices):
        return
    log = it.system.run([*READER_LOG, "-n", "2000"]).text
    count = log.count(TIMED_OUT)
    if not count:
        return
    found = it.words.count(
        "{n} reader timeout in pcscd's log", "{n} reader timeouts in pcscd's log",
        count,
    )  # fmt: skip
    acs = any("ACR122" in device.port for device in config.devices) or "ACR122" in log
    if acs and not it.system.path(ACS_DRIVER).exists():
        todo = say("sudo apt-get install libacsccid1, then unplug the ACR122U and plug it in again")
    else:
        todo = say(
            "unplug the reader and plug it in again; if that fails, try a different port or "
            "a powered hub"
        )
    yield Finding("readers", "warn", found, todo)


def check_clock(it: Installation) -> Iterator[Finding]:
    """Check that the wall clock is right; a Pi has no battery-backed clock."""
    say = it.words.say
    now = datetime.fromtimestamp(it.system.now(), UTC)
    written = f"{now:%Y-%m-%d %H:%M}"
    if now.year < BUILT_IN:
        found = say("the system clock says {time}, so it has never been set", time=written)
        todo = say(
            "connect the machine to a network (timedatectl), or run sudo date -s 'YYYY-MM-DD HH:MM'"
        )
        yield Finding("clock", "fail", found, todo)
        return
    asked = it.system.run(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if asked.status == 0 and asked.text.strip() == "no":
        found = say("the system clock ({time} UTC) is not set by a time server", time=written)
        todo = say(
            "sudo timedatectl set-ntp true, with a network connection; until then, old hole "
            "cards are not deleted"
        )
        yield Finding("clock", "warn", found, todo)
    else:
        yield Finding("clock", "ok", f"{written} UTC")


def check_screen(it: Installation) -> Iterator[Finding]:
    """Check that the display can find a screen."""
    if not it.config.display.present:
        return
    say = it.words.say
    desktop = it.system.environ.get("DISPLAY") or it.system.environ.get("WAYLAND_DISPLAY")
    cards = it.system.files("/dev/dri", "card*")
    if not desktop and not cards:
        found = say("no screen: neither a desktop nor /dev/dri")
        todo = say("connect a screen and restart, or set present = false in [display]")
        yield Finding("screen", "warn", found, todo)
        return
    user = service_user(it.system)
    lacks = sorted({"video", "render", "input"} - it.system.groups(user)) if user else []
    if cards and not desktop and user not in {"", "root"} and lacks:
        found = say(
            "{user} is not in these groups, so the display can't run without a desktop: {groups}",
            user=user,
            groups=", ".join(lacks),
        )
        yield Finding("screen", "warn", found, f"sudo usermod -a -G video,render,input {user}")
    else:
        yield Finding("screen", "ok", say("a desktop is running") if desktop else cards[0].name)


def check_sound(it: Installation) -> Iterator[Finding]:
    """Check that there is a sound device for players who hear their cards through an earphone.

    It is needed only if the table has seats with an earpiece, or if the house rules let players
    wear earphones.
    """
    if not it.config.ears and not _lets_players_wear_earphones(it.config.house):
        return
    cards = re.findall(r"^ *\d+ \[(\S+)", it.system.read("/proc/asound/cards"), flags=re.MULTILINE)
    if cards:
        found = it.words.count(
            "{n} sound device: {names}",
            "{n} sound devices: {names}",
            len(cards),
            names=", ".join(cards),
        )
        yield Finding("sound", "ok", found)
        return
    found = it.words.say("no sound device: players can't hear their cards privately")
    todo = it.words.say("plug in a USB sound device for each seat with an earpiece")
    yield Finding("sound", "fail", found, todo)


def _lets_players_wear_earphones(name: str) -> bool:
    """Return whether a house lets players wear earphones; False if its file can't be read."""
    with suppress(FileProblems):
        rule = load_house(name).disclosure.earphones
        return rule is not None and rule.value
    return False


def check_heat(it: Installation) -> Iterator[Finding]:
    """Check whether a Pi is too hot or its power supply too weak."""
    say = it.words.say
    throttled = it.system.run(["vcgencmd", "get_throttled"])
    bits = re.search(r"throttled=(0x[0-9a-fA-F]+)", throttled.text)
    if bits is None:
        return
    value = int(bits.group(1), 16)
    wrong = [
        Finding("heat", level, say(found), say(todo))
        for bit, level, found, todo in THROTTLED
        if value >> bit & 1
    ]
    heat = re.search(r"temp=([\d.]+)", it.system.run(["vcgencmd", "measure_temp"]).text)
    degrees = float(heat.group(1)) if heat else 0.0
    if degrees >= HOT:
        found = say("the processor is at {n} °C", n=f"{degrees:.0f}")
        wrong.append(Finding("heat", "warn", found, say(FAN)))
    yield from wrong
    if not wrong:
        found = say("{n} °C, and the power supply is strong enough", n=f"{degrees:.0f}")
        yield Finding("heat", "ok", found)
