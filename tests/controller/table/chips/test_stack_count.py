"""Stacks that antennas read, held against the books: each difference is said once."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import IrregularityFound, Kind
from controller.contract.state import TimePaid
from controller.houses.loader import load_house
from controller.play.game import DealtGame
from controller.table.chips.stack_count import (
    CARRY_MS,
    REST_MS,
    _in_the_middle,
    _note_changes,
    _say,
    begin_count,
    difference,
)
from controller.table.state import (
    Betting,
    Count,
    Dealing,
    Due,
    Idle,
    Over,
    Seat,
    Share,
    Showdown,
    StackCount,
    Table,
    play_on,
    put,
)
from controller.table.state.hand import Stage, no_hand
from controller.table.state.table import new_table
from tests.controller.table.scripted import THREE, go_on, played

TIMED = Path(__file__).parents[3] / "scenarios/ramponneau/timed.toml"
HOUSE = load_house("fidpa")
STACKS = f"stacks read\n{THREE}"
PUSHED = "hand ; deal\n1 folds ; 2 folds\npush"


def table(script: str, house: str = "fidpa") -> DealtGame:
    return played(script, house=house, table=STACKS)


def found(game: DealtGame) -> list[tuple[Kind, int, int]]:
    return [(e.kind, e.seat, e.amount) for e in game.events if isinstance(e, IrregularityFound)]


def test_stacks_without_antennas_are_not_counted() -> None:
    game = played(PUSHED, house="fidpa")
    assert game.table.devices.stacks is None
    assert table(PUSHED).table.devices.stacks is not None


@pytest.mark.parametrize(("way", "kind"), [("out", Kind.STACK_SHORT), ("in", Kind.STACK_OVER)])
def test_a_difference_is_said_once_when_it_has_lasted(way: str, kind: Kind) -> None:
    game = table(PUSHED)
    zones = ("stack.2", "pocket") if way == "out" else ("pocket", "stack.2")
    game.sink.chips(*zones, (500,))
    game.sink.wait(REST_MS - 1000)
    assert not found(game)
    game.sink.wait(2000)
    assert found(game) == [(kind, 2, 500)]
    view = game.look().found
    assert view is not None
    assert (view.kind, view.seat, view.amount) == (kind, 2, 500)
    game.sink.wait(10 * REST_MS)
    assert len(found(game)) == 1
    assert not game.look().rulings


def test_what_was_moved_while_the_table_was_stopped_is_counted_after_a_whole_rest() -> None:
    game = table(PUSHED)
    game.sink.chips("stack.2", "pocket", (500,))
    game.sink.wait(REST_MS - 1000)
    game.dealer.command(c.Hold("floor", at_once=True))
    game.sink.wait(2000)
    game.dealer.command(c.Release("floor"))
    game.sink.wait(REST_MS - 1000)
    assert not found(game)
    game.sink.wait(2000)
    assert found(game) == [(Kind.STACK_SHORT, 2, 500)]


def test_a_bet_that_is_taken_back_is_no_surplus_of_its_stack_before_the_pot_is_counted() -> None:
    game = table("hand ; deal\n1 puts 100x25\n2 puts 98x25\n3 folds")
    for seat, to in ((1, "hands"), (2, "stack.2"), (3, "hands")):
        game.sink.chips(f"bet.{seat}", to, game.sink.chips_in(f"bet.{seat}"))
    game.sink.wait(REST_MS + 5000)
    assert not found(game)
    game.sink.wait(REST_MS)
    assert [kind for kind, _, _ in found(game)] == [Kind.POT_WRONG]


def test_a_stack_that_is_read_more_seldom_rests_for_longer() -> None:
    game = table(PUSHED)
    before = game.runtime.table
    game.runtime.table = replace(before, fittings=replace(before.fittings, scan_ms=300))
    game.sink.chips("stack.2", "pocket", (500,))
    game.sink.wait(2 * REST_MS)
    assert not found(game)
    game.sink.wait(2 * REST_MS)
    assert found(game) == [(Kind.STACK_SHORT, 2, 500)]


def test_chips_that_come_back_end_it_and_another_difference_is_said_again() -> None:
    game = table(PUSHED)
    game.sink.chips("stack.2", "pocket", (500,))
    game.sink.wait(REST_MS + 1000)
    game.sink.chips("pocket", "stack.2", (500,))
    assert game.look().found is None
    game.sink.wait(REST_MS + 1000)
    game.sink.chips("stack.2", "pocket", (100,))
    game.sink.wait(REST_MS + 1000)
    assert [amount for _, _, amount in found(game)] == [500, 100]


def test_nothing_is_said_before_the_pot_is_pushed() -> None:
    game = table(
        "hand ; deal\n1 calls ; 2 folds ; 3 checks\nflop\n3 checks ; 1 bets 200\n3 folds\ngather"
    )
    game.sink.wait(10 * REST_MS)
    assert not found(game)
    go_on(game, "push\nwait 120s")
    assert not found(game)


def test_what_is_bet_owed_and_returned_differs_from_nothing() -> None:
    game = table("hand ; deal\n1 says raise to 600")
    for deed in ("2 raises to 2000", "3 folds", "1 folds", "push", "hand"):
        go_on(game, deed)
        game.sink.wait(REST_MS + 1000) if deed != "2 raises to 2000" else game.sink.wait(5000)
        assert all(not difference(game.table, game.table.hand, seat) for seat in (1, 2, 3))
    assert not [kind for kind, _, _ in found(game) if kind.subject == "stack"]


def test_chips_that_the_floor_sells_are_carried_before_they_are_missed() -> None:
    game = table(PUSHED)
    carry, game.dealer.carry = game.dealer.carry, tuple
    game.dealer.command(c.Rebuy(2, 3000))
    game.sink.wait(CARRY_MS - 1000)
    assert not found(game)
    game.sink.wait(2000)
    assert found(game) == [(Kind.STACK_SHORT, 2, 3000)]
    carry()
    game.sink.wait(CARRY_MS)
    assert game.look().found is None


WON = """hand ; deal
1 calls ; 2 calls ; 3 checks
flop
2 checks ; 3 checks ; 1 bets 200
2 folds ; 3 folds
gather"""


def test_what_the_winner_lacks_and_another_has_is_a_pot_that_went_there() -> None:
    game = table(f"{WON}\n2 says done")
    game.sink.chips("pot", "stack.2", (100, 100, 100))
    game.sink.wait(3 * REST_MS)
    assert found(game) == [(Kind.POT_WRONG, 2, -300)]


def test_a_pot_that_is_known_to_have_gone_elsewhere_is_not_found_again() -> None:
    game = table(WON)
    game.sink.chips("pot", "stack.2", (100, 100, 100))
    assert found(game) == [(Kind.POT_WRONG, 2, -300)]
    game.dealer.command(c.Confirm())
    game.sink.wait(3 * REST_MS)
    assert len(found(game)) == 1


def test_time_that_is_still_to_be_paid_from_a_stack_is_no_difference() -> None:
    game = table("hand ; deal\n1 folds ; 2 folds", str(TIMED))
    assert game.look().timed
    game.sink.wait(3 * REST_MS)
    assert not found(game)


@pytest.mark.parametrize("where", ["bet.1", "pocket"])
def test_chips_may_lie_in_a_bet_zone_that_is_not_read(where: str) -> None:
    game = table("hand ; deal\ndevice-lost bet.1")
    game.sink.chips("stack.1", where, (100, 100, 100))
    game.sink.wait(2 * CARRY_MS)
    assert not found(game)
    go_on(game, "device-back bet.1")
    game.sink.wait(REST_MS - 1000)
    assert not found(game)
    game.sink.wait(2000)
    assert found(game) == ([(Kind.STACK_SHORT, 1, 300)] if where == "pocket" else [])


@pytest.mark.parametrize(
    ("running", "stack", "front", "rebuy", "surplus"),
    [
        (False, 1000, 0, 0, 0),
        (False, 1001, 0, 0, 1),
        (False, 999, 0, 0, -1),
        # What lies in front may have come from the stack, and need not have.
        (False, 700, 300, 0, 0),
        (False, 699, 300, 0, -1),
        (False, 1001, 300, 0, 1),
        # A rebuy may lie there already.
        (False, 1500, 0, 500, 0),
        (False, 1501, 0, 500, 1),
        (False, 999, 0, 500, -1),
        # A bet of 200 and an ante of 10 are out of the stack, and may still lie on it.
        (True, 1000, 210, 0, 0),
        (True, 1210, 0, 0, 0),
        (True, 1211, 0, 0, 1),
        (True, 999, 0, 0, -1),
        (True, 910, 300, 0, 0),
        (True, 909, 300, 0, -1),
    ],
)
def test_by_how_much_a_stack_differs(
    running: bool, stack: int, front: int, rebuy: int, surplus: int
) -> None:
    table = new_table(3)
    owner = Seat("Bruno", 1000, rebuy=rebuy)
    paid = (TimePaid(1, 50), TimePaid(0, 5))
    hand = no_hand(3)
    if running:
        bets, base, stage = (0, 0, 200, 0), (0, 0, 10, 0), Betting(1, (1,), ())
        hand, table = replace(hand, stage=stage, bets=bets), replace(table, base=base)
    lies = {"stack.2": (stack,), "bet.2": (front,) if front else ()}
    table = replace(table, seats=(*table.seats[:2], owner, table.seats[3]), chips=lies)
    assert difference(table, hand, 2) == surplus
    if not running:
        timed = replace(hand, stage=Over(timed=paid))
        assert difference(table, timed, 2) == surplus
        timed = replace(hand, stage=Over(timed=(*paid, TimePaid(2, 50))))
        assert difference(table, timed, 2) == min(surplus, max(surplus - 50, 0))


@pytest.mark.parametrize(
    ("won", "wrong", "differ", "told"),
    [
        (((2, 300),), False, {2: -300, 1: 300}, [(Kind.POT_WRONG, 1, -300)]),
        (((2, 300),), False, {2: -100, 1: 100}, [(Kind.POT_WRONG, 1, -100)]),
        (((2, 300),), False, {2: -1, 1: 1}, [(Kind.POT_WRONG, 1, -1)]),
        (((2, 300),), True, {2: -300, 1: 300}, []),
        (((2, 300),), False, {2: -300}, [(Kind.STACK_SHORT, 2, 300)]),
        (
            ((2, 300),),
            False,
            {2: -301, 1: 301},
            [(Kind.STACK_SHORT, 2, 301), (Kind.STACK_OVER, 1, 301)],
        ),
        (
            ((2, 300),),
            False,
            {2: -300, 1: 299},
            [(Kind.STACK_SHORT, 2, 300), (Kind.STACK_OVER, 1, 299)],
        ),
        (
            ((2, 300),),
            False,
            {2: 300, 1: -300},
            [(Kind.STACK_OVER, 2, 300), (Kind.STACK_SHORT, 1, 300)],
        ),
        ((), False, {1: 1, 3: -1}, [(Kind.STACK_OVER, 1, 1), (Kind.STACK_SHORT, 3, 1)]),
        ((), False, {1: 0}, []),
        (((3, 50), (2, 300)), False, {2: -300, 1: 300, 3: 0}, [(Kind.POT_WRONG, 1, -300)]),
    ],
)
def test_what_is_said_of_differences(
    won: tuple[tuple[int, int], ...],
    wrong: bool,
    differ: dict[int, int],
    told: list[tuple[Kind, int, int]],
) -> None:
    game = table(PUSHED)
    play = play_on(game.table, game.house, game.table.at)
    _say(play, StackCount((0,) * 4, (0,) * 4, won, wrong), differ)
    events = [event for event in play.public if isinstance(event, IrregularityFound)]
    assert [(event.kind, event.seat, event.amount) for event in events] == told


def test_stacks_are_not_compared_while_chips_are_on_their_way() -> None:
    for script, pot in ((PUSHED, 0), ("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop", 300)):
        game = table(script)
        hand = replace(game.table.hand, due=None)
        for zone, more, middle in (("pot", 0, False), ("pot", 1, True), ("bet.3", 1, not pot)):
            lies = {"pot": (pot,)} | {zone: (more + (pot if zone == "pot" else 0),)}
            assert _in_the_middle(replace(game.table, chips=lies), hand) is middle, (script, zone)
        counted = replace(hand, due=Due(count=Count(0, (0,) * 4, (0,) * 4)))
        assert _in_the_middle(replace(game.table, chips={"pot": (pot,)}), counted) is bool(pot)
    carried = replace(table(PUSHED).table, chips={"pot": (50,)}, carried=50)
    assert not _in_the_middle(carried, carried.hand)


AT = 500_000
"""When something is seen, in table time."""


def noted(before: Table, after: Table) -> StackCount:
    """Return what is noted of stacks when one table has become the other."""
    play = play_on(before, HOUSE, AT)
    play.table, play.hand = after, after.hand
    _note_changes(play)
    counts = play.table.devices.stacks
    assert counts is not None
    return counts


def test_since_when_stacks_have_been_at_rest() -> None:
    for stage, all_rest in ((Over(), True), (Dealing(), True), (Betting(1, (1,), ()), False)):
        before = counting(stage)
        assert noted(before, before) is before.devices.stacks
        for seat in (1, 2, 3):
            rest = (1000,) * 4
            since = put(rest, seat, AT)
            for zone in (f"stack.{seat}", f"bet.{seat}"):
                lies = {**before.chips, zone: (25,)}
                assert noted(before, replace(before, chips=lies)).since == since
            bets = put(before.hand.bets, seat, 25)
            assert (
                noted(before, replace(before, hand=replace(before.hand, bets=bets))).since == since
            )
        moved = replace(before, chips={**before.chips, "pot": (25,)})
        assert noted(before, moved).since == ((AT,) * 4 if all_rest else (1000,) * 4)
        back = replace(before.devices, blind_zones=frozenset({"bet.1"}))
        assert noted(before, replace(before, devices=back)).since == (AT,) * 4


def test_who_is_sold_chips_between_hands_has_more_time_than_who_has_won_some() -> None:
    rest, over = counting(Idle()), counting(Over())
    sold = put(rest.seats, 2, replace(rest.seats[2], stack=9000))
    later = put((1000,) * 4, 2, AT + CARRY_MS - REST_MS)
    assert noted(rest, replace(rest, seats=sold)).since == later
    assert noted(over, replace(over, seats=sold)).since == later
    ended = put((1000,) * 4, 2, AT)
    assert noted(counting(Showdown()), replace(over, seats=sold)).since == ended
    assert noted(over, replace(counting(Dealing()), seats=sold)).since == ended


@pytest.mark.parametrize(
    ("won", "wrong", "new", "after"),
    [
        ((), False, True, (((2, 300),), False)),
        (((2, 300),), True, True, (((2, 300),), True)),
        (((2, 300),), False, True, (((2, 300),), False)),
        (((1, 50),), True, True, (((2, 300),), False)),
        (((1, 50),), True, False, (((1, 50),), True)),
    ],
)
def test_whose_pot_it_was_is_remembered_when_the_hand_ends(
    won: tuple[tuple[int, int], ...],
    wrong: bool,
    new: bool,
    after: tuple[tuple[tuple[int, int], ...], bool],
) -> None:
    over = counting(Over(awards=(Share(0, 2, 300),)), won=won, wrong=wrong)
    before = counting(Showdown(), won=won, wrong=wrong) if new else over
    counts = noted(before, over)
    assert (counts.won, counts.wrong) == after


def counting(stage: Stage, *, won: tuple[tuple[int, int], ...] = (), wrong: bool = False) -> Table:
    """Return a table of three whose stacks have been at rest since the first second."""
    table = new_table(3)
    count = StackCount((1000,) * 4, (0,) * 4, won, wrong)
    devices = replace(table.devices, stacks=count)
    seats = (Seat(), *(Seat(f"P{seat}", 5000) for seat in (1, 2, 3)))
    return replace(table, devices=devices, seats=seats, hand=replace(no_hand(3), stage=stage))


def test_a_count_begins_with_nothing_that_differs() -> None:
    before = new_table(3)
    play = play_on(before, HOUSE, AT)
    begin_count(play)
    assert play.table.devices.stacks == StackCount((AT,) * 4, (0,) * 4)
    begun = play.table
    begin_count(play)
    assert play.table is begun
