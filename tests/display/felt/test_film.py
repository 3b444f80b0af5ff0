"""Pictures for the rest of the world: a film of a hand, and a card with its result."""

import os
import shutil
import subprocess
from pathlib import Path

import pygame
import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.public import Street
from display.felt.drawing.look import Look
from display.felt.pictures.example_tables import board_due, dealt, flop, showdown, split
from display.felt.pictures.film import CARD, FPS, Film, card

EVENING = Path(__file__).parents[3] / "controller" / "demo" / "scenes" / "1-evening.phhs"
SMALL = (800, 480)


def filmed(movement: bool = True) -> Film:
    film = Film(SMALL, Look(movement=movement))
    for number, state in enumerate((dealt(6), board_due(Street.FLOP), flop(), flop(), showdown())):
        film.take(state, number * 1_000)
    return film


def test_what_looks_the_same_is_one_picture_and_no_state_is_too_short_or_too_long() -> None:
    pictures = list(filmed().pictures())
    assert {picture.get_size() for picture in pictures} == {SMALL}
    different = {id(picture) for picture in pictures}
    assert len(different) >= 4
    # One second, one, and the two of the state that came twice, shortened; four at the end.
    assert len(pictures) == pytest.approx((1 + 1 + 1.6 + 4) * FPS, abs=2)


def test_without_movement_there_are_as_many_pictures_as_states() -> None:
    pictures = list(filmed(movement=False).pictures())
    assert len({id(picture) for picture in pictures}) == 4


def test_without_ffmpeg_the_text_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="ffmpeg is not installed; try: sudo apt install ffmpeg"):
        filmed().write(tmp_path / "hand.mp4")


def test_a_film_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="hand\\.avi: a video's file name must end in \\.mp4, \\.webm, \\.gif"
    ):
        filmed().write(tmp_path / "hand.avi")


def program(folder: Path, text: str) -> None:
    """Put a program of that name first in the path: what it is given can be looked at."""
    path = folder / "ffmpeg"
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def test_ffmpeg_gets_every_picture_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    program(tmp_path, 'for last; do :; done; wc -c > "$last"')
    count = filmed().write(tmp_path / "hand.mp4")
    assert int((tmp_path / "hand.mp4").read_text()) == count * SMALL[0] * SMALL[1] * 3


def test_what_ffmpeg_complains_of_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    program(tmp_path, "echo Unknown encoder >&2; exit 1")
    with pytest.raises(OSError, match=r"hand.mp4: ffmpeg could not write it: Unknown encoder"):
        filmed().write(tmp_path / "hand.mp4")


def test_a_real_film_is_written_where_ffmpeg_is(tmp_path: Path) -> None:
    """Elsewhere the command itself has to say what is missing."""
    target = tmp_path / "hand.mp4"
    result = CliRunner().invoke(app, ["replay", str(EVENING), "--hands", "1", "--video",
                                      str(target), "--json"])  # fmt: skip
    if shutil.which("ffmpeg") is None:
        assert result.exit_code == 2
        assert "ffmpeg is not installed" in result.output
        return
    assert result.exit_code == 0, result.output
    assert target.read_bytes()[4:8] == b"ftyp"
    seen = subprocess.run(["ffmpeg", "-i", str(target)], capture_output=True, text=True)
    assert "1280x720" in seen.stderr


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_shows_the_result(language: str, tmp_path: Path) -> None:
    look = Look(language=language)
    pictures = {pygame.image.tobytes(card(state, look), "RGB") for state in (showdown(), split())}
    assert len(pictures) == 2
    filmed().write_card(tmp_path / "card.png")
    assert pygame.image.load(tmp_path / "card.png").get_size() == CARD


def test_without_a_result_there_is_no_card(tmp_path: Path) -> None:
    film = Film(SMALL)
    film.take(flop(), 0)
    with pytest.raises(ValueError, match="no hand has been finished"):
        film.write_card(tmp_path / "card.png")


def test_the_command_writes_a_card_of_a_recorded_hand(tmp_path: Path) -> None:
    target = tmp_path / "card.png"
    result = CliRunner().invoke(
        app, ["replay", str(EVENING), "--hands", "2", "--card", str(target), "--language", "fr"]
    )
    assert result.exit_code == 0, result.output
    assert pygame.image.load(target).get_size() == CARD
