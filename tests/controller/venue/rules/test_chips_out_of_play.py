"""Chips that are found or lack in a room: a single one counts, and nobody loses all by a count."""

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.chips import ChipsFound, StackShort
from controller.houses.model import Ruled
from controller.venue.rules.step import step
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing

PPC = load_tournament("ppc")
STACK = PPC.start.starting_stack.value
RULES = replace(
    PPC, structure=replace(PPC.start, chips=Ruled(((20, 1), *PPC.start.chips.value), "")),
    colour_up=replace(
        PPC.colour_up, unowned=Ruled(True, ""), found_later=Ruled("removed", "")
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        (ChipsFound(chips=1), ""),
        (ChipsFound(chips=0), "no-such-chip"),
        (ChipsFound(chips=-1), "no-such-chip"),
        (StackShort(player="a", chips=1), ""),
        (StackShort(player="a", chips=0), "count-cannot-be"),
        (StackShort(player="a", chips=STACK - 1), ""),
        (StackShort(player="a", chips=STACK), "count-cannot-be"),
        (i.SmallChipsFound(player="a", chip=1, count=1), ""),
        (i.SmallChipsFound(player="a", chip=1, count=0), "count-cannot-be"),
        (i.SmallChipsFound(player="a", chip=1, count=STACK - 1), ""),
        (i.SmallChipsFound(player="a", chip=1, count=STACK), "count-cannot-be"),
        (i.SmallChipsFound(player="a", chip=25, count=1), "still-in-play"),
    ],
)
def test_a_single_chip_is_one_and_a_whole_stack_is_none(said: i.AnyRoomInput, refused: str) -> None:
    room = playing(RULES)
    if isinstance(said, i.SmallChipsFound):
        room = replace(room, chips_gone=(1,))
    assert step(room, said, RULES).refused == refused
