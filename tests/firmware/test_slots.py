"""Two copies of the firmware on a board: an update that fails leaves the old one running."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import slots
from firmware.slots import Pointer

POINTERS = st.builds(
    Pointer,
    st.sampled_from(["a", "b"]),
    st.sampled_from(["", "a", "b"]),
    st.integers(0, 5),
    st.booleans(),
)


@given(POINTERS)
def test_a_pointer_is_read_as_it_was_written(pointer: Pointer) -> None:
    assert slots.read(slots.text_of(pointer)) == pointer


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"current": "c"}', slots.text_of(Pointer("x", "", 0, True))]
)
def test_what_is_no_pointer_is_none(text: str) -> None:
    assert slots.read(text) is None


def test_an_update_never_overwrites_the_last_good_copy() -> None:
    assert slots.free(None) == "a"
    good = Pointer("a", "", 0, True)
    assert slots.free(good) == "b"
    trial = slots.switched(good, "b")
    assert trial == Pointer("b", "a", 0, False)
    # A second update while the first is on trial: the good copy is still the other one.
    assert slots.free(trial) == "b"
    assert slots.switched(trial, "b") == Pointer("b", "a", 0, False)
    assert slots.switched(None, "a") == Pointer("a", "", 0, False)


def test_a_copy_that_works_is_confirmed_and_its_starts_are_forgotten() -> None:
    assert slots.confirmed(Pointer("b", "a", 2, False)) == Pointer("b", "a", 0, True)


def test_a_copy_that_never_comes_up_gives_way_after_three_starts(tmp_path: Path) -> None:
    root = str(tmp_path)
    slots.save(Pointer("b", "a", 0, False), root)
    assert [started(root) for _ in range(5)] == ["b", "b", "b", "a", "a"]
    assert slots.load(root) == Pointer("a", "", 0, True)


def test_a_copy_that_has_come_up_stays(tmp_path: Path) -> None:
    root = str(tmp_path)
    slots.save(Pointer("b", "a", 0, False), root)
    assert started(root) == "b"
    slots.confirm(root)
    assert [started(root) for _ in range(5)] == ["b"] * 5


def test_the_first_copy_of_a_board_has_nothing_to_give_way_to(tmp_path: Path) -> None:
    root = str(tmp_path)
    slots.save(slots.switched(None, "a"), root)
    assert [started(root) for _ in range(5)] == ["a"] * 5


def test_a_board_that_is_held_starts_nothing_once(tmp_path: Path) -> None:
    root = str(tmp_path)
    slots.save(Pointer("a", "", 0, True), root)
    (tmp_path / "hold").touch()
    assert started(root) == ""
    assert started(root) == "a"


def test_a_power_cut_before_the_swap_changes_nothing(tmp_path: Path) -> None:
    root = str(tmp_path)
    slots.save(Pointer("a", "", 0, True), root)
    (tmp_path / "slot.json.new").write_text('{"current": "b", "previ')
    assert started(root) == "a"


def started(root: str) -> str:
    pointer = slots.begin(root)
    return pointer.current if pointer else ""
