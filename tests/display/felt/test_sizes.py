"""How large what is read from the chairs is drawn: measured on pictures, as a share of the screen.

Heights are of capitals and figures, as on a screen of 1920x1080; other screens are in proportion.
"""

import re
from collections.abc import Callable

import pygame
import pytest

from controller.contract.public import PublicState
from display.felt.draw import render
from display.felt.drawing.layout import Box, layout
from display.felt.drawing.letters import cap_height
from display.felt.drawing.look import Look
from display.felt.drawing.palette import DARK
from tests.display.felt.sheets import things
from tests.rig.pictures import example_tables

SIZES = [(1920, 1080), (1280, 720), (800, 480)]
LOOKS = [Look(language=language) for language in ("en", "fr")]
IN_PLAY: dict[str, Callable[[], PublicState]] = {
    "flop": example_tables.flop, "river": example_tables.river, "clock": example_tables.clock,
    "posting": example_tables.posting, "dealing": example_tables.dealing,
    "hidden": example_tables.hidden, "burn": example_tables.burn_due,
    "called": example_tables.called,
    **{f"dealt-{n}": lambda n=n: example_tables.dealt(n) for n in range(2, 11)},  # type: ignore[misc]
}  # fmt: skip


def inked(picture: pygame.Surface, box: Box, colour: tuple[int, int, int]) -> int:
    """Return the rows from the first to the last with a colour at a text's first letter."""
    part = picture.subsurface((box.x, box.y, box.h * 2 // 5, box.h))
    rows = pygame.mask.from_threshold(part, colour, (110, 110, 110, 255)).get_bounding_rects()
    return max(row.bottom for row in rows) - min(row.top for row in rows)


def least(pixels: int, size: tuple[int, int]) -> int:
    """Return what so many pixels of 1080 are on a screen, in whole pixels."""
    return pixels * size[1] // 1080


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.language)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [6, 10])
def test_what_is_read_from_the_chairs_is_as_high_as_it_has_to_be(
    seats: int, size: tuple[int, int], look: Look
) -> None:
    state = example_tables.with_seat(example_tables.dealt(seats), 4, name="Driss")
    picture, places = render(state, size, look), layout(*size, seats)
    drawn = {one.name: one.box for one in things(state, size, look)}
    said = "100"
    amount = max((one.box for one in things(state, size, look) if one.name == said),
                 key=lambda box: box.h)  # fmt: skip
    actor = max((one.box for one in things(state, size, look) if one.name == "Driss"),
                key=lambda box: box.h)  # fmt: skip
    assert amount.within(places.panel)
    assert inked(picture, amount, DARK.text) >= least(120, size)
    assert inked(picture, actor, DARK.turn_ink) >= least(64, size)
    assert inked(picture, drawn["150"], DARK.text) >= least(64, size)
    for seat in places.seats:
        stack = next(
            one for name, one in drawn.items()
            if one.within(seat.plate) and re.fullmatch(r"\d+[,\u00a0]\d{3}", name)
        )  # fmt: skip
        assert inked(picture, stack, DARK.text) >= least(40, size), stack


@pytest.mark.parametrize("name", IN_PLAY)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_text_in_play_is_smaller_than_can_be_read(name: str, size: tuple[int, int]) -> None:
    for look in LOOKS:
        small = {
            one.name: cap_height(one.size, bold=True)
            for one in things(IN_PLAY[name](), size, look)
            if one.kind == "text" and cap_height(one.size, bold=True) < least(20, size)
        }
        assert small == {}


def test_the_pot_stands_there_before_the_flop_with_the_bets() -> None:
    drawn = [one.name for one in things(example_tables.dealt(6), (1920, 1080))]
    assert {"Pot", "150"} <= {*drawn}
    assert "150" not in [one.name for one in things(example_tables.hidden(), (1920, 1080))]


def test_a_small_blind_reads_what_it_adds_and_what_lies_there_then() -> None:
    state = example_tables.dealt(6, turn=2)
    for language, label in (("en", "to call (100 in all)"), ("fr", "pour suivre (100 en tout)")):
        drawn = [one.name for one in things(state, (1280, 720), Look(language=language))]
        assert drawn[drawn.index(label) - 1] == "50"
