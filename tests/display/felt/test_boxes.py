"""Nothing on a picture overlaps, is cut off or stands outside: proved from the boxes drawn in."""

import inspect
from collections.abc import Callable
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    Award,
    DeckView,
    FoundView,
    HoldReason,
    HoldView,
    Kind,
    LevelView,
    NextStep,
    NoticeText,
    NoticeView,
    Outcome,
    Phase,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    StepView,
    StepWord,
    StreamView,
    Street,
    Task,
    WaitsFor,
)
from display.felt.console.commands_draw import draw_console
from display.felt.draw import render_waiting
from display.felt.drawing.layout import Box
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas, Drawn
from display.felt.drawing.sheet import painter_for
from display.words.vocabulary import DEAD
from tests.display.felt.sheets import things, unpainted
from tests.rig.pictures import example_tables, example_tables_between
from tests.rig.pictures.example_tables import legal
from tests.rig.pictures.golden import GOLDEN, Golden, shares
from tests.steps import step_read

SIZES = (
    (800, 480),
    (800, 427),
    (480, 800),
    (1024, 600),
    (1280, 720),
    (1080, 1920),
    (1920, 1080),
    (3840, 2160),
)
LOOKS = (Look(language="fr"), Look(language="fr", large=True), Look())
EXAMPLES = {
    name: made
    for module in (example_tables, example_tables_between)
    for name, made in vars(module).items()
    if inspect.isfunction(made)
    and made.__module__ == module.__name__
    and not inspect.signature(made).parameters
}
LONG_NAMES = (
    "Marie-Antoinette de la Rochefoucauld-Mon", "W" * 40, "משה בן יוסף כהן-אברמוביץ׳ השלישי ובניו",
    "عبد الرحمن بن محمد بن عبد العزيز آل سعود", "😀🎲♠️🂡👩‍👩‍👧‍👦 日本語の名前 नमस्ते", "Łucja", "",
)  # fmt: skip


def inner(one: Drawn, other: Drawn) -> bool:
    """Return whether two things belong together: the letter on a disc."""
    return {one.kind, other.kind} == {"disc", "text"} and one.name == other.name


def touches(one: Drawn, drawn: list[Drawn]) -> bool:
    """Return whether a text stands at the edge of the smallest panel that it is written on."""
    if one.kind != "text" or not one.name.strip():
        return False
    point = Box(*one.box.centre, 1, 1)
    under = [other.box for other in drawn if other.kind == "panel" and point.within(other.box)]
    if not under:
        return False
    panel = min(under, key=lambda box: box.w * box.h)
    return not one.box.within(panel.inset(2, 0))


def crossed(nth: int, drawn: list[Drawn]) -> bool:
    """Return whether the edge of a panel goes through a text, or a later panel lies over it."""
    letters = drawn[nth].box.inset(1)
    if drawn[nth].kind != "text" or not drawn[nth].name.strip():
        return False
    panels = [(at, one.box) for at, one in enumerate(drawn) if one.kind == "panel"]
    for at, box in reversed(panels):
        if at < nth and letters.within(box):
            return False  # what is below that one is not seen
        if letters.overlaps(box):
            return True
    return False


def joined(one: Drawn, other: Drawn) -> bool:
    """Return whether two texts of a row have no blank between them."""
    a, b = one.box, other.box
    row = min(a.bottom, b.bottom) - max(a.y, b.y)
    blank = max(a.x, b.x) - min(a.right, b.right)
    return one.kind == other.kind == "text" and 2 * row > min(a.h, b.h) and 0 <= blank < 2


def faults(drawn: list[Drawn], size: tuple[int, int]) -> list[str]:
    """Return what is wrong with a picture, a line each."""
    screen = Box(0, 0, *size)
    wrong = [f"outside: {one}" for one in drawn if not one.box.within(screen)]
    wrong += [f"cut off: {one}" for one in drawn if not one.whole and not one.may_shorten]
    wrong += [f"touches its frame: {one}" for one in drawn if touches(one, drawn)]
    wrong += [f"over a frame: {one}" for nth, one in enumerate(drawn) if crossed(nth, drawn)]
    # From top to bottom: with what begins below one, it has nothing to do. A pixel of type's own
    # margin is no letter.
    solid = sorted(
        ((one, one.box.inset(1) if one.kind == "text" else one.box) for one in drawn
         if one.kind != "panel"),
        key=lambda pair: pair[0].box.y,
    )  # fmt: skip
    for index, (one, a) in enumerate(solid):
        for other, b in solid[index + 1 :]:
            if other.box.y >= one.box.bottom:
                break
            if a.overlaps(b) and not inner(one, other):
                wrong.append(f"overlap: {one} {other}")
            elif joined(one, other):
                wrong.append(f"no blank between: {one} {other}")
    return wrong


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_example_overlaps_or_is_cut_off(name: str, size: tuple[int, int]) -> None:
    # French is longer; the least screens have to stand everything.
    smallest = max(size) <= 800
    for look in LOOKS if smallest else LOOKS[:1]:
        assert not faults(things(EXAMPLES[name](), size, look), size), look


def kept(golden: Golden) -> list[Drawn]:
    """Return all that is on a kept picture; where something is open over the table, that alone."""
    state = golden.seen()
    if golden.console.idle:
        return things(state, golden.size, golden.look, golden.link, shares(state))
    painter = painter_for(*golden.size, golden.look)
    painter.log = []
    try:
        draw_console(unpainted(golden.size), golden.console, state, golden.look)
        return painter.log
    finally:
        painter.log = None


def test_no_kept_picture_overlaps_or_is_cut_off() -> None:
    """In its own size, look and link, with the chances of an open all-in, and the keys over it."""
    wrong = {golden.name: faults(kept(golden), golden.size) for golden in GOLDEN}
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_shown_until_there_is_a_table_is_whole(size: tuple[int, int]) -> None:
    for look in LOOKS:
        painter = painter_for(*size, look)
        painter.log = []
        try:
            render_waiting(size, look, "Pas encore de réponse de tapis-3.club.lan:1883")
            assert painter.log
            assert not faults(painter.log, size), look
        finally:
            painter.log = None


LONG = "Marie-Antoinette relance à 1 234 567 890"
INK = (255, 255, 255)
CORNER = Box(352, 600, 150, 30)
"""Where the flop's picture has nothing but felt."""

Broken = Callable[[Canvas], None]


def line_too_wide(canvas: Canvas) -> None:
    canvas.text(LONG, replace(CORNER, w=60), INK)


def paragraph_too_long(canvas: Canvas) -> None:
    canvas.paragraph(f"{LONG} {LONG}", replace(CORNER, w=60), 30, INK)


def past_the_edge(canvas: Canvas) -> None:
    canvas.text("Suivre", replace(CORNER, x=-40), INK, at="left")


def on_a_text(canvas: Canvas) -> None:
    canvas.text("Suivre", CORNER, INK)
    canvas.text("Relancer", CORNER, INK)


def on_a_card(canvas: Canvas) -> None:
    canvas.card(CORNER, "Ah")
    canvas.text("Suivre", CORNER, INK)


def at_its_frame(canvas: Canvas) -> None:
    canvas.panel(CORNER, INK)
    canvas.text("Suivre", CORNER, INK, at="left")


def through_a_frame(canvas: Canvas) -> None:
    canvas.panel(CORNER, INK)
    canvas.text("Suivre", replace(CORNER, x=CORNER.right - 20), INK, at="left")


def under_a_panel(canvas: Canvas) -> None:
    canvas.text("Suivre", CORNER, INK)
    canvas.panel(CORNER, INK)


def beside_a_text(canvas: Canvas) -> None:
    end = canvas.text("Suivre", CORNER, INK).right
    canvas.text("1 200", replace(CORNER, x=end), INK, at="left")


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        (line_too_wide, "cut off"), (paragraph_too_long, "cut off"), (past_the_edge, "outside"),
        (on_a_text, "overlap"), (on_a_card, "overlap"), (at_its_frame, "touches its frame"),
        (through_a_frame, "over a frame"), (under_a_panel, "over a frame"),
        (beside_a_text, "no blank between"),
    ],
)  # fmt: skip
def test_a_picture_that_is_broken_on_purpose_is_found(broken: Broken, kind: str) -> None:
    """One thing is wrong on a kept picture, of each kind that there can be."""
    golden = next(one for one in GOLDEN if one.name == "flop")
    painter, whole = painter_for(*golden.size, golden.look), kept(golden)
    painter.log = list(whole)
    try:
        broken(Canvas(painter, pygame.Surface(golden.size)))
        found = faults(painter.log, golden.size)
    finally:
        painter.log = None
    assert faults(whole, golden.size) == []
    assert {one.partition(":")[0] for one in found} == {kind}, found


AMOUNTS = st.sampled_from((0, 1, 50, 12_345, 999_999, 1_234_567_890, 9_999_999_999))
KINDS = st.sampled_from(Kind)
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
SHORT_DECK = DeckView(47, ("7h", "Ts", "2c", "3c", "4c"), 2)
WRONG_DECK = DeckView(60, tuple(CARDS[:9]), 15, tuple(CARDS[20:32]))


@st.composite
def seats(draw: st.DrawFn, number: int, count: int) -> SeatView:
    """Return any seat that a table could publish."""
    status = draw(st.sampled_from(("empty", "waiting", "in", "all-in", "folded", "dead")))
    if status == "empty":
        return SeatView(number)
    fields: dict[str, Any] = {
        "name": draw(st.sampled_from(LONG_NAMES)),
        "stack": draw(AMOUNTS), "bet": draw(AMOUNTS), "committed": draw(AMOUNTS),
        "absent": draw(st.booleans()), "cards": draw(st.sampled_from((0, 1, 2, 2, 3))),
        "last_action": draw(st.sampled_from(("", "fold", "check", "bet", "raise", "small"))),
        "last_amount": draw(AMOUNTS),
        "penalty": draw(st.sampled_from(("", "warning", "20m", "2r"))),
    }  # fmt: skip
    if status == "dead":
        fields["dead_reason"] = draw(st.sampled_from((*DEAD, "")))
    return SeatView(seat=number, status=status, **fields)  # type: ignore[arg-type]


@st.composite
def steps(draw: st.DrawFn) -> StepView:
    """Return any step of a ruling."""
    details = ("", "3", "flop", "street+burn", "Kh 7c", "hand.2", "extra")
    word, about = draw(st.sampled_from(StepWord)), draw(st.sampled_from(details))
    return step_read(f"{word} {about}", done=draw(st.booleans()))


@st.composite
def states(draw: st.DrawFn) -> PublicState:
    """Return any state, likely or not."""
    count = draw(st.integers(2, 10))
    everyone = tuple(range(1, count + 1))
    level = LevelView(
        small_blind=draw(AMOUNTS), big_blind=draw(AMOUNTS), ante=draw(AMOUNTS),
        number=draw(st.integers(0, 40)), next_in=draw(st.sampled_from((None, 0, 3_599_000))),
        next_small_blind=draw(AMOUNTS), next_big_blind=draw(AMOUNTS),
    )  # fmt: skip
    state = PublicState(
        seq=1, table=draw(st.sampled_from(("3", "Finale du Périgord"))),
        house=draw(st.sampled_from(("fidpa", "ramponneau"))), hand=draw(st.integers(0, 12_345)),
        phase=draw(st.sampled_from([one for one in Phase if one is not Phase.SHOWDOWN])),
        street=draw(st.sampled_from(Street)),
        button=draw(st.integers(0, count)), level=level,
        board=draw(st.sampled_from(((), ("Ah", "Kd", "7c"), ("Ah", "Kd", "7c", "Ts", "2d")))),
        seats=tuple(draw(seats(number, count)) for number in everyone),
        burned=draw(st.integers(0, 4)), carried=draw(AMOUNTS),
        pots=tuple(PotView(draw(AMOUNTS), everyone[n:]) for n in range(draw(st.integers(0, 4)))),
        paused=draw(st.booleans()), blind_zones=draw(st.sampled_from(((), ("bet.3", "board")))),
        moved_while_off=draw(st.sampled_from(((), ("hand.1", "bet.10", "muck", "burn", "pot")))),
        voided=draw(st.booleans()), deaf=draw(st.sampled_from(((), (1,), everyone))),
        next_step=draw(st.sampled_from((
            None, *map(NextStep, (Task.BURN, Task.GATHER, Task.PUSH, Task.SHUFFLE)),
            NextStep(Task.DEAL, street=Street.FLOP), NextStep(Task.DEAL, 2),
            NextStep(Task.TABLE, 1),
            NextStep(Task.POST, 2, 50), NextStep(Task.ANTE, 1, 9_999_999_999),
        ))),
        next_dealer=draw(st.integers(0, count)),
        deck=draw(st.sampled_from((None, DeckView(52), SHORT_DECK, WRONG_DECK))),
        shoe=draw(st.sampled_from(("", "", "jam", "empty", "count"))),
    )  # fmt: skip
    if draw(st.booleans()):
        turn = draw(st.sampled_from(everyone))
        may = legal(call=draw(AMOUNTS), raise_to=draw(AMOUNTS), most=9_999_999_999)
        clock = draw(st.sampled_from((0, turn)))
        state = replace(state, turn=turn, legal=may, clock_seat=clock, clock_left=59_000)
    if draw(st.booleans()):
        opened = RulingView(
            1, draw(KINDS), draw(st.sampled_from(("", "FIDPA 80-4"))), Street.TURN,
            draw(st.sampled_from(everyone)), tuple(draw(st.lists(steps(), max_size=9))),
            draw(st.sampled_from(WaitsFor)),
        )  # fmt: skip
        state = replace(state, rulings=(opened,) * draw(st.integers(1, 3)))
    if draw(st.booleans()):
        found = FoundView(
            draw(KINDS), draw(st.sampled_from(("", "FIDPA 80-4"))), Street.TURN,
            draw(st.sampled_from(everyone)), draw(st.sampled_from(Outcome)),
        )  # fmt: skip
        state = replace(state, found=found)
    if draw(st.booleans()):
        state = draw(in_a_room(state))
    return draw(shown(state)) if draw(st.booleans()) else state


@st.composite
def in_a_room(draw: st.DrawFn, state: PublicState) -> PublicState:
    """Return the state at a table that waits, is told something, or is closed."""
    time = st.sampled_from((None, 0, 35_999_000))
    seat = st.integers(1, len(state.seats))
    holds = st.lists(st.builds(HoldView, st.just("h"), st.sampled_from(HoldReason), waited=AMOUNTS))
    notice = st.builds(
        NoticeView, st.just("n"), st.sampled_from(NoticeText), st.one_of(st.just(0), seat),
        st.sampled_from((4, 999_999)), st.just(10),
    )  # fmt: skip
    level = replace(
        state.level, break_in=draw(time), stands=draw(time), on_break=draw(st.booleans())
    )
    return replace(
        state, level=level, holds=tuple(draw(holds))[:3],
        notices=tuple(draw(st.lists(notice, max_size=3))),
        leaving=tuple(draw(st.lists(seat, max_size=3, unique=True))), closed=draw(st.booleans()),
        stream=draw(st.sampled_from((None, StreamView(900, "X"), StreamView(86_400, "X", (1, 2))))),
    )  # fmt: skip


@st.composite
def shown(draw: st.DrawFn, state: PublicState) -> PublicState:
    """Return the state at its showdown: some hands shown, some pots given."""
    hands = (
        ("two-pair", ("A", "K"), ("Ah", "As", "Kd", "Kc", "Ts")),
        ("pair", ("A",), ("Ac", "Ah", "Kd", "Ts", "9h")),
        ("full-house", ("K", "7"), ("Kh", "Kd", "Kc", "7c", "7d")),
        ("straight-flush", ("T",), ("Th", "9h", "8h", "7h", "6h")),
    )
    views: list[SeatView] = []
    awards: list[Award] = []
    for seat in state.seats:
        if seat.status in ("in", "all-in", "dead") and draw(st.booleans()):
            name, ranks, best = draw(st.sampled_from(hands))
            seat = replace(  # noqa: PLW2901
                seat, shown=best[:2], hand_name=name, hand_ranks=ranks, best=best
            )
            if draw(st.booleans()) and len(awards) < 5:
                won = draw(AMOUNTS) + 1
                awards.append(Award(len(awards), seat.seat, won, 25, "FIDPA 79"))
        views.append(seat)
    return replace(
        state, seats=tuple(views), awards=tuple(awards), turn=0, legal=(),
        phase=Phase.OVER,
    )  # fmt: skip


# The same states each time: what chance finds once is looked for by hand.
@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    state=states(), size=st.sampled_from(SIZES[:6]), language=st.sampled_from(("en", "fr")),
    large=st.booleans(),
)  # fmt: skip
def test_no_state_at_all_overlaps_or_is_cut_off(
    state: PublicState, size: tuple[int, int], language: str, large: bool
) -> None:
    assert not faults(things(state, size, Look(language=language, large=large)), size)
