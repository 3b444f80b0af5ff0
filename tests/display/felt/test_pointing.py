"""What a ruling's panel points at: where a card belongs, what was done just now, why."""

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from controller.contract.public import Kind, PublicState
from display.felt.drawing.layout import Box, layout
from display.felt.drawing.look import Look
from display.felt.drawing.sheet import NOTHING_FRESH, Sheet
from display.felt.on_felt.arrow import arrow_ends, draw_arrow
from display.felt.on_felt.glow import GLOW_S, Glow, fresh_steps
from display.words.irregularities import REASONS
from display.words.names import words
from tests.display import states
from tests.display.felt.sheets import sheet_of, things
from tests.display.felt.test_draw import changed
from tests.rig.pictures import example_tables as e

SIZE = (1280, 720)
PLACES = layout(*SIZE, 6)


def ends(state: PublicState) -> tuple[Box, Box] | None:
    return arrow_ends(Sheet(state, PLACES, words("en"), None, Look()))  # type: ignore[arg-type]


def test_the_arrow_goes_from_the_card_to_where_it_belongs() -> None:
    stub = PLACES.seats[e.flop().button - 1].marks
    flop = Box(PLACES.board[0].x, PLACES.board[0].y,
               PLACES.board[2].right - PLACES.board[0].x, PLACES.board[0].h)  # fmt: skip
    assert ends(e.ruled(Kind.BOARD_NO_BURN, "to_stub Ah Kd 7c")) == (flop, stub)
    assert ends(e.ruled(Kind.BOARD_NO_BURN, "deal flop")) == (stub, flop)
    assert ends(e.ruled(Kind.BOARD_NO_BURN, "deal turn")) == (stub, PLACES.board[3])
    assert ends(e.ruled(Kind.BOARD_NO_BURN, "deal river")) == (stub, PLACES.board[4])
    assert ends(e.ruled(Kind.BOARD_NO_BURN, "burn")) == (stub, PLACES.burn)
    assert ends(e.ruled(Kind.BOARD_EXTRA_CARD, "use_as_burn 7c")) == (PLACES.board[2], PLACES.burn)
    seat = PLACES.seats[1]
    lies = ends(e.ruled(Kind.DEAL_TOO_MANY, "to_stub 2"))
    assert lies is not None
    assert (seat.plate.within(lies[0]), seat.cards.within(lies[0]), lies[1]) == (True, True, stub)
    for number in (1, 6):
        cards = ends(e.ruled(Kind.DEAL_EXPOSED, f"deal {number}"))
        assert cards is not None
        assert cards[0] == stub
        assert PLACES.seats[number - 1].cards.within(cards[1])


def arrow(state: PublicState, **boxes: Any) -> list[Box]:
    """Return the rectangles in which there is an arrow, with other boxes on the felt."""
    sheet = sheet_of(state, **boxes)
    draw_arrow(sheet)
    return changed(pygame.Surface(SIZE), sheet.surface)


@pytest.mark.parametrize(("further", "drawn"), [(-1, False), (0, True), (8, True)])
def test_an_arrow_is_drawn_where_it_is_as_long_as_two_heads_from_edge_to_edge(
    further: int, drawn: bool
) -> None:
    state = e.ruled(Kind.BOARD_NO_BURN, "burn")
    # Straight down: the middles are 64 rows apart, of which the halves of the boxes take ten.
    dealer = replace(PLACES.seats[state.button - 1], marks=Box(100, 400, 20, 16))
    seats = (*PLACES.seats[: state.button - 1], dealer, *PLACES.seats[state.button :])
    burn = Box(100, 470 + further, 20, 4)
    lies = arrow(state, seats=seats, burn=burn)
    ends = [(dealer.marks.bottom, burn.y + 1)] if drawn else []
    assert [(box.y, box.bottom) for box in lies] == ends


@pytest.mark.parametrize(("down", "above"), [(-1, True), (0, False), (1, False)])
def test_an_arrow_leaves_the_board_upwards_only_to_what_is_above_its_upper_edge(
    down: int, above: bool
) -> None:
    card = PLACES.board[2]
    burn = Box(card.x - 400, card.y + down - 10, 40, 20)
    lies = arrow(e.ruled(Kind.BOARD_EXTRA_CARD, "use_as_burn 7c"), burn=burn)
    assert lies
    # Otherwise it begins below the card.
    assert any(box.bottom > card.bottom for box in lies) != above


@pytest.mark.parametrize("step", ["shuffle", "void_hand", "floor_decides", "finish_round"])
def test_what_moves_no_card_has_no_arrow(step: str) -> None:
    assert ends(e.ruled(Kind.DEAL_EXPOSED, step)) is None
    assert ends(e.ruled(Kind.BET_STRING, "take_back 2")) is None


def test_a_step_that_is_newly_done_glows_for_a_moment() -> None:
    after = states.ruling()
    opened = after.rulings[0]
    last = max(nth for nth, step in enumerate(opened.steps) if step.done)
    steps = tuple(
        replace(step, done=step.done and nth < last) for nth, step in enumerate(opened.steps)
    )
    before = replace(after, rulings=(replace(opened, steps=steps),))
    assert fresh_steps(before, after) == {last}
    assert fresh_steps(after, before) == fresh_steps(None, after) == NOTHING_FRESH
    glow = Glow()
    assert glow.of(before, 1.0) == NOTHING_FRESH
    assert glow.of(after, 2.0) == glow.of(replace(after, seq=99), 2.0 + GLOW_S / 2) == {last}
    assert glow.of(after, 2.0 + GLOW_S) == NOTHING_FRESH
    # The same holds where no other state has come since.
    glow = Glow()
    glow.of(before, 1.0)
    assert glow.of(after, 2.0) == glow.of(after, 2.0 + GLOW_S / 2) == {last}
    assert glow.of(after, 2.0 + GLOW_S) == NOTHING_FRESH


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_its_reason_and_says_it_where_an_article_rules(kind: Kind) -> None:
    said = words("fr").say(REASONS[kind]).replace("\xa0", " ")
    assert said != REASONS[kind]
    drawn = things(e.ruled(kind, "shuffle"), SIZE, Look(language="fr"))
    text = " ".join(one.name for one in drawn if one.kind == "text").replace("\xa0", " ")
    assert said in text
    alone = things(e.ruled(kind, "shuffle", article=""), SIZE, Look(language="fr"))
    assert said not in " ".join(one.name for one in alone if one.kind == "text")
