"""A stream of hole cards: on by the floor, for hands before which each player has agreed."""

import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declaration, JournalCut, StreamDue
from controller.contract.public import (
    ActionRefused,
    NoticeText,
    StreamAgreed,
    StreamAsked,
    StreamEnded,
    StreamHand,
    StreamSent,
    StreamView,
)
from tests.controller.table.floor_table import order, over, said, table_of
from tests.controller.table.random_table import PlayedTable


def agreed_table() -> PlayedTable:
    """Return a table between hands whose three players have agreed."""
    play = table_of(3)
    over(play)
    assert order(play, c.Stream()) == ""
    for seat in (1, 2, 3):
        play.key(seat, "stream-yes")
    return play


def test_it_is_off_until_the_floor_says_so_and_asks_each_player_in_words() -> None:
    play = table_of(3)
    assert play.look().stream is None
    assert order(play, c.Stream()) == ""
    assert play.look().stream == StreamView(900, "Nina", (1, 2, 3))
    asked = [(one.seat, one.text) for one in play.look().notices]
    assert asked == [(seat, NoticeText.STREAM) for seat in (1, 2, 3)]
    assert said(play, StreamAsked) == [StreamAsked(900, "Nina")]


def test_a_hand_leaves_only_if_all_have_agreed_before_it() -> None:
    play = table_of(3)
    order(play, c.Stream(1200))
    play.key(1, "stream-yes")
    play.key(2, "stream-yes")
    over(play)
    play.start()
    assert said(play, StreamHand) == []
    play.key(3, "stream-yes")
    assert said(play, StreamAgreed) == [StreamAgreed(seat) for seat in (1, 2, 3)]
    assert play.look().stream == StreamView(1200, "Nina")
    assert play.look().notices == ()
    assert said(play, StreamHand) == [], "what was dealt before stays at the table"
    play.deal()
    over(play)
    play.start()
    assert said(play, StreamHand) == [StreamHand(play.table.hand.number, 1200)]


@pytest.mark.parametrize("first", [(), (1, 2, 3)])
def test_one_no_ends_it_for_all(first: tuple[int, ...]) -> None:
    play = table_of(3)
    order(play, c.Stream())
    for seat in first:
        play.key(seat, "stream-yes")
    play.key(2, "stream-no")
    assert said(play, StreamEnded) == [StreamEnded("seat", 2)]
    assert play.look().stream is None
    assert play.look().notices == ()
    over(play)
    play.start()
    assert said(play, StreamHand) == []


def test_the_floor_ends_it_and_all_are_asked_again() -> None:
    play = agreed_table()
    assert order(play, c.Stream(called_off=True)) == ""
    assert said(play, StreamEnded) == [StreamEnded("floor", by="Nina")]
    assert order(play, c.Stream(called_off=True)) == ""
    assert order(play, c.Stream()) == ""
    assert play.look().stream == StreamView(900, "Nina", (1, 2, 3))
    assert play.table.at_rest.stream.number == 2


def test_a_newcomer_has_agreed_to_nothing() -> None:
    play = agreed_table()
    assert order(play, c.StandUp(3)) == ""
    assert play.look().stream == StreamView(900, "Nina")
    assert order(play, c.SitDown(3, "P3", 1000)) == ""
    assert play.look().stream == StreamView(900, "Nina", (3,))
    assert [one.seat for one in play.look().notices] == [3]
    play.start()
    assert said(play, StreamHand) == []


@pytest.mark.parametrize(("delay", "why"), [(899, "bad-delay"), (86_401, "bad-delay"), (900, "")])
def test_it_is_as_late_as_the_house_wants_at_least(delay: int, why: str) -> None:
    assert order(table_of(3), c.Stream(delay)) == why


def test_a_house_may_have_it_as_soon_as_a_hand_is_over() -> None:
    play = table_of(3)
    rules = play.house.disclosure
    play.house = replace(
        play.house, disclosure=replace(rules, stream_delay=replace(rules.stream_delay, value=0))
    )
    assert order(play, c.Stream()) == ""
    assert play.look().stream == StreamView(0, "Nina", (1, 2, 3))


def test_it_is_switched_on_once() -> None:
    play = agreed_table()
    assert order(play, c.Stream()) == "stream-on"


@pytest.mark.parametrize("key", ["stream-yes", "stream-no"])
def test_who_is_not_asked_is_told_so(key: Declaration) -> None:
    play = table_of(3)
    play.key(1, key)
    assert said(play, ActionRefused) == [ActionRefused(1, key, "not-asked")]


def test_a_journal_that_was_cut_ends_it() -> None:
    play = agreed_table()
    play.tell(JournalCut(play.table.at, 10))
    assert said(play, StreamEnded) == [StreamEnded("epoch")]
    assert play.table.at_rest.stream.agreed == ()


def test_what_leaves_is_told_once_and_never_when_it_is_off() -> None:
    play = agreed_table()
    play.tell(StreamDue(play.table.at, 1))
    play.tell(StreamDue(play.table.at, 1))
    assert said(play, StreamSent) == [StreamSent(1)]
    order(play, c.Stream(called_off=True))
    play.tell(StreamDue(play.table.at, 2))
    assert said(play, StreamSent) == [StreamSent(1)]
