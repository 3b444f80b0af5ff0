"""Of a table's last hands pages keep how each street and the hand ended, and show it."""

import re

from msgspec import json
from msgspec.structs import replace

from controller.contract.public import PublicState
from display.web.live.seen_hands import MOST_HANDS, SeenHand, with_picture
from tests.display.web.real_hands import told
from tests.display.web.world import World, tables
from tests.mqtt import until
from tests.rig.pictures import example_tables as e


def seen(states: tuple[PublicState, ...]) -> tuple[SeenHand, ...]:
    """Return what is kept of the hands after all of these states."""
    hands: tuple[SeenHand, ...] = ()
    before = None
    for state in states:
        hands = with_picture(hands, before, state)
        before = state
    return hands


def seen_of(number: int) -> tuple[PublicState, PublicState]:
    """Return a hand's state before its end and at it."""
    return replace(tables()["1"], hand=number), replace(e.showdown(), hand=number)


def links(page: str) -> list[str]:
    """Return where the links of a page lead."""
    return re.findall(r'href="([^"]*)"', page)


def test_of_each_hand_the_end_of_each_street_is_kept() -> None:
    hands = seen(told())
    last = told()[-1].hand
    assert [hand.number for hand in hands] == list(range(last - MOST_HANDS + 1, last + 1))
    for hand in hands:
        assert hand.over
        pictures = [json.decode(one, type=PublicState) for one in hand.pictures]
        assert {one.hand for one in pictures} == {hand.number}
        assert pictures[-1].phase == "over"
        boards = [len(one.board) for one in pictures]
        assert boards == sorted(boards)
        assert len(boards) <= 5
        assert boards[:-1] == sorted(set(boards[:-1]))


def test_a_hand_that_was_not_seen_to_end_is_none(world: World) -> None:
    """One that the pages came to late has its end alone."""
    over = next(at for at, one in enumerate(told()) if one.phase == "over" and at > 3)
    (hand,) = seen(told()[:over])[:1] or (SeenHand(0),)
    assert not hand.over
    (hand,) = seen(told()[over - 1 : over + 1])
    assert len(hand.pictures) == 1


def test_a_hand_that_begins_once_more_takes_its_own_place() -> None:
    """A table that was set back counts its hands from there: no number stands twice."""
    one, other = (seen_of(number) for number in (7, 8))
    hands = seen((*one, *other, *one))
    assert [hand.number for hand in hands] == [8, 7]


def test_the_last_hands_are_reached_from_a_table_s_page(world: World) -> None:
    english = {"Accept-Language": "en"}
    assert world.get("/table/1/hand/99", **english).status_code == 404
    state = replace(tables()["1"], seq=500)
    world.say("1/state", state)
    ended = replace(e.showdown(), hand=state.hand, table=state.table, seq=501, epoch=state.epoch)
    world.say("1/state", ended)
    path = f"/table/1/hand/{state.hand}"
    until(
        lambda: links(world.get("/table/1", **english).text).count(path) == 1,
        what="the hand is over",
    )
    page = world.get(path, **english).text
    assert f"Hand {state.hand}" in page
    assert 'class="felt"' in page
    world.say("1/state", replace(tables()["1"], seq=502))


def test_who_is_forgotten_is_not_named_by_the_last_hands(world: World) -> None:
    """Of who has an id the room says the name; who has none is called as the table does."""
    english = {"Accept-Language": "en"}
    state = replace(tables()["1"], seq=600)
    first, second, third, *others = e.showdown().seats
    seats = (
        replace(first, player="p_gone", name="Zebulon"),
        replace(second, player="p_1", name="Ysolde"),
        replace(third, player="", name="Xanthippe"),
        *others,
    )
    world.say("1/state", state)
    ended = replace(e.showdown(), hand=state.hand, table=state.table, seq=601, epoch=state.epoch)
    world.say("1/state", replace(ended, seats=seats))
    try:
        until(lambda: "Zebulon" in world.get("/table/1", **english).text, what="the hand is over")
        page = world.get(f"/table/1/hand/{state.hand}", **english).text
        assert "Zebulon" not in page
        assert "Ysolde" not in page
        assert "Bruno" in page  # as the room shows `p_1`
        assert "Xanthippe" in page
    finally:
        world.say("1/state", replace(tables()["1"], seq=602))
