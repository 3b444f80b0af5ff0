"""The texts of house and tournament files, as they go into the catalogues."""

import io

from display.words.command_line.toml_texts import extract

HOUSE = b"""
name = "ppc"
title = "The PPC"
[money]
prizes = [{ title = "First", share = 50 }, { reading = "Second", source = "" }]
"""


def test_the_texts_for_people_are_found_in_order_and_without_a_line() -> None:
    found = [*extract(io.BytesIO(HOUSE))]
    assert found == [(0, None, text, []) for text in ("The PPC", "First", "Second")]
