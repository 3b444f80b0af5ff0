"""Chips that come to rest: each counts once, wherever it was put."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import ActionMade, IrregularityFound
from controller.houses.loader import shipped_houses
from controller.table.chips.chip_moves import (
    _behind_an_all_in,
    _due_to_gather,
    _foreign,
    _in_motion,
    _in_the_dark,
    _left_beside_others,
    _less_lies,
    _more_in_pot,
    _pot_moves,
    _still_paid,
    bets_left,
    in_front_now,
)
from controller.table.chips_in_front import Motion
from controller.table.state import (
    ALL_IN,
    LIVE,
    NOTHING_DUE,
    Betting,
    BoardDue,
    Count,
    Dealing,
    Due,
    Over,
    Paying,
    Play,
    Showdown,
    play_on,
    put,
)
from controller.table.state.hand import Stage
from tests.controller.table.scripted import kinds, played, said


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("chips", ["100", "1x100", "4x25", "2x25 1x50"])
def test_a_call_is_a_call_whatever_chips_it_is_made_of(house: str, chips: str) -> None:
    game = played(f"denominations 25 50 100 500\nhand ; deal\n1 puts {chips}", house=house)
    assert [(event.action, event.to) for event in said(game, ActionMade)] == [("call", 100)]  # type: ignore[attr-defined]
    assert not kinds(game)


def test_bets_that_are_gathered_are_nobodys_action() -> None:
    before = played("hand ; deal\n1 calls ; 2 calls ; 3 checks")
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather")
    assert said(game, ActionMade) == said(before, ActionMade)
    assert not kinds(game)
    assert [seat.stack for seat in game.look().seats] == [s.stack for s in before.look().seats]


def test_a_pot_that_is_pushed_to_its_winner_is_no_bet_of_the_next_hand() -> None:
    game = played("hand ; deal\n1 folds ; 2 folds\npush\nhand ; deal\nexpect turn 2")
    assert not kinds(game)
    assert [seat.stack for seat in game.look().seats[:3]] == [4900, 4950, 5000]


@pytest.mark.parametrize("first", [200, 300])
def test_chips_that_come_in_a_second_motion_are_a_string_and_the_first_counts(first: int) -> None:
    # PPC 21
    game = played(f"hand ; deal\n1 puts {first}\n1 puts 400")
    assert kinds(game) == ["bet.string"]
    assert [event.to for event in said(game, ActionMade)] == [first]  # type: ignore[attr-defined]


def test_foreign_chips_are_found_once_they_rest_and_once_for_each_that_comes() -> None:
    game = played("hand ; deal\n1 raises to 600")
    for foreign, provisional, times in (
        (1, True, 0),
        (1, False, 1),
        (1, False, 1),
        (0, False, 1),
        (2, False, 2),
        (1, False, 2),
    ):
        at = game.sink.now
        lies = (500, 100, *(0,) * foreign)
        game.observe(ChipsAt(at, "bet.1", lies, at, foreign=foreign, provisional=provisional))
        assert kinds(game) == ["bet.foreign"] * times


def play_of(
    stage: Stage,
    *,
    fronts: tuple[int, int, int] = (100, 100, 100),
    bets: tuple[int, int, int] = (100, 100, 100),
    base: tuple[int, int, int] = (0, 0, 0),
    pot: int = 0,
    **changes: object,
) -> Play:
    """Return a play of three; what they have bet, and what is in front of them."""
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    lies = {f"bet.{seat}": (front,) if front else () for seat, front in enumerate(fronts, start=1)}
    hand = replace(game.table.hand, stage=stage, bets=(0, *bets), due=None)
    hand = replace(hand, **changes)
    table = replace(game.table, hand=hand, base=(0, *base), chips={**lies, "pot": (pot,)})
    return play_on(table, game.house, 50_000)


def seen(seat: int, *chips: int, provisional: bool = False) -> ChipsAt:
    return ChipsAt(50_000, f"bet.{seat}", chips, 49_000, provisional)


def found(play: Play) -> list[tuple[str, int]]:
    return [(e.kind, e.seat) for e in play.public if isinstance(e, IrregularityFound)]


@pytest.mark.parametrize(
    ("front", "left", "after", "chips"),
    [
        (0, (), (0, 49_000, 0, 0), 2),
        (0, (0, 5, 0, 7), (0, 5, 0, 7), 2),
        (0, (0, 0, 0, 7), (0, 49_000, 0, 7), 2),
        (50, (0, 5, 0, 7), (0, 0, 0, 7), 1),
        (100, (0, 0, 0, 7), (0, 0, 0, 7), 0),
        (100, (), (), 0),
    ],
)
def test_when_a_bet_has_left_its_place_after_the_round(
    front: int, left: tuple[int, ...], after: tuple[int, ...], chips: int
) -> None:
    play = play_of(BoardDue(), due=Due(left=left, chips=3))
    play.before = replace(play.before, chips={"bet.1": (50, 50)})
    bets_left(play, seen(1, *(50,) * (front // 50)), 1, front)
    due = play.hand.due
    assert due is not None
    assert (due.left, due.chips) == (after, 3 + chips)


@pytest.mark.parametrize(
    ("settled", "front", "came", "after", "right"),
    [
        # More than has ever been in front counts; a bet that is being gathered doesn't.
        (0, 60, 50, 60, False),
        (0, 101, 100, 101, False),
        (50, 100, 50, 100, True),
        (100, 60, 100, 100, False),
        (100, 100, 100, 100, False),
        (200, 100, 200, 200, False),
        (50, 40, 50, 50, False),
        (50, 50, 50, 50, False),
    ],
)
def test_what_has_been_in_front_of_a_seat_that_still_pays(
    settled: int, front: int, came: int, after: int, right: bool
) -> None:
    stage = Paying((0, came, 100, 100))
    play = play_of(stage, fronts=(front, 100, 100))
    # A bet that is read again is right, and no longer faulty.
    play.hand = replace(play.hand, round=replace(play.hand.round, faulty=(1,)))
    _still_paid(play, stage, Motion(seen(1, front), 1, front, (settled,)))
    assert play.hand.stage == Paying((0, after, 100, 100))
    assert play.hand.round.faulty == (() if right else (1,))


@pytest.mark.parametrize(
    ("front", "pot", "rebuy", "faulty", "hidden"),
    [
        (100, 300, 0, (), True),
        (1, 300, 0, (), True),
        (0, 300, 0, (), False),
        (-25, 300, 0, (), False),
        (100, 301, 0, (), True),
        # They may be bought, or come from the pot.
        (100, 299, 0, (), False),
        (100, 300, 500, (), False),
        (100, 299, 500, (), False),
        (100, 300, 0, (1,), False),
        (100, 300, 0, (2,), True),
    ],
)
def test_chips_behind_an_all_in_were_not_in_play_unless_they_come_from_elsewhere(
    front: int, pot: int, rebuy: int, faulty: tuple[int, ...], hidden: bool
) -> None:
    play = play_of(BoardDue(), bets=(0, 0, 0), paid=(0, 100, 100, 100), pot=pot)
    play.seat(1, rebuy=rebuy)
    play.hand = replace(play.hand, round=replace(play.hand.round, faulty=faulty))
    _behind_an_all_in(play, 1, front)
    assert found(play) == ([("bet.hidden", 1)] if hidden else [])


@pytest.mark.parametrize(
    ("stage", "provisional", "front", "before", "after"),
    [
        (BoardDue(), False, 100, {}, {"bet.1": (25,)}),
        (BoardDue(), False, 100, {"bet.1": ()}, {"bet.1": ()}),
        (BoardDue(), False, 100, {"bet.2": ()}, {"bet.2": (), "bet.1": (25,)}),
        (BoardDue(), False, 0, {"bet.2": ()}, {"bet.2": ()}),
        (BoardDue(), True, 100, {"bet.2": ()}, {"bet.2": ()}),
        (Showdown(), False, 100, {"bet.2": ()}, {"bet.2": ()}),
    ],
)
def test_chips_in_the_dark_are_those_that_are_put_in_before_the_street(
    stage: Stage,
    provisional: bool,
    front: int,
    before: dict[str, tuple[int, ...]],
    after: dict[str, tuple[int, ...]],
) -> None:
    play = play_of(stage)
    play.due(meanwhile=before)
    _in_the_dark(play, Motion(seen(1, front, provisional=provisional), 1, front, (25,)))
    assert (play.hand.due or NOTHING_DUE).meanwhile == after


@pytest.mark.parametrize(
    ("stage", "pot", "gathered", "surplus", "counted"),
    [
        (BoardDue(), 301, True, 0, True),
        (Showdown(), 301, True, 0, True),
        (Dealing(), 301, True, 0, True),
        (BoardDue(), 351, True, 50, True),
        (BoardDue(), 350, True, 50, False),
        (BoardDue(), 300, True, 0, False),
        (BoardDue(), 301, False, 0, False),
        (Betting(1, (1,), ()), 301, True, 0, False),
        (Over(), 301, True, 0, False),
    ],
)
def test_a_pot_that_gains_chips_while_nobody_bets_is_counted(
    stage: Stage, pot: int, gathered: bool, surplus: int, counted: bool
) -> None:
    paid = (0, 100, 100, 100)
    play = play_of(stage, bets=(0, 0, 0), pot=pot, paid=paid, gathered=gathered, surplus=surplus)
    _more_in_pot(play)
    count = Count(50_000, (0,) * 4, (0,) * 4, 50_000)
    assert play.hand.due == (Due(count=count) if counted else None)
    known = Due(count=replace(count, since=1))
    play.hand = replace(play.hand, due=known)
    _more_in_pot(play)
    assert play.hand.due == known


@pytest.mark.parametrize(
    ("counts", "stage", "before", "there", "came", "at"),
    [
        (True, BoardDue(), 100, 101, 50_000, 0),
        (True, BoardDue(), 100, 100, 7, 0),
        (True, BoardDue(), 100, 99, 7, 0),
        (False, BoardDue(), 100, 101, 0, 50_000),
        (False, Paying((0,) * 4), 100, 101, 0, 50_000),
        (False, BoardDue(), 100, 100, 0, 0),
        (False, Betting(1, (1,), ()), 100, 101, 0, 0),
    ],
)
def test_when_the_pot_has_gained_chips_is_kept(
    counts: bool, stage: Stage, before: int, there: int, came: int, at: int
) -> None:
    count = Count(1000, (0,) * 4, (0,) * 4, 7)
    play = play_of(stage, pot=there, due=Due(count=count) if counts else None)
    play.before = replace(play.before, chips={"pot": (before,)})
    _pot_moves(play)
    due = play.hand.due or Due()
    assert due.pot_at == at
    assert due.count == (replace(count, since=50_000, pot_at=came) if counts else None)


def test_what_a_zone_held_before_a_motion_is_kept_until_it_ends() -> None:
    play = play_of(BoardDue(), bets=(0, 0, 0), paid=(0, 100, 100, 100), pot=300)
    lay = (100,)
    for now, held in (((100, 50), lay), ((100, 50, 50), lay)):
        assert _in_motion(play, seen(1, *now, provisional=True), (9, 9) if held != lay else lay)
        assert play.table.moving["bet.1"] == lay
    assert _in_motion(play, seen(1, 50), (7,)) == lay
    assert not play.table.moving
    # A pot that is whole has come to rest, and what is added to it is another motion.
    for zone, kept in (("pot", (300,)), ("bet.1", lay)):
        other = play_of(BoardDue(), bets=(0, 0, 0), paid=(0, 100, 100, 100), pot=300)
        _in_motion(other, ChipsAt(0, zone, (300,), 0, provisional=True), lay)
        assert other.table.moving == {zone: kept}
    for stage, pot in ((BoardDue(), 301), (Over(), 0)):
        other = play_of(stage, bets=(0, 0, 0), paid=(0, 100, 100, 100), pot=pot)
        _in_motion(other, ChipsAt(0, "pot", (pot,), 0, provisional=True), lay)
        assert other.table.moving == {"pot": lay}


@pytest.mark.parametrize(
    ("known", "foreign", "provisional", "after", "is_found"),
    [
        (0, 2, False, 2, True),
        (2, 2, False, 2, False),
        (2, 3, False, 3, True),
        (3, 2, False, 2, False),
        (2, 0, False, 0, False),
        (0, 2, True, 0, False),
    ],
)
@pytest.mark.parametrize("all_in", [False, True])
def test_foreign_chips_are_known_by_their_number(
    known: int, foreign: int, provisional: bool, after: int, is_found: bool, all_in: bool
) -> None:
    play = play_of(BoardDue())
    zones = {"bet.2": 1} | ({"bet.1": known} if known else {})
    play.devices(foreign=zones)
    status = LIVE if not all_in else ALL_IN
    play.hand = replace(play.hand, status=put(play.hand.status, 1, status))
    at = replace(seen(1, 100, provisional=provisional), foreign=foreign)
    _foreign(play, at, 1)
    assert play.table.devices.foreign == {"bet.2": 1} | ({"bet.1": after} if after else {})
    assert found(play) == ([("bet.foreign", 1)] if is_found else [])


@pytest.mark.parametrize(
    ("before", "total", "base", "after"),
    [
        # Seat 1 has bet 100, and 200 of seat 2 lie with it.
        (300, 100, (200, -200, 0), (0, 0, 0)),
        (300, 0, (200, -200, 0), (0, 0, 0)),
        (300, 150, (200, -200, 0), (150, -150, 0)),
        (300, 199, (200, -200, 0), (199, -199, 0)),
        (300, 200, (200, -200, 0), (200, -200, 0)),
        # It is due as much in change, and has taken that.
        (500, 300, (200, -200, 0), (200, -200, 0)),
    ],
)
def test_whose_chips_have_left_a_heap(
    before: int, total: int, base: tuple[int, int, int], after: tuple[int, ...]
) -> None:
    play = play_of(BoardDue(), fronts=(total, 0, 100), bets=(100, 200, 100), base=base)
    play.hand = replace(play.hand, gathered=False)
    _left_beside_others(play, seen(1, total), 1, before)
    assert play.table.base[1:] == after


@pytest.mark.parametrize(("left", "since"), [((100,), 0), ((), 900)])
def test_a_bet_that_lay_at_another_seat_has_left_from_there(
    left: tuple[int, ...], since: int
) -> None:
    none = (0, 0, 0, 0)
    for counting in (False, True):
        play = play_of(BoardDue(), fronts=(200, 0, 100), base=(100, -100, 0), gathered=False)
        count = Count(500, none, (0, 7, 7, 7), 400)
        play.due(count=count if counting else None)
        play.before = play.table
        _less_lies(play, replace(seen(1, *left), since=900), 1, 100)
        due = play.hand.due
        assert due is not None
        assert due.left == (0, 0, play.at, 0)
        assert (due.count is not None) is counting
        if due.count is not None:
            assert (due.count.since, due.count.left) == (play.at, (0, since, 7, 7))


@pytest.mark.parametrize(
    ("front", "others", "mixed"),
    [(100, 300, False), (99, 300, True), (1, 300, True), (0, 300, False), (1, 100, False)],
)
def test_a_part_of_a_bet_that_is_taken_while_change_is_due_may_be_change(
    front: int, others: int, mixed: bool
) -> None:
    play = play_of(BoardDue(), fronts=(front, others, 100), gathered=False)
    _due_to_gather(play, Motion(seen(1, *((front,) if front else ())), 1, front, (100,)))
    assert (play.hand.due is not None and play.hand.due.mixed) is mixed


def test_what_came_before_a_seat_meanwhile_is_read_unless_it_is_left_out() -> None:
    game = played("hand ; deal")
    lies = {**game.table.chips, "bet.1": (100,)}
    came = {"bet.1": ()}
    for but, moved, acts in ((0, came, [1]), (1, came, []), (2, came, [1]), (0, {}, [])):
        play = play_on(replace(game.table, chips=lies), game.house, 0)
        play.due(meanwhile=moved)
        in_front_now(play, but=but)
        assert [e.seat for e in play.public if isinstance(e, ActionMade)] == acts
        assert play.hand.due is None
    play = play_on(replace(game.table, chips=lies), game.house, 0)
    play.due(meanwhile=came)
    in_front_now(play)
    assert play.hand.bets[1] == 100
