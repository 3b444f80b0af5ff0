"""`tapis calibrate`: what it measures is what the simulated antennas do."""

import io
import json
import math
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from typer.testing import CliRunner

from controller.cli import app
from controller.config.model import DecksConfig, TableConfig
from controller.contract.scans import AntennaPlan, Scan
from controller.setup.antennas.antenna_picture import BAD, GOOD, GREY, INK, draw_antennas
from controller.setup.antennas.calibrate import Calibration, advice, measure, tell
from controller.setup.antennas.read_quality import (
    Listening,
    Measured,
    level_for,
    merged,
    out_of_tune,
    suggested,
)
from display.words.names import words
from hardware.twin.layout import reference_layout
from hardware.twin.table import Twin
from tests.controller.setup.terminal import Terminal, Work
from tests.controller.setup.twin_table import TwinTable
from tests.texts import plain

PLANS = tuple(reference_layout(6))


def heard(noise: str, seconds: int = 60) -> dict[str, Measured]:
    """Measure a simulated table with a card on each antenna, and ten chips on bet.3."""
    twin = Twin(PLANS, noise, seed=5)
    for number, plan in enumerate(PLANS):
        if plan.zone != "muck":
            twin.put(f"E0040150{number:08X}", plan.zone)
    for number in range(10):
        twin.put(f"E00401500A{number:06X}", "bet.3")
    listening = Listening()
    for report in twin.run_for(seconds * 1000):
        assert isinstance(report, Scan)
        listening.hear(report)
    return {one.antenna: one for one in merged(PLANS, [listening])}


@pytest.mark.parametrize(
    ("noise", "free", "stacked", "cross"),
    [("clean", 1.0, 1.0, 0.0), ("typical", 0.95, 0.85, 0.005), ("harsh", 0.80, 0.60, 0.02)],
)
def test_what_is_measured_is_what_the_antennas_do(
    noise: str, free: float, stacked: float, cross: float
) -> None:
    found = heard(noise)
    hands = [one for one in found.values() if one.antenna.startswith("hand.")]
    assert all(one.tags == 1 for one in hands)
    assert all(abs(one.rate - free) < 0.05 for one in hands)
    assert found["bet.3"].tags == 11
    assert abs(found["bet.3"].rate - (free + 10 * stacked) / 11) < 0.05
    overheard = [share for one in found.values() for share in one.overheard.values()]
    assert bool(overheard) == bool(cross)
    assert max((share for one in hands for share in one.overheard.values()), default=0.0) <= (
        3 * cross
    )
    assert (found["muck"].tags, found["muck"].level) == (0, "unknown")
    assert math.isclose(found["hand.1"].per_second, 10, abs_tol=0.1)
    assert level_for(found.values()) == noise


def test_one_antenna_of_several_suggests_no_level() -> None:
    found = heard("typical")
    one = next(antenna for antenna in found.values() if antenna.level == "typical")
    silent = [
        msgspec.structs.replace(one, antenna=f"hand.{n}", tags=0, level="unknown")
        for n in range(2, 8)
    ]
    assert level_for([one, *silent]) == "unknown"
    calibration = Calibration("t", "clean", "unknown", (one, *silent))
    assert list(advice(calibration, words("en"))) == [
        "Only 1 of 7 antennas had a tag to read, so no noise level is suggested."
    ]
    assert level_for([one, *silent[:1]]) == "typical"


def test_a_tag_read_often_in_one_period_is_not_strange_in_another() -> None:
    plans = [AntennaPlan("hand.1", "hand.1", 50), AntennaPlan("hand.2", "hand.2", 50)]
    first, second = Listening(), Listening()
    first.hear(Scan("hand.1", ("E0", "E1"), 100))
    for at in range(100, 1000, 100):
        second.hear(Scan("hand.2", ("E0",), at))
    assert [one.strange for one in merged(plans, [first, second])] == [1, 0]


def test_only_neighbours_are_overheard() -> None:
    far = {"hand.1": {"hand.4", "board.1"}, "hand.2": {"hand.5", "board.1", "muck"}}
    found = heard("harsh", 20)
    for name, others in far.items():
        assert not others & set(found[name].overheard)


@given(st.floats(0.5, 1.0), st.floats(0.0, 0.01), st.sampled_from([0.5, 5.0, 10.0]))
def test_a_worse_antenna_needs_a_longer_look(rate: float, cross: float, speed: float) -> None:
    reads, window = suggested(rate, cross, speed)
    assert 2 <= reads <= window
    assert suggested(max(rate - 0.1, 0.1), cross, speed)[1] >= window
    assert suggested(rate, cross + 0.05, speed)[0] >= reads


def test_an_antenna_that_is_worse_than_anything_is_named() -> None:
    bad = Measured("bet.2", "bet.2", "", 100, 5.0, 1, 0.3, 0.3, {}, 0, 2, 20, "worse")
    silent = Measured("pot", "pot", "", 0, 0.0, 0, 0.0, 0.0, {}, 0, 0, 0, "unknown")
    said = "\n".join(advice(Calibration("1", "typical", "worse", (bad, silent)), words("en")))
    assert "bet.2 reads too poorly to be relied on: check its cable" in said
    assert "Not read at all: pot." in said


def test_a_coil_that_is_fed_otherwise_than_those_like_it_is_named() -> None:
    plans = [AntennaPlan(f"hand.{seat}", f"hand.{seat}", 100) for seat in range(1, 5)]
    listening = Listening()
    for seat, gain in enumerate((500, 520, 350, 480), 1):
        listening.hear(Scan(f"hand.{seat}", (), 100, (gain, 2)))
    listening.hear(Scan("pot", (), 100, (900, 5)))
    found = merged([*plans, AntennaPlan("pot", "pot", 2000)], [listening])
    assert [(one.gain, one.gear) for one in found][2:] == [(350, 2), (480, 2), (900, 5)]
    assert out_of_tune(found) == ("hand.3",)
    (said,) = advice(Calibration("t", "clean", "unknown", found), words("en"))
    assert said.startswith(
        "The gain (AGC) of these antennas differs from that of similar ones: hand.3."
    )


def test_a_person_lays_a_card_on_one_antenna_after_another(
    tmp_path: Path, terminal: Terminal
) -> None:
    plans = (AntennaPlan("hand.1", "hand.1", 50), AntennaPlan("board.1", "board", 50, x=900))
    table = TwinTable(plans, "typical", faster=40)
    config = TableConfig(
        name="t",
        antennas=plans,
        hardware="twin",
        journal=str(tmp_path / "t.db"),
        cards=DecksConfig(registry=str(tmp_path / "tags.toml")),
    )
    work = Work(lambda: measure(config, terminal.talk(), seconds=0.5, drivers=table.open))
    for zone in ("hand.1", "board"):
        terminal.see(f"({zone}), then press Enter")
        table.lay("E004015000000001", on=zone)
        terminal.press("\n")
    found = work.done()
    assert isinstance(found, Calibration)
    assert [(one.antenna, one.tags) for one in found.antennas] == [("hand.1", 1), ("board.1", 1)]
    assert all(0.8 < one.rate <= 1.0 for one in found.antennas)


def test_a_person_goes_back_to_the_antenna_before(tmp_path: Path, terminal: Terminal) -> None:
    """What was measured there counts no more: the second time it is empty."""
    plans = (AntennaPlan("hand.1", "hand.1", 50), AntennaPlan("board.1", "board", 50, x=900))
    table = TwinTable(plans, "typical", faster=40)
    config = TableConfig(
        name="t",
        antennas=plans,
        hardware="twin",
        journal=str(tmp_path / "t.db"),
        cards=DecksConfig(registry=str(tmp_path / "tags.toml")),
    )
    work = Work(lambda: measure(config, terminal.talk("fr"), seconds=0.5, drivers=table.open))
    terminal.see("sur hand.1 (hand.1), puis Entrée")
    table.lay("E004015000000001", on="hand.1")
    terminal.press("\n")
    terminal.answer("board.1 (board), puis Entrée", "oui")
    terminal.see("Appuyez sur Entrée, ou s, r ou q.")
    terminal.press("retour\n")
    terminal.see("hand.1 (hand.1), puis Entrée")
    table.take("E004015000000001")
    terminal.press("\n")
    terminal.see("Rien n'a été lu sur hand.1.")
    terminal.answer("board.1 (board), puis Entrée", "passer")
    found = work.done()
    assert isinstance(found, Calibration)
    assert [(one.antenna, one.tags) for one in found.antennas] == [("hand.1", 0), ("board.1", 0)]


def test_what_follows_is_told_in_french() -> None:
    good = Measured("pot", "pot", "", 100, 5.0, 1, 0.9, 0.9, {}, 0, 2, 5, "typical")
    page = io.StringIO()
    found = Calibration("1", "clean", "typical", (good,))
    tell(found, Console(file=page, width=120), words("fr"))
    written = plain(page.getvalue())
    assert "2 sur 5" in written
    assert 'Proposé pour table.toml : noise = "typical" (actuellement "clean").' in written


def test_the_picture_is_to_scale_and_coloured_by_what_was_read(tmp_path: Path) -> None:
    import pygame

    plans = (
        AntennaPlan("good", "hand.1", 100, x=-400, width=200, depth=100),
        AntennaPlan("bad", "hand.2", 100, x=0, width=200, depth=100),
        AntennaPlan("empty", "board", 100, x=400, width=200, depth=100),
    )

    def one(name: str, tags: int, rate: float) -> Measured:
        return Measured(name, "", "", 100, 10.0, tags, rate, rate, {}, 0, 2, 5, "typical")

    path = tmp_path / "antennas.png"
    measured = (one("good", 1, 0.99), one("bad", 1, 0.5), one("empty", 0, 0))
    draw_antennas(path, plans, measured, "T", words("en"))
    picture = pygame.image.load(str(path))
    y = picture.get_height() // 2 - 24
    colours = [tuple(picture.get_at((x, y)))[:3] for x in range(picture.get_width())]
    widths = {colour: colours.count(colour) for colour in (GOOD, BAD, GREY)}
    assert all(abs(width - 200 * 0.62) <= 12 for width in widths.values()), widths
    middle = {c: sum(x for x, d in enumerate(colours) if d == c) / widths[c] for c in widths}
    assert abs((middle[BAD] - middle[GOOD]) - 400 * 0.62) <= 3
    assert abs((middle[GREY] - middle[BAD]) - 400 * 0.62) <= 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_colours_mean_is_written_whole_below_a_small_table(
    tmp_path: Path, language: str
) -> None:
    import pygame

    path = tmp_path / "t.png"
    draw_antennas(path, [AntennaPlan("board", "board", 100)], [], "T", words(language))
    picture = pygame.image.load(str(path))
    wide, low = picture.get_width(), picture.get_height() - 24
    inked = [x for x in range(wide) for y in range(low - 6, low + 6)
             if tuple(picture.get_at((x, y)))[:3] == INK]  # fmt: skip
    assert 10 < min(inked) < max(inked) < wide - 10


def test_the_command_measures_what_lies_there(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(
        'name = "t"\nseats = 2\nhardware = "twin"\nlayout = "reference"\n'
    )
    words = ["calibrate", "--config", str(tmp_path / "table.toml"), "--as-it-lies", "--json"]
    words += ["--seconds", "1", "--picture", str(tmp_path / "t.png")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    found = msgspec.convert(json.loads(result.stdout), Calibration)
    assert found.suggested == "unknown"
    assert {one.antenna: one.tags for one in found.antennas}["board.1"] == 0
    assert next(one.scans for one in found.antennas if one.antenna == "board.1") >= 2
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
