"""Pictures of tables: what changes is drawn where it belongs, and nowhere else."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    HandStatus,
    Kind,
    NextStep,
    PotView,
    PublicState,
    RulingView,
    Task,
)
from display.felt.draw import render, render_waiting, save_png
from display.felt.drawing.layout import Box, Layout, layout
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas, Painter
from display.felt.drawing.palette import DARK
from display.felt.drawing.shapes import pile_of, suit_shape
from display.felt.on_felt.rail import rail_box
from display.felt.side_panels.bar import Link
from display.newer_state import state_understood
from display.words.names import words
from tests.display import states
from tests.display.felt.sheets import boxes_in, things
from tests.rig.pictures import example_tables

SIZES = [(800, 480), (1280, 720), (1920, 1080), (1080, 1920)]
SIZE = (1280, 720)
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]

Change = Callable[[PublicState], PublicState]


def changed(first: pygame.Surface, second: pygame.Surface) -> list[Box]:
    """Return the rectangles in which two pictures differ."""
    one, other = first.copy(), second.copy()
    one.blit(second, (0, 0), special_flags=pygame.BLEND_SUB)
    other.blit(first, (0, 0), special_flags=pygame.BLEND_SUB)
    one.blit(other, (0, 0), special_flags=pygame.BLEND_ADD)
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255))
    mask.invert()
    return [Box(rect.x, rect.y, rect.w, rect.h) for rect in mask.get_bounding_rects()]


def pixels(picture: pygame.Surface, box: Box, colour: tuple[int, int, int]) -> int:
    """Count the pixels of exactly one colour in a box."""
    part = picture.subsurface((box.x, box.y, box.w, box.h))
    return pygame.mask.from_threshold(part, colour, (1, 1, 1, 255)).count()


def boxes_of(places: Layout, *names: str) -> list[Box]:
    known = dict(boxes_in(places))
    known |= {f"rail.{seat}": rail_box(places, seat) for seat in range(1, len(places.seats) + 1)}
    return [known[name] for name in names]


def assert_only(first: pygame.Surface, second: pygame.Surface, boxes: list[Box]) -> None:
    places = changed(first, second)
    assert places, "nothing changed at all"
    for place in places:
        assert any(place.within(box) for box in boxes), (place, boxes)


@pytest.mark.parametrize("name", states.ALL)
@pytest.mark.parametrize(
    ("size", "language"),
    [*zip(SIZES, ("en", "fr", "en", "fr"), strict=True), (SIZES[0], "fr")],
)
def test_every_state_is_drawn_at_every_size(
    name: str, size: tuple[int, int], language: str
) -> None:
    """In French, which is longer, also on the smallest screen."""
    state = states.ALL[name]()
    picture = render(state, size, Look(language=language))
    assert picture.get_size() == size
    assert not changed(picture, render(state, size, Look(language=language)))
    # There is something in the plate of each seat, the free one included.
    places = layout(*size, len(state.seats))
    nobody = render(replace(state, seats=tuple(
        type(seat)(seat=seat.seat) for seat in state.seats
    ), turn=0), size, Look(language=language))  # fmt: skip
    drawn = changed(picture, nobody)
    for seat, boxes in zip(state.seats, places.seats, strict=True):
        if seat.status != "empty":
            assert any(place.overlaps(boxes.plate) for place in drawn)


@pytest.mark.parametrize("size", SIZES)
def test_a_file_shows_the_picture(size: tuple[int, int], tmp_path: Path) -> None:
    picture = render(states.flop(), size)
    save_png(picture, tmp_path / "table.png")
    assert not changed(picture, pygame.image.load(tmp_path / "table.png"))


FIELDS: dict[str, tuple[Change, tuple[str, ...]]] = {
    "name": (lambda s: states.with_seat(s, 4, name="Zoé"), ("plate.4",)),
    "stack": (lambda s: states.with_seat(s, 6, stack=1), ("plate.6", "level")),
    "bet": (lambda s: states.with_seat(s, 6, bet=1_300), ("bet.6", "pots")),
    "last action": (lambda s: states.with_seat(s, 1, last_action="call"), ("plate.1",)),
    "folded": (
        lambda s: states.with_seat(s, 1, status=HandStatus.FOLDED, cards=0), ("plate.1", "cards.1"),
    ),
    "cards": (lambda s: states.with_seat(s, 1, cards=1), ("cards.1",)),
    "shown": (lambda s: states.with_seat(s, 6, shown=("Qs", "Qd")), ("cards.6",)),
    "penalty": (lambda s: states.with_seat(s, 1, penalty="warning"), ("plate.1",)),
    "head": (lambda s: states.with_seat(s, 1, head=1_250), ("plate.1",)),
    "absent": (lambda s: states.with_seat(s, 1, absent=True), ("plate.1", "cards.1")),
    "won": (lambda s: states.with_seat(s, 5, won=500), ("plate.5", "bet.5")),
    "board": (lambda s: replace(s, board=("Ah", "Kd", "7s")), ("board.3",)),
    "turn card": (lambda s: replace(s, board=(*s.board, "2c")), ("board.4",)),
    "button": (lambda s: replace(s, button=1), ("marks.3", "marks.1")),
    "big blind": (lambda s: replace(s, big_blind=6), ("marks.5", "marks.6")),
    "pot": (
        lambda s: replace(s, pots=(PotView(9_999, (1, 2, 4, 6)), s.pots[1])), ("pots", "message"),
    ),
    "who can win": (
        lambda s: replace(s, pots=(s.pots[0], PotView(1_200, (2, 6)))), ("panel",),
    ),
    "hand": (lambda s: replace(s, hand=18), ("title",)),
    "table": (lambda s: replace(s, table="Finale"), ("title",)),
    "level": (lambda s: replace(s, level=replace(s.level, ante=10)), ("level",)),
    "time": (lambda s: replace(s, level=replace(s.level, next_in=1_000)), ("level",)),
    "house": (lambda s: replace(s, house="tda"), ("level",)),
    "turn": (lambda s: replace(s, turn=6), ("plate.2", "plate.6", "panel", "rail.2", "rail.6")),
    "clock": (lambda s: replace(s, clock_seat=2, clock_left=9_000), ("plate.2", "panel")),
    "burned": (lambda s: replace(s, burned=2), ("notice", "burn")),
    "blind zone": (lambda s: replace(s, blind_zones=("bet.3",)), ("notice",)),
    "deaf": (lambda s: replace(s, deaf=(2, 3)), ("notice",)),
    "moved": (lambda s: replace(s, moved_while_off=("board",)), ("notice", "message")),
    "carried": (lambda s: replace(s, carried=25), ("notice",)),
    # A player who is in turn comes before it.
    "next step": (
        lambda s: replace(s, next_step=NextStep(Task.GATHER), turn=0),
        ("message", "plate.2", "rail.2", "panel"),
    ),
    "ruling": (
        lambda s: replace(s, rulings=(RulingView(1, Kind.BET_STRING, "PPC 20", seat=6),)),
        ("panel", "message"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("size", SIZES)
def test_a_change_of_one_field_changes_its_box_alone(field: str, size: tuple[int, int]) -> None:
    change, names = FIELDS[field]
    other = render(change(states.flop()), size)
    assert_only(flop_at(size), other, boxes_of(layout(*size, 6), *names))


@cache
def flop_at(size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of a flop, which no test draws on."""
    return render(states.flop(), size)


def test_an_old_display_says_so_in_the_corner_and_the_table_stays() -> None:
    state = states.flop()
    assert_only(
        render(state, SIZE), render(state, SIZE, Look(), "older"),
        boxes_of(layout(*SIZE, 6), "title", "language", "notice"),
    )  # fmt: skip


@pytest.mark.parametrize("state", [states.flop(), states.ruling(), states.showdown()])
@pytest.mark.parametrize("link", ["down", "off"])
def test_without_a_connection_nobody_is_asked_for_anything(link: Link, state: PublicState) -> None:
    panel = layout(*SIZE, 6).panel
    drawn = things(state, SIZE, Look(), link)
    beside = [one for one in drawn if one.kind == "text" and one.box.within(panel)]
    said = " ".join(one.name for one in beside)
    assert re.match("No connection: the display may be out of date|The table is switched off", said)
    assert all(one.size >= beside[-1].size for one in beside[:2]), "what is old is said small"
    shaded = render(state, SIZE, Look(), link).get_at(layout(*SIZE, 6).board[0].centre)
    bright = render(states.flop(), SIZE).get_at(layout(*SIZE, 6).board[0].centre)
    assert sum(shaded[:3]) < sum(bright[:3])


@given(step=st.integers(0, 5))
def test_a_step_that_is_done_changes_the_panel_and_the_next_thing_to_do(step: int) -> None:
    state = states.ruling()
    opened = state.rulings[0]
    steps = tuple(
        replace(one, done=not one.done) if index == step else one
        for index, one in enumerate(opened.steps)
    )
    other = replace(state, rulings=(replace(opened, steps=steps),))
    assert_only(
        render(state, SIZE),
        render(other, SIZE),
        # The arrow of a step points across the felt.
        [layout(*SIZE, 6).tall, *boxes_of(layout(*SIZE, 6), "message"), layout(*SIZE, 6).table],
    )


def test_the_seq_alone_changes_nothing() -> None:
    state = states.flop()
    assert not changed(render(state, SIZE), render(replace(state, seq=9_999), SIZE))


@pytest.mark.parametrize("size", SIZES)
def test_a_hidden_card_has_no_face(size: tuple[int, int]) -> None:
    state = states.flop()
    places = layout(*size, 6)
    for seat in (1, 2, 4, 6):
        cards = places.seats[seat - 1].cards
        assert pixels(render(state, size), cards, DARK.back) > 0
        assert pixels(render(state, size), cards, DARK.card) == 0
        one = render(states.with_seat(state, seat, shown=("Kh",)), size)
        both = render(states.with_seat(state, seat, shown=("Kh", "Kd")), size)
        assert pixels(one, cards, DARK.back) > 0
        assert 0 < pixels(one, cards, DARK.card) < pixels(both, cards, DARK.card)
        assert pixels(both, cards, DARK.back) == 0


@pytest.mark.parametrize("size", SIZES)
def test_what_the_house_hides_cannot_be_told_from_the_picture(size: tuple[int, int]) -> None:
    def hidden(amount: int) -> PublicState:
        state = replace(states.flop(), pots=(PotView(None, (1, 2)), PotView(None, (1,))))
        for seat in range(1, 7):
            state = states.with_seat(state, seat, stack=None)
        return states.with_seat(state, 6, bet=None, committed=amount)

    assert not changed(render(hidden(1), size), render(hidden(99_999), size))
    known = render(states.flop(), size)
    boxes = [f"plate.{seat}" for seat in range(1, 7)]
    boxes += ["bet.6", "pots", "message", "panel", "level"]
    assert_only(known, render(hidden(1), size), boxes_of(layout(*size, 6), *boxes))


def test_before_there_is_a_pot_its_total_is_told_where_the_house_shows_pots() -> None:
    shown = replace(states.flop(), pots=())
    for state, names in ((shown, ("bet.6", "pots")), (replace(shown, raked=None), ("bet.6",))):
        first, second = (render(states.with_seat(state, 6, bet=n), SIZE) for n in (600, 1_300))
        boxes = boxes_of(layout(*SIZE, 6), *names)
        assert_only(first, second, boxes)
        drawn = changed(first, second)
        assert all(any(place.within(box) for place in drawn) for box in boxes)


def test_a_winner_is_marked_where_stacks_are_hidden_too() -> None:
    state = states.with_seat(states.showdown(), 4, won=0)
    assert not changed(render(state, SIZE), render(states.showdown(), SIZE))


def test_a_button_before_an_empty_seat_is_drawn() -> None:
    state = states.dealing()
    marks = layout(*SIZE, 10).seats[3].marks
    assert pixels(render(state, SIZE), marks, DARK.button) > 100
    assert pixels(render(replace(state, button=5), SIZE), marks, DARK.button) == 0


def test_no_two_cards_look_alike() -> None:
    painter = Painter(DARK)
    faces = set()
    for card in CARDS:
        surface = pygame.Surface((60, 84))
        Canvas(painter, surface).card(Box(0, 0, 60, 84), card)
        faces.add(pygame.image.tobytes(surface, "RGB"))
    assert len(faces) == 52


def test_each_suit_has_a_shape_and_a_colour_of_its_own() -> None:
    shapes = [pygame.image.tobytes(suit_shape(suit, 48, (0, 0, 0)), "RGBA") for suit in "shdc"]
    assert len(set(shapes)) == 4
    assert len({DARK.suit(suit) for suit in "shdc"}) == 4
    for suit in "shdc":
        count = pygame.mask.from_surface(suit_shape(suit, 48, (0, 0, 0))).count()
        assert 48 * 48 * 0.25 < count < 48 * 48 * 0.75


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_the_largest_amounts_and_the_longest_names_stay_in_their_boxes(
    size: tuple[int, int], language: str
) -> None:
    state = states.full_ring()
    places = layout(*size, 10)
    for seat in (1, 4, 7, 10):
        other = states.with_seat(state, seat, name="I", stack=1, bet=1, last_amount=1)
        names = [f"plate.{seat}", f"bet.{seat}", "pots", "level"]
        assert_only(
            render(state, size, Look(language=language)),
            render(other, size, Look(language=language)),
            boxes_of(places, *names),
        )


@settings(max_examples=40)
@given(st.text(max_size=40))
def test_a_name_in_any_script_stays_on_its_plate(name: str) -> None:
    state = states.flop()
    first = render(states.with_seat(state, 4, name="Driss"), SIZE)
    second = render(states.with_seat(state, 4, name=name), SIZE)
    plate = boxes_of(layout(*SIZE, 6), "plate.4")[0]
    assert all(place.within(plate) for place in changed(first, second))


@given(
    st.text(st.characters(min_codepoint=32, max_codepoint=382), max_size=60),
    st.integers(12, 400), st.integers(12, 80), st.booleans(),
)  # fmt: skip
def test_a_fitted_line_is_never_larger_than_its_box(
    text: str, width: int, height: int, bold: bool
) -> None:
    drawn = Painter(DARK).fitted(text, width, height, (0, 0, 0), bold)
    assert drawn.get_width() <= width
    assert drawn.get_height() <= height


@given(st.integers(1, 2_000_000_000))
def test_every_amount_has_a_pile(amount: int) -> None:
    assert 1 <= len(pile_of(amount)) <= 5


def test_ids_of_a_newer_controller_are_shown_as_they_are() -> None:
    state = states.with_seat(states.flop(), 1, last_action="teleport", status=HandStatus.IN)
    raw = msgspec.json.decode(msgspec.json.encode(state))
    steps = [{"word": "entangle", "seat": 2}, {"word": "burn", "count": 1}]
    raw["rulings"] = [{"id": 1, "kind": "bet.quantum", "article": "X 1", "steps": steps}]
    raw |= {"next_step": {"task": "entangle", "seat": 3}, "phase": "showdown", "turn": 0}
    found = state_understood(msgspec.json.encode(raw))
    assert found is not None
    assert (found.rulings[0].kind, found.rulings[0].steps[0].word) == ("bet.quantum", "entangle")
    assert render(found, SIZE, Look(language="fr")).get_size() == SIZE


def test_a_table_without_seats_is_drawn() -> None:
    assert render(PublicState(seq=0, table="1", house="ppc"), SIZE).get_size() == SIZE


@pytest.mark.parametrize(("width", "smooth"), [(1908, True), (1909, False), (1910, False)])
def test_only_a_felt_of_less_than_1_200_000_pixels_has_smooth_edges(
    width: int, smooth: bool
) -> None:
    # A felt of 1200 x 1000 is drawn as it is, a smaller one at twice its size.
    size = (width, 1179)
    felt = layout(*size, 0).felt
    assert (felt.w * felt.h < 1_200_000) == smooth
    picture = render(PublicState(seq=0, table="1", house="ppc"), size)
    seen: list[tuple[int, ...]] = []
    while DARK.rim not in seen:
        seen.append(tuple(picture.get_at((felt.x + len(seen), felt.y + len(seen)))[:3]))
    assert bool({*seen} - {DARK.room, (0, 0, 0), DARK.rim_light, DARK.rim}) == smooth


def test_waiting_says_what_for() -> None:
    one = render_waiting(SIZE, Look(language="en"), "No answer from a yet")
    other = render_waiting(SIZE, Look(language="en"), "No answer from b yet")
    assert changed(one, other)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        save_png(render(states.heads_up(), SIZE), tmp_path / "nowhere" / "a.png")


@pytest.mark.parametrize("name", ["flop", "ruling", "round_to_finish"])
def test_an_old_picture_names_who_was_to_act_and_else_what_was_ruled(name: str) -> None:
    state, said = getattr(example_tables, name)(), words("en")
    turn = said.named(said.say("To act"), said.seat(state, state.turn)) if state.turn else ""
    last = turn or said.ruling_name(state.rulings[0].kind)
    written = " ".join(each.name for each in things(state, SIZE, link="down"))
    assert f"{said.say('Last seen')} {last}" in written
