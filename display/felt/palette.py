"""The colours of the display, by what they mean."""

import msgspec

Colour = tuple[int, int, int]


class Palette(msgspec.Struct, frozen=True):
    """One set of colours; every field says what it is for."""

    room: Colour
    bar: Colour
    rim: Colour
    rim_light: Colour
    felt: Colour
    felt_edge: Colour
    felt_line: Colour
    plate: Colour
    plate_edge: Colour
    plate_off: Colour
    text: Colour
    quiet: Colour
    faint: Colour
    turn: Colour
    turn_text: Colour
    passive: Colour
    raising: Colour
    all_in: Colour
    folded: Colour
    won: Colour
    ruling: Colour
    warning: Colour
    card: Colour
    card_edge: Colour
    card_slot: Colour
    back: Colour
    back_pattern: Colour
    button: Colour
    small_blind: Colour
    big_blind: Colour
    mark_text: Colour
    spades: Colour
    hearts: Colour
    diamonds: Colour
    clubs: Colour

    def suit(self, suit: str) -> Colour:
        """Give the colour of a suit: `s`, `h`, `d` or `c`."""
        return {"s": self.spades, "h": self.hearts, "d": self.diamonds, "c": self.clubs}[suit]


DARK = Palette(
    room=(13, 18, 24),
    bar=(22, 29, 38),
    rim=(44, 29, 20),
    rim_light=(104, 72, 46),
    felt=(31, 112, 82),
    felt_edge=(14, 62, 47),
    felt_line=(52, 135, 103),
    plate=(24, 32, 42),
    plate_edge=(62, 78, 94),
    plate_off=(18, 24, 31),
    text=(244, 241, 232),
    quiet=(168, 182, 194),
    faint=(112, 126, 140),
    turn=(255, 204, 77),
    turn_text=(32, 24, 4),
    passive=(54, 104, 148),
    raising=(176, 92, 16),
    all_in=(178, 38, 68),
    folded=(58, 68, 78),
    won=(38, 128, 76),
    ruling=(255, 176, 58),
    warning=(255, 150, 90),
    card=(250, 248, 241),
    card_edge=(196, 192, 180),
    card_slot=(24, 90, 67),
    back=(40, 72, 140),
    back_pattern=(96, 132, 202),
    button=(248, 246, 238),
    small_blind=(126, 190, 240),
    big_blind=(250, 210, 90),
    mark_text=(20, 24, 30),
    spades=(24, 26, 30),
    hearts=(204, 28, 44),
    diamonds=(24, 92, 206),
    clubs=(10, 128, 62),
)

# Chips from the highest value that a pile is made of to the lowest.
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
