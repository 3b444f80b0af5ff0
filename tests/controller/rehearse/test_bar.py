"""The bar of a virtual table, its places, its story and its tour, without a browser."""

import math
from pathlib import Path

import pytest

from controller.contract.public import Phase, Task
from controller.rehearse.browser.bar import NEXT, Bar, bar_of, next_deed
from controller.rehearse.browser.picture import Viewer
from controller.rehearse.browser.places import (
    TALL,
    TALL_ASPECT,
    WIDE,
    WIDE_ASPECT,
    Shape,
    bet_spot,
    places_css,
    spots,
)
from controller.rehearse.browser.story import story
from controller.rehearse.opening import usual
from controller.rehearse.rights import HOST
from controller.rehearse.table import NotDone
from display.words.names import words
from display.words.ruling_steps import due_now
from tests.controller.rehearse.conftest import Room

SAID = words("en")


def bar(room: Room, seat: int = HOST) -> Bar:
    """Return the bar of a page as it is now."""
    return bar_of(room.rehearsal.seen, Viewer(SAID, seat, room.site.links.taken))


def texts(shown: Bar) -> list[str]:
    """Return what stands on the keys of a bar."""
    return [key.text for key in shown.keys]


def test_the_bar_is_of_the_seat_in_turn_with_what_it_adds(room: Room) -> None:
    """A small blind of 50 adds 50 to call 100."""
    room.happens("hand; deal")
    assert texts(bar(room)) == ["Fold", "Call 100"]
    room.happens("1 calls")
    shown = bar(room)
    assert (shown.seat, texts(shown)) == (2, ["Fold", "Call 50 (100)"])
    assert shown.sizes is not None
    assert (shown.sizes.least, shown.sizes.most, shown.sizes.unit) == (200, 5000, 25)
    assert dict(shown.sizes.presets) == {
        "Minimum": 200, "½ Pot": 250, "Pot": 400, "All-in": 5000
    }  # fmt: skip
    assert not texts(bar(room, 3))
    assert bar(room, 3).text == "Bruno to act"


def test_a_seat_that_somebody_has_taken_is_not_played_from_the_table(room: Room) -> None:
    room.happens("hand; deal")
    room.page(1)
    assert (bar(room).seat, bar(room).text, texts(bar(room))) == (0, "Anne to act", [])
    assert texts(bar(room, 1)) == ["Fold", "Call 100"]


def test_show_and_muck_at_the_showdown_and_the_winner_is_named(room: Room) -> None:
    room.happens("hand; deal; 1 calls; 2 calls; 3 checks; gather")
    for street in ("flop", "turn", "river"):
        room.happens(f"{street}; 2 checks; 3 checks; 1 checks")
    shown = bar(room)
    assert texts(shown) == ["Show", "Muck"]
    with pytest.raises(NotDone):
        next_deed(room.rehearsal.seen.state)
    assert not room.post("say", say=NEXT)["ok"]
    while texts(bar(room)):
        room.say(bar(room).keys[0].say)
    winner = SAID.seat(room.rehearsal.seen.state, room.rehearsal.seen.state.awards[0].seat)
    pushed = bar(room)
    assert pushed.deed is not None
    assert winner in pushed.deed.text or "winners" in pushed.deed.text
    assert winner in pushed.text
    room.say(NEXT)
    assert room.rehearsal.seen.state.next_step is not None
    assert room.rehearsal.seen.state.next_step.task is Task.SHUFFLE


def test_one_button_follows_a_ruling_and_says_what_is_to_be_done(room: Room) -> None:
    """Each press does the step that stands on it; after a misdeal nothing else is offered."""
    room.happens("hand; deal; 1 calls; 2 calls; 3 checks; gather; board 3")
    steps = []
    while room.rehearsal.seen.state.rulings:
        shown = bar(room)
        assert shown.deed is not None
        assert shown.deed.text == due_now(room.rehearsal.seen.state, SAID)
        steps.append(shown.deed.text)
        room.say(NEXT)
    assert len(steps) == 2
    room.say("floor misdeal")
    shown = bar(room)
    assert shown.deed is not None
    assert shown.deed.text == "Return the chips, and give the cards back to the dealer"
    assert not shown.keys
    room.say(NEXT)
    assert bar(room).deed is not None
    assert not any(view.bet for view in room.rehearsal.seen.state.seats)


def test_what_two_people_press_at_once_is_done_once(room: Room) -> None:
    """The second press named what is done by then: it does not do what comes next."""
    room.happens("hand; deal; 1 calls; 2 calls; 3 checks; gather")
    due = bar(room).due
    assert room.post("say", say=NEXT, due=due)["ok"]
    assert (
        room.post("say", say=NEXT, due=due)["text"]
        == "This can't be done: the table has moved on: try again"
    )
    assert not room.rehearsal.seen.state.board
    assert room.post("say", say=NEXT, due=bar(room).due)["ok"]
    assert len(room.rehearsal.seen.state.board) == 3


def test_the_tour_makes_the_same_mistake_wherever_the_hand_is(room: Room) -> None:
    for before in (
        "",
        "hand; deal; 1 folds",
        "hand; deal; 1 calls; 2 calls; 3 checks; gather; flop",
    ):
        if before:
            room.happens(before)
        assert room.post("tour")["ok"]
        state = room.rehearsal.seen.state
        assert [one.kind for one in state.rulings] == ["board.no-burn"]
        room.say("floor misdeal; follow all")
        assert room.rehearsal.seen.state.phase in (Phase.OVER, Phase.IDLE)
    assert not room.post("tour", 2)["ok"]


def test_what_happened_is_told_with_its_article_and_forgotten_with_the_next_hand(
    room: Room,
) -> None:
    room.happens("hand; deal; 1 calls; 2 calls; 3 checks; gather; board 3; follow all")
    told = story(room.rehearsal.seen, SAID)
    assert any(one.text == "Anne calls 100" for one in told)
    ruled = [one for one in told if one.article]
    assert ruled
    page = room.page()
    assert f"/rules#{ruled[0].article.lower().replace(' ', '-')}" in page
    rules = room.ask(f"/{room.site.links.of[HOST]}/rules").text
    assert f'id="{ruled[0].article.lower().replace(" ", "-")}"' in rules
    room.happens("floor misdeal; follow all; hand")
    assert not any(one.article for one in story(room.rehearsal.seen, SAID))


def test_the_lobby_gives_each_seat_a_link_and_a_code_to_the_table_alone(room: Room) -> None:
    link = room.site.links.of
    room.page(2)
    host = room.ask(f"/{link[HOST]}/lobby").text
    assert all(link[seat] in host for seat in (1, 2, 3))
    assert host.count('aria-label="QR code for seat') == 3
    assert host.count("Take the seat back") == 1
    seat = room.ask(f"/{link[2]}/lobby").text
    assert "Taken" in seat
    assert not any(link[one] in seat for one in (HOST, 1, 3))


def test_a_folded_seats_pad_says_so(room: Room) -> None:
    room.happens("hand; deal; 1 raises to 300; 2 folds")
    page = room.page(2)
    pad = page[page.index('id="pad-of-2"') :]
    assert "Folded" in pad[: pad.index("</section>")]
    assert "Call 300" not in pad[: pad.index("</section>")]


@pytest.mark.parametrize(("shape", "aspect"), [(WIDE, WIDE_ASPECT), (TALL, TALL_ASPECT)])
def test_no_two_seats_stand_on_each_other(shape: Shape, aspect: float) -> None:
    for seats in range(2, 11):
        found = spots(seats, shape, aspect)
        assert found[0] == pytest.approx((shape.x, shape.y + shape.high), abs=0.1)
        gaps = [
            math.hypot((one[0] - two[0]) * aspect, one[1] - two[1])
            for nth, one in enumerate(found)
            for two in found[:nth]
        ]
        assert min(gaps) > 17
        css = places_css(seats)
        assert css.count(f".seat.at-{seats}{{") == 2


def test_no_two_bets_lie_on_each_other_on_an_upright_felt() -> None:
    """On a felt of 390 by 520 a pile of chips with its amount is 44 wide and high."""
    for seats in range(2, 11):
        bets = [bet_spot(spot, tall=True) for spot in spots(seats, TALL, TALL_ASPECT)]
        apart = [
            max(abs(one[0] - two[0]) * 3.9, abs(one[1] - two[1]) * 5.2)
            for nth, one in enumerate(bets)
            for two in bets[:nth]
        ]
        assert min(apart) > 44, seats


def test_ten_seats_have_ten_links(tmp_path: Path) -> None:
    made = Room(tmp_path, config=usual("tda", 10))
    try:
        page = made.ask(f"/{made.site.links.of[HOST]}/lobby").text
        assert page.count("Sit down here as") == 10
    finally:
        made.rehearsal.stop()


def test_change_is_given_by_one_press_before_the_bets_lie_in_the_pot(room: Room) -> None:
    room.happens("hand; deal; 1 says call; 1 puts 1x500; 2 calls; 3 checks")
    deed = bar(room).deed
    assert deed is not None
    assert deed.text == "Anne: 400 change due"
    for statement in next_deed(room.rehearsal.seen.state):
        room.happens(str(statement))
    state = room.rehearsal.seen.state
    assert state.next_step is not None
    assert state.next_step.task is Task.BURN
    assert sum(pot.amount or 0 for pot in state.pots) == 300
