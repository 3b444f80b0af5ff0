"""Letters: which characters are left out, and which of the fonts draws a letter."""

from pathlib import Path

import pygame
import pytest

from display.felt.drawing.letters import printable, shortened, write

HEIGHT = 24
INTER = Path(__file__).parents[4] / "display" / "fonts" / "inter-regular.ttf"
INK = (255, 255, 255)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\ufdffb", "a\ufdffb"), ("a\ufe00b", "ab"), ("a\ufe0fb", "ab"), ("a\ufe10b", "a\ufe10b"),
        ("1\u202f000", "1 000"), ("a\x00b", "ab"),
    ],
)  # fmt: skip
def test_what_no_font_can_draw_is_left_out(text: str, kept: str) -> None:
    assert printable(text) == kept


def inked(text: str) -> bytes:
    return pygame.image.tobytes(write(text, HEIGHT, False, INK), "RGBA")


def test_a_letter_that_inter_lacks_is_never_drawn_as_inters_empty_frame() -> None:
    # The first letter that Inter lacks is \u0149; another font has it, or it is a square.
    pygame.font.init()
    inter = pygame.font.Font(INTER, int(HEIGHT * 0.8))
    for letter, by_inter in (("\u0148", True), ("\u0149", False)):
        own = pygame.image.tobytes(inter.render(letter, True, INK), "RGBA")
        assert (inked(letter) == own) == by_inter


@pytest.mark.parametrize("letter", ["k", "e\u0301", "♥\ufe0f", "가\u302e"])
def test_a_text_is_shortened_by_a_whole_letter(letter: str) -> None:
    assert shortened(f"Jac{letter}") == "Jac"
