"""PokerStars' text has PokerStars' own words, as in its files, which readers are made for."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.play.formats import write
from controller.play.formats.pokerstars import _in_words, _low, plain_names
from controller.play.records.hand_record import NOWHERE, HandRecord, Where
from controller.play.records.phh_export import records
from tests.controller.play.test_my_hands import rows_of

GAMES = Path(__file__).parents[2] / "scenarios" / "games"


@cache
def hand(path: str) -> HandRecord:
    return next(iter(records(rows_of(GAMES / path))))


def text_of(path: str, where: Where = NOWHERE) -> str:
    return write("pokerstars", [hand(path)], where)


@pytest.mark.parametrize(
    ("ranks", "shorter", "words"),
    [
        (("9",), False, "a straight, Five to Nine"),
        (("5",), False, "a straight, Ace to Five"),
        (("A",), False, "a straight, Ten to Ace"),
        (("9",), True, "a straight, Ace to Nine"),
        (("T",), True, "a straight, Six to Ten"),
    ],
)
def test_a_straight_has_both_its_ends(ranks: tuple[str, ...], shorter: bool, words: str) -> None:
    assert _in_words("straight", ranks, shorter) == words


def test_a_low_is_two_cards_of_the_hand_and_three_of_the_board() -> None:
    board = ["5h", "4d", "2d", "Jd", "6h"]
    assert _low(["Ah", "2h", "Kh", "2s"], board) == tuple("6542A")
    assert _low(["7c", "8s", "7h", "Ks"], board) == tuple("87542")
    assert _low(["Kc", "8s", "Kh", "Qs"], board) == ()


def test_both_halves_of_a_high_low_hand_are_named() -> None:
    text = text_of("omaha-hi-lo/split.scn")
    assert re.search(r": shows \[.+\] \(HI: .+; LO: [2-8A](,[2-8A]){4}\)\n", text)
    assert re.search(r"showed \[.+\] and (won \(\d+\)|lost) with HI: ", text)


@given(st.data())
def test_no_two_seats_have_the_same_name(data: st.DataObject) -> None:
    record = hand("omaha-hi-lo/split.scn")
    name = st.sampled_from(["Anne", "", *(f"Anne{mark}{n}" for mark in ".:" for n in record.seats)])
    names = data.draw(st.tuples(*[name] * len(record.seats)))
    found = plain_names(replace(record, names=names))
    assert len({*found.values()}) == len(record.seats)


def test_the_blind_of_a_button_is_named_in_the_summary() -> None:
    assert re.search(r"\nSeat \d+: \S+ \(button blind\) ", text_of("short-deck/button-blind.scn"))


def test_money_that_is_none_is_play_money_but_at_a_tournament() -> None:
    path = "omaha-hi-lo/split.scn"
    assert "-max (Play Money) Seat #" in text_of(path)
    assert "Play Money" not in text_of(path, Where(currency="EUR"))
    tournament = text_of(path, Where(event="77"))
    assert "Play Money" not in tournament
    assert "\nTable '77 1' " in tournament


def test_folds_and_checks_end_in_a_blank() -> None:
    lines = text_of("omaha-hi-lo/split.scn").splitlines()
    said = [line for line in lines if re.search(r": (folds|checks|mucks hand)", line)]
    assert said
    assert all(line.endswith(" ") for line in said)
