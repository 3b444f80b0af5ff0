"""The table's own screen under fingers: what keys and touches make of it, without a screen."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.commands import COMMANDS, Lock, Reply, Request, Unlock
from controller.contract.public import PublicState
from controller.contract.rules import HandStatus
from controller.run.access.requests import command_of
from display.felt.console.commands import (
    FORMS,
    LONGEST_LINE,
    OK_S,
    WHY_NOT_S,
    Console,
    Panel,
    Room,
    choices,
    heard,
    press,
    tap,
)
from display.felt.console.commands_live import ABANDONED_S, settled
from display.felt.console.floor_panel import FloorPanel
from display.felt.console.key_pages import Refused
from display.felt.console.seat_pad import ScreenPad
from display.felt.console.touched_boxes import LEAST_KEY, console_boxes, target_at
from display.felt.drawing.layout import layout
from display.orders import Order
from display.words.names import words
from tests.display import states
from tests.rig.pictures.example_tables import flop

SIZES = [(800, 480), (480, 800), (1280, 720), (1920, 1080), (1080, 1920), (3840, 2160)]
NAMED = ("enter", "escape", "tab", "backspace")
FREE = states.with_seat(states.table(6, hand=16), 3, status=HandStatus.EMPTY, name="", stack=None)
AWAY = states.with_seat(FREE, 5, absent=True)


def room(
    state: PublicState | None = FREE, *, now: float = 0.0, able: bool = True, language: str = "en"
) -> Room:
    return Room(state, words(language), now, able)


def strike(console: Console, keys: list[str] | str, where: Room) -> tuple[Console, list[Order]]:
    """Press keys one after the other; a line's end is Enter, a tabulator Tab."""
    orders: list[Order] = []
    for key in keys:
        console, more = press(console, {"\n": "enter", "\t": "tab"}.get(key, key), where)
        orders += more
    return console, orders


def touch(console: Console, targets: list[str], where: Room) -> tuple[Console, list[Order]]:
    orders: list[Order] = []
    for target in targets:
        console, more = tap(console, target, where)
        orders += more
    return console, orders


@pytest.mark.parametrize("opener", [":", "\n"])
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("sit 3 Anne 5000", Order("sit-down", {"seat": 3, "name": "Anne", "stack": 5000})),
        ("absent 3", Order("absent", {"seat": 3})),
        ("back 3", Order("back", {"seat": 3})),
        ("rebuy 3 2000", Order("rebuy", {"seat": 3, "amount": 2000})),
        ("level 100 200", Order("set-level", {"small_blind": 100, "big_blind": 200})),
        ("start", Order("start-hand")),
        ("pause", Order("pause")),
        ("go", Order("resume")),
        ("undo", Order("undo")),
        ("button 4", Order("set-button", {"seat": 4})),
        ("stand 3", Order("stand-up", {"seat": 3})),
    ],
)
def test_a_line_is_a_command(opener: str, line: str, order: Order) -> None:
    console, orders = strike(Console(), f"{opener}{line}\n", room())
    assert orders == [order]
    # The line is open for the next one.
    assert (console.line, console.waiting) == ("", 1)


def test_a_command_word_is_completed() -> None:
    assert strike(Console(), ":su\t", room())[0].line == "su"
    assert strike(Console(), ":si\t3", room())[0].line == "sit 3"
    assert strike(Console(), ":und\t", room())[0].line == "undo"
    # As far as there is one way: stack, stand, start, stream.
    assert strike(Console(), ":s\t", room())[0].line == "s"
    assert strike(Console(), ":st\t", room())[0].line == "st"
    assert strike(Console(), ":sta\t", room())[0].line == "sta"
    assert strike(Console(), ":as\t", room(language="fr"))[0].line == "asseoir "


def test_a_line_that_is_wrong_stays_to_be_mended() -> None:
    console, orders = strike(Console(), ":absent x\n", room())
    assert orders == []
    assert console.line == "absent x"
    assert console.notice is not None
    assert not console.notice.ok
    assert "whole number" in console.notice.text
    console, orders = strike(console, ["backspace", "3", "enter"], room())
    assert orders == [Order("absent", {"seat": 3})]


@pytest.mark.parametrize(
    "opened",
    [Console(line=""), Console(line="sit 3"), Console(panel=Panel(0)), Console(panel=Panel(3)),
     Console(panel=Panel(0, "undo")), Console(panel=Panel(3, "sit-down", ("", "")))],
)  # fmt: skip
def test_escape_closes_and_sends_nothing(opened: Console) -> None:
    console, orders = press(opened, "escape", room())
    assert not console.listening
    assert orders == ()


def test_single_keys() -> None:
    assert strike(Console(), " ", room())[1] == [Order("pause")]
    assert strike(Console(), " ", room(replace(FREE, paused=True)))[1] == [Order("resume")]
    assert strike(Console(), "s", room())[1] == [Order("start-hand")]
    # Until it is answered, the same key again is the same wish.
    assert strike(Console(), "    ", room())[1] == [Order("pause")]
    # Before there is a table they mean nothing.
    assert strike(Console(), " su", room(None)) == (Console(), [])


def test_undo_is_asked_twice() -> None:
    console, orders = strike(Console(), "u", room())
    assert orders == []
    assert console.panel == Panel(0, "undo")
    assert strike(console, "\n", room())[1] == [Order("undo")]
    assert touch(console, ["outside"], room())[1] == []
    assert strike(console, "xyz 1", room()) == (console, [])


def test_without_a_token_nothing_is_sent_and_the_screen_says_so() -> None:
    where = room(able=False)
    for keys in (":pause\n", " ", "s", "u\n"):
        console, orders = strike(Console(), keys, where)
        assert orders == []
        assert console.notice is not None
        assert "no token" in console.notice.text
        assert console.waiting == 0


@pytest.mark.parametrize(
    ("open_page", "key"),
    [
        (Console(pad=ScreenPad(1, own=True)), "page:fold"),
        (Console(floor=FloorPanel("menu")), "page:do:lock"),
    ],
    ids=["a seat's keys", "the floor's panel"],
)
def test_keys_on_a_screen_without_a_token_say_so_where_they_are_touched(
    open_page: Console, key: str
) -> None:
    state = msgspec.structs.replace(flop(), turn=1, keyed_unit=25)
    able, orders = tap(open_page, key, room(state))
    assert (able.waiting, len(orders)) == (1, 1)
    told, orders = tap(open_page, key, room(state, able=False))
    assert orders == ()
    assert told.refused is not None
    assert "no token" in told.refused.text
    assert (told.waiting, told.floor) == (0, open_page.floor)


def test_an_answer_is_shown_for_some_seconds() -> None:
    console, [order] = strike(Console(), "s", room())
    done = heard(console, order, Reply("q", ok=True), room(now=10.0))
    assert done.notice is not None
    assert (done.notice.about, done.notice.text, done.notice.ok) == ("start", "ok", True)
    assert done.waiting == 0
    assert settled(done, 10.0 + OK_S - 0.1) is done
    assert settled(done, 10.0 + OK_S).idle
    refused = Reply("q", ok=False, reason="too-few-players")
    no = heard(console, order, refused, room(now=10.0, language="fr"))
    assert no.notice is not None
    assert (no.notice.about, no.notice.text) == (
        "commencer", "Il faut deux joueurs présents avec des jetons",
    )  # fmt: skip
    assert settled(no, 10.0 + WHY_NOT_S).idle
    assert not settled(no, 10.0 + OK_S).idle


def test_what_is_left_open_closes_by_itself() -> None:
    console, _ = strike(Console(), ":sit", room(now=5.0))
    assert settled(console, 5.0 + ABANDONED_S - 0.1) is console
    assert settled(console, 5.0 + ABANDONED_S).idle


def test_a_free_seat_is_taken_by_touch() -> None:
    targets = ["seat:3", "choose:sit-down", *(f"letter:{sign}" for sign in "ANNE- BEA"),
               "key:enter", "key:5", "key:000", "key:enter"]  # fmt: skip
    console, orders = touch(Console(), targets, room())
    assert orders == [Order("sit-down", {"seat": 3, "name": "Anne- Bea", "stack": 5000})]
    assert console.panel is None


def test_a_free_seat_is_taken_by_touch_and_keyboard() -> None:
    console, _ = touch(Console(), ["seat:3"], room())
    console, orders = strike(console, "1Zoé\t5000\n", room())
    assert orders == [Order("sit-down", {"seat": 3, "name": "Zoé", "stack": 5000})]


def test_a_player_without_a_name_is_called_after_the_seat() -> None:
    targets = ["seat:3", "choose:sit-down", "key:enter", "key:7", "key:00", "key:enter"]
    assert touch(Console(), targets, room(language="fr"))[1] == [
        Order("sit-down", {"seat": 3, "name": "Siège 3", "stack": 700})
    ]


def test_without_a_stack_nobody_sits_down() -> None:
    targets = ["seat:3", "choose:sit-down", "key:enter", "key:enter"]
    console, orders = touch(Console(), targets, room())
    assert orders == []
    assert console.panel is not None
    assert console.notice is not None
    assert "stack is missing" in console.notice.text


@pytest.mark.parametrize(
    ("targets", "order"),
    [
        (["seat:1", "choose:absent"], Order("absent", {"seat": 1})),
        (["seat:5", "choose:back"], Order("back", {"seat": 5})),
        (["seat:2", "choose:rebuy", "key:2", "key:000", "key:backspace", "key:enter"],
         Order("rebuy", {"seat": 2, "amount": 200})),
        (["seat:2", "choose:stand-up", "key:enter"], Order("stand-up", {"seat": 2})),
        (["seat:2", "choose:set-button"], Order("set-button", {"seat": 2})),
        (["table", "choose:start-hand"], Order("start-hand")),
        (["table", "choose:pause"], Order("pause")),
        (["table", "choose:undo", "key:enter"], Order("undo")),
        (["table", "choose:set-level", "key:5", "key:0", "key:enter", "key:1", "key:00",
          "key:enter", "key:enter"], Order("set-level", {"small_blind": 50, "big_blind": 100})),
        (["table", "choose:set-level", "field:1", "key:1", "key:00", "field:0", "key:5", "key:0",
          "field:2", "key:9", "key:enter"],
         Order("set-level", {"small_blind": 50, "big_blind": 100, "ante": 9})),
    ],
)  # fmt: skip
def test_what_a_panel_offers(targets: list[str], order: Order) -> None:
    console, orders = touch(Console(), targets, room(AWAY))
    assert orders == [order]
    assert console.panel is None


def test_what_the_panel_does_not_offer_is_not_done() -> None:
    # The seat was left while its panel was open.
    console, _ = touch(Console(), ["seat:3"], room())
    assert touch(console, ["choose:rebuy", "choose:absent"], room()) == (console, [])


def test_leading_noughts_are_no_amount() -> None:
    console, _ = touch(Console(), ["seat:2", "choose:rebuy", "key:000", "key:0", "key:7"], room())
    assert console.panel is not None
    assert console.panel.values == ("7",)


# What a screen asks for itself, and no command of a hand.
SCREENS_OWN = {"unlock": Unlock, "lock": Lock}
tables = st.sampled_from([None, FREE, AWAY, states.flop(), replace(FREE, paused=True)])
signs = st.one_of(st.sampled_from(NAMED), st.sampled_from(": suqQ"), st.characters(codec="utf-8"))
targets = st.one_of(
    st.sampled_from(["table", "outside", "notice", "field:0", "key:enter", "letter:A", ""]),
    st.builds("seat:{}".format, st.integers(1, 6)),
    st.builds("choose:{}".format, st.sampled_from(sorted(COMMANDS))),
    st.builds("key:{}".format, st.sampled_from(["0", "00", "000", "7", *NAMED])),
)


@example(["F"], FREE)
@given(st.lists(st.one_of(signs, targets.map(lambda one: (one,))), max_size=40), tables)
def test_whatever_is_done_the_orders_are_commands(
    acts: list[str | tuple[str]], state: PublicState | None
) -> None:
    console = Console()
    for act in acts:
        if isinstance(act, tuple):
            if act[0].startswith("field") and (console.panel is None or not console.panel.fields):
                continue
            console, orders = tap(console, act[0], room(state))
        else:
            console, orders = press(console, act, room(state))
        for order in orders:
            data = msgspec.json.decode(msgspec.json.encode(order.data))
            if order.name in SCREENS_OWN:
                msgspec.convert(data, SCREENS_OWN[order.name])
                continue
            assert isinstance(command_of(order.name, Request("q", data=data)), COMMANDS[order.name])
        assert console.line is None or console.panel is None
        assert not console.idle or console == replace(Console(), touched=console.touched)


@given(st.sampled_from(SIZES), st.integers(2, 10), st.integers(0, 10), st.data())
def test_every_key_is_hit_where_it_stands(
    size: tuple[int, int], seats: int, seat: int, data: st.DataObject
) -> None:
    state = states.table(seats)
    seat = min(seat, seats)
    form = data.draw(st.sampled_from(["", *(one for one in choices(Panel(seat), state)
                                            if one in FORMS)]))  # fmt: skip
    panel = Panel(seat, form, ("",) * len(FORMS.get(form, ())))
    panel = replace(panel, at=data.draw(st.integers(0, max(0, len(panel.fields) - 1))))
    places, console = layout(*size, seats), Console(panel=panel)
    boxes = console_boxes(places, console, state)
    assert boxes.panel is not None
    assert boxes.panel.within(places.screen)
    for index, (name, box) in enumerate(boxes.touches):
        assert box.within(boxes.panel)
        assert target_at(places, console, state, box.centre) == name
        assert min(box.w, box.h) >= LEAST_KEY * 3 // 4, (name, box)
        for _, other in boxes.touches[index + 1 :]:
            assert not box.overlaps(other)
    assert target_at(places, console, state, (0, 0)) == "outside"


@pytest.mark.parametrize("size", SIZES)
def test_a_touch_opens_what_lies_there(size: tuple[int, int]) -> None:
    state = states.flop()
    places = layout(*size, 6)
    for number, seat in enumerate(places.seats, 1):
        assert target_at(places, Console(), state, seat.plate.centre) == f"seat:{number}"
        assert target_at(places, Console(), state, seat.cards.centre) == f"seat:{number}"
    assert target_at(places, Console(), state, places.level.centre) == "table"
    assert target_at(places, Console(), state, places.board[2].centre) == ""
    assert target_at(places, Console(), None, places.level.centre) == ""
    line = console_boxes(places, Console(line=""), state).line
    assert line is not None
    assert line.within(places.screen)
    assert target_at(places, Console(line=""), state, line.centre) == ""
    assert not any(line.overlaps(seat.plate) for seat in places.seats)


def test_a_line_holds_as_many_letters_as_it_may_and_none_more() -> None:
    full, _ = strike(Console(), ":" + "a" * (LONGEST_LINE + 5), room())
    assert full.line == "a" * LONGEST_LINE


def test_what_is_only_remembered_makes_no_other_picture() -> None:
    console = Console(line="a", touched=1.0, asked="ok", turn=(1, "flop"))
    for field, value in (("touched", 2.0), ("asked", ""), ("turn", (2, "flop"))):
        assert console.same_picture(replace(console, **{field: value}))
    other = (replace(console, line="b"), replace(console, waiting=1),
             replace(console, panel=Panel(0)), replace(console, pad=ScreenPad(1)))  # fmt: skip
    assert not any(console.same_picture(one) for one in other)


def test_each_open_part_hears_the_keyboard_and_is_drawn() -> None:
    parts = (Console(line=""), Console(panel=Panel(0)), Console(pad=ScreenPad(1)),
             Console(floor=FloorPanel()))  # fmt: skip
    assert [(one.listening, one.idle) for one in parts] == [(True, False)] * 4
    assert [one.paged for one in parts] == [False, False, True, True]
    assert (Console().listening, Console().idle, Console(waiting=1).idle) == (False, True, False)
    assert Panel(3, "sit-down", ("", "")).letters


def test_what_has_one_beginning_is_completed_as_far_as_that_and_what_has_none_stays() -> None:
    for typed, line in (("zz", "zz"), ("sta", "sta"), ("STA", "STA"), ("", ""), ("abs", "absent ")):
        assert strike(Console(), f":{typed}\t", room())[0].line == line


def test_a_page_s_key_does_nothing_where_no_table_is_known() -> None:
    told = Console(pad=ScreenPad(1), refused=Refused("fold", "no", 9.0))
    for key, where in (("page:fold", room(None)), ("page:", room())):
        console, orders = tap(told, key, where)
        assert (console.pad, console.refused, orders) == (told.pad, None, ())


def test_a_screen_that_is_locked_asks_for_the_pin_and_says_so_only_if_more_was_asked() -> None:
    locked, asking = Reply("q", ok=False, reason="locked"), Console(floor=FloorPanel(), waiting=1)
    pin = heard(asking, Order("unlock"), locked, room())
    assert pin.floor == FloorPanel("pin")
    assert (pin.refused, pin.waiting) == (None, 0)
    menu = replace(asking, floor=FloorPanel("menu"), asked="do:undo", waiting=2)
    told = heard(menu, Order("undo"), locked, room(now=5.0))
    assert told.refused is not None
    assert (told.refused.key, told.refused.until, told.waiting) == ("do:undo", 5.0 + WHY_NOT_S, 1)


def test_what_is_told_or_left_on_a_page_goes_at_its_time() -> None:
    told = Console(pad=ScreenPad(1, own=True), refused=Refused("fold", "no", 9.0))
    assert settled(told, 8.9) is told
    assert settled(told, 9.0) == replace(told, refused=None)
    assert settled(told, ABANDONED_S + 9).pad == told.pad
    for opened in (Console(pad=ScreenPad(1)), Console(floor=FloorPanel("menu"))):
        assert settled(opened, ABANDONED_S - 0.1) is opened
        assert settled(opened, ABANDONED_S).idle
