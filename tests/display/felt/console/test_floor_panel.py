"""The floor's panel: where its keys stand, which are open, and what the keyboard touches."""

import pytest
from msgspec.structs import replace

from controller.contract.public import HandStatus, Kind, PublicState
from display.felt.console.floor_panel import (
    FloorPanel,
    floor_key,
    floor_letter,
    floor_page,
    offered_steps,
)
from display.orders import Order
from display.words.names import words
from tests.rig.pictures import example_tables as e

EN = words("en")
FULL = e.full_ring()


def floor_names(panel: FloorPanel, state: PublicState) -> list[list[str]]:
    return [[key.name for key in row] for row in floor_page(panel, state, EN).rows]


def test_the_floors_keys_stand_as_on_a_telephone() -> None:
    digits = [[f"digit:{n}" for n in row] for row in ((1, 2, 3), (4, 5, 6), (7, 8, 9))]
    keys = [*digits, ["erase", "digit:0", "ok"]]
    assert floor_names(FloorPanel("pin"), FULL) == keys
    amount = FloorPanel("amount", "set-stack", 1)
    assert floor_names(amount, FULL) == keys
    assert floor_page(amount, FULL, EN).says == "0"
    for typed, open_ in (("123", False), ("1234", True), ("12345", True)):
        assert (floor_key(FloorPanel("pin", typed=typed), "ok", FULL, EN).order is None) != open_
    did = floor_key(FloorPanel("pin", typed="1234"), "ok", FULL, EN)
    assert did.order == Order("unlock", {"pin": "1234"})
    assert floor_key(amount, "ok", FULL, EN).why == "Nothing entered yet"
    sure = floor_key(replace(amount, typed="7"), "ok", FULL, EN).panel
    assert sure == FloorPanel("sure", "set-stack", 1, "7")
    assert floor_key(replace(amount, doing="rebuy", typed="7"), "ok", FULL, EN).order == Order(
        "rebuy", {"seat": 1, "amount": 7}
    )


@pytest.mark.parametrize(
    ("seats", "rows"), [(2, [2]), (5, [5]), (6, [3, 3]), (9, [5, 4]), (10, [5, 5])]
)
def test_the_floors_seats_stand_in_one_row_or_in_two(seats: int, rows: list[int]) -> None:
    found = floor_names(FloorPanel("seat", "set-button"), e.dealt(seats))
    assert [len(row) for row in found] == [*rows, 1]


def test_the_floor_is_offered_eight_steps_and_takes_those_that_are_not_done() -> None:
    acts = [f"take_back {seat}" for seat in range(1, 10)]
    many = e.ruled(Kind.BET_OVERSIZED, *acts)
    assert len(offered_steps(many)) == 8
    assert len(offered_steps(e.flop())) == 2
    assert len(offered_steps(e.ruling())) == 5


def test_a_seat_whose_hand_can_be_killed_has_one() -> None:
    kill = {key.name for row in floor_page(FloorPanel("seat", "kill-hand"), e.flop(), EN).rows
            for key in row if not key.why}  # fmt: skip
    assert kill == {"seat:1", "seat:2", "seat:4", "seat:6", "back"}
    free = e.with_seat(e.flop(), 1, status=HandStatus.EMPTY)
    for doing, why in (("set-button", ""), ("penalty", "seat"), ("kill-hand", "seat")):
        key = floor_page(FloorPanel("seat", doing), free, EN).key("seat:1")
        assert key is not None
        assert bool(key.why) == bool(why)


@pytest.mark.parametrize(
    ("panel", "letter", "key"),
    [
        (FloorPanel("asking"), "escape", "close"), (FloorPanel("pin"), "escape", "close"),
        (FloorPanel("menu"), "escape", "close"), (FloorPanel("seat"), "escape", "back"),
        (FloorPanel("pin"), "0", "digit:0"), (FloorPanel("amount"), "7", "digit:7"),
        (FloorPanel("seat"), "0", "seat:10"), (FloorPanel("seat"), "4", "seat:4"),
        (FloorPanel("steps"), "1", "step:0"), (FloorPanel("penalty"), "1", "penalty:warning"),
        (FloorPanel("penalty"), "6", "penalty:0m"), (FloorPanel("penalty"), "7", ""),
        (FloorPanel("penalty"), "0", ""), (FloorPanel("menu"), "1", "do:confirm"),
        (FloorPanel("menu"), "0", ""), (FloorPanel("sure"), "enter", "yes"),
        (FloorPanel("sure"), "1", ""), (FloorPanel("pin"), "enter", "ok"),
        (FloorPanel("pin"), "backspace", "erase"), (FloorPanel("pin"), "x", ""),
        (FloorPanel("pin"), "\u0663", ""), (FloorPanel("pin"), "\u00b2", ""),
    ],
)  # fmt: skip
def test_the_keyboard_has_the_floors_keys(panel: FloorPanel, letter: str, key: str) -> None:
    assert floor_letter(panel, letter) == key
