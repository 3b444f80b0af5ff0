"""Recorded hands: what is read is what pokerkit replays, and the impossible is named."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory

from controller.contract.public import Action
from controller.houses.loader import load_house
from controller.play.records.phh import read_hand, read_hands
from controller.play.records.phh_export import Caused, records
from controller.play.records.recorded import (
    Acted,
    Mucked,
    PhhError,
    RecordedHand,
    StreetDealt,
    TabledHand,
)
from controller.play.records.replay import deck_for
from tests.rig.differential import chance, compare, invent, play_ours

HANDS = """\
[1]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 5000, 2000]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 9c9d', 'p3 cbr 300', 'p1 cc', 'p2 f # tired',
  'd db 2h7h9s', 'p1 cc', 'p3 cbr 1700', 'p1 cc', 'p1 sm AhKh', 'p3 sm 9c9d', 'd db Qh', 'd db 2c']
hand = 'final table 12'
seats = [4, 6, 1]
players = ['Anne', 'Bruno', 'Chloé']
finishing_stacks = [3000, 4900, 4100]

[2]
variant = 'NT'
antes = [10, 10]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 900]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cc', 'p1 cc', 'd db 2h7h9s', 'p1 cbr 100', 'p2 f']
finishing_stacks = [1110, 790.0]
"""

TABLE: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [5000, 5000, 2000],
    "actions": ["d dh p1 AhKh", "d dh p2 2c2d", "d dh p3 9c9d", "p3 f", "p1 f"],
    "players": ["Anne", "Bruno", "Chloe"],
    "hand": 7,
}
OPENED = [*TABLE["actions"][:3], "p3 cc", "p1 cc", "p2 cc"]

WRONG = {
    "variant 'F7S' is another game": {"variant": "F7S"},
    "variant 'XX' is not a known variant": {"variant": "XX"},
    "min_bet is missing": {"min_bet": None},
    "antes names 2 players": {"antes": [0, 0]},
    "antes holds 2.5": {"antes": [0, Decimal("2.5"), 0]},
    "starting_stacks is not a list": {"starting_stacks": 100},
    "a starting stack is empty": {"starting_stacks": [100, 0, 100]},
    "has 1 players": {"starting_stacks": [100]},
    "seats are not a list of different seats": {"seats": [1, 1, 2]},
    "seats are not 3 seats of 1 to 10": {"seats": [1, 2, 11]},
    "seats are not in clockwise order": {"seats": [1, 3, 2]},
    "finishing_stacks are not 3": {"finishing_stacks": [1, 2]},
    "the turn of p3": {"actions": ["p1 f"]},
    "Chloe has 2000 chips and can't put in 2001": {"actions": ["p3 cbr 2001"]},
    "100 has already been bet": {"actions": ["p3 cbr 100"]},
    "less than the minimum bet or raise, 200": {"actions": ["p3 cbr 150"]},
    "the betting round is over": {"actions": [*OPENED, "p1 cc"]},
    "it is Chloe's turn": {"actions": ["d db 2h7h9s"]},
    "the flop has 3 card": {"actions": [*OPENED, "d db 2h7h"]},
    "9c is dealt twice": {"actions": [*OPENED, "d db 9c7h2h"]},
    "2c is dealt twice": {"actions": ["d dh p1 2c2c"]},
    "'Xh' is not a card": {"actions": ["d dh p1 XhKh"]},
    "'??' is not a card": {"actions": [*OPENED, "d db ??7h2h"]},
    "more than two cards": {"actions": ["d dh p1 2c3c4c"]},
    "hole cards are dealt after": {"actions": ["p3 f", "d dh p1 2c3c"]},
    "'p4' is not a player": {"actions": ["p4 f"]},
    "not an action of hold'em": {"actions": ["p3 pb"]},
    "not a whole number of chips": {"actions": ["p3 cbr 2.5"]},
    "the amount is more than 1000000000": {"actions": ["p3 cbr 1000000001"]},
    "holds more than 1000000000": {"min_bet": Decimal("1e999999")},
    "holds -1E+99999999": {"min_bet": Decimal("-1e99999999")},
    "holds NaN": {"finishing_stacks": [1, 2, Decimal("nan")]},
    "holds more than 3000000000": {"finishing_stacks": [1, 2, Decimal("1e99999999")]},
    "variant ['NT'] is not a known variant": {"variant": ["NT"]},
    "seats are not a list of 3 seats": {"seats": [1, 2]},
    "are not 3 seats of 1 to 10": {"seats": [1, [2], "x"]},
    "is not a player: expected p1 to p3": {"actions": ["p\u0663 f"]},
    "the record ends before the hand does: it is Anne's turn": {"actions": ["p3 f"]},
    "ends before the board is complete": {"actions": OPENED},
    "there is no showdown now": {"actions": [*OPENED[:4], "p3 sm 9c9d"]},
    "a street is dealt after everybody": {"actions": ["p3 f", "p1 f", "d db 2h7h9s"]},
}


def table_with(changes: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a good hand with some changed, or left out where they are None."""
    return {name: value for name, value in (TABLE | changes).items() if value is not None}


def test_a_hand_is_read_with_its_seats_and_amounts(tmp_path: Path) -> None:
    path = tmp_path / "two.phhs"
    path.write_text(HANDS, "utf-8")
    first, second = read_hands(path)
    assert [(p.seat, p.name, p.stack) for p in first.players] == [
        (4, "Anne", 5000),
        (6, "Bruno", 5000),
        (1, "Chloé", 2000),
    ]
    assert (first.button, first.title, first.level) == (
        1,
        "hand 1 (final table 12)",
        (50, 100, 0, 0),
    )
    assert first.players[1].hole == ("??", "??")
    assert first.actions == (
        Acted(1, Action.RAISE, 300, 300),
        Acted(4, Action.CALL, 250, 300),
        Acted(6, Action.FOLD, 0, 100),
        StreetDealt("flop", ("2h", "7h", "9s")),
        Acted(4, Action.CHECK),
        Acted(1, Action.BET, 1700, 1700, all_in=True),
        Acted(4, Action.CALL, 1700, 1700),
        TabledHand(4, ("Ah", "Kh")),
        TabledHand(1, ("9c", "9d")),
        StreetDealt("turn", ("Qh",)),
        StreetDealt("river", ("2c",)),
    )
    # With two players the second has the button and the small blind, and acts first.
    assert (second.button, second.level) == (2, (50, 100, 10, 0))
    assert [p.blind for p in second.players] == [100, 50]
    assert [p.finish for p in second.players] == [Decimal(1110), Decimal(790)]
    assert second.actions[0] == Acted(2, Action.CALL, 50, 100)
    assert not second.half_chips


def test_a_showdown_that_the_record_leaves_out_is_shown_by_all_or_mucked_by_the_rest() -> None:
    board = ["d db 2h7h9s", *["p1 cc", "p2 cc", "p3 cc"] * 1]
    streets = [*board, "d db Qh", "p1 cc", "p2 cc", "p3 cc", "d db Qc", "p1 cc", "p2 cc", "p3 cc"]
    silent = read_hand(table_with({"actions": [*OPENED, *streets]}))
    assert [type(action) for action in silent.actions[-3:]] == [TabledHand, TabledHand, TabledHand]
    said = read_hand(table_with({"actions": [*OPENED, *streets, "p3 sm 9c9d"]}))
    assert said.actions[-3:] == (TabledHand(3, ("9c", "9d")), Mucked(1), Mucked(2))
    unknown = [*OPENED, *streets, "p3 sm -", "p1 sm"]
    assert read_hand(table_with({"actions": unknown})).actions[-3:] == (
        TabledHand(3, ("9c", "9d")),
        Mucked(1),
        Mucked(2),
    )


def test_cards_shown_at_the_end_are_those_that_were_dealt() -> None:
    streets = ["d db 2h7h9s", "d db Qh", "d db Qc"]
    dealt = ["d dh p1 ????", "d dh p2 Td??", "p3 f", "p1 cbr 5000", "p2 cc"]
    hand = read_hand(table_with({"actions": [*dealt, "p1 sm AhKh", "p2 sm 3cTd", *streets]}))
    assert [player.hole for player in hand.players[:2]] == [("Ah", "Kh"), ("Td", "3c")]
    with pytest.raises(PhhError, match="Bruno shows cards other than those dealt"):
        read_hand(table_with({"actions": [*dealt, "p2 sm 3c4c", *streets]}))


@pytest.mark.parametrize(("message", "changes"), WRONG.items())
def test_the_impossible_is_named_with_its_hand(message: str, changes: dict[str, Any]) -> None:
    with pytest.raises(PhhError) as caught:
        read_hand(table_with(changes), "club.phhs", 3)
    assert message in str(caught.value)
    assert str(caught.value).startswith("club.phhs: hand 3 (7): ")
    assert caught.value.action in ("", *changes.get("actions", ()))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"blinds_or_straddles": [50, 100, 50]}, "straddle"),
        ({"antes": [0, 100, 5]}, "antes"),
    ],
)
def test_what_can_be_read_but_not_played_is_refused_by_its_level(
    changes: dict[str, Any], message: str
) -> None:
    actions = ["p3 cbr 500", "p1 f", "p2 f"] if "antes" in changes else ["p3 f", "p1 f"]
    hand = read_hand(table_with({**changes, "actions": actions}))
    with pytest.raises(PhhError, match=message):
        _ = hand.level


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"variant = ", "is not a PHH file"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"", "contains no hand"),
        (b"author = 'me'", "hand 1: is not a hand"),
        (b"min_bet = " + b"7" * 5000, "thousands of digits"),
        (b"min_bet = " + b"[" * 5000, "nested too deep"),
    ],
)
def test_a_file_that_is_no_record_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.phh"
    path.write_bytes(content)
    with pytest.raises(PhhError, match=message):
        read_hands(path)
    with pytest.raises(PhhError, match="can't be read"):
        read_hands(tmp_path / "nothing.phh")


def test_a_hand_of_more_cards_than_a_deck_has_is_not_dealt() -> None:
    calls = ["p3 cc", *(f"p{place} cc" for place in (4, 5, 6, 7, 8, 9, 10, 1, 2))]
    hand = read_hand(
        table_with({
            "variant": "PO", "_game": "omaha-5", "antes": [0] * 10, "players": None,
            "blinds_or_straddles": [50, 100, *[0] * 8], "starting_stacks": [5000] * 10,
            "actions": [*calls, "d db 2h7h9s", *(f"p{place} f" for place in range(1, 10))],
        })
    )  # fmt: skip
    with pytest.raises(PhhError, match="needs 54 cards, but the deck has 52"):
        deck_for(hand, seed=1)


def test_half_a_chip_in_the_record_is_noticed() -> None:
    hand = read_hand(table_with({"finishing_stacks": [Decimal("4987.5"), 5012, 2000]}))
    assert hand.half_chips


# -- against pokerkit, on hands that our own engine has played ----------------------------


@given(st.integers(0, 10_000_000))
def test_a_played_hand_exported_is_replayed_by_pokerkit_to_the_same_stacks(number: int) -> None:
    house = load_house("fidpa")
    ruled_differently, _ = compare(number, 77, house)
    if ruled_differently:
        return
    rng = chance(number, 77)
    played = play_ours(invent(rng), house, rng)
    for private in (True, False):
        rows = [
            Caused(said, seen if private else (), "Club", number) for said, seen in played.steps
        ]
        (record,) = records(rows)
        text = record.text()
        if "_game" not in text:
            assert pokerkit_stacks(text) == list(record.finishing_stacks)
        hand = read_hand(tomllib.loads(text))
        assert [player.finish for player in hand.players] == list(record.finishing_stacks)
        assert known_holes(hand) >= shown_seats(hand)
        if private:
            assert [player.hole for player in hand.players] == [
                played.holes[seat] for seat in played.order
            ]
        else:
            assert known_holes(hand) == shown_seats(hand)


def pokerkit_stacks(text: str) -> list[int]:
    """Return the final stacks as pokerkit replays a record."""
    state = None
    for state in HandHistory.loads(text):  # noqa: B007 - the last one is wanted
        pass
    assert state is not None
    assert not state.status
    return list(state.stacks)


def known_holes(hand: RecordedHand) -> set[int]:
    """Return the seats whose hole cards the record names."""
    return {player.seat for player in hand.players if "??" not in player.hole}


def shown_seats(hand: RecordedHand) -> set[int]:
    """Return the seats that have tabled their cards."""
    return {action.seat for action in hand.actions if isinstance(action, TabledHand)}
