"""Pictures for the rest of the world: a film of a hand, and a card with its result."""

import os
import shutil
import subprocess
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.public import LevelView, PublicState, Street
from display.felt.drawing.look import Look
from display.felt.drawing.sheet import painter_for
from display.felt.film import CARD, FPS, Film, card
from tests.rig.pictures.example_tables import (
    NAMES,
    board_due,
    dealt,
    flop,
    showdown,
    split,
    with_seat,
)

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


def said_on(state: PublicState) -> list[str]:
    """Return what is written on a card."""
    painter = painter_for(*CARD, Look())
    painter.log = []
    try:
        card(state, Look())
        return [one.name for one in painter.log if one.kind == "text"]
    finally:
        painter.log = None


def test_a_card_names_who_won_and_who_showed_the_best_first() -> None:
    state = showdown()
    bare = {"best": (), "shown": (), "hand_name": "", "won": 0}
    alone = replace(state, awards=state.awards[1:])
    for changed, names in (
        (state, ["Driss", "Farid"]),
        # Who won nothing has shown a hand, unless it is dead; one that folded has none.
        (alone, ["Driss", "Farid"]),
        (with_seat(alone, 6, status="dead"), ["Driss"]),
        (with_seat(alone, 6, **bare), ["Driss"]),
        # Who won without a hand is named, and so is who won with a dead one.
        (with_seat(state, 6, **bare), ["Driss", "Farid"]),
        (with_seat(state, 6, status="dead"), ["Driss", "Farid"]),
        (with_seat(alone, 1, status="in"), ["Driss", "Anaïs", "Farid"]),
    ):
        told = said_on(changed)
        assert [one for one in told if one in NAMES] == names
    unseen = "Nobody else is left in the hand"
    assert unseen in said_on(with_seat(state, 6, **bare))
    assert unseen not in said_on(state)
    assert "+2,500" in said_on(state)
    assert "+0" not in said_on(alone)


def test_a_card_has_room_for_four() -> None:
    state = showdown()
    for seat in (1, 2, 3, 5):
        state = with_seat(state, seat, status="in", best=state.seats[5].best, hand_name="pair")
    assert len([one for one in said_on(state) if one in NAMES]) == 4


def test_a_card_has_a_frame_on_each_side_and_whole_blinds() -> None:
    state = replace(showdown(), level=LevelView(1_500, 30_000))
    assert "PPC · 1,500 / 30,000" in said_on(state)
    picture = card(state, Look())
    edge = picture.get_at((0, 0))
    for at in ((23, 300), (1176, 300), (600, 23), (600, 606)):
        assert picture.get_at(at) == edge
    frame = {tuple(picture.get_at(at)) for at in ((24, 300), (1175, 300), (600, 24), (600, 605))}
    assert len(frame) == 1
    assert tuple(edge) not in frame


def test_a_film_has_even_sides_and_shows_no_state_twice() -> None:
    film = Film((801, 481), Look(movement=False))
    for now in (0, 400, 800):
        film.take(flop(), now)
    pictures = list(film.pictures())
    assert {picture.get_size() for picture in pictures} == {(800, 480)}
    assert len(pictures) == 4 * FPS


def test_without_a_result_there_is_no_card(tmp_path: Path) -> None:
    film = Film(SMALL)
    film.take(flop(), 0)
    with pytest.raises(ValueError, match="no hand has finished yet"):
        film.write_card(tmp_path / "card.png")


def test_the_command_writes_a_card_of_a_recorded_hand(tmp_path: Path) -> None:
    target = tmp_path / "card.png"
    result = CliRunner().invoke(
        app, ["replay", str(EVENING), "--hands", "2", "--card", str(target), "--language", "fr"]
    )
    assert result.exit_code == 0, result.output
    assert pygame.image.load(target).get_size() == CARD
