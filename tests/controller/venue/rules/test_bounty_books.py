"""Bounty books: they balance, pots say who won a head, and a draw that was changed is found."""

import pytest
from msgspec.structs import replace

from controller.venue.rules.books.bounty_books import (
    EnvelopeList,
    Heads,
    Knocked,
    check_envelope,
    envelope_draw,
    envelopes_of,
    heads_lost,
    last_pot,
)
from controller.venue.rules.calculations.seat_draw import DrawError
from controller.venue.rules.prizes.bounties import knocked_out

LISTED = EnvelopeList("spring", "a", (500, 100, 100))
DRAWN = envelope_draw(LISTED, b"secret", "7h")


def test_a_published_draw_is_right_and_one_that_was_changed_is_not() -> None:
    check_envelope(DRAWN)
    other = envelope_draw(replace(LISTED, player="b"), b"secret", "7h")
    spaced = DRAWN.list.replace(":", ": ")
    for changed, says in (
        (replace(DRAWN, list_hash=other.list_hash), "list is not the one"),
        (replace(DRAWN, secret_hash="0" * 64), "secret is not the one"),
        (replace(DRAWN, list=spaced), "does not match its hash"),
        (replace(DRAWN, amount=DRAWN.amount + 1), f"{DRAWN.amount} was drawn"),
        (replace(DRAWN, secret="zz"), "can't be read"),
    ):
        with pytest.raises(DrawError, match=says):
            check_envelope(changed)


def test_who_falls_wins_no_head_of_their_own_and_a_single_chip_counts() -> None:
    assert last_pot(3, [((1, 2, 3), {3: 90, 2: 10})]) == {2: 10}
    assert last_pot(3, [((1, 2, 3), {2: 1, 1: 0})]) == {2: 1}


def test_envelopes_behind_those_that_have_a_weight_have_one_part_each() -> None:
    assert envelopes_of(1000, 4, (5, 3)) == (500, 300, 100, 100)


def test_nobody_has_less_than_nothing_even_where_the_sum_is_right() -> None:
    assert not heads_lost(Heads(on={"a": 50}, won={"b": 0}, put=50))
    assert heads_lost(Heads(on={"a": -1, "b": 51}, put=50))
    assert heads_lost(Heads(on={"a": 49}, put=50))


def test_only_a_bust_that_is_final_is_open() -> None:
    heads = Heads(open=(Knocked("a", {}), Knocked("b", {}, out=True), Knocked("c", {}, out=True)))
    assert knocked_out(heads, "a") is None
    assert knocked_out(heads, "c") == heads.open[2]
    assert knocked_out(heads, "d") is None
