"""A tag that dies is told before it does, by sums that show no hand."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.admin.deck import health_lines
from controller.cli import app
from controller.config.model import load_config
from controller.contract.observations import CardAt
from controller.contract.scans import AntennaPlan, CardTag, Scan
from controller.run.upkeep.wear_file import WearFile, evenings_of, kept_aside, wear_of
from controller.sensing.card_wear import EVENINGS, Reads, Tally, health
from controller.sensing.registry import Registry, save_registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.setup.checks.examined_machine import System
from controller.setup.checks.table_checks import check_wear, look_at
from display.words.names import words
from tests.texts import plain

PLANS = [AntennaPlan("hand.1", "hand.1", 100, 0, 400, 150, 110, "a"),
         AntennaPlan("muck", "muck", 100, 0, 0, 120, 110, "a")]  # fmt: skip
GOOD, WORN, LOST = "E0040100000000A1", "E0040100000000A2", "E0040100000000A3"
CONFIG = """
name = "w"
seats = 2
hardware = "twin"
layout = "reference"
[cards]
registry = "tags.toml"
"""


def tags() -> Registry:
    registry = Registry()
    for uid, card in ((GOOD, "As"), (WORN, "7h"), (LOST, "2c")):
        registry.enrol(uid, CardTag(card, 1))
    return registry


def evening(miss: float, seed: int = 1) -> tuple[Tally, list[str]]:
    """Return what 20 hands give in which two cards lie at a seat, and then in the muck.

    One of the two misses so much of its reads, the other a twentieth. Also which cards were seen.
    """
    rng, sensing, at, seen = random.Random(seed), Sensing(PLANS, tags(), SETTINGS["typical"]), 0, []
    for _ in range(20):
        for place, scans in (("hand.1", 60), ("muck", 60), ("", 60)):
            for _ in range(scans):
                at += 100
                for antenna in ("hand.1", "muck"):
                    chances = {GOOD: 0.05, WORN: miss} if antenna == place else {}
                    read = tuple(uid for uid, lost in chances.items() if rng.random() > lost)
                    for one in sensing.scan(Scan(antenna, read, at)):
                        seen += [one.card] if isinstance(one, CardAt) else []
    return sensing.take_tally(), seen


def test_reads_are_counted_where_cards_lie_free_and_until_they_leave() -> None:
    tally, _ = evening(0.05)
    for uid in (GOOD, WORN):
        assert tally[uid].scans == pytest.approx(20 * 60, rel=0.1)
        assert tally[uid].share == pytest.approx(0.05, abs=0.03)


def test_a_tag_that_dies_is_told_while_every_card_is_still_found() -> None:
    evenings = [evening(miss, seed)[0] for seed, miss in enumerate((0.05, 0.1, 0.4))]
    _, seen = evening(0.4, 2)
    assert seen.count("7h") >= 40, "in the hand and in the muck, each of twenty times"
    assert [one.card for one in health(tags(), evenings[:1]) if one.worn] == []
    [worn, well] = health(tags(), evenings)
    assert (worn.card, worn.worn, well.worn) == ("7h", True, False)
    assert worn.evenings == tuple(sorted(worn.evenings))
    assert 0.3 < worn.missed < 0.5


def test_a_share_is_rounded_to_a_thousandth() -> None:
    [card] = health(tags(), [{GOOD: Reads(900, 300)}])
    assert (card.missed, card.evenings) == (0.333, (0.333,))
    [card] = health(tags(), [{GOOD: Reads(200, 50)}, {GOOD: Reads(100, 50)}])
    assert (card.missed, card.evenings) == (0.333, ())


def test_the_file_is_written_between_hands_and_holds_sums_alone(tmp_path: Path) -> None:
    path = wear_of(tmp_path / "w.db")
    file = WearFile(path)
    file.look(0.0, lambda: {GOOD: Reads(10, 1)}, between_hands=False)
    assert not path.exists()
    file.look(1.0, lambda: {GOOD: Reads(10, 1)}, between_hands=True)
    file.look(2.0, lambda: {GOOD: Reads(10, 1)}, between_hands=True)
    file.add({GOOD: Reads(5, 1), WORN: Reads(7, 7)})
    [told] = evenings_of(path)
    assert told.reads == {GOOD: Reads(15, 2), WORN: Reads(7, 7)}
    assert path.stat().st_mode & 0o077 == 0
    path.write_text(json.dumps([[0, 0, {}]] * 3) + "torn")
    assert evenings_of(path) == ()


def test_only_the_last_evenings_count(tmp_path: Path) -> None:
    path = wear_of(tmp_path / "w.db")
    old = [{"began": n, "ended": n, "reads": {GOOD: [1000, 900]}} for n in range(EVENINGS)]
    path.write_text(json.dumps(old))
    WearFile(path).add({GOOD: Reads(1000, 10)})
    assert len(evenings_of(path)) == EVENINGS
    [card] = health(tags(), [one.reads for one in evenings_of(path)])
    assert card.missed == 0.01
    assert not card.worn


def test_doctor_and_a_command_tell_it(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG)
    save_registry(tags(), tmp_path / "tags.toml")
    command = ["deck", "health", "--config", str(config), "--language", "en"]
    assert CliRunner().invoke(app, command).exit_code == 0
    WearFile(wear_of(tmp_path / "w.db")).add({GOOD: Reads(1000, 50), WORN: Reads(1000, 410)})
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 1
    assert "  7h in deck 1 fails 41% of its reads: its tag is worn" in told.output.splitlines()
    it, _ = look_at(System(root=tmp_path), config)
    assert [(one.level, one.todo) for one in check_wear(it)] == [
        ("warn", "tapis enroll replace 7h --deck 1")
    ]


def test_sums_that_cannot_be_read_are_kept_aside_and_never_written_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = wear_of(tmp_path / "w.db")
    file = WearFile(path)
    for count in (1, 2):
        path.write_text("torn")
        file.add({GOOD: Reads(1000, 50)})
        assert [one.reads for one in evenings_of(path)] == [{GOOD: Reads(1000, 50)}]
        assert [one.read_text() for one in kept_aside(path)] == ["torn"] * count
        said = [one.message.partition(":")[0] for one in caplog.records]
        assert said == [f"{path} can't be read"] * count


def test_a_file_that_cannot_be_written_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "no folder" / "w.wear"
    file = WearFile(path)
    for _ in range(3):
        file.add({GOOD: Reads(1000, 50)})
    assert caplog.messages == [f"{path} can't be read and written: No such file or directory"]


def test_sums_that_cannot_be_read_are_told_by_the_command_and_doctor(tmp_path: Path) -> None:
    config, path = tmp_path / "table.toml", wear_of(tmp_path / "w.db")
    config.write_text(CONFIG)
    save_registry(tags(), tmp_path / "tags.toml")
    it, _ = look_at(System(root=tmp_path), config)
    command = ["deck", "health", "--config", str(config), "--language", "en"]
    path.write_text("torn")
    told = CliRunner().invoke(app, command)
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith(f"{path} is damaged: ")
    assert [one.found for one in check_wear(it)] == [told.stderr.strip()]
    WearFile(path).add({GOOD: Reads(1000, 50)})
    [aside] = kept_aside(path)
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0
    assert told.stderr.strip() == f"{aside} could not be read, so it is ignored"
    assert [(one.level, one.found) for one in check_wear(it)] == [("warn", told.stderr.strip())]
    said, usual = health_lines(load_config(config), words("fr"))
    assert plain(said) == f"{aside} n'a pas pu être lu : ce qu'il dit ne compte pas"
    assert plain(usual).startswith("paquet 1 : ")
