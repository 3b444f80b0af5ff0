"""States of a newer controller: what is understood is shown, and that something was not is said."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.feed import View, with_state
from display.felt.draw import render
from display.newer_state import state_understood
from tests.rig.pictures.example_tables import flop, ruling


def newer(**changes: Any) -> bytes:
    raw = msgspec.json.decode(msgspec.json.encode(ruling()))
    raw.update(changes)
    return msgspec.json.encode(raw)


def test_fields_that_are_new_are_passed_over() -> None:
    view = with_state(View(), newer(wormholes=[1, 2]))
    assert view.state == ruling()
    assert not view.unread


def test_a_word_that_is_new_costs_that_word_alone() -> None:
    view = with_state(View(), newer(phase="teleport", board=["Ah", 7, "Kd"], burned="many"))
    assert view.unread
    assert view.state is not None
    assert view.state.phase == "idle"
    assert view.state.board == ("Ah", "Kd")
    assert view.state.burned == 0
    assert view.state.seats == ruling().seats
    assert view.state.rulings == ruling().rulings


def test_a_seat_with_a_new_status_stays_a_seat() -> None:
    raw = msgspec.json.decode(msgspec.json.encode(flop()))
    raw["seats"][3]["status"] = "in-orbit"
    found = state_understood(msgspec.json.encode(raw))
    assert found is not None
    assert [seat.name for seat in found.seats] == [seat.name for seat in flop().seats]
    assert found.seats[3].status == "empty"
    assert found.legal == flop().legal


@pytest.mark.parametrize("payload", [b"{", b"[]", b"7", b'"x"', b"{}", b'{"seq": "one"}'])
def test_what_is_no_state_leaves_the_last_one(payload: bytes) -> None:
    view = with_state(View(state=flop()), payload)
    assert view.state == flop()
    assert view.unread


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**10) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


@given(st.sampled_from(sorted(msgspec.json.decode(msgspec.json.encode(ruling())))), JSON)
def test_whatever_a_field_holds_the_rest_is_drawn(field: str, value: Any) -> None:
    found = state_understood(newer(**{field: value}))
    if found is not None and len(found.seats) <= 10:
        assert render(found, (800, 480)).get_size() == (800, 480)
