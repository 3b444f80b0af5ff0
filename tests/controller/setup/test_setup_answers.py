"""A set-up from a file of answers: a simulated table, and answers that end too soon."""

import json
from pathlib import Path

import pytest
import tomlkit
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.rehearse.simulated_devices.workshop import Workshop
from controller.run.access.floor_pin import FloorLock, load_pins
from controller.run.loop.drivers import open_nodes
from controller.setup.dialogue import NoAnswer, open_talk
from controller.setup.draft import Draft, Machine, Under, draft_of
from controller.setup.reading.rehearsing import RehearsedProbe
from controller.setup.reading.sitting import Sitting
from controller.setup.table_file import PASSWORD_FILE, kept, table_text
from controller.setup.wizard import STEPS, by_their_names, run
from display.words.names import words
from hardware.build.kit import ONE_READER, WHOLE

ANSWERS = ["5", "zinc", "tda", "3", "keyed", "25 100", "25", "50", "1", "absent", "en", "no",
           "burn", "yes"]  # fmt: skip


def setup(folder: Path, *answers: str) -> Result:
    (folder / "answers").write_text("".join(f"{answer}\n" for answer in answers))
    words = ["setup", "--config", str(folder / "table.toml"), "--ports", str(folder / "none")]
    return CliRunner().invoke(app, [*words, "--no-readers", "--answers", str(folder / "answers")])


def test_without_devices_a_simulated_table_is_set_up(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("name = 'older")
    result = setup(tmp_path, *ANSWERS)
    assert result.exit_code == 0, result.output
    config = load_config(tmp_path / "table.toml")
    assert (config.name, config.house, config.seats, config.chips) == ("5", "tda", 3, "keyed")
    assert (config.hardware, config.cards.decks, config.floor) == ("twin", 1, "absent")
    assert (tmp_path / "table.toml.bak").read_text() == "name = 'older"
    first = (tmp_path / "table.toml").read_text().splitlines()[0]
    schema = json.loads((tmp_path / first.removeprefix("#:schema ./")).read_text())
    assert schema["properties"]["seats"]["maximum"] == 10
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "answers", "table.schema.json", "table.toml", "table.toml.bak",
    ]  # fmt: skip


def test_without_devices_a_table_is_set_up_on_which_all_is_keyed(tmp_path: Path) -> None:
    result = setup(tmp_path, *ANSWERS[:4], "rfid", *ANSWERS[5:-1], "no", "yes")
    assert result.exit_code == 0, result.output
    config = load_config(tmp_path / "table.toml")
    assert (config.chips, config.cards.read, config.hardware) == ("keyed", False, "devices")
    assert not config.plans()
    assert not config.devices


def test_on_an_installed_machine_the_table_takes_commands_and_reaches_its_broker(
    tmp_path: Path,
) -> None:
    for name in ("tokens", "broker-password"):
        (tmp_path / name).touch()
    with_floor = ["present", "12ab", "12", "2468", "2486", "2468", "2468"]
    result = setup(tmp_path, *ANSWERS[:9], *with_floor, *ANSWERS[10:])
    assert result.exit_code == 0, result.output
    assert result.output.count("enter a PIN of 4 to 12 digits") == 2
    assert result.output.count("The two PINs differ.") == 1
    assert "2468" not in result.output, "what is typed unseen is written nowhere"
    assert "sudo tapis install" in result.output
    config = load_config(tmp_path / "table.toml")
    assert config.tokens == str(tmp_path / "tokens")
    assert (config.broker.user, config.broker.password_file) == (
        "table-5", str(tmp_path / "broker-password"),
    )  # fmt: skip
    assert config.floor_pin == str(tmp_path / "floor.pin")
    lock = FloorLock(load_pins(Path(config.floor_pin)))
    assert lock.unlock("screen", "2468", 0.0) == "floor"


@pytest.mark.parametrize(
    ("kind", "files", "needs"),
    [
        ("pcsc", {"floor.pin"}, "pin"),
        ("pcsc", {"floor.pin", "badge.key"}, "challenge"),
        ("node", {"floor.pin", "badge.key"}, "pin"),
        ("pcsc", set(), "uid"),
    ],
)
def test_a_reader_for_the_floors_badge_asks_for_as_much_as_there_is(
    tmp_path: Path, kind: str, files: set[str], needs: str
) -> None:
    zones = ("hand.1", "hand.2", "board.1")
    draft = Draft(
        seats=2, chips="keyed", extras=("floor-badge",),
        machines=(Machine("west", "node", "/dev/west"), Machine("floor", kind, "Floor")),
        under=(*(Under(zone, "/dev/west", n) for n, zone in enumerate(zones)),
               Under("floor-badge", "Floor", 0)),
    )  # fmt: skip
    (tmp_path / "table.toml").write_text(table_text(draft, files))
    assert load_config(tmp_path / "table.toml").floor_badge == needs


def test_amounts_that_no_config_may_have_are_asked_again(tmp_path: Path) -> None:
    chips = ["25 10000000000", "25 100", "10000000000", "25", "10000000000", "50"]
    result = setup(tmp_path, *ANSWERS[:5], *chips, *ANSWERS[8:])
    assert result.exit_code == 0, result.output
    assert result.output.count("Answer with a whole number from") == 2
    config = load_config(tmp_path / "table.toml")
    assert (config.denominations, config.level.big_blind) == ((25, 100), 50)


def test_a_table_may_have_no_pin(tmp_path: Path) -> None:
    result = setup(tmp_path, *ANSWERS[:9], "present", "", *ANSWERS[10:])
    assert result.exit_code == 0, result.output
    assert load_config(tmp_path / "table.toml").floor_pin == ""
    assert "sudo tapis install" not in result.output


def test_answers_that_end_are_named_and_what_was_answered_is_kept(tmp_path: Path) -> None:
    result = setup(tmp_path, *ANSWERS[:3])
    assert result.exit_code == 2
    assert "There is no answer for this question; add one: How many seats?" in result.stderr
    assert not (tmp_path / "table.toml").exists()
    again = setup(tmp_path, "yes", *ANSWERS[3:])
    assert again.exit_code == 0, again.output
    assert load_config(tmp_path / "table.toml").house == "tda"


OLDER = """
name = "5"
house = "club.toml"
seats = 2
chips = "keyed"
hardware = "devices"
floor = "either"
ears = [2]

[level]
small_blind = 25
big_blind = 50
ante = 25

[shoe]
present = false
counts = false

[privacy]
keep_hole_cards_days = 3

[[players]]
seat = 2
name = "Zoé"
stack = 5000

[[devices]]
name = "west"
kind = "node"
port = "/dev/west"

[[antennas]]
name = "hand.2"
zone = "hand.2"
period = 100
device = "west"

[[antennas]]
name = "spare.west.1"
zone = "spare"
period = 100
device = "west"

[[antennas]]
name = "hand.1"
zone = "hand.1"
period = 100
device = "west"

[[antennas]]
name = "board"
zone = "board"
period = 100
device = "west"
"""


def test_run_again_it_starts_from_what_is_there_and_loses_nothing(tmp_path: Path) -> None:
    """Its house file, blinds and zones are the answers; what it does not ask for stays."""
    (tmp_path / "club.toml").write_text('name = "club"\ntitle = "Club"\ninherits = "ppc"\n')
    (tmp_path / "table.toml").write_text(OLDER)
    older = load_config(tmp_path / "table.toml")
    draft = draft_of(older, tmp_path)
    assert draft.under == (
        Under("hand.2", "/dev/west", 0), Under("hand.1", "/dev/west", 2),
        Under("board.1", "/dev/west", 3),
    )  # fmt: skip
    assert "muck" in draft.skipped
    result = setup(tmp_path, *[""] * 14, "no", "yes")
    assert result.exit_code == 0, result.output
    assert "Which house rules? [club.toml]" in result.output
    again = load_config(tmp_path / "table.toml")
    assert (again.house, again.floor, again.ears) == (older.house, "either", (2,))
    assert (again.level, again.privacy, again.players) == (
        older.level, older.privacy, older.players,
    )  # fmt: skip
    assert not again.cards.read


def test_a_file_that_can_not_be_read_leaves_nothing_behind() -> None:
    assert kept("name = 'older", Draft()) == {}
    assert kept("[[players]]\nseat = 9\n[[players]]\nseat = 2", Draft(seats=3)) == {
        "": {"players": [{"seat": 2}]}
    }
    assert kept("[level]\nante = 5\nante = 6\n", Draft()) == {}


def test_what_the_table_can_no_longer_have_is_not_kept() -> None:
    text = "ears = [2, 5]\nrecording = 'a.jsonl'\n[shoe]\ncounts = true\n"
    assert kept(text, Draft(seats=4)) == {"": {"ears": [2]}}
    assert kept(text, Draft(seats=5, shoe=True, simulated=True)) == {
        "": {"ears": [2, 5], "recording": "a.jsonl"}, "shoe": {"counts": True},
    }  # fmt: skip


def test_what_setup_would_never_write_is_kept() -> None:
    """A ring on the Pi's own pins, a tag file of another name, and a broker elsewhere."""
    own = """
        [cards]
        registry = "club-tags.toml"
        [ring]
        kind = "apa102"
        [broker]
        host = "hall.local"
        user = "tapis"
        password_file = "hall.password"
        """
    found = tomlkit.parse(table_text(Draft(), {PASSWORD_FILE}, stays=kept(own, Draft())))
    assert found["cards"]["registry"] == "club-tags.toml"
    assert found["ring"] == {"kind": "apa102"}
    assert found["broker"] == tomlkit.parse(own)["broker"]
    ring = Draft(machines=(Machine("ring", "node", "/dev/ring", "ring"),))
    assert tomlkit.parse(table_text(ring, stays=kept(own, ring)))["ring"] == {"kind": "node"}
    ours = '[cards]\nregistry = "tags.toml"\n[ring]\nkind = "node"\n[broker]\nuser = "table-3"\n'
    assert kept(ours, Draft()) == {}


def test_secrets_in_files_of_other_names_are_kept() -> None:
    own = 'tokens = "staff"\nfloor_pin = "pins"\nfloor_badge = "pin"\n'
    text = table_text(Draft(), {"tokens", "floor.pin"}, stays=kept(own, Draft()))
    found = tomlkit.parse(text)
    assert (found["tokens"], found["floor_pin"], found["floor_badge"]) == ("staff", "pins", "pin")
    ours = 'tokens = "tokens"\nfloor_pin = "floor.pin"\nfloor_badge = "pin"\nbadge_key = ""\n'
    assert kept(ours, Draft()) == {}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1"])
def test_a_config_saved_by_another_editor_is_kept(tmp_path: Path, encoding: str) -> None:
    older = 'name = "1"\n[[players]]\nseat = 2\nname = "André"\nstack = 5000\n'
    (tmp_path / "table.toml").write_bytes(older.encode(encoding))
    result = setup(tmp_path, *ANSWERS)
    assert result.exit_code == 0, result.output
    assert load_config(tmp_path / "table.toml").players[0].name == "André"
    assert (tmp_path / "table.toml.bak").read_text("utf-8") == older


def test_a_node_that_can_not_read_all_its_antennas_is_refused_with_a_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, answers = tmp_path / "table.toml", tmp_path / "answers"
    answers.touch()
    zones = [f"{zone}.{seat}" for zone in ("stack", "hand") for seat in range(1, 9)]
    under = tuple(Under(zone, "/dev/west", n) for n, zone in enumerate(zones))
    west = Machine("west", "node", "/dev/west")
    draft = Draft(seats=8, machines=(west,), under=under, done=tuple(STEPS))
    with open_talk(words("en"), answers) as talk, pytest.raises(NoAnswer):
        run(Sitting(talk, RehearsedProbe(Workshop(), config), draft, config))
    said = " ".join(capsys.readouterr().out.split())
    assert "west has more antennas than it can read" in said
    assert "Connect stack.1, stack.2" in said
    assert "Looking for nodes" in said, "devices are asked for anew"
    assert not config.exists()


def test_an_antenna_of_a_seat_that_is_gone_is_in_no_zone(tmp_path: Path) -> None:
    config, answers = tmp_path / "table.toml", tmp_path / "answers"
    answers.write_text("no\n")
    zones = ("hand.1", "hand.3", "hand.2", "board.1")
    draft = Draft(
        seats=2, chips="keyed", extras=(), machines=(Machine("west", "node", "/dev/west"),),
        under=tuple(Under(zone, "/dev/west", n) for n, zone in enumerate(zones)),
        skipped=(*(f"board.{n}" for n in range(2, 6)), "muck"), done=tuple(STEPS)[:-1],
    )  # fmt: skip
    with open_talk(words("en"), answers) as talk:
        run(Sitting(talk, RehearsedProbe(Workshop(), config), draft, config))
    assert [plan.zone for plan in load_config(config).antennas] == [
        "hand.1", "spare", "hand.2", "board",
    ]  # fmt: skip


def test_where_adapters_share_a_name_nodes_are_known_by_their_own(tmp_path: Path) -> None:
    """Those whose id nobody else has; where every port has a name nothing is written of it."""
    nodes = ["east", "west", "twin", "twin"]
    ports = ["by-id/usb-1a86", "by-path/pci-1", "by-path/pci-2", "by-path/pci-3"]
    machines = tuple(
        Machine(name, "node", str(tmp_path / port))
        for name, port in zip(["east", "west", "twin", "twin-2"], ports, strict=True)
    )
    known = by_their_names(machines, nodes)
    assert [one.by_name for one in known] == [True, True, False, False]
    assert by_their_names(machines[:1], nodes) == machines[:1]
    draft = Draft(seats=2, chips="keyed", machines=known[:2], under=(
        Under("hand.1", known[0].port, 0), Under("hand.2", known[1].port, 0),
        Under("board.1", known[1].port, 1), Under("muck", known[1].port, 2),
    ))  # fmt: skip
    path = tmp_path / "table.toml"
    path.write_text(table_text(draft))
    links = open_nodes(load_config(path), lambda: 0)
    assert [(link.name, link.status().by_name) for link in links] == [
        ("east", True), ("west", True),
    ]  # fmt: skip
    for link in links:
        link.stop()


def test_a_node_is_not_looked_for_on_the_port_of_a_device_that_has_one(tmp_path: Path) -> None:
    ports = tmp_path / "by-path"
    ports.mkdir()
    east, west, spare = (str(ports / f"pci-{n}") for n in (1, 2, 3))
    for port in (east, west, spare):
        Path(port).touch()
    there = (Machine("east", "node", east, by_name=True), Machine("west", "node", west))
    draft = Draft(seats=2, chips="keyed", machines=there, under=(
        Under("hand.1", east, 0), Under("hand.2", west, 0), Under("board.1", west, 1),
        Under("muck", west, 2),
    ))  # fmt: skip
    path = tmp_path / "table.toml"
    path.write_text(table_text(draft))
    links = open_nodes(load_config(path), lambda: 0)
    assert links[0]._elsewhere is not None
    assert links[0]._elsewhere(east, True) == spare
    assert links[1]._elsewhere is None
    for link in links:
        link.stop()


def test_boards_that_have_antennas_take_turns_unless_the_file_says_otherwise() -> None:
    draft = WHOLE.draft
    assert tomlkit.parse(table_text(draft))["links"] == {"slots": True}
    older = kept("[links]\nslots = false\ngauge = true\n", draft)
    assert tomlkit.parse(table_text(draft, stays=older))["links"] == {"slots": False, "gauge": True}
    assert "links" not in tomlkit.parse(table_text(ONE_READER.draft))
