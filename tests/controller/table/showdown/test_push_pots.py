"""A pot on its way: followed by antennas, and asked about where none reads the winner's stack."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import (
    IrregularityFound,
    Kind,
    NextStep,
    PotPushed,
    PotReceived,
    PotShare,
    Task,
)
from controller.contract.state import TimePaid
from controller.houses.loader import load_house
from controller.play.game import DealtGame
from controller.table.showdown.push_pots import (
    ask_no_more,
    for_the_box,
    pot_moved,
    pushed_early,
    pushed_wrong,
    to_clear,
)
from controller.table.state import Dealing, Over, Play, Seat, Share, Table, play_on
from controller.table.state.table import new_table
from tests.controller.table.scripted import FOUR, go_on, played

WON = """hand ; deal
1 calls ; 2 calls ; 3 checks
flop
2 checks ; 3 checks ; 1 bets 200
2 folds ; 3 folds
gather"""


def won() -> DealtGame:
    """Return a table whose pot of 300, in the pot's place, is seat 1's."""
    return played(WON, house="fidpa")


def found(game: DealtGame) -> list[tuple[Kind, int]]:
    return [(e.kind, e.seat) for e in game.events if isinstance(e, IrregularityFound)]


def test_a_winner_is_asked_once_the_pot_has_left_its_place() -> None:
    game = won()
    go_on(game, 'expect next "push 1 300"\nmove 1x100 from pot to stack.1')
    assert not game.look().pot_asked
    go_on(game, 'expect next "push 1 200"\nmove 2x100 from pot to stack.1')
    assert game.look().pot_asked == (PotShare(1, 300),)
    assert PotPushed(1, 300) in game.events
    go_on(game, "3 agrees")
    assert game.look().pot_asked
    go_on(game, "1 agrees")
    assert not game.look().pot_asked
    assert PotReceived(1, 300) in game.events
    assert not found(game)


def test_the_next_hand_ends_the_question() -> None:
    game = won()
    go_on(game, "push\nhand")
    assert not game.look().pot_asked
    assert not found(game)


def test_the_floor_ends_the_question() -> None:
    game = won()
    go_on(game, "move 3x100 from pot to stack.3\n1 says floor")
    assert not game.look().pot_asked
    assert found(game) == [(Kind.POT_WRONG, 1)]


def test_nobody_is_asked_whose_stack_is_read() -> None:
    game = won()
    game.observe(ChipsAt(game.sink.now, "stack.1", (1000,) * 4 + (900,), game.sink.now))
    go_on(game, "push")
    assert not game.look().pot_asked
    assert not any(isinstance(event, PotPushed) for event in game.events)


@pytest.mark.parametrize("first", ["pot", "front"])
def test_a_pot_before_another_seat_is_wrong_in_whatever_order_it_is_read(first: str) -> None:
    game = won()
    at = game.sink.now
    reads = [ChipsAt(at, "pot", (), at), ChipsAt(at, "bet.3", (100, 100, 100), at)]
    for seen in reads if first == "pot" else reversed(reads):
        game.observe(seen)
    assert found(game) == [(Kind.POT_WRONG, 3)]


def test_a_part_of_a_pot_before_another_seat_is_not_yet_a_pot() -> None:
    game = won()
    go_on(game, "move 2x100 from pot to bet.3")
    assert not found(game)


def test_chips_that_lie_there_already_are_no_pot_that_came() -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "bet.3", (100, 100, 100), at))
    assert not found(game)  # the pot is whole: these came from elsewhere
    game.observe(ChipsAt(at, "pot", (100,), at))
    game.observe(ChipsAt(at, "bet.3", (100, 100, 100), at))
    assert not found(game)


def test_a_blind_as_large_as_the_pot_is_no_pot() -> None:
    game = played("hand ; deal\n1 folds ; 2 folds\ngather", house="fidpa")
    go_on(game, 'expect next "push 3 100"')
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "bet.1", (100,), at))
    assert not found(game)


def test_nobody_is_asked_while_a_ruling_is_open() -> None:
    game = won()
    go_on(game, "1 says floor\npush")
    assert game.table.rulings
    assert not any(isinstance(event, PotPushed) for event in game.events)


SHARED = """hand ; deal
1 raises to 300 ; 2 calls ; 3 calls
flop
2 checks ; 3 bets 300 ; 1 calls ; 2 folds
turn
3 checks ; 1 checks
river
3 checks ; 1 checks
3 tables ; 1 tables"""
BOTH = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4d 7d 6c 5h  Ah Kd Ks Kc Th As 8d Ac 6d
"""
"""Seats 1 and 3 share what lies on the board."""


def shared() -> DealtGame:
    """Return a table whose pot of 1500 is shared by seats 3 and 1."""
    return played(SHARED, house="fidpa", table=BOTH)


def test_the_second_share_is_next_once_the_first_has_gone() -> None:
    game = shared()
    go_on(game, 'expect next "push 3 750"')
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (750,), at))
    go_on(game, 'expect next "push 1 750"')


@pytest.mark.parametrize(("chips", "wrong"), [(750, True), (1500, True), (1000, False)])
def test_one_share_or_all_of_them_before_another_seat_is_wrong(chips: int, wrong: bool) -> None:
    game = shared()
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (1500 - chips,), at))
    game.observe(ChipsAt(at, "bet.2", (chips,), at))
    assert found(game) == ([(Kind.POT_WRONG, 2)] if wrong else [])


def test_blinds_that_are_put_in_early_are_no_pot() -> None:
    game = won()
    go_on(game, "move 1x100 from pot to stack.1\n3 puts 1x50\n2 puts 100\npush")
    assert not found(game)


def test_chips_on_a_stack_while_the_pot_lies_there_whole_are_none_of_it() -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.3", (5000, 500), at))
    assert not found(game)
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "stack.3", (5000, 100), at))
    assert found(game) == [(Kind.POT_WRONG, 3)]


def test_a_stack_that_is_still_being_read_when_the_pot_leaves_is_judged_at_rest() -> None:
    for rests, kinds in ((4900, []), (5000, [(Kind.POT_WRONG, 3)])):
        game = won()
        at = game.sink.now
        game.observe(ChipsAt(at, "stack.3", (4900, 100), at, provisional=True))
        game.observe(ChipsAt(at, "pot", (), at))
        assert not found(game)
        game.observe(ChipsAt(at, "stack.3", (rests,), at))
        assert found(game) == kinds


def test_a_pot_that_a_stack_shows_before_the_pot_itself_is_wrong() -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.1", (4900,), at))
    game.observe(ChipsAt(at, "stack.3", (4900, 300), at))
    assert not found(game)  # the pot lies there whole
    game.observe(ChipsAt(at, "pot", (), at))
    assert found(game) == [(Kind.POT_WRONG, 3)]


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("zone", ["stack", "bet"])
def test_a_pot_is_wrong_at_the_first_seat_as_at_the_last(seat: int, zone: str) -> None:
    script = WON[: WON.index("2 checks")] + "2 bets 200 ; 3 folds ; 1 folds\ngather"
    game = played(script, house="fidpa")
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.2", (4900,), at))
    lies = (4900, 300) if zone == "stack" else (300,)
    game.observe(ChipsAt(at, f"{zone}.{seat}", lies, at))
    assert not found(game)
    game.observe(ChipsAt(at, "pot", (), at))
    assert found(game) == [(Kind.POT_WRONG, seat)]


@pytest.mark.parametrize(("more", "wrong"), [(0, False), (1, True), (500, True), (501, False)])
def test_what_a_stack_has_of_a_pot_is_at_most_the_pot_and_an_uncalled_bet(
    more: int, wrong: bool
) -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "stack.3", (4900, *([more] if more else [])), at))
    assert found(game) == ([(Kind.POT_WRONG, 3)] if wrong else [])


@pytest.mark.parametrize(("left", "wrong"), [((), False), ((100,), True)])
def test_chips_on_another_stack_are_none_of_a_pot_that_its_winner_has(
    left: tuple[int, ...], wrong: bool
) -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.1", (5200,), at))
    game.observe(ChipsAt(at, "pot", left, at))
    game.observe(ChipsAt(at, "stack.3", (4900, 100), at))
    assert found(game) == ([(Kind.POT_WRONG, 3)] if wrong else [])


def test_who_came_after_the_hand_has_brought_the_chips_of_the_stack() -> None:
    game = played(WON.replace("1 calls", "4 folds ; 1 calls"), house="fidpa", table=FOUR)
    go_on(game, "stand-up 4 ; sit-down 4 Eve 5000")
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "stack.4", (5000, 300), at))
    assert not found(game)


def over(*won: tuple[int, int], stage: Any = (), **fields: Any) -> Play:
    """Return a table of three after a hand, with what each winner won in each pot."""
    table = new_table(3)
    seats = (Seat(), Seat("Anne", 5000), Seat("Bruno", 5000), Seat("Chloe", 5000))
    awards = tuple(Share(pot, seat, amount) for pot, (seat, amount) in enumerate(won))
    hand = replace(table.hand, number=1, stage=replace(Over(awards), **dict(stage)))
    changed: Table = replace(table, hand=hand, seats=seats, **fields)
    return play_on(changed, load_house("fidpa"), 0)


RAKE = NextStep(Task.RAKE, amount=50)


@pytest.mark.parametrize(
    ("won", "there", "step"),
    [
        (((1, 700), (2, 300)), 1051, RAKE),
        (((1, 700), (2, 300)), 1050, RAKE),
        (((1, 700), (2, 300)), 1000, NextStep(Task.PUSH, 1, 700)),
        (((1, 700), (2, 300)), 350, NextStep(Task.PUSH, 1, 50)),
        (((1, 700), (2, 300)), 300, NextStep(Task.PUSH, 2, 300)),
        (((1, 700), (2, 300)), 50, RAKE),
        (((1, 700), (2, 300)), 1, NextStep(Task.PUSH, 2, 1)),
        (((1, 700), (2, 300)), 0, None),
        (((1, 700), (2, 50)), 50, NextStep(Task.PUSH, 2, 50)),
        (((1, 700), (2, 300), (1, 200)), 1200, NextStep(Task.PUSH, 1, 900)),
    ],
)
def test_what_is_taken_from_a_pot_next(
    won: tuple[tuple[int, int], ...], there: int, step: NextStep | None
) -> None:
    for carried in (0, 25):
        play = over(*won, stage={"raked": 50}, carried=carried, chips={"pot": (there, carried)})
        assert to_clear(play.table, play.hand) == step
    play = over(*won, chips={"pot": (there,)})
    unraked = to_clear(play.table, play.hand)
    assert unraked is None if not there else unraked is not None and unraked.task is Task.PUSH


@pytest.mark.parametrize(("base", "push"), [((0, 100, 0, 0), 500), ((0, 100, 0, 100), 700)])
def test_bets_that_are_still_in_front_of_a_loser_belong_to_the_pot(
    base: tuple[int, ...], push: int
) -> None:
    lies = {f"bet.{seat}": (100,) for seat in (1, 2, 3)}
    play = over((1, 700), chips={"pot": (500,), **lies}, base=base)
    assert to_clear(play.table, play.hand) == NextStep(Task.PUSH, 1, push)


@pytest.mark.parametrize(
    ("fields", "is_asked"),
    [
        ({"chips": {"pot": ()}}, True),
        ({"chips": {"pot": (25,)}}, False),
        ({"chips": {"pot": (25,)}, "carried": 25}, True),
        ({"chips": {}}, False),
        ({"chips": {"pot": ()}, "blind": ("pot",)}, False),
        ({"chips": {"pot": (), "stack.1": (5000,)}}, False),
        ({"chips": {"pot": (), "stack.1": (5000,)}, "blind": ("stack.1",)}, True),
    ],
)
def test_when_a_pot_was_pushed_before_the_hand_was_over(
    fields: dict[str, Any], is_asked: bool
) -> None:
    blind = fields.pop("blind", ())
    play = over((1, 700), **fields)
    play.table = replace(play.table, devices=replace(play.table.devices, blind_zones=blind))
    pushed_early(play)
    assert play.public == ((PotPushed(1, 700),) if is_asked else ())
    assert isinstance(play.hand.stage, Over)
    assert play.hand.stage.asked == ((1,) if is_asked else ())
    ask_no_more(play)
    assert not play.hand.stage.asked


def test_before_a_hand_is_over_nobody_is_asked() -> None:
    play = over((1, 700), chips={"pot": ()})
    play.hand = replace(play.hand, stage=Dealing())
    for deed in (ask_no_more, pushed_early, lambda play: pot_moved(play, 700, 0)):
        deed(play)
        assert play.hand.stage == Dealing()
        assert not play.public


def test_the_time_of_a_seat_is_its_own() -> None:
    paid = (TimePaid(0, 10), TimePaid(1, 50), TimePaid(2, 60))
    hand = over((1, 700), stage={"timed": paid}).hand
    assert [for_the_box(hand, seat) for seat in (1, 2, 3)] == [50, 60, 0]
    for more, wrong in ((60, False), (61, True)):
        play = over((1, 700), stage={"timed": paid})
        pushed_wrong(play, "stack.2", 5000 + more)
        assert bool(play.public) is wrong


@pytest.mark.parametrize(
    ("zone", "lies", "fields", "wrong"),
    [
        ("stack.2", 5001, {}, True),
        ("stack.2", 5000, {}, False),
        ("stack.2", 6000, {}, True),
        ("stack.2", 6001, {}, False),  # More than there is in the pots came from elsewhere.
        ("stack.2", 6025, {"carried": 25}, True),
        ("stack.2", 6026, {"carried": 25}, False),
        ("stack.1", 5300, {}, False),  # It may count out the other's share.
        ("stack.1", 5301, {}, True),
        ("stack.3", 5700, {}, False),
        ("stack.3", 5701, {}, True),
        ("stack.2", 5300, {"chips": {}}, True),
        ("stack.2", 5300, {"chips": {"pot": (1000,)}}, False),
        ("stack.2", 5300, {"chips": {"pot": (999,)}}, True),
        ("stack.2", 5300, {"stage": {"asked": ()}}, False),
        ("stack.2", 5300, {"stage": {"asked": ()}, "chips": {"pot": (1,)}}, True),
        ("stack.2", 5300, {"stage": {"asked": ()}, "chips": {}}, True),
        ("stack.2", 5300, {"stage": {"asked": ()}, "chips": {"pot": (1,)}, "carried": 1}, False),
    ],
)
def test_when_a_stack_has_chips_of_anothers_pot(
    zone: str, lies: int, fields: dict[str, Any], wrong: bool
) -> None:
    given: dict[str, Any] = {"stage": {"asked": (1, 3)}, "chips": {"pot": ()}, **fields}
    play = over((1, 700), (3, 300), **given)
    before = play.hand
    pushed_wrong(play, zone, lies)
    said = [event.kind for event in play.public if isinstance(event, IrregularityFound)]
    assert said == [Kind.POT_WRONG] * wrong
    play.hand, rulings, events = before, play.table.rulings, play.public
    pushed_wrong(play, zone, lies)
    assert (play.table.rulings, play.public) == (rulings, events)
    # Another ruling is no reason to be silent.
    others = tuple(replace(ruling, kind=Kind.BET_UNPAID) for ruling in rulings)
    play.hand, play.table = before, replace(play.table, rulings=others)
    pushed_wrong(play, zone, lies)
    assert len(play.table.rulings) == 2 * wrong
