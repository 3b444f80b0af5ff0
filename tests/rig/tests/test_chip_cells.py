"""Chips from anywhere to anywhere: nobody is stuck, and no chip is lost with nobody told."""

import pytest

from controller.houses.loader import load_house, shipped_houses
from tests.rig.chip_cells import MOMENTS, ChipCell, chip_answer, chip_cells

HOUSES = shipped_houses()
SHARE = 1_009
"""One cell of so many is played under each house, others under others."""


@pytest.mark.parametrize("name", HOUSES)
def test_nobody_is_stuck_and_no_chip_is_lost(name: str) -> None:
    house, at = load_house(name), 97 * HOUSES.index(name)
    chosen = [cell for n, cell in enumerate(chip_cells()) if n % SHARE == at]
    answers = [said for cell in chosen if (said := chip_answer(house, cell)) is not None]
    assert len(answers) > 10
    assert [one for one in answers if one.is_trouble] == []


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        (ChipCell("burn-due", "turn", "pocket", "pot", "exact"), "pot.wrong"),
        (ChipCell("turn-due", "behind", "pot", "pocket", "part"), "pot.wrong"),
        (ChipCell("paying", "acted", "pot", "stack", "part"), "pot.wrong"),
        (ChipCell("flop-bet", "acted", "bet", "stack", "part"), "bet.taken-back"),
        (ChipCell("all-in", "turn", "pocket", "bet", "exact"), "bet.hidden"),
        (ChipCell("flop-bet", "turn", "foreign", "bet", "exact"), "bet.foreign"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.moment}-{value.origin}",
)
def test_chips_elsewhere_are_found(cell: ChipCell, kind: str) -> None:
    answer = chip_answer(load_house("fidpa"), cell)
    assert answer is not None
    assert not answer.trouble
    assert [found.split()[0] for found in answer.found] == [kind]


def test_every_moment_has_cells() -> None:
    assert {cell.moment for cell in chip_cells()} == set(MOMENTS)
