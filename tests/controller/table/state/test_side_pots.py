"""Pots against the slow truth: chip by chip, each won by the best hand that paid for it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract import commands as c
from controller.contract.public import (
    ActionMade,
    AntePosted,
    BetReturned,
    BlindPosted,
    HandEnded,
    HandStarted,
    PotAwarded,
    PotChanged,
)
from controller.houses.loader import load_house
from controller.table.state.button_and_blinds import clockwise
from tests.controller.table.by_trial import best_by_trial
from tests.controller.table.random_table import PlayedTable, seated
from tests.rig.turns import turn_of

RANDOMS = st.integers(0, 2**32).map(random.Random)


def put_in(play: PlayedTable) -> dict[int, int]:
    """Return what each seat has put into the last hand, by its events."""
    paid: dict[int, int] = {}
    for event in play.events:
        match event:
            case HandStarted():
                paid = dict.fromkeys((held.seat for held in event.stacks), 0)
            case BlindPosted() | AntePosted() | ActionMade():
                paid[event.seat] += event.amount
            case BetReturned():
                paid[event.seat] -= event.amount
    return paid


def won_chip_by_chip(play: PlayedTable, paid: dict[int, int], live: set[int]) -> dict[int, int]:
    """Return what each seat wins: the chips at each height go to the best live hand that paid it.

    The chips of heights with the same live hands are one pot; its odd chips go one each to the
    winners from the left of the button.
    """
    hand = play.table.hand
    pots: dict[frozenset[int], int] = {}
    last = frozenset(live)
    for height in range(max(paid.values())):
        entitled = frozenset(seat for seat in live if paid[seat] > height) or last
        last = entitled
        pots[entitled] = pots.get(entitled, 0) + sum(1 for chips in paid.values() if chips > height)
    won = dict.fromkeys(paid, 0)
    for entitled, amount in pots.items():
        if len(entitled) == 1:
            best = list(entitled)
        else:
            ranks = {seat: best_by_trial((*hand.holes[seat], *hand.board)) for seat in entitled}
            best = [seat for seat in entitled if ranks[seat] == min(ranks.values())]
        order = [s for s in clockwise(len(play.table.seats) - 1, hand.button) if s in best]
        for place, seat in enumerate(order):
            won[seat] += amount // len(order) + (place < amount % len(order))
    return won


@pytest.mark.parametrize("house", ["fidpa", "ppc", "tda", "salle"])
@settings(max_examples=40)
@given(rng=RANDOMS)
def test_everybody_wins_what_he_wins_chip_by_chip(house: str, rng: random.Random) -> None:
    level = c.SetLevel(50, 100, rng.choice([0, 0, 7]))
    play = seated(load_house(house), rng, level=level)
    assert not play.start()
    play.deal()
    folded: set[int] = set()

    def act() -> None:
        seat = play.look().turn
        legal = turn_of(play.look())
        assert legal is not None
        # Few folds and many all-ins, so that there are many pots.
        likely = rng.choice(["all-in", "call", "check", "", "", ""])
        if likely == "all-in" or (likely and (likely, 0) in play.choices(legal)):
            play.key(seat, likely)  # type: ignore[arg-type]
        if play.look().turn == seat and turn_of(play.look()) == legal:
            play.act_by_chance()

    play.finish(act)
    folded = {
        event.seat
        for event in play.events
        if isinstance(event, ActionMade) and event.action == "fold"
    }
    paid = put_in(play)
    ended = [event for event in play.events if isinstance(event, HandEnded)][-1]
    started = [event for event in play.events if isinstance(event, HandStarted)][-1]
    won = won_chip_by_chip(play, paid, set(paid) - folded)
    before = {held.seat: held.stack or 0 for held in started.stacks}
    expected = {seat: before[seat] - paid[seat] + won[seat] for seat in paid}
    assert {held.seat: held.stack for held in ended.stacks} == expected


@pytest.mark.parametrize(("house", "outermost_first"), [("fidpa", True), ("redcactus", False)])
@settings(max_examples=60)
@given(rng=RANDOMS)
def test_the_pots_in_the_middle_are_those_that_are_awarded(
    house: str, outermost_first: bool, rng: random.Random
) -> None:
    # FIDPA 77 and PPC 25 begin with the outermost pot, RedCactus B.e with the all-in player's.
    play = seated(load_house(house), rng, level=c.SetLevel(50, 100))
    assert not play.start()
    play.deal()
    play.finish()
    awarded: dict[int, int] = {}
    order: list[int] = []
    for event in play.events:
        if isinstance(event, PotAwarded):
            awarded[event.pot] = awarded.get(event.pot, 0) + (event.amount or 0)
            order.append(event.pot)
    assert order == sorted(order, reverse=outermost_first)
    last = [event for event in play.events if isinstance(event, PotChanged)][-1]
    carried = play.table.carried
    assert sum(awarded.values()) + carried == sum(pot.amount or 0 for pot in last.pots)
    if not carried:
        assert [awarded[pot] for pot in sorted(awarded)] == [pot.amount for pot in last.pots]
    for event in play.events:
        if isinstance(event, PotAwarded):
            assert event.seat in last.pots[event.pot].seats
