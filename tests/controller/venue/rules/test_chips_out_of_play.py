"""Chips that are found or lack in a room: a single one counts, and nobody loses all by a count."""

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.chips import ChipsFound, ChipsTaken, ChipsTurnedUp, StackShort
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.kinds import RoomInput
from controller.houses.model import Ruled
from controller.venue.rules.step import step
from controller.venue.rules.tournament import ConductRule
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

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
def test_a_single_chip_is_one_and_a_whole_stack_is_none(said: RoomInput, refused: str) -> None:
    room = playing(RULES)
    if isinstance(said, i.SmallChipsFound):
        room = replace(room, chips_gone=(1,))
    assert step(room, said, RULES).refused == refused


def test_chips_that_a_count_finds_missing_are_not_the_penalty_of_an_offence() -> None:
    """The book of incidents has only the chips that a penalty took."""
    penalties = replace(RULES.penalties, chips=Ruled((500,), ""))
    rules = replace(RULES, conduct=(ConductRule(Offence.PHONE_CALL, "1"),), penalties=penalties)
    call = i.ConductNoted(player="a", offence=Offence.PHONE_CALL, sanction="500c", director=True)
    noted = told(playing(rules), rules, replace(call, sanction="warning")).room
    short = told(noted, rules, StackShort(player="a", chips=25)).room
    taken = told(short, rules, ChipsTaken(order=short.taking[0].order, chips=25)).room
    assert [one.taken for one in taken.incidents] == [0]
    fined = told(taken, rules, call).room
    paid = told(fined, rules, ChipsTaken(order=fined.taking[0].order, chips=500)).room
    assert [one.taken for one in paid.incidents] == [0, 500]


@pytest.mark.parametrize(
    ("found", "whose", "back", "unaccounted"),
    [(25, "", 0, 0), (60, "", 0, 35), (24, "a", 24, 0), (25, "a", 25, 0), (60, "a", 25, 0),
     (25, "b", 0, 0)],
)  # fmt: skip
def test_chips_that_turn_up_go_back_to_who_misses_them_and_no_more(
    found: int, whose: str, back: int, unaccounted: int
) -> None:
    short = told(playing(RULES), RULES, StackShort(player="a", chips=25)).room
    taken = told(short, RULES, ChipsTaken(order=short.taking[0].order, chips=25)).room
    done = told(taken, RULES, ChipsFound(chips=found, whose=whose))
    (turned,) = [one for one in done.events if isinstance(one, ChipsTurnedUp)]
    assert turned == ChipsTurnedUp(found, whose, back, unaccounted, "")
    assert done.room.players["a"].stack == STACK - 25 + back
    assert done.room.missing == ({"a": 25 - back} if back < 25 else {})
