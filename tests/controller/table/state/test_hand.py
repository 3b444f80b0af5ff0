"""The facts of a hand and its phases: what can't be in a phase is not there to be asked for."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import Observation
from controller.contract.rules import Action, Phase
from controller.contract.state import TimePaid
from controller.houses.loader import load_house, shipped_houses
from controller.table.engine import Transition
from controller.table.state import hand as hand_state
from controller.table.state import table as table_state
from controller.table.state import waits
from controller.table.state.hand import (
    ALL_IN,
    FOLDED,
    LIVE,
    OUT,
    Betting,
    BoardDue,
    Early,
    Over,
    SeatStatus,
    no_hand,
)
from tests.controller.table.random_table import any_level, seated
from tests.controller.table.scripted import played

NEXT = {
    Phase.POSTING: {Phase.POSTING, Phase.DEALING},
    Phase.DEALING: {Phase.DEALING, Phase.BETTING, Phase.SHOWDOWN, Phase.BOARD},
    Phase.BETTING: {Phase.BETTING, Phase.BOARD, Phase.SHOWDOWN, Phase.OVER},
    Phase.BOARD: {Phase.BOARD, Phase.BETTING, Phase.SHOWDOWN, Phase.OVER},
    Phase.SHOWDOWN: {Phase.SHOWDOWN, Phase.BOARD, Phase.OVER},
    Phase.OVER: {Phase.OVER},
}


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=20)
@given(rng=st.integers(0, 2**32).map(random.Random))
def test_phases_follow_each_other_and_a_turn_is_there_in_betting_alone(
    house: str, rng: random.Random
) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    phases: list[Phase] = []

    def watch(_: Observation, done: Transition) -> None:
        hand = done.table.hand
        assert (hand.turn != 0) == (hand.phase is Phase.BETTING)
        assert hand.running == (hand.phase not in {Phase.IDLE, Phase.OVER})
        if phases:
            assert hand.phase in NEXT[phases[-1]]
        phases.append(hand.phase)

    assert not play.start()
    play.watch = watch
    play.deal()
    play.finish()
    assert phases[-1] is Phase.OVER


def test_who_holds_a_card_and_who_can_win() -> None:
    hand = played("hand ; deal\n1 folds").table.hand
    assert [hand.holder(card) for card in ("4c", "2c", "6c", "Ah")] == [1, 2, 3, 0]
    assert hand.live() == (2, 3)
    assert not hand.alone()
    assert sum(hand.put_in()) == 150


@pytest.mark.parametrize("seats", [2, 10])
def test_before_the_first_hand_nobody_is_in_one(seats: int) -> None:
    hand = no_hand(seats)
    assert (hand.phase, hand.running, hand.live(), hand.turn) == (Phase.IDLE, False, (), 0)
    assert len(hand.bets) == len(hand.holes) == seats + 1


@pytest.mark.parametrize(
    ("what", "to", "traits"),
    [
        # Whether it outbids chips, puts nothing in, wants an amount, yields to a fold or a raise.
        (Action.FOLD, 0, (False, True, False, True, False)),
        (Action.CHECK, 0, (False, True, False, True, False)),
        (Action.CALL, 0, (True, False, False, True, False)),
        (Action.ALL_IN, 0, (True, False, False, True, False)),
        (Action.BET, 0, (False, False, True, True, True)),
        (Action.RAISE, 0, (False, False, True, True, True)),
        (Action.BET, 1, (True, False, False, True, False)),
        (Action.RAISE, 600, (True, False, False, True, False)),
    ],
)
def test_what_an_action_out_of_turn_means(what: Action, to: int, traits: tuple[bool, ...]) -> None:
    def of(early: Early) -> tuple[bool, ...]:
        return (
            early.outbids_chips,
            early.puts_nothing_in,
            early.wants_amount,
            early.yields(Action.FOLD),
            early.yields(Action.RAISE),
        )

    early = Early(1, what, to, 100, 2, said=True)
    assert of(early) == traits
    assert of(msgspec.structs.replace(early, said=False)) == (False, False, False, True, False)


def test_a_fact_that_nobody_has_stated_is_none() -> None:
    own = [
        one
        for module in (hand_state, table_state, waits)
        for one in vars(module).values()
        if isinstance(one, type(msgspec.Struct)) and one.__module__ == module.__name__
    ]
    stated = {
        (one.__name__, field.name): field.default
        for one in own
        for field in msgspec.structs.fields(one)
        if (type(field.default) is int and field.default)
        or (isinstance(field.default, tuple) and any(field.default))
    }
    assert stated == {
        ("Streak", "pots"): 1,
        ("Fittings", "unit"): 1,
        ("Fittings", "decks"): 1,
        ("Fittings", "scan_ms"): table_state.SCAN_MS,
        ("AtRest", "boards"): 1,
        ("Table", "deck"): 1,
    }
    assert len(own) > 30
    nobody = no_hand(3)
    numbers = (nobody.number, nobody.button, nobody.small_blind, nobody.big_blind)
    assert numbers == (0, 0, 0, 0)
    assert nobody.stacks == nobody.bets == nobody.paid == (0, 0, 0, 0)
    assert nobody.last == (("", 0),) * 4
    assert [*SeatStatus] == [0, 1, 2, 3]
    assert nobody.betting == Betting(0, (), ())


def test_how_many_hands_are_left_and_whether_a_street_is_due() -> None:
    nobody = no_hand(3)
    for statuses, left, alone in (
        ((OUT, OUT, FOLDED), 0, False),
        ((LIVE, FOLDED, OUT), 1, True),
        ((FOLDED, FOLDED, ALL_IN), 1, True),
        ((LIVE, LIVE, FOLDED), 2, False),
        ((LIVE, ALL_IN, FOLDED), 2, False),
        ((ALL_IN, ALL_IN, FOLDED), 2, False),
        ((ALL_IN, LIVE, LIVE), 3, False),
    ):
        hand = msgspec.structs.replace(nobody, status=(OUT, *statuses), entitled=(2, 3, 1))
        assert (hand.hands_left(), hand.alone(), len(hand.live())) == (left, alone, left)
        assert sum(map(hand.can_win, range(4))) == left
    for street, due in ((0, True), (2, True), (3, False)):
        between = msgspec.structs.replace(nobody, stage=BoardDue(), street=street)
        assert between.street_due is due
        betting = msgspec.structs.replace(nobody, stage=Betting(1, (1,), ()), street=street)
        assert not betting.street_due


def test_what_goes_into_the_box() -> None:
    paid = (TimePaid(0, 10), TimePaid(1, 50), TimePaid(0, 5))
    hand = msgspec.structs.replace(no_hand(3), stage=Over(raked=25, timed=paid))
    assert hand.boxed == 40
    assert no_hand(3).boxed == 0


def test_which_boards_there_are() -> None:
    board = ("2c", "3c", "4c", "5c", "6c")
    hand = msgspec.structs.replace(no_hand(3), board=board)
    assert hand.boards() == ((), board)
    first = ("7c", "8c", "9c", "Tc", "Jc")
    twice = msgspec.structs.replace(hand, extras=hand_state.Extras(twice=True, first_board=first))
    assert twice.boards() == (first, board)
