"""Who owes chips and what the pot lacks: waited for, told, and in the end the floor's."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import IrregularityFound, Kind, PotChanged
from controller.houses.loader import load_house, shipped_houses
from controller.table.chips.unpaid_chips import (
    ARRIVE_MS,
    COUNT_MS,
    GATHER_MS,
    READ_MS,
    _coming,
    _took_back,
    arrive_ms,
    count_due,
    look_for_debts,
)
from controller.table.state import BoardDue, Over, Play, play_on
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


def test_of_change_and_a_bet_that_are_taken_at_once_only_a_stack_that_has_grown_tells() -> None:
    table = played("hand ; deal", house="fidpa").table
    count = Count(5000, (0, 100, 100, 1), (0, 1000, 1000, 1000), pot_at=2000)
    stacks = [seat.stack for seat in table.seats]
    for grown, mixed, seat in (
        ({1: 100}, True, 1),
        ({1: 100, 2: 0}, True, 1),
        ({1: 99}, True, 0),
        ({1: 100, 2: 100}, True, 0),
        ({1: 100, 2: 100}, False, 0),
        ({2: 150}, False, 2),
    ):
        lies = {f"stack.{one}": (stacks[one] + more,) for one, more in grown.items()}
        read = replace(table, chips={**table.chips, **lies})
        hand = replace(table.hand, due=Due(mixed=mixed))
        assert _took_back(read, hand, count, 100) == seat, grown
    # A stack that is not read has not grown, by a single chip either.
    ones = replace(count, bets=(0, 1, 1, 0))
    read = replace(table, chips={**table.chips, "stack.1": (stacks[1],)})
    assert _took_back(read, table.hand, ones, 1) == 0


FLOP = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop"
"""Three bets of 100 were gathered; nobody has bet since."""
LATE = 1_000_000
Counted = tuple[list[tuple[str, int, int]], bool, int | None]


def counted(
    pot: int,
    *,
    lying: int = 0,
    left: tuple[int, int, int] = (1000, 2000, 3000),
    at: int = LATE,
    blind: bool = False,
    surplus: int = 0,
    change: bool = False,
    stacks: dict[int, int] | None = None,
    stage: str = "betting",
    ledger: int = 0,
) -> Counted:
    """Return what is found, whether the count is over, and when the table wants to be woken.

    `lying` is what seat 2 has in front from the round before, and `ledger` what the table still
    expects there.
    """
    game = played(FLOP, house="fidpa")
    chips = {"pot": (pot,), "bet.2": (lying,) if lying else ()}
    for seat, more in (stacks or {}).items():
        chips[f"stack.{seat}"] = (game.table.seats[seat].stack + more,)
    devices = replace(game.table.devices, blind_zones=frozenset({"pot"} if blind else ()))
    base = (0, 0, ledger or lying, 0)
    count = Count(1000, (0, 100, 100, 100), (0, *left), pot_at=2000)
    hand = replace(
        game.table.hand, due=Due(count=count), surplus=surplus, change=(1,) if change else ()
    )
    stages = {"board": BoardDue(), "over": Over(), "betting": hand.stage}
    hand = replace(hand, stage=stages[stage], gathered=True)
    table = replace(game.table, chips=chips, base=base, devices=devices, hand=hand)
    play = play_on(table, game.house, at)
    happened = look_for_debts(play)
    events = [event for event in play.public if isinstance(event, IrregularityFound)]
    found = [(str(event.kind), event.seat, event.amount) for event in events]
    assert happened is bool(found)
    too_much = [amount for kind, _, amount in found if kind == Kind.POT_WRONG and amount > 0]
    assert play.hand.surplus == (too_much[0] if too_much else surplus)
    ended = play.hand.due is None or play.hand.due.count is None
    return found, ended, play.wake_at


def test_a_pot_in_which_all_is_right_is_counted_at_once() -> None:
    nothing: Counted = ([], True, None)
    assert counted(300) == nothing
    assert counted(300, at=1001) == nothing
    assert counted(0, blind=True) == nothing
    # What is expected in front has left it, and no antenna tells whether it came to the pot.
    assert counted(0, blind=True, ledger=100) == nothing
    assert counted(350, stage="over") == counted(250, stage="over") == nothing


def test_a_pot_that_lacks_chips_is_given_time_and_then_found() -> None:
    due = 1000 + ARRIVE_MS
    assert counted(299, at=1000 + GATHER_MS - 1) == ([], False, 1000 + GATHER_MS)
    assert counted(299, at=1000 + GATHER_MS) == ([], False, due)
    assert counted(299, at=due - 1) == ([], False, due)
    assert counted(299, at=due) == ([("pot.wrong", 0, -1)], True, None)
    assert counted(200, at=due) == ([("bet.taken-back", 3, 100)], True, None)


def test_a_pot_with_too_many_chips_is_found_once_and_names_who_lacks_them() -> None:
    assert counted(301) == ([("pot.wrong", 0, 1)], True, None)
    assert counted(350, surplus=49) == ([("pot.wrong", 0, 50)], True, None)
    assert counted(350, surplus=50) == ([], True, None)
    assert counted(350, change=True) == ([("pot.wrong", 1, 50)], True, None)
    for stacks, seat in (
        ({1: -50}, 1),
        ({1: 0, 2: 0, 3: -50}, 3),
        ({1: -50, 2: -50}, 0),
        ({1: 50, 2: -49}, 0),
    ):
        assert counted(350, stacks=stacks)[0] == [("pot.wrong", seat, 50)]


def test_a_bet_that_was_left_lying_is_found_once_the_next_street_is_dealt() -> None:
    left, soon = (1000, 0, 3000), 1000 + GATHER_MS
    found = ([("bet.not-gathered", 2, 100)], True, None)
    for blind in (False, True):
        assert counted(200, lying=100, left=left, blind=blind) == found
    assert counted(200, lying=100, left=left, at=soon - 1) == ([], False, soon)
    assert counted(200, lying=100, left=left, at=soon) == found
    assert counted(200, lying=100, left=left, stage="board") == ([], False, None)
    assert counted(200, lying=100, left=(0, 0, 0)) == ([], False, None)
    assert counted(300, lying=1, left=left) == ([("bet.not-gathered", 2, 1)], True, None)
    assert counted(350, lying=50, left=left) == ([("bet.not-gathered", 2, 50)], True, None)


def test_bets_that_are_on_their_way_are_those_whose_chips_have_left() -> None:
    hand = replace(played(FLOP).table.hand, bets=(0, 100, 20, 3), gathered=False)
    assert _coming(hand) == 0
    left = replace(hand, due=Due(left=(0, 5, 0, 5)))
    assert _coming(left) == 103
    assert _coming(replace(left, gathered=True)) == 0


def owing(
    since: int, *, at: int, moving: tuple[str, ...] = (), has: str = "", ruled: bool = False
) -> tuple[Play, bool]:
    """Return a play in which seat 1 owes 100, and whether the hand has gone on."""
    game = played("hand ; deal\n1 says call", house="fidpa")
    hand = replace(game.table.hand, due=Due(owed=since) if since else None)
    table = replace(game.table, hand=hand, moving=dict.fromkeys(moving, (25,)))
    if ruled:
        rulings = played("hand ; deal\nboard", house="fidpa").table.rulings
        assert rulings
        table = replace(table, rulings=rulings)
    play = play_on(table, game.house, at)
    match has:
        case "bet":
            play.before = replace(table, hand=replace(hand, bets=(0, 0, 50, 100)))
        case "splashed":
            play.hand = replace(hand, splashed=25)
        case "moved":
            play.moved = True
        case "base":
            play.before = replace(table, base=(0, 0, 0, 1))
    return play, look_for_debts(play)


@pytest.mark.parametrize(
    ("since", "at", "more", "owed", "wakes"),
    [
        # Patience lasts 30 seconds; -1 says that a ruling has suspended it.
        (0, 50_000, {}, 50_000, 80_000),
        (1, 50, {}, 1, 30_001),
        (-1, 50_000, {}, 50_000, 80_000),
        (40_000, 50_000, {}, 40_000, 70_000),
        (40_000, 69_999, {}, 40_000, 70_999),
        (40_000, 70_000, {}, -1, None),
        (40_000, 90_000, {}, -1, None),
        (40_000, 90_000, {"moving": ("pot",)}, 40_000, 90_000 + READ_MS),
        (40_000, 90_000, {"moving": ("bet.1",)}, 40_000, 90_000 + READ_MS),
        (40_000, 90_000, {"moving": ("bet.2",)}, -1, None),
        (40_000, 90_000, {"has": "bet"}, 90_000, 120_000),
        (40_000, 90_000, {"has": "splashed"}, 90_000, 120_000),
        (40_000, 90_000, {"has": "moved"}, 90_000, 120_000),
        (40_000, 90_000, {"has": "base"}, 90_000, 120_000),
        (40_000, 90_000, {"ruled": True}, -1, None),
        (0, 90_000, {"ruled": True}, -1, None),
    ],
)
def test_how_long_the_table_waits_for_chips_that_are_owed(
    since: int, at: int, more: dict[str, object], owed: int, wakes: int | None
) -> None:
    play, happened = owing(since, at=at, **more)  # type: ignore[arg-type]
    assert play.hand.due is not None
    assert (play.hand.due.owed, play.wake_at) == (owed, wakes)
    called = owed < 0 and not more.get("ruled")
    assert happened is called
    found = [(e.kind, e.seat, e.amount) for e in play.public if isinstance(e, IrregularityFound)]
    assert found == ([("bet.unpaid", 1, 100)] if called else [])


def test_what_is_owed_no_more_is_forgotten_and_the_round_that_waited_for_it_is_over() -> None:
    game = played("hand ; deal\n1 calls", house="fidpa")
    paid = replace(game.table, hand=replace(game.table.hand, due=Due(owed=5)))
    play = play_on(paid, game.house, LATE)
    assert not look_for_debts(play)
    assert play.hand.due is None
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house="fidpa")
    lies = {**game.table.chips, "bet.1": (100,)}
    play = play_on(replace(game.table, chips=lies), game.house, LATE)
    assert look_for_debts(play)
    assert type(play.hand.stage) is BoardDue
