"""What seats owe, by what lies in front of them."""

import pytest
from msgspec.structs import replace

from controller.table.state import FOLDED, LIVE, Betting, BoardDue, Due, Paying, play_on
from controller.table.state.chips_owed import (
    as_it_lies,
    first_owing,
    front_and_pot,
    lifted_since,
    lying,
    not_gathered,
    unpaid,
    whose,
)
from tests.controller.table.scripted import go_on, played


def test_what_was_said_and_does_not_lie_there_is_owed() -> None:
    game = played("hand ; deal\n1 says raise to 600\n1 puts 1x500", house="fidpa")
    assert unpaid(game.table, game.table.hand)[1:4] == [100, 0, 0]
    assert lying(game.table)[1:4] == [500, 50, 100]


def test_what_is_gathered_while_another_pays_is_not_owed_again() -> None:
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house="fidpa")
    game.sink.chips("bet.2", "pot", (100,))
    assert unpaid(game.table, game.table.hand)[1:4] == [100, 0, 0]
    go_on(game, "1 puts 100\nexpect next gather")


def test_bets_of_a_round_that_is_over_are_not_gathered_while_they_lie_in_front() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nburn ; board 3", house="fidpa")
    assert not_gathered(game.table)[1:4] == [100, 100, 100]
    go_on(game, "gather")
    assert not any(not_gathered(game.table))


@pytest.mark.parametrize("pot", [0, 75, 100, 200])
def test_accepted_as_it_lies_a_debt_is_covered_by_what_the_pot_holds_and_no_more(pot: int) -> None:
    game = played("hand ; deal\n1 says raise to 600\n1 puts 1x500", house="fidpa")
    play = play_on(game.table, game.house, 0)
    lies = {**play.table.chips, "pot": (25,) * (pot // 25)}
    play.table = replace(play.table, chips=lies)
    as_it_lies(play)
    assert play.hand.splashed == min(pot, 100)
    assert play.table.base[1:4] == (-100, 0, 0)
    assert not any(unpaid(play.table, play.hand))


@pytest.mark.parametrize(
    ("debts", "added", "paid"),
    [
        ((0, 0, 0), 0, {}),
        ((0, 50, 100), 150, {1: 50, 2: 100}),
        ((0, 50, 100), 50, {1: 50}),
        ((0, 50, 100), 100, {2: 100}),
        ((0, 50, 100), 75, {2: 75}),
        ((0, 50, 100), 25, {}),
        ((0, 100, 100), 100, {}),
        ((0, 50, 100), 200, {}),
        ((0, 100, 100, 150), 100, {}),
    ],
)
def test_whose_debt_chips_pay(debts: tuple[int, ...], added: int, paid: dict[int, int]) -> None:
    assert whose(debts, added) == paid


def test_chips_in_front_and_in_the_pot_are_counted_and_no_stack() -> None:
    lies = {"pot": (100,), "bet.1": (50, 25), "stack.1": (500,), "bet.10": (5,)}
    assert front_and_pot(lies) == 180


@pytest.mark.parametrize(
    ("lost", "base", "front"),
    [
        ("bet.4", 100, 100),
        ("bet.1", 100, 0),
        ("bet.4", 150, 100),
        ("bet.4", 50, 50),
        ("bet.4", 1, 1),
        ("bet.4", 0, 0),
        ("bet.4", -50, 0),
    ],
)
def test_of_a_finished_round_lies_what_is_read_up_to_its_bet(
    lost: str, base: int, front: int
) -> None:
    table = played("hand ; deal\n1 calls").table
    devices = replace(table.devices, blind_zones=frozenset({lost}))
    assert not_gathered(replace(table, base=(0, base, 0, 0), devices=devices))[1:] == [front, 0, 0]


@pytest.mark.parametrize(
    ("front", "came", "lost", "left", "owes"),
    [
        (600, None, "", 0, 0),
        (599, None, "", 0, 1),
        (601, None, "", 0, 0),
        (0, None, "", 0, 600),
        (0, None, "bet.1", 0, 0),
        (0, None, "bet.2", 0, 600),
        # Chips that are being lifted are asked for when it is clear where they go.
        (0, None, "", 5000, 0),
        # Once the round is over, what has been in front counts, wherever it is now.
        (0, 600, "", 0, 0),
        (0, 599, "", 0, 1),
        (600, 0, "", 0, 0),
        (0, 500, "", 5000, 100),
    ],
)
def test_what_a_seat_owes_by_what_is_and_has_been_in_front_of_it(
    front: int, came: int | None, lost: str, left: int, owes: int
) -> None:
    game = played("hand ; deal\n1 says raise to 600")
    table, hand = game.table, replace(game.table.hand, due=Due(left=(0, left, 0, 0)))
    if came is not None:
        hand = replace(hand, stage=Paying((0, came, 50, 100)))
    devices = replace(table.devices, blind_zones=frozenset({lost} - {""}))
    # Chips of an earlier round lie there, too.
    lies = {**table.chips, "bet.1": (25, front) if front else (25,)}
    table = replace(table, chips=lies, base=(0, 25, 0, 0), devices=devices)
    assert unpaid(table, hand) == [0, owes, 0, 0]
    assert first_owing(table, hand) == (1 if owes else 0)
    assert lifted_since(hand, 1) == (left if came is None else 0)
    keyed = replace(table, fittings=replace(table.fittings, keyed=True))
    for other in ((keyed, hand), (table, replace(hand, stage=BoardDue()))):
        assert (unpaid(*other), first_owing(*other)) == ([0] * 4, 0)


@pytest.mark.parametrize(
    ("winner", "faulty", "lies", "owes"),
    [
        (1, (), 0, 0),
        (1, (), 500, 0),
        (2, (), 0, 600),
        (2, (1,), 0, 0),
        (2, (1,), -1, 0),
        (2, (1,), 1, 599),
        (2, (2,), 0, 600),
        (0, (1,), 0, 600),
    ],
)
def test_when_one_hand_is_left_it_owes_nothing_nor_who_is_known_to_have_taken_all_back(
    winner: int, faulty: tuple[int, ...], lies: int, owes: int
) -> None:
    game = played("hand ; deal\n1 says raise to 600")
    hand = game.table.hand
    status = tuple(
        [LIVE if seat == winner or not winner else FOLDED for seat in range(len(hand.status))]
    )
    hand = replace(hand, status=status, round=replace(hand.round, faulty=faulty))
    chips = {**game.table.chips, "bet.1": (lies,)}
    assert unpaid(replace(game.table, chips=chips), hand) == [0, owes, 0, 0]


def test_the_first_that_owes_has_bet_more_than_lies_there() -> None:
    game = played("hand ; deal\n1 says call ; 2 says call")
    assert type(game.table.hand.stage) is Betting
    assert first_owing(game.table, game.table.hand) == 1
    go_on(game, "1 puts 100")
    assert first_owing(game.table, game.table.hand) == 2
    go_on(game, "2 puts 50")
    assert first_owing(game.table, game.table.hand) == 0
