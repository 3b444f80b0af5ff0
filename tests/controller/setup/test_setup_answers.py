"""A set-up from a file of answers: a simulated table, and answers that end too soon."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.run.floor_pin import FloorLock, load_pins
from controller.setup.draft import Draft, Machine, Under
from controller.setup.table_file import table_text

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
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "answers", "table.toml", "table.toml.bak",
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
    assert result.output.count("a PIN is 4 to 12 digits") == 2
    assert result.output.count("That was another PIN.") == 1
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


def test_a_table_may_have_no_pin(tmp_path: Path) -> None:
    result = setup(tmp_path, *ANSWERS[:9], "present", "", *ANSWERS[10:])
    assert result.exit_code == 0, result.output
    assert load_config(tmp_path / "table.toml").floor_pin == ""
    assert "sudo tapis install" not in result.output


def test_answers_that_end_are_named_and_what_was_answered_is_kept(tmp_path: Path) -> None:
    result = setup(tmp_path, *ANSWERS[:3])
    assert result.exit_code == 2
    assert "The answers end before this is answered: How many seats?" in result.stderr
    assert not (tmp_path / "table.toml").exists()
    again = setup(tmp_path, "yes", *ANSWERS[3:])
    assert again.exit_code == 0, again.output
    assert load_config(tmp_path / "table.toml").house == "tda"
