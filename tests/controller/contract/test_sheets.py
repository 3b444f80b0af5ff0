"""A structure as staff enter it: what can't be played is refused with its reason."""

import pytest
from msgspec.structs import replace

from controller.contract.limits import MOST_CHIPS
from controller.contract.venue.floor.sheets import Sheet, faults

SHEET = Sheet(((50, 100, 20), (0, 0, 10), (100, 200, 0)), ((10, 100),))


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({}, ""),
        ({"chips": ((100, 10_000_000),)}, ""),
        ({"chips": ((100, 10_000_000), (1, 25))}, "chips-cannot-be"),
        ({"chips": ((1001, 25),)}, "chips-cannot-be"),
        ({"rebuy": -1}, "chips-cannot-be"),
        ({"levels": ((0, 0, 10), *SHEET.levels)}, "no-levels"),
        ({"levels": ((100, 200, 20), (50, 100, 20))}, "blinds-fall"),
        ({"levels": ((50, 100, 20), (25, 0, 20), (50, 100, 0))}, "blinds-cannot-be"),
        ({"levels": ((50, 100, 0), (100, 200, 0))}, "minutes-cannot-be"),
    ],
)
def test_the_first_fault_is_named(changed: dict[str, object], fault: str) -> None:
    """A stack is at most what a table accepts, however its chips are made up."""
    sheet = replace(SHEET, **changed)
    assert faults(sheet) == fault
    assert fault or sheet.stack <= MOST_CHIPS
