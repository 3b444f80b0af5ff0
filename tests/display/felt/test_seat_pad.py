"""Pads and the floor's panel: keys as large as a finger, no text cut off, legal amounts."""

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    Action,
    Kind,
    LegalView,
    NextStep,
    PublicState,
    StreamView,
    Task,
    WaitsFor,
)
from controller.contract.readings.legal_actions import fits, sized
from controller.contract.readings.step_notation import step_written
from controller.contract.rules import Street
from display.felt.console.commands import Console, followed, page_of
from display.felt.console.commands_draw import draw_console
from display.felt.console.floor_panel import (
    NAMES,
    FloorPanel,
    floor_answer,
    floor_key,
    floor_letter,
    floor_page,
    offered_steps,
)
from display.felt.console.key_pages import Refused, least_key, page_boxes, reason_box, whole_words
from display.felt.console.seat_pad import (
    ScreenPad,
    amount_why,
    pad_key,
    pad_letter,
    pad_page,
    presets,
    step_of,
    whole,
)
from display.felt.draw import places_of
from display.felt.drawing.layout import Box
from display.felt.drawing.letters import measure, printable
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Drawn
from display.felt.drawing.sheet import painter_for
from display.orders import Order
from display.words.names import seat_of, words
from tests.display.felt.sheets import unpainted
from tests.display.felt.test_boxes import LONG_NAMES, SIZES
from tests.rig.pictures import example_tables as e
from tests.rig.pictures import example_tables_between as between
from tests.rig.pictures.example_tables import legal

EN = words("en")
LOOKS = (Look(language="fr"), Look(language="fr", large=True), Look())


def keyed(state: PublicState) -> PublicState:
    return replace(state, keyed_unit=25)


RICH = keyed(
    replace(
        e.full_ring(), turn=1,
        legal=legal(call=9_999_999_975, raise_to=9_999_999_975, most=9_999_999_999),
    )
)  # fmt: skip
LONG = "Le siège 10 a la parole : la mise la plus petite est de 9 999 999 975, et elle est à venir."
CONSOLES: dict[str, tuple[PublicState, Console]] = {
    "act": (RICH, Console(pad=ScreenPad(1, own=True))),
    "amount": (RICH, Console(pad=ScreenPad(1, "amount", "999999999999"))),
    "seen": (RICH, Console(pad=ScreenPad(1, "seen"))),
    "done": (
        keyed(between.between()),
        Console(pad=ScreenPad(between.between().next_dealer)),
    ),
    "hand": (replace(RICH, cards_keyed=True), Console(pad=ScreenPad(1, "cards", "AhT"))),
    "board": (replace(RICH, cards_keyed=True), Console(pad=ScreenPad(0, "cards", "ThTcTd"))),
    "asking": (RICH, Console(floor=FloorPanel())),
    "pin": (RICH, Console(floor=FloorPanel("pin", typed="123456789012"))),
    "badge and pin": (RICH, Console(floor=FloorPanel("pin", both=True))),
    "menu": (keyed(e.ruling()), Console(floor=FloorPanel("menu"))),
    "seats": (RICH, Console(floor=FloorPanel("seat", "kill-hand"))),
    "stack": (RICH, Console(floor=FloorPanel("amount", "set-stack", 1, "999999999999"))),
    "sure": (RICH, Console(floor=FloorPanel("sure", "set-stack", 1, "999999999999"))),
    "penalty": (RICH, Console(floor=FloorPanel("penalty", "penalty", 1))),
    "steps": (
        keyed(e.ruling()),
        Console(floor=FloorPanel("steps", "rule", steps=offered_steps(e.ruling()))),
    ),
}


@pytest.mark.parametrize("name", CONSOLES)
@pytest.mark.parametrize("size", [*SIZES, (1280, 800)], ids=str)
def test_keys_are_as_large_as_a_finger_and_no_text_is_cut_off(
    name: str, size: tuple[int, int]
) -> None:
    state, console = CONSOLES[name]
    for look in LOOKS if max(size) <= 800 else LOOKS[:1]:
        places, said = places_of(state, size, look), words(look.language)
        page = page_of(console, state, said)
        assert page is not None
        boxes = page_boxes(places, page)
        least = least_key(places)
        assert least >= 48
        assert size != (1280, 800) or least >= 64
        keys = [box for _, box in boxes.keys]
        for index, box in enumerate(keys):
            assert box.within(boxes.whole)
            assert min(box.w, box.h) >= least * 9 // 10, boxes.keys[index]
            assert not any(box.overlaps(other) for other in keys[index + 1 :])
        assert boxes.whole.within(Box(0, 0, *size))
        refusal = Refused(boxes.keys[-1][0], LONG, 1e9)
        assert reason_box(places, page, refusal.key).within(boxes.whole)
        painter, table = painter_for(*size, look), unpainted(size)
        for one in (console, replace(console, refused=refusal)):
            painter.log = log = list[Drawn]()
            draw_console(table, one, state, look)
            painter.log = None
            assert [d for d in log if not d.whole and not d.may_shorten] == [], (name, look)


@pytest.mark.parametrize("name", CONSOLES)
@pytest.mark.parametrize("player", LONG_NAMES)
@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)], ids=str)
def test_nothing_on_a_page_overlaps_or_leaves_it_whatever_people_are_called(
    name: str, size: tuple[int, int], player: str
) -> None:
    state, console = CONSOLES[name]
    state = replace(state, seats=tuple(replace(seat, name=player) for seat in state.seats))
    look = Look(language="fr")
    page = page_of(console, state, words("fr"))
    assert page is not None
    boxes = page_boxes(places_of(state, size, look), page)
    painter, table = painter_for(*size, look), unpainted(size)
    painter.log = log = list[Drawn]()
    draw_console(table, console, state, look)
    painter.log = None
    texts = [one for one in log if one.kind == "text"]
    assert len(texts) > len(page.rows)
    rooms = [box for _, box in boxes.keys] + [boxes.title] + ([boxes.says] if boxes.says else [])
    for index, one in enumerate(texts):
        assert one.whole or one.may_shorten, one
        assert any(one.box.within(room) for room in rooms), one
        for other in texts[index + 1 :]:
            assert not one.box.inset(1).overlaps(other.box.inset(1)), (one, other)


@pytest.mark.parametrize("name", ["act", "amount", "seen", "done"])
@pytest.mark.parametrize("size", [*SIZES, (1280, 800)], ids=str)
def test_a_pad_covers_a_panel_beside_the_felt_whole_or_not_at_all(
    name: str, size: tuple[int, int]
) -> None:
    state, console = CONSOLES[name]
    places = places_of(state, size, Look(language="fr"))
    page = page_of(console, state, words("fr"))
    assert page is not None
    whole = page_boxes(places, page).whole
    for under in (places.title, places.level, places.panel, places.notice):
        assert not whole.overlaps(under) or whole.y <= under.y


def test_no_figure_is_broken_into_two_lines() -> None:
    text = words("fr").amount(9_999_999_975)
    size = whole_words(f"Suit {text}", 120, 40)
    assert measure(printable(text), size, bold=True) <= 120 < measure(text, size + 1, bold=True)


def test_the_pad_says_the_seats_word() -> None:
    state = keyed(e.flop())
    assert pad_key(ScreenPad(2), "fold", state, EN).order == Order(
        "act", {"seat": 2, "what": "fold"}
    )
    assert pad_key(ScreenPad(2), "call", state, EN).order == Order(
        "act", {"seat": 2, "what": "call"}
    )
    pad = pad_key(ScreenPad(2), "amount", state, EN).panel
    assert pad == ScreenPad(2, "amount", "2400")
    for key, typed in (("more", "2500"), ("less", "2400"), ("digit:3", "3"), ("digit:00", "300")):
        assert pad is not None
        pad = pad_key(pad, key, state, EN).panel
        assert pad is not None
        assert pad.typed == typed
    assert pad is not None
    assert pad_key(pad, "ok", state, EN).why == "At least 2,400"
    assert pad_key(replace(pad, typed="9999"), "ok", state, EN).why == "At most 9,350"
    assert pad_key(replace(pad, typed="2410"), "ok", state, EN).why == "The smallest chip is 25"
    done = pad_key(replace(pad, typed="9350"), "ok", state, EN)
    assert done.order == Order("act", {"seat": 2, "what": "raise", "amount": 9350})
    seen = pad_key(ScreenPad(2, "seen"), "seen:4", state, EN).order
    assert seen == Order("act", {"seat": 2, "what": "seen", "target": "4"})
    assert "Bruno" in pad_key(ScreenPad(4), "fold", state, EN).why


@settings(max_examples=60)
@given(least=st.integers(25, 10**9), more=st.integers(0, 10**9), pot=st.integers(0, 10**10))
def test_every_ready_amount_can_be_bet(least: int, more: int, pot: int) -> None:
    state = keyed(e.flop())
    first = replace(state.pots[0], amount=pot)
    may = legal(call=1_200, raise_to=least, most=least + more)
    state = replace(state, pots=(first, *state.pots[1:]), legal=may)
    for name, amount in presets(state, sized(may)):
        assert least <= amount <= least + more, name


def test_a_house_that_hides_the_pot_offers_no_part_of_it() -> None:
    state = keyed(e.flop())
    hidden = tuple(replace(pot, amount=None) for pot in state.pots)
    assert {"half-pot", "pot"} <= {key.name for row in
        pad_page(ScreenPad(2, "amount"), state, EN).rows for key in row}  # fmt: skip
    page = pad_page(ScreenPad(2, "amount"), replace(state, pots=hidden), EN)
    assert not {"half-pot", "pot"} & {key.name for row in page.rows for key in row}


def test_every_key_has_one_of_the_keyboard() -> None:
    state = keyed(e.flop())
    by_keys = {pad_letter(ScreenPad(2), sign) for sign in "fcratvodg"}
    touched = {key.name for row in pad_page(ScreenPad(2), state, EN).rows for key in row}
    assert touched - {"seat"} <= by_keys
    assert pad_letter(ScreenPad(2, "amount"), "escape") == "back"
    menu = {floor_letter(FloorPanel("menu"), str(n)) for n in range(1, 10)}
    assert len(menu) == 9
    assert menu <= {f"do:{name}" for name in NAMES}


@pytest.mark.parametrize("page", ["seen", "see"])
def test_a_digit_chooses_a_seat_on_a_page_of_seats(page: Literal["seen", "see"]) -> None:
    state = keyed(e.showdown())
    pad = ScreenPad(2, page)
    keys = {key.name for row in pad_page(pad, state, EN).rows for key in row}
    assert {pad_letter(pad, str(n)) for n in range(10)} & keys == keys - {"back", "seen:stub"}
    assert pad_letter(pad, "0") == f"{page}:10"


def test_the_floor_chooses_steps_in_an_order_and_sees_them_in_a_sentence() -> None:
    state = e.ruling()
    first, second = offered_steps(state)[:2]
    panel: FloorPanel | None = FloorPanel("steps", "rule")
    for key in ("step:1", "step:0", "step:0", "step:0"):
        assert panel is not None
        panel = floor_key(panel, key, state, EN).panel
    assert panel is not None
    assert panel.steps == (second, first)
    did = floor_key(panel, "ok", state, EN)
    assert did.order == Order("rule", {"steps": [step_written(second), step_written(first)]})


def test_what_is_dangerous_is_touched_twice() -> None:
    state = e.flop()
    did = floor_key(FloorPanel("menu"), "do:misdeal", state, EN)
    assert did.order is None
    assert did.panel is not None
    assert floor_key(did.panel, "yes", state, EN).order == Order("misdeal", {})
    assert floor_key(did.panel, "back", state, EN).panel == FloorPanel("menu")
    assert floor_key(FloorPanel("menu"), "do:confirm", state, EN).why == "No ruling is pending"


def test_a_pin_is_in_no_text_of_a_panel() -> None:
    assert "271828" not in repr(FloorPanel("pin", typed="271828"))
    assert "271828" not in repr(Console(floor=FloorPanel("pin", typed="271828")))


def multiples() -> PublicState:
    """Return a keyed table whose house wants raises to multiples of the big blind."""
    may = legal(call=1_200, raise_to=2_400, most=9_350, multiple=100)
    return replace(keyed(e.flop()), legal=may)


KEYS = (
    *(f"digit:{sign}" for sign in ("00", "1", "2", "5")), "less", "more", "least", "half-pot",
    "pot", "most", "erase", "clear", "ok",
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.sampled_from(KEYS), max_size=20))
def test_no_touches_raise_to_what_is_no_multiple(names: list[str]) -> None:
    state, may = multiples(), sized(multiples().legal)
    assert may is not None
    pad = ScreenPad(2, "amount", "2400")
    for name in names:
        did = pad_key(pad, name, state, EN)
        if did.order is not None:
            amount = int(str(did.order.data["amount"]))
            assert fits(may, amount, 9_350)
            assert amount % 100 == 0 or amount == 9_350
        pad = did.panel if did.panel is not None and did.panel.page == "amount" else pad


def test_a_raise_that_is_no_multiple_says_so_and_all_in_is_one() -> None:
    state = multiples()
    assert pad_key(ScreenPad(2, "amount", "2425"), "ok", state, EN).why == "Only multiples of 100"
    assert pad_key(ScreenPad(2, "amount", "9350"), "ok", state, EN).order is not None
    down = pad_key(ScreenPad(2, "amount", "9350"), "less", state, EN).panel
    assert down is not None
    assert down.typed == "9300"


def test_where_badge_and_pin_are_asked_for_the_panel_says_so_until_it_opens() -> None:
    unlock = Order("unlock")
    panel = floor_answer(FloorPanel(), unlock, False, "badge-and-pin")
    assert "and enter the PIN" in floor_page(panel, RICH, EN).says
    panel = floor_answer(panel, unlock, False, "no-badge")
    assert "and enter the PIN" in floor_page(panel, RICH, EN).says
    assert floor_answer(panel, unlock, True, "").page == "menu"
    other = floor_answer(FloorPanel(), unlock, False, "locked")
    assert "or enter the PIN" in floor_page(other, RICH, EN).says


def test_a_seat_that_is_asked_to_confirm_a_notice_has_the_key_for_it() -> None:
    state = keyed(between.hand_for_hand())
    asked, other = ScreenPad(3), ScreenPad(2)

    def keys(pad: ScreenPad, shown: PublicState) -> set[str]:
        return {key.name for row in pad_page(pad, shown, EN).rows for key in row}

    assert "agree" in keys(asked, state)
    assert "agree" not in keys(other, state)
    seen = replace(state, notices=tuple(replace(one, seen=True) for one in state.notices))
    assert "agree" not in keys(asked, seen)


def test_a_hand_that_was_not_shown_can_be_asked_for_at_the_showdown() -> None:
    state = keyed(e.comparing())
    hidden = [view.seat for view in state.seats if not view.shown and view.cards]
    pad = pad_key(ScreenPad(2), "see", state, EN).panel
    assert pad is not None
    assert {f"see:{seat}" for seat in hidden if seat != 2} <= {
        key.name for row in pad_page(pad, state, EN).rows for key in row
    }
    did = pad_key(pad, f"see:{hidden[0]}", state, EN)
    assert did.order == Order("act", {"seat": 2, "what": "see", "target": str(hidden[0])})
    assert pad_page(ScreenPad(2), e.flop(), EN).key("see") is None


def test_who_may_straddle_or_agree_on_two_boards_has_the_key_for_it() -> None:
    state = replace(RICH, may_straddle=3, may_run_twice=(2, 4))
    for seat, name in ((3, "straddle"), (2, "run-twice"), (4, "run-twice")):
        did = pad_key(ScreenPad(seat), name, state, EN)
        assert did.order == Order("act", {"seat": seat, "what": name})
    assert pad_page(ScreenPad(1), state, EN).key("run-twice") is None


def test_who_is_asked_about_a_stream_has_a_yes_and_a_no_and_then_a_no() -> None:
    state = replace(RICH, stream=StreamView(900, "Xavier", (3,)))
    for name in ("stream-yes", "stream-no"):
        did = pad_key(ScreenPad(3), name, state, EN)
        assert did.order == Order("act", {"seat": 3, "what": name})
    agreed = pad_page(ScreenPad(2), state, EN)
    assert agreed.key("stream-yes") is None
    assert agreed.key("stream-no") is not None
    assert pad_page(ScreenPad(3), RICH, EN).key("stream-no") is None


def test_a_board_that_no_antenna_reads_is_keyed_on_a_screen_that_opens_by_itself() -> None:
    due = replace(e.board_due(Street.FLOP), next_step=NextStep(Task.DEAL, street=Street.FLOP))
    lost = replace(due, blind_zones=("board",))
    assert followed(Console(), due).pad is None
    burns = replace(lost, next_step=NextStep(Task.BURN, street=Street.FLOP))
    assert followed(Console(), burns).pad is None
    pad = followed(Console(), lost).pad
    assert pad == ScreenPad(0, "cards", own=True)
    for letter in "KdQsJh":
        did = pad_key(pad, pad_letter(pad, letter), lost, EN)
        assert did.panel is not None
        pad = did.panel
    order = pad_key(pad, "ok", lost, EN).order
    assert order == Order("key-board", {"cards": ["Kd", "Qs", "Jh"]})
    dealt = replace(lost, street=Street.FLOP, turn=2, next_step=None, board=("Kd", "Qs", "Jh"))
    assert followed(Console(pad=pad), dealt).pad is None


def test_of_a_flop_that_was_read_in_part_the_rest_is_keyed() -> None:
    read = replace(
        e.board_due(Street.FLOP), board=("Kd",), blind_zones=("board",),
        next_step=NextStep(Task.DEAL, street=Street.FLOP),
    )  # fmt: skip
    done = pad_page(ScreenPad(0, "cards", "QsJh"), read, EN).key("ok")
    assert done is not None
    assert not done.why


def names_of(pad: ScreenPad, state: PublicState) -> list[list[str]]:
    return [[key.name for key in row] for row in pad_page(pad, state, EN).rows]


def test_a_seats_chips_are_its_stack_and_what_lies_before_it() -> None:
    for stack, bet, chips in ((900, 50, 950), (900, 0, 900), (900, None, 900), (None, 50, 0)):
        assert whole(e.with_seat(e.flop(), 2, stack=stack, bet=bet), 2) == chips
    assert seat_of(e.flop(), 9).seat == 9


@pytest.mark.parametrize(
    ("unit", "multiple", "blind", "step"),
    [(0, 0, 1, 1), (0, 0, 25, 25), (0, 30, 100, 90), (40, 0, 100, 80), (200, 0, 100, 200),
     (25, 60, 50, 60)],
)  # fmt: skip
def test_a_bet_changes_by_the_big_blind_in_what_can_be_bet(
    unit: int, multiple: int, blind: int, step: int
) -> None:
    state = replace(e.flop(), keyed_unit=unit, level=replace(e.flop().level, big_blind=blind))
    assert step_of(state, LegalView(Action.BET, 50, 900, multiple)) == step


@pytest.mark.parametrize(
    ("unit", "most", "typed", "why"),
    [
        (1, 99, "", "At least 1"), (1, 99, "1", ""), (0, 99, "33", ""), (1, 99, "99", ""),
        (1, 99, "100", "At most 99"), (1, 1, "2", "At most 1"), (1, 0, "999999", ""),
        (2, 99, "98", ""), (2, 99, "33", "The smallest chip is 2"), (2, 99, "99", ""),
    ],
)  # fmt: skip
def test_what_can_be_bet_has_no_reason_against_it(
    unit: int, most: int, typed: str, why: str
) -> None:
    state = replace(e.flop(), keyed_unit=unit, legal=(LegalView(Action.BET, 1, most),))
    assert amount_why(ScreenPad(2, "amount", typed), state, EN) == why
    page = pad_page(ScreenPad(2, "amount", typed), state, EN)
    ok, more, less = (page.key(name) for name in ("ok", "more", "less"))
    assert ok is not None
    assert ok.why == why
    assert page.says.startswith(f"Bet {EN.amount(int(typed or 0))}")
    assert (" · " in page.says) == bool(why and typed)
    assert more is not None
    assert bool(more.why) == bool(most and int(typed or 0) >= most)
    assert less is not None
    assert bool(less.why) == (int(typed or 0) <= 1)


def test_parts_of_a_pot_are_counted_to_the_chip_and_to_the_smallest_one() -> None:
    state = replace(e.flop(), legal=(LegalView(Action.RAISE, 10, 99_999),), carried=30)
    # In the pots and before the seats lie 7,000 chips, and 1,500 are needed to call.
    wanted = {0: (5_765, 10_030), 1: (5_765, 10_030), 50: (5_750, 10_000)}
    for unit, (half, pot) in wanted.items():
        found = presets(replace(state, keyed_unit=unit), sized(state.legal))
        assert found == (("least", 10), ("half-pot", half), ("pot", pot))
    # Own chips in front need not be put in once more.
    assert dict(presets(e.with_seat(state, 2, bet=500), sized(state.legal)))["pot"] == 10_030


def test_every_key_of_a_pad_stands_in_its_place() -> None:
    state = replace(
        RICH, may_straddle=1, may_run_twice=(1,), may_post=(1,), may_wait=(1,), next_dealer=1,
        stream=StreamView(900, "Xavier", (1,)),
        rulings=e.ruled(Kind.BET_OVERSIZED, "floor_decides", waits_for=WaitsFor.SEATS).rulings,
    )  # fmt: skip
    assert names_of(ScreenPad(1), state) == [
        ["fold", "call"], ["amount", "all-in"], ["time", "seen", "floor"],
        ["done", "straddle", "wait", "post", "stream-yes", "stream-no", "run-twice", "agree",
         "seat"],
    ]  # fmt: skip
    assert names_of(ScreenPad(2), state)[-1] == ["stream-no", "agree", "seat"]
    other = e.ruled(Kind.BET_OVERSIZED, "floor_decides", waits_for=WaitsFor.FLOOR).rulings
    assert names_of(ScreenPad(2), replace(state, rulings=other))[-1] == ["stream-no", "seat"]


def test_more_time_is_for_who_is_timed_and_has_a_card() -> None:
    for clock_seat, cards, name in ((2, 3, "time-bank"), (2, 0, "time"), (4, 3, "time")):
        state = replace(keyed(e.flop()), clock_seat=clock_seat, clock_cards=cards)
        assert names_of(ScreenPad(2), state)[2][0] == name
    assert "(3)" in pad_page(ScreenPad(4), state, EN).rows[2][0].text


def test_the_page_for_an_amount_has_four_ready_keys() -> None:
    state = keyed(e.flop())
    tail = [["digit:00", "digit:0", "least", "half-pot"], ["pot", "most", "back", "ok"]]
    assert names_of(ScreenPad(2, "amount"), state)[3:] == tail
    secret = [["digit:00", "digit:0", "least", "clear"], ["digit:000", "back", "ok"]]
    assert names_of(ScreenPad(2, "amount"), keyed(e.hidden()))[3:] == secret
    waits = [["digit:00", "digit:0", "most", "clear"], ["digit:000", "back", "ok"]]
    assert names_of(ScreenPad(4, "amount"), state)[3:] == waits
    assert pad_key(ScreenPad(2, "amount", ""), "more", state, EN).panel == ScreenPad(
        2, "amount", "2400"
    )
    few = replace(state, legal=(LegalView(Action.BET, 1, 9_000),), level=e.flop().level)
    did = pad_key(ScreenPad(2, "amount", ""), "more", few, EN)
    assert did.panel == ScreenPad(2, "amount", "100")
