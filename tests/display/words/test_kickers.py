"""Why one hand beats another: the order of five cards, kickers, and the words for it."""

import pytest
from msgspec.structs import replace

from controller.contract.public import SeatView
from display.words.cards.kickers import Why, counting_order, kickers, standing, strength, why
from display.words.names import words
from display.words.sentences import why_text
from tests.texts import plain


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        (("9d", "Ah", "7c", "As", "Kc"), "AAK97"),
        (("2h", "Ah", "5c", "4s", "3c"), "5432A"),
        (("Th", "Ah", "Jc", "Ks", "Qc"), "AKQJT"),
        (("7h", "Kh", "7c", "Ks", "7d"), "777KK"),
        (("2h", "??", "Ac"), "A2?"),
    ],
)
def test_five_cards_as_they_count(cards: tuple[str, ...], order: str) -> None:
    assert "".join(card[0] for card in counting_order(cards)) == order


def test_kickers_are_what_the_name_does_not_tell() -> None:
    assert kickers("pair", ("Ah", "As", "Kc", "9d", "7c")) == ("K", "9", "7")
    assert kickers("two-pair", ("Ah", "As", "Kc", "Kd", "7c")) == ("7",)
    assert kickers("flush", ("Ah", "Kh", "9h", "7h", "2h")) == ()
    assert kickers("pair", ("Ah", "As")) == ()


def test_the_worth_of_hands_is_in_order() -> None:
    hands = [
        ("cosmic", ("Ah", "As", "Ac", "Ad", "Kc")),
        ("high-card", ("Ah", "Ks", "Qc", "Jd", "9c")),
        ("pair", ("2h", "2s", "5c", "4d", "3c")),
        ("straight", ("Ah", "2s", "3c", "4d", "5c")),
        ("straight", ("6h", "2s", "3c", "4d", "5c")),
        ("flush", ("9h", "2h", "3h", "4h", "5h")),
        ("full-house", ("9h", "9d", "9c", "4h", "4d")),
        ("full-house", ("9h", "9d", "9c", "5h", "5d")),
    ]
    worth = [strength(name, cards) for name, cards in hands]
    assert worth == sorted(worth)
    assert len(set(worth)) == len(worth)


PAIRS = {"king": ("Ah", "As", "Kc", "9d", "7c"), "jack": ("Ah", "Ad", "Jc", "9d", "7c"),
         "nines": ("9h", "9s", "Kc", "8d", "7c")}  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        (("pair", PAIRS["king"]), ("pair", PAIRS["jack"]), Why("kicker", "K", "J")),
        (("pair", PAIRS["king"]), ("pair", PAIRS["nines"]), Why("rank", "A", "9")),
        (("pair", PAIRS["king"]), ("pair", PAIRS["king"]), Why("same")),
        (("pair", PAIRS["king"]), ("high-card", ("Ah", "Ks", "Qc", "Jd", "9c")), Why("kind")),
    ],
)
def test_where_two_hands_part(
    first: tuple[str, tuple[str, ...]], second: tuple[str, tuple[str, ...]], found: Why
) -> None:
    assert why(*first, *second) == found


def test_it_is_said_in_both_languages() -> None:
    one, other = (
        SeatView(seat, hand_name="pair", hand_ranks=("A",), best=PAIRS[name])
        for seat, name in ((1, "king"), (2, "jack"))
    )
    assert why_text(one, other, words("en")) == "The kicker decides: king beats jack"
    assert plain(why_text(one, other, words("fr"))) == "Le kicker décide : roi bat valet"
    said = words("fr").hand_whole("pair", ("A",), PAIRS["king"])
    assert said == "Paire d'as, kickers roi 9 7"


def test_a_hand_stands_as_its_game_ranks_it() -> None:
    """Short deck: a flush beats a full house, and the ace of the lowest straight is its last."""
    flush = SeatView(1, hand_name="flush", best=("Ah", "Jh", "9h", "7h", "6h"), rank=30_500)
    full = SeatView(2, hand_name="full-house", best=("9s", "9d", "9c", "Th", "Td"), rank=40_200)
    untold = SeatView(3)
    assert sorted((full, untold, flush), key=standing) == [untold, full, flush]
    assert standing(replace(full, rank=0)) > standing(replace(flush, rank=0))
    assert "".join(card[0] for card in counting_order(("9h", "8s", "7c", "6d", "Ac"))) == "9876A"
    assert "".join(card[0] for card in counting_order(("Ac", "9h", "8s", "7c", "6d"))) == "A9876"
