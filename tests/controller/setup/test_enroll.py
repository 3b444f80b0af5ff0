"""`tapis enroll`: what the commands say, and what they refuse."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.contract.scans import BadgeTag, ChipTag, Tag
from controller.journal.lock import WriterLock
from controller.sensing.registry import FRESH_PACK, Registry, load_registry, save_registry
from controller.setup.reading.enrolment_desk import RecentScans

TABLE = """
name = "t"
seats = 2
hardware = "twin"
layout = "reference"
denominations = [25, 100]
[level]
small_blind = 25
big_blind = 50
[cards]
decks = 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(TABLE)
    return tmp_path


def enroll(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(
        app, ["enroll", *words, "--config", str(folder / "table.toml")], env={"COLUMNS": "120"}
    )


def listed(folder: Path, *lines: str) -> Path:
    path = folder / "list.csv"
    path.write_text("\n".join(lines))
    return path


def whole_deck(first: int = 0) -> list[str]:
    return [f"E0040150{first + n:08X},{card}" for n, card in enumerate(FRESH_PACK)]


def test_a_list_enrols_a_deck_and_shows_what_is_missing(folder: Path) -> None:
    result = enroll(folder, "list", str(listed(folder, "uid,card", *whole_deck())))
    assert result.exit_code == 0, result.output
    assert "deck 1" in result.output
    assert "52 of 52" in result.output
    assert "0 of 52" in result.output
    registry = load_registry(folder / "tags.toml")
    assert registry.card("Kh") == f"E0040150{FRESH_PACK.index('Kh'):08X}"
    second = enroll(folder, "list", str(listed(folder, *whole_deck(100)[:-2])), "--deck", "2")
    assert "50 of 52" in second.output
    assert "2h Ah" in second.output


def test_a_list_of_chips_with_spaces_colons_and_semicolons(folder: Path) -> None:
    listed(folder, "E0:04:01:50:00:00:00:01 ; 100", "e004015000000002;25", "", "# the end;")
    assert enroll(folder, "list", str(folder / "list.csv")).exit_code == 0
    saved = load_registry(folder / "tags.toml")
    assert dict(saved.items()) == {
        "E004015000000001": ChipTag(100), "E004015000000002": ChipTag(25),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "E004015000000000,As",
            "list.csv:2: This tag is already enrolled: it is in As from deck 1",
        ),
        ("E0040150000000FF,As", "list.csv:2: tags E004015000000000 and E0040150000000FF are both"),
        ("E0040150000000FF,1s", 'list.csv:2: "1s" is not a card: write a rank and a suit'),
        ("E0040150000000FF", "list.csv:2: a line is a uid and a card: E00401500A1B2C3D,Kh"),
        ("hello,Kh", 'list.csv:2: "HELLO" is not a uid'),
        ("08A1B2C3,Kh", "list.csv:2: This tag gives a different number each time it is read"),
    ],
)
def test_a_list_with_a_mistake_enrols_nothing(folder: Path, line: str, said: str) -> None:
    result = enroll(folder, "list", str(listed(folder, "E004015000000000,As", line)))
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (folder / "tags.toml").exists()


def test_a_tag_file_with_a_mistake_is_named_once(folder: Path) -> None:
    tags = folder / "tags.toml"
    tags.write_text('[deck.1]\nE004000000000001 = "1h"\n')
    result = enroll(folder, "show")
    assert result.exit_code == 2
    assert result.stderr.startswith(f'{tags}: line 2: tag E004000000000001: "1h" is not a card')


def test_a_list_is_held_against_what_is_enrolled(folder: Path) -> None:
    save_registry(Registry({"E004015000000001": BadgeTag("Anne")}), folder / "tags.toml")
    result = enroll(folder, "list", str(listed(folder, "E004015000000001,Kh")))
    assert result.exit_code == 2
    assert "it is in Anne's badge" in result.stderr


def test_nothing_is_enrolled_while_the_table_is_played(folder: Path) -> None:
    lock = WriterLock(folder / "t.db")
    try:
        result = enroll(folder, "deck")
    finally:
        lock.release()
    assert result.exit_code == 2
    assert "another controller is already using" in result.stderr
    assert "Stop the table first (sudo systemctl stop tapis" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["deck", "--antenna", "desk"], 'there is no antenna "desk"; expected one of hand.1'),
        (["replace", "1z"], '"1z" is neither a card (Kh, 10d) nor the word "chip".'),
        (["replace", "chip"], "Give the chip's value: --value, one of 25, 100."),
        (["list", "nowhere.csv"], "nowhere.csv: can't be read: No such file"),
    ],
)
def test_what_makes_no_sense_is_answered_in_a_line(
    folder: Path, words: list[str], said: str
) -> None:
    result = enroll(folder, *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_tag_that_is_read_too_rarely_does_not_lie_there() -> None:
    field = RecentScans()
    for tags in ((), ("A",), (), ("A", "B"), ("B",), ("B",), (), ()):
        field.scan(tags)
    assert field.lying() == {"B"}
    assert field.doubtful() == {"A"}


def test_a_tag_that_says_another_number_at_each_reading_is_noticed() -> None:
    field, stack = RecentScans(), RecentScans()
    for number in range(4):
        field.scan((f"{number}", "Kh"))
        stack.scan(("A", "B", "C", "D", "E"))
    assert field.changing()
    assert not stack.changing()


def test_the_file_is_written_in_one_order_whatever_was_enrolled_first(tmp_path: Path) -> None:
    entries: list[tuple[str, Tag]] = [
        ("E004015000000003", ChipTag(25)),
        ("E004015000000001", ChipTag(100)),
        ("04A1B2C3D4E5F6", BadgeTag("Zoë")),
        ("04A1B2C3D4E5F7", BadgeTag("Anne")),
    ]
    for name, order in (("one.toml", entries), ("two.toml", entries[::-1])):
        save_registry(Registry(dict(order)), tmp_path / name)
    text = (tmp_path / "one.toml").read_text()
    assert text == (tmp_path / "two.toml").read_text()
    assert text == (
        "[chips.1]\nE004015000000003 = 25\nE004015000000001 = 100\n\n"
        '[players]\n04A1B2C3D4E5F7 = "Anne"\n04A1B2C3D4E5F6 = "Zoë"\n'
    )
