"""What a tournament's file leaves out is not in force: no bound, no chips, no hands counted."""

from typing import Any

import msgspec
import pytest

from controller.houses.model import Ruled
from controller.toml.file import FileProblems
from controller.venue.rules import tournament
from controller.venue.tournament_files import load_tournament

SECTIONS = [
    one for one in vars(tournament).values()
    if isinstance(one, type) and issubclass(one, msgspec.Struct)
    and one.__module__ == tournament.__name__
]  # fmt: skip
IN_FORCE = {
    "late_gap": 2,
    "late_minutes": 20,
    "appeals": 1,
    "kept": 50,
    "levels": 1,
    "chip_worth": 1,
    "call_minutes": 5,
}
"""Numbers that a file has without saying so; any other is 0, and means never, none or unlimited."""


def left_out(section: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a section's numbers that its file may leave out, with what they then are."""
    fields = msgspec.structs.fields(section)
    ruled = {one.name: one.default for one in fields if isinstance(one.default, Ruled)}
    return {name: one.value for name, one in ruled.items() if type(one.value) is int}


def test_a_number_that_a_file_leaves_out_bounds_nothing() -> None:
    found = [left_out(section) for section in SECTIONS]
    assert sum(map(len, found)) >= 30
    for numbers in found:
        assert numbers == {name: IN_FORCE.get(name, 0) for name in numbers}
    assert {name for numbers in found for name in numbers} >= IN_FORCE.keys()


@pytest.mark.parametrize(("seats", "stands"), [(1, False), (2, True), (10, True), (11, False)])
def test_a_table_has_two_to_ten_seats(tmp_path: Any, seats: int, stands: bool) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "mine"\ntitle = "Mine"\ninherits = "fidpa"\n[final_table]\n'
        f'handed = {{ value = [[{seats}, {seats}]], article = "" }}\n',
        "utf-8",
    )
    if stands:
        assert load_tournament(str(file)).final_table.handed.value == ((seats, seats),)
        return
    with pytest.raises(FileProblems, match="handed"):
        load_tournament(str(file))


def test_nothing_is_less_than_none(tmp_path: Any) -> None:
    file = tmp_path / "mine.toml"
    begins = 'name = "mine"\ntitle = "Mine"\ninherits = "fidpa"\n[entries]\n'
    file.write_text(begins + 'alternates = { value = 0, article = "" }\n', "utf-8")
    assert not load_tournament(str(file)).entries.alternates.value
    file.write_text(begins + 'alternates = { value = -1, article = "" }\n', "utf-8")
    with pytest.raises(FileProblems, match="alternates"):
        load_tournament(str(file))
