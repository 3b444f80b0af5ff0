"""Pictures that are kept: the display still draws them so, and the docs show them all."""

from pathlib import Path

import pygame
import pytest

from display.words.irregularities import HAPPENED
from tests.rig.pictures.golden import (
    GOLDEN,
    Golden,
    difference,
    in_few_colours,
    page,
    picture,
    save_few_colours,
)

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "docs" / "display"
# What smoothing and fewer colours make of a field; a word that is moved makes more.
MOST = 26.0


# One size and look behind the other: what was drawn for them once is kept.
ORDERED = sorted(GOLDEN, key=lambda golden: (golden.size, repr(golden.look)))


@pytest.mark.parametrize("golden", ORDERED, ids=lambda golden: golden.name)
def test_the_picture_is_as_it_was(golden: Golden) -> None:
    kept = pygame.image.load(KEPT / f"{golden.name}.png")
    assert difference(kept, in_few_colours(picture(golden))) <= MOST, (
        f"{golden.name}: look at `make pictures` and keep it if it is right"
    )


@pytest.mark.parametrize("name", ["flop", "tall"])
def test_a_file_of_few_colours_shows_what_it_was_made_of(name: str, tmp_path: Path) -> None:
    drawn = picture(next(one for one in GOLDEN if one.name == name))
    save_few_colours(drawn, tmp_path / "few.png")
    shown = pygame.image.load(tmp_path / "few.png").convert(24)
    assert shown.get_size() == drawn.get_size()
    expected = in_few_colours(drawn).convert(24)
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(expected, "RGB")


def test_every_street_language_palette_size_of_table_and_kind_of_ruling_is_there() -> None:
    states = [golden.seen() for golden in GOLDEN]
    assert len(GOLDEN) >= 40
    assert {state.street for state in states} >= {"preflop", "flop", "turn", "river"}
    assert {golden.look.language for golden in GOLDEN} == {"en", "fr"}
    assert {golden.look.palette for golden in GOLDEN} == {"dark", "light", "contrast", "safe"}
    assert {golden.size for golden in GOLDEN} >= {(800, 480), (480, 800), (3840, 2160)}
    assert {len(state.seats) for state in states} >= set(range(2, 11))
    ruled = {ruling.kind for state in states for ruling in state.rulings}
    ruled |= {state.found.kind for state in states if state.found}
    assert ruled == set(HAPPENED) - {"floor"}


def test_another_picture_is_seen_to_be_another() -> None:
    first, second = (next(g for g in GOLDEN if g.name == name) for name in ("flop", "clock"))
    assert difference(picture(first), picture(second)) > MOST


def test_the_docs_show_them_all_and_nothing_else() -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == {golden.name for golden in GOLDEN}
    assert page("display") in (ROOT / "docs" / "DISPLAY.md").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in KEPT.glob("*.png")) < 2_300_000
