"""The felt shows that hole cards are streamed, and whom that waits for, for as long as it is so."""

import pytest
from msgspec.structs import replace

from controller.contract.public import StreamView
from display.felt.drawing.look import Look
from display.words.names import words
from display.words.room import streamed
from tests.display.felt.sheets import things
from tests.rig.pictures import example_tables_between

SIZES = ((800, 480), (480, 800), (1920, 1080))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_on_the_screen(size: tuple[int, int], language: str) -> None:
    state = example_tables_between.streamed()
    text = streamed(state, words(language))
    drawn = " ".join(one.name for one in things(state, size, Look(language=language)))
    assert text
    assert text in drawn
    off = replace(state, stream=None)
    gone = " ".join(one.name for one in things(off, size, Look(language=language)))
    assert text not in gone


def test_how_late_and_who_has_still_to_agree() -> None:
    said, state = words("en"), example_tables_between.streamed()
    assert streamed(state, said) == "Streamed with hole cards, on a 15-minute delay"
    waits = replace(state, stream=StreamView(900, "Xavier", (2, 5)))
    assert streamed(waits, said) == "Stream: 2 players have yet to agree"
    at_once = replace(state, stream=StreamView(0, "Xavier"))
    assert streamed(at_once, said) == "Streamed with hole cards, after each hand is over"
    assert streamed(replace(state, stream=None), said) == ""
