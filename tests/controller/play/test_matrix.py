"""Every card from anywhere to anywhere: each cell has an answer, and nobody is stuck after it."""

import random

import pytest

from controller.houses.loader import load_house, shipped_houses
from controller.play.matrix import UNSAID, Answer, Cell, Says, answer, cells
from controller.play.situations import SITUATIONS, table_of
from tests.controller.table.random_table import chips_on

HOUSES = shipped_houses()
SHARE = 12
"""One cell of so many is played under each house, others under others; `make matrix` plays all."""


def played(name: str) -> list[Answer]:
    house, at = load_house(name), HOUSES.index(name)
    chosen = [cell for n, cell in enumerate(cells()) if n % SHARE == at % SHARE]
    return [said for cell in chosen if (said := answer(house, cell)) is not None]


@pytest.mark.parametrize("house", HOUSES)
def test_each_cell_has_an_answer_and_nobody_is_stuck(house: str) -> None:
    answers = played(house)
    assert len(answers) > 170
    assert [one for one in answers if one.is_trouble] == []


@pytest.mark.parametrize("moment", SITUATIONS)
def test_people_come_to_each_moment_with_all_chips_there(moment: str) -> None:
    game = table_of(load_house("fidpa"))
    SITUATIONS[moment](game)
    assert chips_on(game.table) == 5 * 5_000


def test_each_reason_why_nothing_is_said_is_needed() -> None:
    needed = {row.why for row in UNSAID}
    for name, moments in (("redcactus", {"flop-bet"}), ("fidpa", set(SITUATIONS))):
        house = load_house(name)
        for cell in random.Random(3).sample(list(cells()), sum(1 for _ in cells())):
            if needed and cell.moment in moments:
                said = answer(house, cell)
                if said is not None and said.says is Says.NOTHING:
                    needed.discard(said.why)
    assert not needed


@pytest.mark.parametrize(
    ("cell", "says", "found"),
    [
        (Cell("flop-bet", "muck", "own", "one"), Says.IRREGULAR, "hand.mixed"),
        (Cell("flop-bet", "burn", "own", "one"), Says.IRREGULAR, "hand.mixed"),
        (Cell("flop-bet", "own", "pot", "all"), Says.PLAY, ""),
        (Cell("paused", "own", "front", "all"), Says.ASKS, ""),
        (Cell("paused", "own", "muck", "all"), Says.LATER, ""),
        (Cell("paused", "board", "muck", "one"), Says.IRREGULAR, "board.misplaced"),
        (Cell("dealing", "stub", "muck", "one"), Says.IRREGULAR, "deal.too-few"),
        (Cell("flop", "board", "pot", "one"), Says.IRREGULAR, "board.misplaced"),
        (Cell("flop-bet", "burn", "pot", "one"), Says.NOTHING, ""),
    ],
)
def test_what_some_cells_say(cell: Cell, says: Says, found: str) -> None:
    said = answer(load_house("fidpa"), cell)
    assert said is not None
    assert (said.says, said.found[0].kind if said.found else "") == (says, found)


def test_a_cell_without_such_a_card_is_none() -> None:
    assert answer(load_house("fidpa"), Cell("preflop", "burn", "board", "one")) is None


def test_what_a_cell_says_is_said_through_antennas_too() -> None:
    for cell in list(cells())[::293]:
        heard = answer(load_house("fidpa"), cell, depth="sensed", seed=3)
        said = answer(load_house("fidpa"), cell)
        assert (heard and (heard.found, heard.trouble)) == (said and (said.found, said.trouble))
