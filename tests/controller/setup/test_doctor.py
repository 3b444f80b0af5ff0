"""`tapis doctor`: each thing that can be wrong with an installation, and what it says of it."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.observations import Declared
from controller.contract.scans import BadgeTag, CardTag, ChipTag
from controller.journal import Journal
from controller.journal.integrity.end import end_path
from controller.play.sinks.servers import Mosquitto
from controller.run.access.floor_pin import pin_for, save_pin
from controller.run.access.floor_token import hashed_token
from controller.sensing.registry import FRESH_PACK, Registry, save_registry
from controller.setup.checks.doctor import CHECKS, examine
from controller.setup.checks.examined_machine import Finding, Ran, System
from hardware.free_ports import free_port

NODE = "/dev/serial/by-id/usb-Raspberry_Pi_Pico_1-if00"
READER = "ACS ACR122U 00 00"

DEVICES = f"""
[[devices]]
name = "west"
kind = "node"
port = "{NODE}"
[[devices]]
name = "desk"
kind = "pcsc"
port = "{READER}"
"""

POLKIT = """polkit.addRule(function(action, subject) {
    if (action.id == "org.debian.pcsc-lite.access_pcsc" ||
        action.id == "org.debian.pcsc-lite.access_card") return polkit.Result.YES;
});"""


class Machine:
    """A machine in a folder, on which everything is well until a test breaks it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "root"
        self.table = folder / "table.toml"
        self.year = 2026
        self.user = "tapis"
        self.answers = {
            "systemctl": Ran(0, "enabled\n"),
            "timedatectl": Ran(0, "yes\n"),
            "vcgencmd get_throttled": Ran(0, "throttled=0x0\n"),
            "vcgencmd measure_temp": Ran(0, "temp=51.5'C\n"),
        }
        self.top = ""
        self.devices = DEVICES
        self.period = 2000
        self.zones = ["hand.1", "hand.2", "bet.1", "bet.2", "board", "burn", "muck", "pot"]
        self.broker = f"[broker]\nport = {free_port()}\n"
        self.links = '[links]\nkeys = "required"\n'
        self.rest = ""
        self.file(NODE, "")
        self.file("/etc/passwd", "root:x:0:0::/root:/bin/sh\ntapis:x:990:990::/:/bin/false\n")
        self.file("/etc/group", "dialout:x:20:tapis\nvideo:x:44:tapis\nrender:x:45:tapis\n"
                                "input:x:46:tapis\ntapis:x:990:\n")  # fmt: skip
        self.file("/etc/systemd/system/tapis@.service", "[Service]\nUser=tapis\n")
        self.file("/etc/systemd/system/tapis-display.service", "[Service]\nUser=screen\n")
        self.file("/etc/polkit-1/rules.d/50-tapis.rules", POLKIT)
        self.file("/run/pcscd/pcscd.comm", "")
        self.file("/proc/modules", "ext4 999 1 - Live\n")
        self.file("/dev/dri/card0", "")
        self.secret("tokens", f"xavier {hashed_token('0123456789abcdef')}\n")
        self.secret("node-keys", f"west {'0f' * 16}\n")
        registry = Registry()
        for deck in (1, 2):
            for number, card in enumerate(FRESH_PACK):
                registry.enrol(f"E00{deck}0000000000{number:02X}", CardTag(card, deck))
        registry.enrol("E004000000000001", ChipTag(25))
        registry.enrol("E004000000000002", ChipTag(100))
        registry.enrol("04A1B2C3D4E5F7", BadgeTag("Xavier", "floor"))
        self.enrolled(registry)

    def file(self, name: str, text: str) -> Path:
        """Put a file on the machine."""
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def secret(self, name: str, text: str) -> None:
        """Put a file beside the config that only its owner reads."""
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o600)

    def enrolled(self, registry: Registry) -> None:
        """Write what is enrolled."""
        save_registry(registry, self.folder / "tags.toml")

    def examined(self) -> list[Finding]:
        """Return what doctor finds."""
        antennas = "".join(
            f'[[antennas]]\nname = "{zone}"\nzone = "{zone}"\nperiod = {self.period}\n'
            'device = "west"\n'
            for zone in self.zones
        )
        desk = '[[antennas]]\nname = "desk"\nzone = "desk"\nperiod = 250\ndevice = "desk"\n'
        self.table.write_text(
            'name = "t"\nseats = 2\ntokens = "tokens"\ndenominations = [25, 100]\n'
            f"{self.top}\n[level]\nsmall_blind = 25\nbig_blind = 50\n{self.broker}{self.links}"
            f"{self.rest}{self.devices}{antennas}{desk}"
        )
        now = datetime(self.year, 11, 21, tzinfo=UTC).timestamp()
        system = System(self.root, self.run, lambda: now, self.user, {}, (3, 11))
        return examine(system, self.table)

    def run(self, words: Sequence[str]) -> Ran:
        """Answer a command."""
        for known, answer in self.answers.items():
            if " ".join(words).startswith(known):
                return answer
        return Ran(127)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def wrong(found: list[Finding], but: str = "broker") -> list[Finding]:
    """Return what is not well, without one check's findings."""
    return [one for one in found if one.level != "ok" and one.check != but]


def test_a_machine_on_which_all_is_well(machine: Machine, tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker:
        machine.broker = f"[broker]\nport = {broker.port}\n"
        found = machine.examined()
    assert wrong(found, but="") == []
    assert {one.check for one in found} >= {
        "config", "house", "tags", "antennas", "ports", "readers", "broker", "tokens", "disk",
        "journal", "clock", "screen", "service", "heat", "versions", "nodes",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("top", "zones", "said"),
    [
        ("", (), "need a token"),
        ('floor_pin = "floor.pin"', (), "need a PIN"),
        (
            'floor_pin = "floor.pin"\nfloor_badge = "pin"',
            ("floor-badge",),
            "need a badge and a PIN",
        ),
    ],
)
def test_what_the_floors_word_needs_is_said(
    machine: Machine, top: str, zones: tuple[str, ...], said: str
) -> None:
    machine.top = top
    machine.zones += zones
    save_pin(machine.folder / "floor.pin", pin_for("Xavier", "271828"))
    (found,) = (one for one in machine.examined() if one.check == "floor")
    assert (found.level, said in found.found) == ("ok", True)


def lose_cards(machine: Machine) -> None:
    machine.enrolled(
        Registry({f"E0040000000001{n:02X}": CardTag(c) for n, c in enumerate(FRESH_PACK[2:])})
    )


def damage_journal(machine: Machine) -> None:
    journal = Journal(machine.folder / "t.db", house="ppc", house_hash="x", table="t")
    journal.record(Declared(1, 1, "check"), (), (), 1)
    journal.record(Declared(2, 1, "fold"), (), (), 1)
    journal.close()
    connection = sqlite3.connect(machine.folder / "t.db")
    connection.execute("UPDATE observations SET at = 5 WHERE n = 2")
    connection.commit()
    connection.close()


def put_back(machine: Machine) -> None:
    path = machine.folder / "t.db"
    Journal(path, house="ppc", house_hash="x", table="t").close()
    end_path(path).unlink()
    Journal(path, house="ppc", house_hash="x", table="t").close()


def zero_header(machine: Machine) -> None:
    path = machine.folder / "t.db"
    with Journal(path, house="ppc", house_hash="x", table="t") as journal:
        journal.snapshot(b"state")
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])


def put_aside(machine: Machine) -> None:
    with Journal(machine.folder / "t.db", house="ppc", house_hash="x", table="t") as journal:
        journal.snapshot(b"state")
        journal.record(Declared(1, 1, "check"), (), (), 1)
        journal.put_aside(0, b"state", None)


def set_attribute(name: str, value: object) -> Callable[[Machine], None]:
    return lambda machine: setattr(machine, name, value)


def answer(command: str, text: str, status: int = 0) -> Callable[[Machine], None]:
    return lambda machine: machine.answers.update({command: Ran(status, text)})


def without(name: str) -> Callable[[Machine], object]:
    return lambda machine: (machine.root / name.lstrip("/")).unlink()


def holding(name: str, text: str) -> Callable[[Machine], object]:
    return lambda machine: machine.file(name, text)


def no_floor_badge(machine: Machine) -> None:
    machine.zones.append("floor-badge")
    lose_cards(machine)


def badge_and_no_pin(machine: Machine) -> None:
    machine.zones.append("floor-badge")
    machine.top = 'floor_badge = "pin"\nfloor_pin = "floor.pin"'
    machine.secret("floor.pin", "")


def no_badge_key(machine: Machine) -> None:
    machine.top = 'floor_badge = "challenge"\nbadge_key = "badge.key"'
    machine.rest = (
        '[[devices]]\nname = "floor"\nkind = "pcsc"\nport = "Floor"\n[[antennas]]\n'
        'name = "floor"\nzone = "floor-badge"\nperiod = 250\ndevice = "floor"\n'
    )


def open_journal(machine: Machine) -> None:
    damage_journal(machine)
    (machine.folder / "t.db").chmod(0o644)


@pytest.mark.parametrize(
    ("broken", "check", "level", "said", "todo"),
    [
        (lambda m: m.secret("tags.toml", '[deck.1]\nE0040000 = "1h"\n'),
         "tags", "fail", '"1h" is not a card', "fix "),
        (lose_cards, "tags", "fail", "deck 1 is missing 2: As 2s", "tapis enroll deck 1"),
        (lose_cards, "tags", "warn", "deck 2 isn't enrolled", "or set decks = 1 in [cards]"),
        (lose_cards, "tags", "fail", "no chip worth 25 is enrolled", "tapis enroll chips 25"),
        (no_floor_badge, "tags", "warn",
         "no floor badge is enrolled", "tapis enroll badge NAME --floor"),
        (lambda m: (m.zones.remove("burn"), m.zones.remove("muck")), "antennas", "warn",
         "burn errors can't be detected", "give the burn pile an antenna"),
        (lambda m: m.zones.remove("burn"), "antennas", "warn", "no antenna under the burn pile",
         "give the burn pile an antenna"),
        (lambda m: m.zones.append("spare"), "antennas", "warn",
         "antennas without a zone: spare", "name their zones"),
        (without(NODE), "ports", "fail", f"west: {NODE} does not exist", "plug the device in"),
        (holding("/etc/group", "dialout:x:20:pi\nvideo:x:44:tapis\nrender:x:45:tapis\n"
                 "input:x:46:tapis\n"), "ports", "fail",
         "tapis is not in the group dialout", "sudo usermod -a -G dialout tapis"),
        (without("run/pcscd/pcscd.comm"), "readers", "fail", "pcscd is not running",
         "sudo systemctl enable --now pcscd.socket"),
        (without("etc/polkit-1/rules.d/50-tapis.rules"), "readers", "fail",
         "no polkit rule allows tapis to use readers", "sudo tapis install"),
        (holding("/proc/modules", "pn533_usb 1 0 -\npn533 1 1 pn533_usb\nnfc 1 1 pn533\n"),
         "readers", "fail", "block pcscd's access to the readers: pn533_usb, pn533, nfc",
         "sudo modprobe -r pn533_usb pn533 nfc"),
        (set_attribute("year", 1970), "clock", "fail",
         "the system clock says 1970-11-21 00:00, so it has never been set", "timedatectl"),
        (answer("timedatectl", "no\n"), "clock", "warn", "is not set by a time server",
         "sudo timedatectl set-ntp true"),
        (without("dev/dri/card0"), "screen", "warn", "no screen", "connect a screen"),
        (holding("/etc/group", "dialout:x:20:tapis\n"), "screen", "warn",
         "without a desktop: input, render, video", "sudo usermod -a -G video,render,input tapis"),
        (set_attribute("top", 'house = "salle"'), "sound", "fail", "no sound device",
         "a USB sound device"),
        (set_attribute("top", "ears = [2]"), "sound", "fail", "no sound device",
         "a USB sound device"),
        (without("etc/systemd/system/tapis@.service"), "service", "warn",
         "the controller is not installed as a service", "sudo tapis install"),
        (set_attribute("period", 100), "antennas", "warn",
         "west can't read its antennas as often as required", "tapis build load"),
        (answer("systemctl", "disabled\n", 1), "service", "warn",
         "tapis@t.service is not enabled (disabled)",
         "sudo systemctl enable --now tapis@t.service"),
        (answer("systemctl", "", 127), "service", "warn", "no systemd", "tapis run"),
        (answer("vcgencmd get_throttled", "throttled=0x50005"), "heat", "fail",
         "the power supply is currently too weak", "a 5 V power supply"),
        (answer("vcgencmd get_throttled", "throttled=0x40000"), "heat", "warn",
         "the processor has been throttled by heat", "a fan"),
        (answer("vcgencmd measure_temp", "temp=84.0'C"), "heat", "warn",
         "the processor is at 84 °C", "a fan"),
        (lambda m: (m.folder / "tokens").chmod(0o644), "tokens", "fail",
         "is readable by everybody", "chmod 600"),
        (lambda m: (m.folder / "tokens").unlink(), "tokens", "fail", "can't be read",
         "a token file"),
        (lambda m: m.secret("tokens", "xavier short"), "tokens", "fail",
         "the token is too short", "at least 12"),
        (lambda m: m.secret("tokens", "xavier 0123456789abcdef\nzoe zyxwvutsrqpo\n"), "tokens",
         "warn", "plain-text tokens: xavier, zoe", "tapis floor token --hash"),
        (lambda m: (m.folder / "tags.toml").chmod(0o644), "tags", "fail",
         "tags.toml is readable by everybody", "chmod 600"),
        (lambda m: m.zones.append("floor-badge"), "floor", "warn",
         "identified only by its number", 'floor_badge = "pin"'),
        (badge_and_no_pin, "floor", "fail", "contains no PIN", "tapis floor pin"),
        (no_badge_key, "floor", "fail", "badge.key: can't be read", "tapis floor badge"),
        (put_aside, "journal", "warn",
         "rows 1 to 1 could not be replayed", "count all stacks"),
        (put_back, "journal", "warn", "it was restored from a copy", "compare the stacks"),
        (zero_header, "journal", "fail", "it is damaged or not a journal", "tapis journal salvage"),
        (damage_journal, "journal", "fail", "row 2 has been altered", "tapis journal salvage"),
        (set_attribute("links", ""), "nodes", "warn",
         "a node without a key is trusted", 'then set keys = "required"'),
        (lambda m: (m.folder / "node-keys").unlink(), "nodes", "fail", "no node has a key",
         "tapis firmware install PORT"),
        (lambda m: m.secret("node-keys", "west 00"), "nodes", "fail",
         "does not contain a node id and a key", "hexadecimal digits"),
        (lambda m: (m.folder / "node-keys").chmod(0o644), "nodes", "fail",
         "is readable by others", "chmod 600"),
        (open_journal, "journal", "fail",
         "t.db is readable by everybody", "chmod 600"),
        (set_attribute("top", 'journal = "nowhere/t.db"'), "disk", "fail",
         "there is no folder", "sudo mkdir -p"),
        (set_attribute("rest", "[shoe]\ngate = true\n"), "config", "fail",
         "a gate needs a shoe", "tapis setup"),
        (set_attribute("top", 'house = "nowhere"'), "house", "fail", "nowhere", "tapis house"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_what_to_do(
    machine: Machine,
    broken: Callable[[Machine], object],
    check: str,
    level: str,
    said: str,
    todo: str,
) -> None:
    broken(machine)
    found = wrong(machine.examined())
    fitting = [one for one in found if said in one.found]
    assert fitting, "\n".join(f"{one.check}: {one.found}" for one in found)
    assert (fitting[0].check, fitting[0].level) == (check, level)
    assert todo in fitting[0].todo


def test_other_ports_that_are_free_are_offered(machine: Machine) -> None:
    (machine.root / NODE[1:]).rename(machine.root / NODE[1:].replace("Pico_1", "Pico_9"))
    found = wrong(machine.examined())
    assert [one.todo for one in found if one.check == "ports"] == [
        f"plug the device in, or correct its port; found: {NODE.replace('Pico_1', 'Pico_9')}"
    ]


def test_nodes_that_are_known_by_their_names_are_told_apart(machine: Machine) -> None:
    """Where such a one is not in its first plug, the table looks for it: no fault yet."""
    machine.devices = DEVICES.replace('kind = "node"', 'kind = "node"\nby_name = true')
    told = [one for one in machine.examined() if one.check == "ports"]
    said = f"west: found by the name it reports, on any port; {NODE} is tried first"
    assert ("ok", said) in [(one.level, one.found) for one in told]
    (machine.root / NODE[1:]).unlink()
    [lost, *_] = [one for one in machine.examined() if one.check == "ports"]
    assert (lost.level, lost.todo) == ("warn", "run tapis devices to see the port now in use")


def broker_finding(machine: Machine) -> Finding:
    (found,) = (one for one in machine.examined() if one.check == "broker")
    return found


def test_a_broker_that_is_not_there(machine: Machine) -> None:
    found = broker_finding(machine)
    assert found.level == "fail"
    assert "can't be reached: Connection refused" in found.found
    assert "sudo systemctl enable --now mosquitto" in found.todo


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
@pytest.mark.parametrize(
    ("password", "acl", "level", "said"),
    [
        ("right", "tapis/home/t/#", "ok", "accepts messages published as table"),
        ("wrong", "tapis/home/t/#", "fail", "rejects the user name or password of table"),
        ("right ", "tapis/home/t/#", "fail", "rejects the user name or password of table"),
        ("right", "tapis/elsewhere/#", "fail", "does not let table publish under tapis/home/t"),
    ],
)
def test_login_and_leave_to_publish_are_tried_at_a_real_broker(
    machine: Machine, tmp_path: Path, protocol: str, password: str, acl: str, level: str, said: str
) -> None:
    subprocess.run(
        ["mosquitto_passwd", "-c", "-b", str(tmp_path / "users"), "table", "right"], check=True
    )
    (tmp_path / "acl").write_text(f"user table\ntopic readwrite {acl}\n")
    machine.secret("password", password)
    extra = f"password_file {tmp_path}/users\nacl_file {tmp_path}/acl"
    with Mosquitto(tmp_path, extra, anonymous=False) as broker:
        machine.broker = (
            f'[broker]\nport = {broker.port}\nuser = "table"\npassword_file = "password"\n'
            f'protocol = "{protocol}"\n'
        )
        found = broker_finding(machine)
    if protocol == "3.1.1" and "elsewhere" in acl:
        # This protocol has no word for it: what may not be published is confirmed all the same.
        level, said = "ok", "accepts messages"
    assert found.level == level
    assert said in found.found


def test_the_controllers_own_door_to_the_broker(machine: Machine, tmp_path: Path) -> None:
    door = tmp_path / "mqtt.sock"
    with Mosquitto(tmp_path) as broker:
        machine.broker = f'[broker]\nport = {broker.port}\nsocket = "{door}"\n'
        shut, shared = (one for one in machine.examined() if one.check == "broker")
    assert shut.level == "warn"
    assert f"{door}: No such file or directory; the table uses port" in shut.found
    assert shut.todo == "sudo tapis install"
    assert (shared.level, "accepts messages" in shared.found) == ("ok", True)
    with Mosquitto(tmp_path, f"listener 0 {door}"):
        found = broker_finding(machine)
    assert (found.level, found.found.partition(" accepts")[0]) == ("ok", str(door))
    with Mosquitto(tmp_path, f"listener 0 {door}", anonymous=False):
        found = broker_finding(machine)
    assert (found.level, f"{door} rejects clients without" in found.found) == ("fail", True)


def test_the_command_gives_json_and_a_status(machine: Machine) -> None:
    machine.examined()
    words = ["doctor", "--config", str(machine.table), "--root", str(machine.root)]
    told = CliRunner().invoke(app, [*words, "--json"])
    assert told.exit_code == 1
    found = msgspec.convert(json.loads(told.stdout), list[Finding])
    assert any(one.check == "broker" and one.level == "fail" for one in found)
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 1
    assert "Problems: " in shown.stdout


def test_a_config_that_is_not_there_is_the_first_thing_said(tmp_path: Path) -> None:
    found = examine(System(root=tmp_path, user="pi", environ={}), tmp_path / "table.toml")
    assert found[0].check == "config"
    assert found[0].level == "fail"
    assert "tapis setup" in found[0].todo
    assert len(CHECKS) > 10


def test_what_this_user_may_not_list_is_no_failure() -> None:
    """The packages of polkitd let nobody but its own user list the folder of its rules."""
    with TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        machine.examined()
        rules = machine.root / "etc/polkit-1/rules.d"
        root = os.geteuid() == 0
        if root:
            for one in (machine.folder, *machine.folder.rglob("*")):
                os.chown(one, 65534, 65534)
            os.chown(rules, 0, 0)
        rules.chmod(0o700 if root else 0)
        if root:
            os.seteuid(65534)
        try:
            found = [one for one in machine.examined() if one.check == "readers"]
        finally:
            if root:
                os.seteuid(0)
            rules.chmod(0o700)
    [told] = found
    assert (told.level, told.found) == (
        "warn", "/etc/polkit-1/rules.d: can't be checked as this user",
    )  # fmt: skip
    assert "sudo tapis doctor" in told.todo
