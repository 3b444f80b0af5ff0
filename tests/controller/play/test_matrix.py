"""Every card from anywhere to anywhere: each cell has an answer, and nobody is stuck after it."""

import pytest

from controller.houses.loader import load_house, shipped_houses
from controller.play.matrix import UNSAID, Answer, Cell, Says, answer, cells
from controller.play.situations import SITUATIONS, play_to, table_of
from tests.controller.table.random_table import chips_on

HOUSES = shipped_houses()
SHARE = 18
"""One cell of so many is played under each house, others under others; `make matrix` plays all."""


def played(name: str) -> list[Answer]:
    house, at = load_house(name), HOUSES.index(name)
    chosen = [cell for n, cell in enumerate(cells()) if n % SHARE == at % SHARE]
    return [said for cell in chosen if (said := answer(house, cell)) is not None]


@pytest.mark.parametrize("house", HOUSES)
def test_each_cell_has_an_answer_and_nobody_is_stuck(house: str) -> None:
    answers = played(house)
    assert len(answers) > 110
    assert [one for one in answers if one.is_trouble] == []


@pytest.mark.parametrize("moment", SITUATIONS)
def test_people_come_to_each_moment_with_all_chips_there(moment: str) -> None:
    game = table_of(load_house("fidpa"))
    play_to(game, moment)
    assert chips_on(game.table) == 5 * 5_000


SILENT = {
    "a dead or burned card stays out of play wherever it is": (
        "redcactus",
        Cell("flop-bet", "muck", "off", "all"),
    ),
    "a card moving from the stub counts only once it comes to rest among other cards": (
        "redcactus",
        Cell("flop-bet", "stub", "front", "all"),
    ),
    "a player may lift their cards, and no antenna shows where the cards go": (
        "redcactus",
        Cell("flop-bet", "other", "off", "one"),
    ),
    "a hand is released only as a whole: sliding one card forward does not count": (
        "redcactus",
        Cell("flop-bet", "off", "front", "one"),
    ),
    "a card from a live hand can't get mixed with others where there are none": (
        "ppc",
        Cell("flop-bet", "own", "empty", "one"),
    ),
    "in a chip zone, an unenrolled tag may be anything, such as a phone or a wallet": (
        "redcactus",
        Cell("flop-bet", "unknown", "front", "one"),
    ),
    "the board stays as dealt: a covered or lifted card is still shown on the screens": (
        "redcactus",
        Cell("flop-bet", "board", "stub", "all"),
    ),
    "under these house rules, cards beyond the line stay live": (
        "redcactus",
        Cell("flop-bet", "own", "pot", "all"),
    ),
    "a hand that was lifted is back in front of its player": (
        "redcactus",
        Cell("flop-bet", "off", "own", "one"),
    ),
    "play has stopped: a hand pushed forward is ruled on when play resumes": (
        "fidpa",
        Cell("board-ruling", "own", "front", "all"),
    ),
    "the pending ruling requires the board to be picked up, so its cards may be anywhere for now": (
        "fidpa",
        Cell("board-ruling", "board", "front", "all"),
    ),
    "no hand is in progress: it does not matter where the cards are": (
        "fidpa",
        Cell("over", "off", "pot", "one"),
    ),
    "a hand counts as mucked once its last card is in the muck": (
        "fidpa",
        Cell("showdown", "other", "burn", "one"),
    ),
    "a street is announced once its last card is on the board": (
        "fidpa",
        Cell("board-due", "stub", "board", "one"),
    ),
    "play has stopped, and no card from the stub is due": (
        "fidpa",
        Cell("board-ruling", "stub", "muck", "one"),
    ),
    "no more cards will be dealt, so the stub may go in the muck": (
        "fidpa",
        Cell("showdown", "stub", "muck", "all"),
    ),
    "a hand pushed forward is announced only once its player says they are showing it": (
        "fidpa",
        Cell("showdown", "other", "pot", "all"),
    ),
}
"""For each reason why nothing is said: a house and a cell in which nothing is."""


def test_each_reason_why_nothing_is_said_has_its_cell() -> None:
    assert SILENT.keys() == {row.why for row in UNSAID}


@pytest.mark.parametrize("why", SILENT)
def test_each_reason_why_nothing_is_said_is_needed(why: str) -> None:
    name, cell = SILENT[why]
    said = answer(load_house(name), cell)
    assert said is not None
    assert (said.says, said.why) == (Says.NOTHING, why)


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
