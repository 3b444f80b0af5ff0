"""The table of docs/HANDS.md says what each form makes of a hand: held against the writers."""

import re
from pathlib import Path

import pytest

from controller.play.formats import FORMS, write
from controller.play.records.phh_export import records
from controller.play.records.phh_left_out import NO_WORDS, LeftOut
from tests.controller.play.test_my_hands import rows_of

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests/scenarios"
HEADING = "## What a form has no word for"
LEFT_OUT = "left out, with a word"

PLAYED = {
    "irregularities and rulings": ("tda/13-22-showdown/16-all-in-mucked-killed.scn",),
    "a killed hand": ("tda/13-22-showdown/16-all-in-mucked-killed.scn",),
    "a voided hand": ("games/run-twice/misdeal.scn",),
    "a board that was mended, an action taken back": (
        "ppc/18-board/18-four-card-flop-all-in.scn",
    ),
    "a straddle": ("games/straddle/in-chips.scn",),
    "a bomb pot": ("games/bomb-pot/played.scn",),
    "an ante for all": ("games/button-ante/posted.scn",),
    "a button blind in short deck": ("games/short-deck/button-blind.scn",),
    "a raise that nobody can meet": ("games/omaha/house-game.scn",),
    "short deck": ("games/short-deck/ranking.scn",),
    "Five-card Omaha": ("games/omaha/nine-players.scn",),
    "Omaha hi-lo": ("games/omaha-hi-lo/split.scn",),
    "rake; the time": (),
    "run twice, two boards, a kill pot": (
        "games/run-twice/from-the-turn.scn", "games/two-boards/played.scn",
        "games/kill-pot/two-in-a-row.scn",
    ),
    "stacks that the house hides": (),
}  # fmt: skip
"""Scenarios for each row; a row of what is told or hidden by a house is held in its own tests."""


def table() -> dict[str, list[str]]:
    """Return the cells of each row, `so too` with what they repeat."""
    text = (ROOT / "docs/HANDS.md").read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]
    rows: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|- "):
            name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            for place, cell in enumerate(cells):
                if cell == "so too":
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
                # A word of a file's own (`_tapis.notes`) is its last part.
                told = word.removesuffix('..."').rpartition("_tapis.")[2]
                assert told in text, f"{form} of {file} has no {told}"
