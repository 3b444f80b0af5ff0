"""Equities of games with a low hand, a short deck or two boards, as pokerkit's hands count them."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from pokerkit import (
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    ShortDeckHoldemHand,
    StandardHighHand,
)

from controller.broadcast.equity import HOLE_CARDS, SUITS, equities
from controller.broadcast.hand_values import RANKS
from controller.contract.rules import Variant
from controller.table.state import GAMES, rank_in

Hands = dict[int, list[str]]
HIGH: dict[Variant, Any] = {
    Variant.HOLDEM: StandardHighHand,
    Variant.SHORT_DECK: ShortDeckHoldemHand,
    Variant.OMAHA_5: OmahaHoldemHand,
    Variant.OMAHA_HI_LO: OmahaHoldemHand,
    Variant.OMAHA_5_HI_LO: OmahaHoldemHand,
}
LOW = {Variant.OMAHA_HI_LO, Variant.OMAHA_5_HI_LO}


def deck_for(game: Variant) -> list[str]:
    ranks = RANKS[4:] if game is Variant.SHORT_DECK else RANKS
    return [rank + suit for rank in ranks for suit in SUITS]


def spot(
    game: Variant, seed: int, players: int, board: int, left: int
) -> tuple[Hands, list[str], list[str]]:
    """Return hands, a board, and cards that are gone so that so many are left of the deck."""
    deck = deck_for(game)
    random.Random(seed).shuffle(deck)
    hands = {seat: [deck.pop() for _ in range(HOLE_CARDS[game])] for seat in range(1, players + 1)}
    laid = [deck.pop() for _ in range(board)]
    return hands, laid, deck[left:]


def completions(game: Variant, hands: Hands, board: Sequence[str], gone: Sequence[str]) -> Iterator[
    tuple[str, ...]
]:  # fmt: skip
    known = {*board, *gone, *(card for cards in hands.values() for card in cards)}
    left = [card for card in deck_for(game) if card not in known]
    for coming in combinations(left, 5 - len(board)):
        yield (*board, *coming)


def shares(game: Variant, hands: Hands, board: Sequence[str]) -> dict[int, float]:
    """Return each seat's share of the pot on a whole board, by pokerkit's hands."""
    laid = "".join(board)
    of = {
        kind: {seat: kind.from_game_or_none("".join(cards), laid) for seat, cards in hands.items()}
        for kind in (HIGH[game], OmahaEightOrBetterLowHand)[: 1 + (game in LOW)]
    }
    halves = [made for made in of.values() if any(one is not None for one in made.values())]
    won = dict.fromkeys(hands, 0.0)
    for made in halves:
        best = max(one for one in made.values() if one is not None)
        winners = [seat for seat, one in made.items() if one is not None and one == best]
        for seat in winners:
            won[seat] += 1 / len(winners) / len(halves)
    return won


def enumerated(
    game: Variant, hands: Hands, board: Sequence[str], gone: Sequence[str]
) -> dict[int, float]:
    total, count = dict.fromkeys(hands, 0.0), 0
    for whole in completions(game, hands, board, gone):
        count += 1
        for seat, share in shares(game, hands, whole).items():
            total[seat] += share
    return {seat: share / count for seat, share in total.items()}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("board", "left"), [(0, 8), (3, 9), (4, 20), (5, 9)])
@pytest.mark.parametrize("game", HIGH)
def test_as_pokerkit_counts_them(game: Variant, board: int, left: int, seed: int) -> None:
    hands, laid, gone = spot(game, seed, 2 + seed, board, left)
    found = equities(game, hands, laid, gone)
    assert found == pytest.approx(enumerated(game, hands, laid, gone), abs=1e-9)


@pytest.mark.parametrize(
    ("board", "share"),
    [
        # A low for one alone; for both alike; for nobody.
        (["3h", "4h", "8d", "Ks", "Qs"], 0.5),
        (["2d", "3h", "8d", "Kd", "Jc"], 0.25),
        (["9h", "Th", "8c", "Ks", "Qs"], 0.0),
    ],
)
def test_half_of_a_pot_is_for_a_low(board: list[str], share: float) -> None:
    hands = {1: ["As", "2s", "9c", "9d"], 2: ["Kh", "Kc", "7c", "Ac"]}
    if share == 0.25:
        hands = {1: ["As", "4s", "9c", "9d"], 2: ["Kh", "Kc", "4c", "Ac"]}
    assert equities(Variant.OMAHA_HI_LO, hands, board, ())[1] == pytest.approx(share)


@pytest.mark.parametrize("seed", range(4))
def test_trips_may_beat_a_straight_in_a_short_deck(seed: int) -> None:
    """As the table itself ranks them, under both rules."""
    hands, laid, gone = spot(Variant.SHORT_DECK, seed, 3, 3, 12)
    for trips in (False, True):
        found = equities(Variant.SHORT_DECK, hands, laid, gone, trips_beat_straight=trips)
        rules = replace(GAMES[Variant.SHORT_DECK, "no-limit"], trips_beat_straight=trips)
        won, count = dict.fromkeys(hands, 0.0), 0
        for whole in completions(Variant.SHORT_DECK, hands, laid, gone):
            count += 1
            worth = {seat: rank_in(rules, cards, whole) for seat, cards in hands.items()}
            winners = [seat for seat, rank in worth.items() if rank == min(worth.values())]
            for seat in winners:
                won[seat] += 1 / len(winners)
        assert found == pytest.approx({seat: one / count for seat, one in won.items()})


def test_the_rule_about_trips_decides() -> None:
    hands, board = {1: ["9s", "9h"], 2: ["8c", "7d"]}, ["9d", "6h", "Ts", "Ac", "Kd"]
    assert equities(Variant.SHORT_DECK, hands, board, ()) == {1: 0, 2: 1}
    assert equities(Variant.SHORT_DECK, hands, board, (), trips_beat_straight=True) == {1: 1, 2: 0}


@pytest.mark.parametrize("game", [Variant.HOLDEM, Variant.OMAHA_HI_LO])
@pytest.mark.parametrize("dealt", [3, 4])
def test_two_boards_as_all_pairs_of_boards_count(game: Variant, dealt: int) -> None:
    """A card that comes on one board can't come on the other: each pair is counted."""
    hands, first, gone = spot(game, 8, 2, dealt, 9)
    second, gone = gone[:dealt], gone[dealt:]
    total, count = dict.fromkeys(hands, 0.0), 0
    for one in completions(game, hands, first, [*gone, *second]):
        for two in completions(game, hands, second, [*gone, *one]):
            count += 1
            for whole in (one, two):
                for seat, share in shares(game, hands, whole).items():
                    total[seat] += share / 2
    found = equities(game, hands, second, gone, first=first)
    assert found == pytest.approx({seat: share / count for seat, share in total.items()})


def test_a_board_that_is_run_again_shares_its_flop() -> None:
    hands, first, gone = spot(Variant.HOLDEM, 3, 2, 5, 20)
    flop = first[:3]
    found = equities(Variant.HOLDEM, hands, flop, gone, first=first)
    once = shares(Variant.HOLDEM, hands, first)
    again = enumerated(Variant.HOLDEM, hands, flop, [*gone, *first[3:]])
    assert found == pytest.approx({seat: (once[seat] + again[seat]) / 2 for seat in hands})
