"""The table in docs/HANDS.md shows how each format writes a hand; compare it with the writers."""

import re
from pathlib import Path

import pytest

from controller.play.formats import FORMS, write
from controller.play.records.phh_export import records
from controller.play.records.phh_left_out import NO_WORDS, LeftOut
from tests.controller.play.test_my_hands import rows_of

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests/scenarios"
HEADING = "## What each format can express"
LEFT_OUT = "left out, and reported"

PLAYED = {
    "irregularities and rulings": ("tda/13-22-showdown/16-all-in-mucked-killed.scn",),
    "a killed hand": ("tda/13-22-showdown/16-all-in-mucked-killed.scn",),
    "a voided hand": ("games/run-twice/misdeal.scn",),
    "a corrected board, an undone action": ("ppc/18-board/18-four-card-flop-all-in.scn",),
    "a straddle": ("games/straddle/in-chips.scn",),
    "a bomb pot": ("games/bomb-pot/played.scn",),
    "an ante for the whole table": ("games/button-ante/posted.scn",),
    "a button blind in short deck": ("games/short-deck/button-blind.scn",),
    "a raise that no opponent can call": ("games/omaha/house-game.scn",),
    "short deck": ("games/short-deck/ranking.scn",),
    "five-card Omaha": ("games/omaha/nine-players.scn",),
    "Omaha hi-lo": ("games/omaha-hi-lo/split.scn",),
    "rake; time charges": (),
    "running it twice, two boards, a kill pot": (
        "games/run-twice/from-the-turn.scn", "games/two-boards/played.scn",
        "games/kill-pot/two-in-a-row.scn",
    ),
    "stacks hidden by the house": (),
}  # fmt: skip
"""Scenarios for each row; other tests check the rows on what a house reports or hides."""


def table() -> dict[str, list[str]]:
    """Return the cells of each row, with `same` replaced by the cell to its left."""
    text = (ROOT / "docs/HANDS.md").read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]
    rows: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|- "):
            name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            for place, cell in enumerate(cells):
                if cell == "same":
                    cells[place] = cells[place - 1]
            rows[name] = cells
    assert rows.pop("") == [f"`{form}`" for form in FORMS]
    return rows


def test_every_row_is_held() -> None:
    assert table().keys() == PLAYED.keys()


@pytest.mark.parametrize("name", [name for name, played in PLAYED.items() if played])
def test_a_form_says_what_its_cell_says(name: str) -> None:
    cells = dict(zip(FORMS, table()[name], strict=True))
    for file in PLAYED[name]:
        left: list[LeftOut] = []
        hands = list(records(rows_of(SCENARIOS / file), left))
        assert all(one.why in NO_WORDS for one in left)
        for form, cell in cells.items():
            out = [*left]
            text = write(form, hands, left_out=out)
            if LEFT_OUT in cell:
                assert out, f"{form} of {file} says nothing of what it leaves out"
                continue
            assert text.strip(), f"{form} of {file}"
            for word in re.findall(r"`([^`]+)`", cell):
                # Of a field path such as `_tapis.notes`, only the last part is in the file.
                told = word.removesuffix('..."').rpartition("_tapis.")[2]
                assert told in text, f"{form} of {file} has no {told}"
