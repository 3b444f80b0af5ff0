"""The display's colours, named by meaning; tests check that they can be told apart."""

from functools import cache

import msgspec
from msgspec.structs import replace

from display.felt.drawing.look import PaletteName

Colour = tuple[int, int, int]


class Palette(msgspec.Struct, frozen=True):
    """One set of colours; each field is named after its use. The defaults are the dark palette.

    `step_edge` outlines the place of the dealer's next step. `shade` is the colour that darkens the
    table while a ruling stops play, and `shade_by` is its opacity, from 0 to 255.
    """

    room: Colour = (13, 18, 24)
    bar: Colour = (22, 29, 38)
    rim: Colour = (44, 29, 20)
    rim_light: Colour = (104, 72, 46)
    felt: Colour = (31, 112, 82)
    felt_edge: Colour = (14, 62, 47)
    felt_line: Colour = (52, 135, 103)
    plate: Colour = (24, 32, 42)
    plate_edge: Colour = (62, 78, 94)
    plate_off: Colour = (18, 24, 31)
    text: Colour = (244, 241, 232)
    quiet: Colour = (168, 182, 194)
    faint: Colour = (132, 146, 160)
    turn: Colour = (255, 204, 77)
    turn_text: Colour = (32, 24, 4)
    turn_ink: Colour = (255, 204, 77)
    step: Colour = (122, 214, 255)
    step_text: Colour = (6, 26, 38)
    step_edge: Colour = (122, 214, 255)
    passive: Colour = (54, 104, 148)
    raising: Colour = (166, 84, 12)
    all_in: Colour = (178, 38, 68)
    folded: Colour = (58, 68, 78)
    won: Colour = (32, 116, 68)
    deed_text: Colour = (250, 248, 242)
    ruling: Colour = (255, 176, 58)
    warning: Colour = (255, 150, 90)
    good: Colour = (112, 208, 146)
    card: Colour = (250, 248, 241)
    card_edge: Colour = (196, 192, 180)
    card_slot: Colour = (24, 90, 67)
    back: Colour = (40, 72, 140)
    back_pattern: Colour = (96, 132, 202)
    button: Colour = (248, 246, 238)
    small_blind: Colour = (126, 190, 240)
    big_blind: Colour = (250, 210, 90)
    mark_text: Colour = (20, 24, 30)
    shade: Colour = (6, 10, 14)
    shade_by: int = 150
    spades: Colour = (24, 26, 30)
    hearts: Colour = (204, 28, 44)
    diamonds: Colour = (24, 92, 206)
    clubs: Colour = (10, 124, 60)

    def suit(self, suit: str) -> Colour:
        """Return the colour of a suit: `s`, `h`, `d` or `c`."""
        return {"s": self.spades, "h": self.hearts, "d": self.diamonds, "c": self.clubs}[suit]


DARK = Palette()

LIGHT = Palette(
    room=(232, 236, 238),
    bar=(250, 251, 252),
    rim=(122, 84, 54),
    rim_light=(176, 132, 92),
    felt=(52, 128, 98),
    felt_edge=(38, 104, 78),
    felt_line=(86, 160, 130),
    plate=(255, 255, 255),
    plate_edge=(120, 132, 142),
    plate_off=(236, 239, 241),
    text=(20, 26, 32),
    quiet=(68, 80, 92),
    faint=(88, 98, 108),
    turn=(255, 190, 30),
    turn_text=(30, 22, 0),
    turn_ink=(128, 78, 0),
    step=(0, 92, 150),
    step_text=(255, 255, 255),
    step_edge=(206, 238, 255),
    folded=(96, 106, 116),
    ruling=(150, 74, 0),
    warning=(176, 52, 0),
    good=(16, 110, 56),
    card_slot=(44, 112, 86),
    small_blind=(176, 218, 250),
    shade=(240, 242, 244),
    shade_by=120,
)

CONTRAST = Palette(
    room=(0, 0, 0),
    bar=(0, 0, 0),
    rim=(40, 40, 40),
    rim_light=(150, 150, 150),
    felt=(0, 44, 32),
    felt_edge=(0, 28, 20),
    felt_line=(120, 160, 146),
    plate=(0, 0, 0),
    plate_edge=(225, 225, 225),
    plate_off=(0, 0, 0),
    text=(255, 255, 255),
    quiet=(235, 235, 235),
    faint=(205, 205, 205),
    turn=(255, 230, 0),
    turn_text=(0, 0, 0),
    turn_ink=(255, 230, 0),
    step=(110, 225, 255),
    step_text=(0, 0, 0),
    step_edge=(110, 225, 255),
    passive=(0, 58, 120),
    raising=(112, 48, 0),
    all_in=(128, 0, 40),
    folded=(48, 48, 48),
    won=(0, 84, 40),
    deed_text=(255, 255, 255),
    ruling=(255, 200, 60),
    warning=(255, 180, 120),
    good=(120, 255, 170),
    card=(255, 255, 255),
    card_edge=(255, 255, 255),
    card_slot=(0, 24, 18),
    back=(20, 40, 120),
    back_pattern=(170, 195, 255),
    mark_text=(0, 0, 0),
    shade=(0, 0, 0),
    shade_by=170,
    spades=(0, 0, 0),
    hearts=(176, 0, 20),
    diamonds=(0, 60, 190),
    clubs=(0, 98, 40),
)

SAFE = Palette(
    felt=(44, 78, 108),
    felt_edge=(24, 48, 70),
    felt_line=(84, 124, 158),
    card_slot=(34, 62, 88),
    passive=(0, 78, 150),
    raising=(160, 80, 0),
    all_in=(120, 44, 108),
    won=(0, 108, 84),
    turn=(240, 228, 66),
    turn_text=(26, 24, 0),
    turn_ink=(240, 228, 66),
    step=(130, 205, 250),
    step_edge=(130, 205, 250),
    ruling=(245, 176, 40),
    warning=(245, 160, 80),
    good=(120, 215, 190),
    small_blind=(110, 195, 240),
    big_blind=(240, 228, 66),
    back=(92, 58, 110),
    back_pattern=(170, 136, 190),
    spades=(16, 16, 18),
    hearts=(205, 45, 0),
    diamonds=(60, 40, 255),
    clubs=(0, 80, 100),
)

_NAMED: dict[PaletteName, Palette] = {
    "dark": DARK, "light": LIGHT, "contrast": CONTRAST, "safe": SAFE,
}  # fmt: skip


@cache
def palette(name: PaletteName, suits: int = 4) -> Palette:
    """Return a palette by name.

    If `suits` is 2, diamonds look like hearts and clubs like spades.
    """
    chosen = _NAMED[name]
    if suits == 2:
        return replace(chosen, diamonds=chosen.hearts, clubs=chosen.spades)
    return chosen


CHIPS: tuple[tuple[int, Colour], ...] = (
    (1_000_000, (236, 200, 90)),
    (100_000, (84, 190, 200)),
    (25_000, (60, 140, 90)),
    (5_000, (214, 120, 40)),
    (1_000, (228, 196, 60)),
    (500, (128, 76, 168)),
    (100, (38, 40, 46)),
    (25, (44, 138, 74)),
    (5, (196, 44, 48)),
    (1, (222, 222, 216)),
)
"""Each chip's value and its colour on the felt and on pages, highest value first."""


def pile_values(amount: int, most: int = 5) -> tuple[int, ...]:
    """Return the values of at most `most` chips that represent an amount, largest first."""
    pile: list[int] = []
    for value, _ in CHIPS:
        count, amount = divmod(amount, value)
        pile += [value] * min(count, most)
    return tuple(pile[:most])


def chip_of(value: int) -> int:
    """Return the value in `CHIPS` that sets a chip's colour: the highest not above `value`."""
    return next((known for known, _ in CHIPS if known <= value), CHIPS[-1][0])


def ink_on(ground: Colour) -> Colour:
    """Return black or white, whichever has more contrast against a colour."""
    return max(((255, 255, 255), (0, 0, 0)), key=lambda ink: contrast(ink, ground))


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast between two colours as defined by WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
