"""Who owes chips and what the pot lacks: waited for, told, and in the end the floor's."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import IrregularityFound, Kind, PotChanged
from controller.houses.loader import load_house, shipped_houses
from controller.table.chips.unpaid_chips import (
    ARRIVE_MS,
    COUNT_MS,
    _took_back,
    arrive_ms,
    count_due,
)
from controller.table.state.waits import Count, Due
from tests.controller.table.scripted import THREE, go_on, kinds, played, said

SHORT = THREE.replace("Bruno 5000", "Bruno 300")


@pytest.mark.parametrize("house", shipped_houses())
def test_a_call_that_was_said_is_owed_until_its_chips_lie_there(house: str) -> None:
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house=house)
    assert [seat.owes for seat in game.look().seats[:3]] == [100, 0, 0]
    assert not said(game, PotChanged)
    go_on(game, "1 puts 100\nexpect next gather")
    assert [seat.owes for seat in game.look().seats[:3]] == [0, 0, 0]


@pytest.mark.parametrize("house", shipped_houses())
def test_the_floor_is_called_when_the_patience_of_the_house_is_over(house: str) -> None:
    patience = load_house(house).betting.payment_seconds.value
    game = played(f"hand ; deal\n1 says call\nwait {patience - 2}s", house=house)
    assert not kinds(game)
    go_on(game, "wait 4s")
    assert kinds(game) == ["bet.unpaid"]


def test_a_pot_that_is_still_being_read_begins_no_patience_again() -> None:
    patience = load_house("fidpa").betting.payment_seconds.value
    game = played(
        "hand ; deal ; 1 calls ; 2 calls ; 3 checks ; flop\n2 says bet\n2 says bet 300\n"
        f"wait {patience - 2}s",
        house="fidpa",
    )
    game.observe(ChipsAt(game.sink.now, "pot", (100, 100, 25, 25, 25, 25), game.sink.now))
    go_on(game, "wait 4s")
    assert kinds(game) == ["bet.unpaid"]


def test_a_part_that_comes_straight_to_the_pot_begins_the_patience_again() -> None:
    patience = load_house("fidpa").betting.payment_seconds.value
    game = played(f"hand ; deal\n1 says call\nwait {patience - 2}s\n1 splashes 25", house="fidpa")
    go_on(game, "wait 4s")
    assert kinds(game) == ["bet.splashed"]


def test_while_a_ruling_stops_the_table_no_patience_runs_out() -> None:
    game = played("hand ; deal\n1 says call\nboard ; wait 60s", house="tda")
    assert kinds(game) == ["board.premature"]
    assert [seat.owes for seat in game.look().seats[:1]] == [100]


def test_a_pot_that_lacks_a_chip_is_found_once_and_not_before_it_can_have_been_read() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    sink = game.sink
    for seat in (1, 2, 3):
        sink.chips(f"bet.{seat}", "hands" if seat == 3 else "pot", (100,))
    sink.wait(ARRIVE_MS - 100)
    assert not kinds(game)
    sink.wait(200)
    assert kinds(game) == ["bet.taken-back"]
    sink.wait(10 * ARRIVE_MS)
    assert len(said(game, IrregularityFound)) == 1


MANY = "hand ; deal\n1 puts 100x25\n2 puts 98x25\n3 folds"
"""The small blind of seat 2 is two chips."""


def test_many_gathered_chips_are_given_the_time_in_which_antennas_read_them() -> None:
    game = played(MANY, house="fidpa")
    assert arrive_ms(game.table, 50) == ARRIVE_MS < arrive_ms(game.table, 51)
    sink = game.sink
    for seat in (1, 2, 3):
        sink.chips(f"bet.{seat}", "hands", sink.chips_in(f"bet.{seat}"))
    sink.wait(arrive_ms(game.table, 200) - 1000)
    assert not kinds(game)
    sink.wait(5000)
    assert kinds(game) == ["pot.wrong"]


def test_chips_of_the_street_before_are_still_waited_for_with_those_of_this_one() -> None:
    game = played(MANY, house="fidpa")
    sink = game.sink
    for seat in (1, 2, 3):
        sink.chips(f"bet.{seat}", "hands", sink.chips_in(f"bet.{seat}"))
    go_on(game, "burn ; board ; board ; board\n2 bets 100 ; 1 calls")
    for seat in (1, 2):
        sink.chips(f"bet.{seat}", "hands", sink.chips_in(f"bet.{seat}"))
    sink.wait(arrive_ms(game.table, 200) - 1000)
    assert not kinds(game)


def test_a_gathered_bet_is_no_surplus_in_the_pot_of_the_street_before() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    sink, pot = game.sink, (100, 100, 100)
    for seat in (1, 2, 3):
        sink.chips(f"bet.{seat}", "hands", sink.chips_in(f"bet.{seat}"))
    game.observe(ChipsAt(sink.now, "pot", pot[1:], sink.now, provisional=True))
    go_on(game, "burn ; board ; board ; board\n2 bets 100 ; 3 calls ; 1 folds")
    sink.chips("bet.3", "hands", sink.chips_in("bet.3"))
    game.observe(ChipsAt(sink.now, "pot", (*pot, 100), sink.now))
    sink.wait(10 * ARRIVE_MS)
    assert "pot.wrong" not in kinds(game)


def test_keyed_chips_are_owed_by_nobody() -> None:
    game = played("chips keyed\nhand ; deal\n1 says call ; 2 says call ; 3 says check\nflop")
    assert not any(seat.owes for seat in game.look().seats)
    assert game.look().street == "flop"


def test_after_a_ruling_the_patience_begins_again() -> None:
    game = played("hand ; deal\n1 says call\nwait 20s\nboard", house="tda")
    go_on(game, "wait 60s\nfloor waives")
    game.sink.wait(25_000)
    assert "bet.unpaid" not in kinds(game)
    game.sink.wait(10_000)
    assert kinds(game)[-1] == "bet.unpaid"


def test_a_pot_is_not_judged_while_chips_still_come_to_it() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    for seat in (1, 2, 3):
        game.observe(ChipsAt(game.sink.now, f"bet.{seat}", (), game.sink.now))
    game.observe(ChipsAt(game.sink.now, "pot", (100,), game.sink.now, provisional=True))
    game.sink.wait(10 * ARRIVE_MS)
    assert not kinds(game)
    game.observe(ChipsAt(game.sink.now, "pot", (100, 100, 100), game.sink.now))
    game.sink.wait(10 * ARRIVE_MS)
    assert not kinds(game)


def test_an_uncalled_bet_in_front_is_no_bet_that_was_left_lying() -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 goes all-in ; 3 calls ; 1 calls"
    game = played(script, house="fidpa", table=SHORT)
    for seat in (1, 2, 3):
        game.sink.chips(f"bet.{seat}", "hands", game.sink.chips_in(f"bet.{seat}"))
    game.observe(ChipsAt(game.sink.now, "pot", (100,), game.sink.now, provisional=True))
    go_on(game, "burn ; board\n3 bets 500 ; 1 folds")
    assert game.sink.chips_in("bet.3")
    game.sink.wait(30_000)
    assert "bet.not-gathered" not in kinds(game)


def test_of_two_with_the_same_bet_it_is_the_one_whose_stack_has_grown() -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks"
    game = played(script, house="fidpa", table=f"stacks read\n{THREE}")
    sink = game.sink
    sink.chips("bet.3", "stack.3", (100,))
    sink.chips("bet.1", "pot", (100,))
    sink.chips("bet.2", "pot", (100,))
    sink.wait(ARRIVE_MS)
    found = [(e.kind, e.seat) for e in game.events if isinstance(e, IrregularityFound)]
    assert found == [(Kind.BET_TAKEN_BACK, 3)]


def test_a_pot_of_many_chips_is_given_time_for_those_that_lie_there_and_those_that_come() -> None:
    table = played("hand ; deal").table
    pot = replace(table, chips={**table.chips, "pot": (25,) * 60})
    assert arrive_ms(table, 0) == arrive_ms(table, 40) == ARRIVE_MS
    assert arrive_ms(pot, 40) == arrive_ms(table, 100) == 400 * table.fittings.scan_ms


@pytest.mark.parametrize(
    ("left", "faulty", "mixed", "seat"),
    [
        ((0, 1000, 1000, 1000), (), False, 0),
        ((0, 1000, 2000, 3000), (), False, 3),
        ((0, 1000, 3000, 3000), (), False, 0),
        ((0, 1000, 3000, 3000), (2,), False, 2),
        ((0, 1000, 1000, 3000), (2,), False, 3),
        ((0, 1000, 0, 0), (), False, 1),
        ((0, 0, 0, 0), (1,), False, 0),
        ((0, 1000, 2000, 3000), (), True, 0),
    ],
)
def test_a_bet_that_the_pot_lacks_is_of_the_seat_that_one_sign_points_to(
    left: tuple[int, ...], faulty: tuple[int, ...], *, mixed: bool, seat: int
) -> None:
    table = played("hand ; deal", house="fidpa").table
    current = replace(table.hand.round, faulty=faulty)
    hand = replace(table.hand, round=current, due=Due(mixed=mixed))
    count = Count(5000, (0, 100, 100, 100), left, pot_at=2000)
    assert _took_back(table, hand, count, 100) == seat
    assert _took_back(table, hand, count, 50) == 0


def test_a_pot_is_counted_sooner_once_chips_have_come_after_the_last_bet_left() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    for seat, to in ((1, "pot"), (2, "pot"), (3, "hands")):
        game.sink.chips(f"bet.{seat}", to, (100,))
    table, hand = game.table, game.table.hand
    assert hand.due is not None
    assert hand.due.count is not None
    last, since = max(hand.due.count.left), hand.due.count.since
    for pot_at, until in ((last - 1, ARRIVE_MS), (last, COUNT_MS), (last + 1, COUNT_MS)):
        count = replace(hand.due.count, pot_at=pot_at)
        due = replace(hand, due=replace(hand.due, count=count))
        assert count_due(table, due) == since + until
        assert count_due(replace(table, moving={"pot": (100,)}), due) is None
    assert count_due(table, replace(hand, due=None)) is None
