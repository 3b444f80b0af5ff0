"""Palettes: text and marks stand out, and suits can be told apart by every eye. By calculation."""

from itertools import combinations
from math import dist

import pytest

from display.felt.drawing.look import PALETTES, PaletteName
from display.felt.drawing.palette import Colour, palette

# Machado, Oliveira and Fernandes 2009, severity 1, over linear RGB.
EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
Linear = tuple[float, float, float]

# What is written in which colour on what.
TEXTS = (
    ("text", "bar"), ("text", "plate"), ("text", "room"), ("quiet", "bar"), ("quiet", "plate"),
    ("quiet", "room"), ("faint", "bar"), ("faint", "plate_off"), ("quiet", "plate_off"),
    ("turn_text", "turn"), ("turn_ink", "bar"), ("turn_ink", "plate"), ("step_text", "step"),
    ("deed_text", "passive"), ("deed_text", "raising"), ("deed_text", "all_in"),
    ("deed_text", "folded"), ("deed_text", "won"), ("ruling", "bar"), ("ruling", "room"),
    ("bar", "ruling"), ("warning", "bar"), ("good", "bar"), ("mark_text", "button"),
    ("mark_text", "small_blind"), ("mark_text", "big_blind"), ("bar", "warning"),
    ("spades", "card"), ("hearts", "card"), ("diamonds", "card"), ("clubs", "card"),
)  # fmt: skip
# Marks that say something by themselves, and what they lie on.
MARKS = (
    ("turn", "felt_edge"), ("step_edge", "felt_edge"), ("step_edge", "card_slot"),
    ("button", "felt"),
    ("small_blind", "felt"), ("big_blind", "felt"), ("card", "felt"), ("good", "bar"),
    ("warning", "bar"), ("faint", "bar"), ("deed_text", "won"),
)  # fmt: skip


def linear(colour: Colour) -> Linear:
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in colour
    )
    return red, green, blue


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of WCAG 2: 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Colour, eye: str) -> Linear:
    """Return a colour of a screen in CIE Lab as an eye sees it."""
    return lab_of_light(linear(colour), eye)


def lab_of_light(light: Linear, eye: str) -> Linear:
    """Return red, green and blue light, 0 to 1, in CIE Lab as an eye sees it."""
    seen = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eye]
    ]
    red, green, blue = seen
    white = (
        (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_text_stands_out(name: PaletteName, ink: str, ground: str) -> None:
    colours = palette(name)
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_marks_stand_out(name: PaletteName, mark: str, ground: str) -> None:
    colours = palette(name)
    assert contrast(getattr(colours, mark), getattr(colours, ground)) >= 3


def test_high_contrast_is_high() -> None:
    colours = palette("contrast")
    for ink, ground in TEXTS:
        assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 7


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_four_suits_apart(eye: str) -> None:
    """In the palette made for that the distance is more than twice a plain difference."""
    for name, least in (("dark", 14.0), ("light", 14.0), ("contrast", 11.0), ("safe", 25.0)):
        colours = palette(name)
        for first, second in combinations("shdc", 2):
            apart = dist(lab(colours.suit(first), eye), lab(colours.suit(second), eye))
            assert apart >= least, (name, eye, first, second, apart)


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_what_a_seat_has_done(eye: str) -> None:
    colours = palette("safe")
    deeds = (colours.passive, colours.raising, colours.all_in, colours.folded, colours.won)
    for first, second in combinations(deeds, 2):
        assert dist(lab(first, eye), lab(second, eye)) >= 10


def test_a_deck_of_two_colours() -> None:
    colours = palette("dark", 2)
    assert colours.suit("d") == colours.suit("h")
    assert colours.suit("c") == colours.suit("s")
    assert colours.suit("h") != colours.suit("s")
