"""Notices: what is refused, and who may say that they have seen one."""

import pytest

from controller.contract import commands as c
from controller.contract.public import NoticeSeen, NoticeText
from controller.table.between_hands.notices import MOST
from tests.controller.table.floor_table import order, table_of
from tests.controller.table.scripted import played
from tests.controller.table.scripted import said as told

MOVE = NoticeText.MOVE
DESK = NoticeText.SEE_DESK


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.Notice("", DESK), "bad-notice"),
        (c.Notice("n", MOVE, 2), "bad-notice"),
        (c.Notice("n", MOVE, 0, 4, 7), "bad-notice"),
        (c.Notice("n", DESK, ack=True), "bad-notice"),
        (c.Notice("n", DESK, 9), "no-such-seat"),
        (c.NoticeOff("n"), ""),
    ],
)
def test_a_notice_that_says_nothing_is_refused(command: c.Command, why: str) -> None:
    play = table_of(3)
    assert order(play, command) == why
    assert play.look().notices == ()


def test_an_empty_seat_is_told_nothing() -> None:
    play = table_of(3)
    order(play, c.Misdeal())
    order(play, c.StandUp(3))
    assert order(play, c.Notice("n", DESK, 3)) == "seat-empty"


def test_there_is_an_end_to_them_and_one_takes_the_place_of_its_name() -> None:
    play = table_of(3)
    for number in range(MOST):
        assert order(play, c.Notice(f"n{number}", DESK)) == ""
    assert order(play, c.Notice("more", DESK)) == "too-many"
    assert order(play, c.Notice("n0", MOVE, 2, 4, 7)) == ""
    last = play.look().notices[-1]
    assert (last.notice, last.text, last.to_table, last.to_seat) == ("n0", MOVE, 4, 7)
    assert len(play.look().notices) == MOST


def test_while_a_ruling_is_open_the_key_agrees_to_it() -> None:
    script = """hand ; deal
    notice n see-desk seat 2 ack
    1 calls ; 2 calls ; 3 checks
    board 3
    expect irregularity.found
    2 agrees"""
    game = played(script)
    assert told(game, NoticeSeen) == []
    assert not game.look().notices[0].seen
