"""Seven keys say everything; a mistaken press can be taken back, and silence says nothing."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.observations import Declaration
from controller.contract.public import (
    HandStatus,
    Kind,
    LegalView,
    LevelView,
    Phase,
    PotShare,
    PublicState,
    RulingView,
    SeatView,
    Street,
    WaitsFor,
)
from controller.contract.readings.legal_actions import sized
from hardware.pads.keypad import (
    AMOUNT_LAPSES_MS,
    KEYS,
    LAPSES_MS,
    Key,
    KeyedDeclaration,
    Keypad,
    KeypadDisplay,
    KeyResult,
    keys_for,
    lapse,
    new_pad,
    press,
    see,
    shown,
)
from tests.rig.pictures.example_tables import legal

CHIPS = (25, 100, 500, 1000)
SEATS = tuple(SeatView(seat, HandStatus.IN, f"P{seat}", 5000, 0) for seat in range(1, 5))
LEVEL = LevelView(50, 100)


def state(turn: int = 0, legal: tuple[LegalView, ...] = (), **more: object) -> PublicState:
    return PublicState(
        seq=1, table="3", house="ppc", hand=1, phase=Phase.BETTING, street=Street.FLOP, level=LEVEL,
        seats=SEATS, turn=turn, legal=legal, **more,  # type: ignore[arg-type]
    )  # fmt: skip


CHECKS = state(2, legal(check=True, bet=100, most=5000))
CALLS = state(2, legal(call=200, raise_to=400, most=5000))
OTHERS = state(3, legal(check=True, bet=100, most=5000))
IDLE = PublicState(seq=1, table="3", house="ppc", seats=SEATS, level=LEVEL, next_dealer=2)
STATES = {"checks": CHECKS, "calls": CALLS, "others": OTHERS, "idle": IDLE}


def pad(seen: PublicState, *, keyed: bool = False) -> Keypad:
    return see(new_pad(2, CHIPS, keyed=keyed), seen).pad


def said(on: Keypad, *keys: Key) -> tuple[list[KeyedDeclaration], Keypad]:
    out = []
    for key in keys:
        pressed = press(on, key, 0)
        on = pressed.pad
        if pressed.said is not None:
            out.append(pressed.said)
    return out, on


def test_a_check_in_turn_counts_at_once() -> None:
    assert said(pad(CHECKS), "call") == ([KeyedDeclaration("check")], pad(CHECKS))


@pytest.mark.parametrize("again", ["call", "ok"])
def test_a_call_is_asked_for_once_more(again: Key) -> None:
    asked = press(pad(CALLS), "call", 0)
    assert (asked.said, asked.tone) == (None, "ask")
    assert shown(asked.pad).call == 200
    assert said(asked.pad, again)[0] == [KeyedDeclaration("call")]


@pytest.mark.parametrize("first", ["fold", "call", "all-in"])
def test_any_other_key_takes_a_mistake_back(first: Key) -> None:
    asked = press(pad(CALLS), first, 0).pad
    for other in KEYS:
        if other not in {first, "ok"}:
            back = press(asked, other, 0)
            assert (back.said, back.pad.mode, back.tone) == (None, "idle", "no")


def test_a_raise_is_made_of_chips() -> None:
    keys: tuple[Key, ...] = ("raise", "plus", "plus", "raise", "plus", "ok")
    assert said(pad(CALLS), *keys)[0] == [KeyedDeclaration("raise", amount=1000)]


def test_a_raise_without_an_amount_is_left_to_the_chips() -> None:
    assert said(pad(CALLS), "raise", "ok")[0] == [KeyedDeclaration("raise")]
    assert said(pad(CHECKS), "raise", "ok")[0] == [KeyedDeclaration("bet")]


def test_where_no_chip_is_read_a_raise_begins_with_the_least() -> None:
    assert said(pad(CALLS, keyed=True), "raise", "ok")[0] == [KeyedDeclaration("raise", amount=400)]


def test_too_small_a_raise_is_asked_for_once_more() -> None:
    declared, on = said(pad(CALLS), "raise", "plus", "minus", "ok")
    assert declared == []
    assert shown(on).warning == "below"
    assert said(on, "ok")[0] == [KeyedDeclaration("raise", amount=300)]


def test_out_of_turn_even_a_check_is_asked_for_once_more() -> None:
    asked = press(pad(OTHERS), "call", 0).pad
    assert shown(asked).warning == "out-of-turn"
    assert said(asked, "call")[0] == [KeyedDeclaration("check")]


def test_what_was_asked_is_closed_when_the_turn_is_over() -> None:
    asked = press(pad(CALLS), "fold", 0).pad
    seen = see(asked, OTHERS)
    assert (seen.pad.mode, seen.said) == ("idle", None)


def test_silence_says_nothing() -> None:
    asked = press(pad(CALLS), "fold", 0).pad
    assert lapse(asked, LAPSES_MS - 1) == asked
    assert lapse(asked, LAPSES_MS).mode == "idle"
    assert press(asked, "fold", LAPSES_MS).said is None
    late = press(asked, "ok", LAPSES_MS)
    assert (late.said, late.pad.mode, late.tone) == (None, "idle", "no")
    assert press(late.pad, "ok", LAPSES_MS).pad.mode == "menu"
    amount = press(pad(CALLS), "raise", 0).pad
    assert lapse(amount, AMOUNT_LAPSES_MS - 1).mode == "amount"
    assert lapse(amount, AMOUNT_LAPSES_MS).mode == "idle"


def test_what_the_table_waits_for_is_two_presses_away() -> None:
    assert said(pad(IDLE), "ok", "ok")[0] == [KeyedDeclaration("done")]
    ruling = RulingView(1, Kind.DEAL_EXPOSED, "PPC 14", waits_for=WaitsFor.SEATS)
    assert said(pad(state(rulings=(ruling,))), "ok", "ok")[0] == [KeyedDeclaration("agree")]


def test_a_winner_is_asked_for_the_share_and_agrees_first() -> None:
    asked = replace(IDLE, next_dealer=0, pot_asked=(PotShare(2, 300), PotShare(3, 200)))
    assert shown(pad(asked)) == KeypadDisplay("idle", "has", "", 300)
    assert said(pad(asked), "ok", "ok")[0] == [KeyedDeclaration("agree")]


def test_a_menu_stays_as_it_was_when_the_table_goes_on() -> None:
    opened = press(pad(OTHERS), "ok", 0).pad
    first = shown(opened).what
    changed = see(
        opened, state(rulings=(RulingView(1, Kind.HAND_LINE, "", waits_for=WaitsFor.SEATS),))
    ).pad
    assert shown(changed).what == first


def test_its_turn_is_heard() -> None:
    assert see(pad(OTHERS), CALLS).tone == "turn"
    assert see(pad(CALLS), CALLS).tone == ""


WANTED = [
    *(
        KeyedDeclaration(what)
        for what in get_args(Declaration)
        if what not in {"seen", "off-table", "time", "see"}
    ),
    *(KeyedDeclaration("seen", target) for target in ("1", "2", "4", "stub", "burn", "muck")),
    *(KeyedDeclaration("off-table", target) for target in ("1", "2", "3")),
    *(KeyedDeclaration("time", target) for target in ("1", "2", "3")),
    *(KeyedDeclaration("shown", target) for target in ("2", "3")),
    *(KeyedDeclaration("see", target) for target in ("1", "3")),
    KeyedDeclaration("floor", "pot"),
    *(
        KeyedDeclaration(what, amount=amount)
        for what in ("bet", "raise")
        for amount in (25, 100, 300, 475, 600, 4725, 5000, 7500)
    ),
]  # fmt: skip


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("name", STATES)
def test_everything_can_be_said_in_every_state(name: str, keyed: bool) -> None:
    on = pad(STATES[name], keyed=keyed)
    for wanted in WANTED:
        keys = keys_for(on, wanted)
        assert said(on, *keys)[0] == [wanted], wanted
        assert len(keys) < 50


def test_everything_can_be_said_from_the_middle_of_anything() -> None:
    middles: tuple[tuple[Key, ...], ...] = (("raise", "plus"), ("ok", "plus"), ("fold",))
    for begun, wanted in product(middles, WANTED[:8]):
        _, on = said(pad(CALLS), *begun)
        assert said(on, *keys_for(on, wanted))[0] == [wanted]


@given(st.lists(st.sampled_from(KEYS), max_size=40), st.sampled_from(sorted(STATES)))
def test_whatever_is_pressed_the_pad_lives_and_costs_nothing_unasked(
    keys: list[Key], name: str
) -> None:
    on = pad(STATES[name])
    before: KeyResult | None = None
    for key in keys:
        pressed = press(on, key, 0)
        if pressed.said is not None and pressed.said.what in {"fold", "call", "all-in"}:
            assert before is not None
            assert before.pad.mode == "confirm"
        before, on = pressed, pressed.pad
        assert shown(on).mode == on.mode


MULTIPLES = state(2, legal(call=100, raise_to=200, most=5_025, multiple=100))


@given(st.lists(st.sampled_from(("raise", "plus", "minus", "all-in", "ok")), max_size=30))
def test_no_keys_make_an_amount_that_is_no_multiple(keys: list[Key]) -> None:
    may = sized(MULTIPLES.legal)
    assert may is not None
    for keyed in (True, False):
        for spoken in said(pad(MULTIPLES, keyed=keyed), *keys)[0]:
            if spoken.what == "raise" and spoken.amount:
                assert spoken.amount % 100 == 0 or spoken.amount == may.most


def test_from_all_in_an_amount_goes_down_to_the_next_multiple() -> None:
    spoken, _ = said(pad(MULTIPLES, keyed=True), "raise", "all-in", "minus", "ok")
    assert spoken == [KeyedDeclaration("raise", amount=5_000)]
    with pytest.raises(ValueError, match="no keys"):
        keys_for(pad(MULTIPLES, keyed=True), KeyedDeclaration("raise", amount=225))


@pytest.mark.parametrize("multiple", [100, 150])
def test_chips_that_would_make_a_wrong_amount_are_not_offered(multiple: int) -> None:
    seen = state(2, legal(call=multiple, raise_to=2 * multiple, most=9_000, multiple=multiple))
    on = pad(seen, keyed=True)
    for key in ("raise", "plus", "raise", "plus"):
        on = press(on, key, 0).pad
        assert shown(on).amount % multiple == 0
