"""Chips with nothing said: a call when each is needed, and chips of an earlier bet with them."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.rules import Action
from controller.houses.loader import load_house
from controller.table.chips_in_front.oversized_chips import (
    Motion,
    _together,
    all_needed,
    one_too_large,
    only_a_call,
    pulls_back,
)
from controller.table.state import BoardDue, Legal, Play, play_on
from tests.controller.table.scripted import played

TABLE = (
    "blinds 25 50\nseat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000\n"
    "button 3\nhand ; deal\n3 raises to 600 ; 1 folds\n"
)


@pytest.mark.parametrize(
    ("house", "script", "front"),
    [
        ("tda", "2 puts 2x500", 600),
        ("fidpa", "2 puts 2x500", 1150),
        ("tda", "2 puts 1x1000 2x100", 1250),
        ("tda", "2 takes 1x25\n2 puts 1x1000", 1150),
        ("tda", "2 takes 2x25\n2 puts 1x1000", 600),
        ("tda", "2 takes 2x25", 50),
    ],
)
def test_what_chips_come_to(house: str, script: str, front: int) -> None:
    assert played(script, house=house, table=TABLE).table.hand.bets[2] == front


def test_chips_taken_up_bind_to_a_call_or_a_raise() -> None:
    assert played("2 takes 2x25", house="tda", table=TABLE).table.hand.betting.pulled == 50
    assert played("2 takes 2x25", house="ppc", table=TABLE).table.hand.betting.pulled == 0


def play_of(
    *, multi: str = "all-needed", prior: str = "judged-together", pulled: int = 0, bet: int = 25
) -> Play:
    """Return a play in which seat 2 is to act; words of the house, and what it has taken up."""
    game = played("", house="tda", table=TABLE)
    betting = game.house.betting
    rules = {
        "multi_chip": replace(betting.multi_chip, value=multi),
        "prior_chips": replace(betting.prior_chips, value=prior),
    }
    hand = game.table.hand
    hand = replace(hand, stage=replace(hand.betting, pulled=pulled), bets=(0, 0, bet, 600))
    house = replace(game.house, betting=replace(betting, **rules))
    return play_on(replace(game.table, hand=hand), house, 0)


def motion(settled: tuple[int, ...], chips: tuple[int, ...], *, before: int = 0) -> Motion:
    """Return a motion before seat 2; `before` is the value of an earlier round's chips."""
    return Motion(ChipsAt(0, "bet.2", chips, 0), 2, sum(chips) - before, settled)


def test_what_a_motion_has_added_and_what_lay_there_before_it() -> None:
    added = motion((25, 100, 500), (100, 25, 1000, 100), before=100)
    assert added.added() == (1000, 100)
    assert added.lay_before == 525
    assert added.tentative() is None
    assert motion((100, 100), (100,)).added() == ()


@pytest.mark.parametrize(
    ("prior", "lay", "pulled", "call", "together"),
    [
        # The earlier chips cover the call, or some were taken up and some were left.
        ("judged-together", 600, 0, 600, True),
        ("judged-together", 599, 0, 600, False),
        ("judged-together", 600, 0, 0, False),
        ("judged-together", 1, 0, 1, True),
        ("judged-together", 25, 50, 600, True),
        ("judged-together", 1, 50, 600, True),
        ("judged-together", 0, 50, 600, False),
        ("judged-together", 50, 50, 600, False),
        ("judged-together", 0, 600, 600, True),
        ("bound", 600, 0, 600, False),
        ("bound", 25, 50, 600, False),
    ],
)
def test_when_chips_of_an_earlier_bet_form_one_bet_with_the_new_ones(
    prior: str, lay: int, pulled: int, call: int, together: bool
) -> None:
    lying = (lay,) if lay else ()
    play = play_of(prior=prior, pulled=pulled)
    assert _together(play, motion(lying, (*lying, 1000)), call) is together


@pytest.mark.parametrize(
    ("settled", "added", "pulled", "call", "needed"),
    [
        ((), (599, 100), 0, 600, True),
        ((), (600, 100), 0, 600, False),
        ((), (500, 50, 49), 0, 600, True),
        ((), (600,), 0, 600, False),
        ((), (1000,), 0, 600, False),
        ((), (599, 100), 0, 0, False),
        # Chips that lie there count towards the call only if the new ones don't cover it.
        ((50,), (500, 50), 0, 600, True),
        ((300,), (300, 200), 0, 600, False),
        ((299,), (300, 200), 0, 600, True),
        ((100,), (500, 100), 0, 600, True),
        ((100,), (500, 99), 0, 600, False),
        # Of chips that have been taken up in part, those that are left must be needed as well.
        ((25,), (590,), 50, 600, True),
        ((25,), (600,), 50, 600, False),
        ((25,), (590,), 25, 600, False),
    ],
)
def test_when_each_chip_is_needed_for_the_call(
    settled: tuple[int, ...], added: tuple[int, ...], pulled: int, call: int, needed: bool
) -> None:
    laid = motion(settled, (*settled, *added))
    assert all_needed(play_of(pulled=pulled), laid, call) is needed
    assert not all_needed(play_of(multi="sum", pulled=pulled), laid, call)


def test_one_chip_is_too_large_only_when_it_is_alone_and_there_is_something_to_call() -> None:
    one, two = motion((25,), (25, 1000)), motion((25,), (25, 500, 500))
    assert [one_too_large(one, call) for call in (0, 1, 600)] == [False, True, True]
    assert not one_too_large(two, 600)
    assert not one_too_large(motion((25,), (25,)), 600)


@pytest.mark.parametrize(
    ("settled", "added", "pulled", "call", "words"),
    [
        ((25,), (1000,), 0, 600, {"facing-bet", "one-chip"}),
        ((25,), (575,), 0, 600, set()),
        ((25,), (576,), 0, 600, {"facing-bet", "one-chip"}),
        ((25,), (500, 500), 0, 600, {"facing-bet", "several-chips"}),
        ((25,), (1000, 200), 0, 600, set()),
        ((25,), (1000,), 50, 600, set()),
        ((25,), (590,), 50, 600, {"facing-bet", "several-chips"}),
    ],
)
def test_why_chips_beyond_a_call_are_only_a_call(
    settled: tuple[int, ...], added: tuple[int, ...], pulled: int, call: int, words: set[str]
) -> None:
    may = Legal(2, False, call, 1150, 5000, None, opens=False, whole=5000, multiple=0)
    laid = motion(settled, (*settled, *added))
    assert only_a_call(play_of(pulled=pulled), laid, may, laid.front) == words


@pytest.mark.parametrize(
    ("added", "street", "opens", "house", "option"),
    [
        ((601,), 0, False, "ppc", True),
        ((601,), 0, False, "tda", False),
        ((600,), 0, False, "ppc", False),
        ((601, 500), 0, False, "ppc", False),
        ((), 0, False, "ppc", False),
        ((601,), 1, False, "ppc", False),
        ((601,), 0, True, "ppc", False),
    ],
)
def test_one_chip_beyond_the_bet_of_who_may_check_is_a_check_where_the_house_says_so(
    added: tuple[int, ...], street: int, opens: bool, house: str, option: bool
) -> None:
    play = play_of()
    play.house, play.hand = load_house(house), replace(play.hand, street=street)
    may = Legal(2, True, None, 1150, 5000, None, opens=opens, whole=5000, multiple=0)
    laid = motion((25,), (25, *added))
    words = {"unopened", "before-board", "one-chip"} if option else set()
    assert only_a_call(play, laid, may, laid.front) == words


@pytest.mark.parametrize(
    ("case", "pulls"),
    [
        ("bound", True),
        ("bound before", True),
        ("all that lay there", True),
        ("less than its bet lay there", False),
        ("nothing to call", False),
        ("said", False),
        ("another's turn", False),
        ("round over", False),
        ("house", False),
    ],
)
def test_who_takes_chips_up_before_a_bet_is_bound_by_what_lay_there(case: str, pulls: bool) -> None:
    play = play_of(prior="bound" if case == "house" else "judged-together", bet=50)
    laid = motion((25,) if case == "less than its bet lay there" else (25, 25), (25,))
    stage = play.hand.betting
    hand = play.hand
    match case:
        case "bound before":
            hand = replace(hand, stage=replace(stage, pulled=40))
        case "nothing to call":
            hand = replace(hand, round=replace(hand.round, level_bet=50))
        case "said":
            hand = replace(hand, stage=replace(stage, announced=Action.RAISE))
        case "another's turn":
            hand = replace(hand, stage=replace(stage, turn=3))
        case "round over":
            hand = replace(hand, stage=BoardDue())
    play.hand = hand
    assert pulls_back(play, laid) is pulls
    bound = {"bound before": 40}.get(case, 50) if pulls else 0
    assert play.hand.betting.pulled == bound
