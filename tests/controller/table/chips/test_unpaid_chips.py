"""Who owes chips and what the pot lacks: waited for, told, and in the end the floor's."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import IrregularityFound, Kind, PotChanged
from controller.houses.loader import load_house, shipped_houses
from controller.table.chips.unpaid_chips import ARRIVE_MS, ARRIVE_SCANS, SCANS_EACH, count_due
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


def test_a_large_pot_in_time_slots_is_counted_when_it_can_have_been_read() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    for seat in (1, 2, 3):
        game.sink.chips(f"bet.{seat}", "hands", game.sink.chips_in(f"bet.{seat}"))
    for chips, scans in ((25, ARRIVE_SCANS), (100, 100 * SCANS_EACH)):
        fittings = replace(game.table.fittings, scan_ms=200)
        lie = {**game.table.chips, "pot": (1,) * chips}
        table = replace(game.table, fittings=fittings, chips=lie)
        assert count_due(table, table.hand) == game.sink.now + 200 * scans


def test_a_bet_that_is_gathered_while_the_last_round_is_counted_is_no_surplus() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    sink = game.sink
    for seat in (1, 2, 3):
        sink.chips(f"bet.{seat}", "hands", sink.chips_in(f"bet.{seat}"))
    game.observe(ChipsAt(sink.now, "pot", (100,), sink.now, provisional=True))
    go_on(game, "flop\n2 bets 100 ; 3 calls ; 1 calls")
    sink.chips("bet.2", "hands", sink.chips_in("bet.2"))
    game.observe(ChipsAt(sink.now, "pot", (100, 100, 100, 100), sink.now))
    sink.wait(10 * ARRIVE_MS)
    assert not kinds(game)
