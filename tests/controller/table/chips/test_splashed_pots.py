"""Chips straight into the pot: whose they are, and what they count as."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import ActionMade, IrregularityFound, StepView
from controller.contract.rules import Action, Kind, StepWord
from controller.play.game import DealtGame
from controller.table.chips.splashed_pots import (
    _drawn_in,
    _drawn_in_unseen,
    _early_drawn_in,
    _still_to_come,
    paid_into_pot,
    take_splash,
)
from controller.table.state import Early, Paying, Play, Ruling, Step, play_on
from controller.table.state.chips_owed import unpaid
from tests.controller.table.scripted import go_on, kinds, played, said


def test_chips_in_the_pot_count_as_if_they_lay_in_front() -> None:
    # PPC 3
    game = played("hand ; deal\n1 splashes 100")
    assert kinds(game) == ["bet.splashed"]
    assert [(event.action, event.to) for event in said(game, ActionMade)] == [("call", 100)]  # type: ignore[attr-defined]


def test_chips_of_a_seat_that_owes_them_pay_its_bet_and_are_nobody_elses_action() -> None:
    # FIDPA 50-4
    game = played("hand ; deal\n1 says call\n1 splashes 100", house="fidpa")
    assert kinds(game) == ["bet.splashed"]
    assert [(event.seat, event.to) for event in said(game, ActionMade)] == [(1, 100)]  # type: ignore[attr-defined]
    assert not any(unpaid(game.table, game.table.hand))


def test_too_few_chips_are_a_short_bet_wherever_they_lie() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 splashes 25")
    assert kinds(game) == ["bet.splashed", "bet.short"]


_FLOP = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 bets 200"


@pytest.mark.parametrize("house", ["fidpa", "ppc", "tda"])
def test_one_chip_beyond_the_call_is_a_call_in_the_pot_too_and_its_change_comes_out_of_it(
    house: str,
) -> None:
    game = played(f"{_FLOP}\nmove 1x500 stack.3 pot", house=house)
    assert kinds(game) == ["bet.splashed", "bet.oversized"]
    assert _acts(game)[-1] == (3, "call", 200)
    go_on(game, "move 3x100 pot stack.3\n1 folds\ngather")
    assert kinds(game) == ["bet.splashed", "bet.oversized"]
    assert not game.look().rulings
    assert game.look().pots[0].amount == 700


def test_a_raise_that_was_said_is_made_full_when_only_the_call_comes_into_the_pot() -> None:
    # TDA 43
    game = played(f"{_FLOP}\n3 says raise\n3 splashes 200", house="tda")
    assert _acts(game)[-1] == (3, "raise", 400)


def _acts(game: DealtGame) -> list[tuple[int, str, int]]:
    return [(made.seat, made.action, made.to) for made in said(game, ActionMade)]  # type: ignore[attr-defined]


def test_chips_of_a_call_out_of_turn_that_are_drawn_in_are_no_other_seat_s_call() -> None:
    # TDA RP-2
    for laid in ("1 puts 2x100", "1 says call\n1 puts 2x100"):
        game = played(f"{_FLOP}\n{laid}\nmove 2x100 bet.2 pot\nmove 2x100 bet.1 pot", house="tda")
        assert kinds(game) == ["bet.out-of-turn"]
        assert game.look().turn == 3
        go_on(game, "3 folds")
        assert _acts(game)[-1] == (1, "call", 200)
        assert not any(unpaid(game.table, game.table.hand))


def test_a_call_out_of_turn_that_still_lies_in_front_has_no_share_of_what_is_thrown_in() -> None:
    game = played(f"{_FLOP}\n1 puts 2x100\n3 splashes 200", house="tda")
    assert [(seat, act) for seat, act, _ in _acts(game)[-2:]] == [(3, "call"), (1, "call")]


def owing(
    fronts: tuple[int, int, int], came: tuple[int, int, int] | None = None, *, asks: Kind | None
) -> Play:
    """Return a play after a round in which three have bet 100, with a ruling if `asks`."""
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house="fidpa")
    lies = {f"bet.{seat}": (front,) if front else () for seat, front in enumerate(fronts, start=1)}
    hand = replace(game.table.hand, stage=Paying((0, *(came or fronts))))
    rulings = () if asks is None else (Ruling(1, asks, "", None, 1, (DECIDE,)),)
    table = replace(game.table, hand=hand, chips=lies, rulings=rulings)
    return play_on(table, game.house, game.table.at)


DECIDE = Step(StepWord.FLOOR_DECIDES, StepView(StepWord.FLOOR_DECIDES))


@pytest.mark.parametrize(
    ("fronts", "came", "pot", "asks", "paid"),
    [
        ((0, 100, 100), None, 100, None, {1: 100}),
        ((0, 100, 100), None, 1, None, {1: 1}),
        ((0, 100, 100), None, 0, None, {}),
        ((0, 0, 0), None, 0, None, {}),
        ((0, 0, 100), None, 200, None, {1: 100, 2: 100}),
        ((0, 0, 100), None, 100, None, {}),
        # Bets that are gathered meanwhile pay for nobody.
        ((0, 0, 100), (0, 100, 100), 100, None, {}),
        ((0, 0, 100), (0, 100, 100), 200, None, {1: 100}),
        ((0, 100, 100), None, 100, Kind.BET_UNPAID, {1: 100}),
        ((0, 100, 100), None, 100, Kind.FLOOR, {}),
    ],
)
def test_who_has_paid_into_the_pot_after_the_betting(
    fronts: tuple[int, int, int],
    came: tuple[int, int, int] | None,
    pot: int,
    asks: Kind | None,
    paid: dict[int, int],
) -> None:
    play = owing(fronts, came, asks=asks)
    stage = play.hand.stage
    assert type(stage) is Paying
    paid_into_pot(play, stage, pot)
    found = [event for event in play.public if isinstance(event, IrregularityFound)]
    assert [(event.kind, event.seat) for event in found] == [("bet.splashed", s) for s in paid]
    assert play.table.base == tuple([-paid.get(seat, 0) for seat in range(4)])
    assert play.hand.splashed == sum(paid.values())
    now = tuple([there + paid.get(seat, 0) for seat, there in enumerate(stage.came)])
    assert play.hand.stage == Paying(now)


def betting(
    fronts: tuple[int, int, int] = (300, 300, 100),
    *,
    faulty: tuple[int, ...] = (),
    pulled: int = 0,
    early: tuple[Early, ...] = (),
    blind: frozenset[str] = frozenset(),
    asks: Kind | None = None,
) -> Play:
    """Return a play in which seats 1 and 2 have bet 300, and seat 3 has 100 in front and acts."""
    game = played("hand ; deal\n1 raises to 300\n2 calls", house="fidpa")
    lies = {f"bet.{seat}": (front,) if front else () for seat, front in enumerate(fronts, start=1)}
    hand = game.table.hand
    stage = replace(hand.betting, pulled=pulled, early=early)
    hand = replace(hand, stage=stage, round=replace(hand.round, faulty=faulty))
    rulings = () if asks is None else (Ruling(1, asks, "", None, 1, (DECIDE,)),)
    devices = replace(game.table.devices, blind_zones=blind)
    table = replace(game.table, hand=hand, chips=lies, rulings=rulings, devices=devices)
    return play_on(table, game.house, game.table.at)


@pytest.mark.parametrize(
    ("fronts", "faulty", "pulled", "added", "left", "base", "right"),
    [
        ((300, 200, 100), (2,), 0, 100, 0, (0, -100, 0), True),
        ((300, 200, 100), (2,), 0, 150, 50, (0, -100, 0), True),
        ((300, 200, 100), (2,), 0, 1, 0, (0, -1, 0), True),
        ((300, 299, 100), (2,), 0, 100, 99, (0, -1, 0), True),
        ((300, 300, 100), (2,), 0, 100, 100, (0, 0, 0), False),
        ((300, 350, 100), (2,), 0, 100, 100, (0, 0, 0), False),
        ((300, 200, 100), (), 0, 100, 100, (0, 0, 0), False),
        # Chips that the seat in turn has taken up come to the pot.
        ((300, 300, 50), (), 100, 50, 0, (0, 0, -50), True),
        ((300, 200, 50), (2,), 100, 150, 0, (0, -100, -50), True),
        ((300, 200, 100), (2,), 100, 100, 0, (0, -100, 0), True),
        ((300, 300, 50), (), 0, 50, 50, (0, 0, 0), False),
    ],
)
def test_bets_that_are_known_to_have_left_their_place_are_drawn_in_first(
    fronts: tuple[int, int, int],
    faulty: tuple[int, ...],
    pulled: int,
    added: int,
    left: int,
    base: tuple[int, ...],
    right: bool,
) -> None:
    play = betting(fronts, faulty=faulty, pulled=pulled)
    assert _drawn_in(play, added) == left
    assert play.table.base[1:] == base
    assert play.hand.splashed == added - left
    assert play.hand.round.faulty == (() if right else faulty)
    assert play.hand.betting.pulled == (0 if base[2] else pulled)


@pytest.mark.parametrize(
    ("front", "added", "left"),
    [(300, 100, 100), (299, 100, 99), (200, 150, 50), (200, 1, 0), (350, 100, 100)],
)
def test_chips_laid_out_of_turn_are_drawn_in_as_far_as_they_have_left(
    front: int, added: int, left: int
) -> None:
    early = (Early(1, Action.CALL, 300, 300, 3, laid=300),)
    play = betting((front, 300, 100), early=early)
    assert _early_drawn_in(play, added) == left
    assert play.table.base[1:] == (left - added, 0, 0)


@pytest.mark.parametrize(
    ("blind", "bets", "added", "left"),
    [
        (("bet.1",), (300, 300, 100), 300, 0),
        (("bet.1",), (300, 300, 100), 301, 1),
        (("bet.1",), (300, 300, 100), 299, 299),
        (("bet.1",), (1, 300, 100), 1, 0),
        (("bet.1", "bet.2"), (300, 300, 100), 600, 0),
        (("bet.1", "bet.2"), (0, 300, 100), 300, 0),
        # What the seat in turn has in front is not drawn in unseen.
        (("bet.3",), (300, 300, 100), 100, 100),
        ((), (300, 300, 100), 300, 300),
    ],
)
def test_whole_bets_are_drawn_in_from_where_nothing_is_read(
    blind: tuple[str, ...], bets: tuple[int, int, int], added: int, left: int
) -> None:
    play = betting(blind=frozenset(blind))
    play.hand = replace(play.hand, bets=(0, *bets))
    assert _drawn_in_unseen(play, added) == left
    assert play.hand.splashed == added - left
    # A bet is drawn in once.
    assert _drawn_in_unseen(play, added) == added


@pytest.mark.parametrize(
    ("fronts", "blind", "missing"),
    [
        ((300, 300, 100), (), (0, 0, 0)),
        ((299, 400, 50), (), (1, 0, 50)),
        ((299, 400, 50), ("bet.3",), (1, 0, 0)),
        ((299, 400, 50), ("bet.1",), (1, 0, 50)),
    ],
)
def test_what_is_still_to_come_of_each_bet(
    fronts: tuple[int, int, int], blind: tuple[str, ...], missing: tuple[int, ...]
) -> None:
    assert _still_to_come(betting(fronts, blind=frozenset(blind))) == (0, *missing)


@pytest.mark.parametrize(
    ("fronts", "pot", "asks", "faulty", "base", "splashed"),
    [
        ((300, 200, 100), (100,), None, (), (0, -100, 0), [2]),
        ((300, 200, 100), (), None, (), (0, 0, 0), []),
        ((300, 200, 100), (100,), Kind.BET_UNPAID, (), (0, -100, 0), [2]),
        ((300, 200, 100), (100,), Kind.FLOOR, (), (0, 0, 0), []),
        ((300, 300, 100), (200,), Kind.BET_UNPAID, (), (0, 0, 0), []),
        ((300, 300, 100), (200,), None, (), (0, 0, -200), [3]),
        # One chip of a bet that is known to be faulty.
        ((300, 299, 100), (1,), None, (2,), (0, -1, 0), []),
        ((300, 299, 100), (1,), None, (), (0, -1, 0), [2]),
    ],
)
def test_whose_chips_are_thrown_in_while_the_betting_goes_on(
    fronts: tuple[int, int, int],
    pot: tuple[int, ...],
    asks: Kind | None,
    faulty: tuple[int, ...],
    base: tuple[int, ...],
    splashed: list[int],
) -> None:
    play = betting(fronts, asks=asks, faulty=faulty)
    play.table = replace(play.table, chips={**play.table.chips, "pot": pot})
    take_splash(play, ChipsAt(play.at, "pot", pot, play.at), ())
    found = [event for event in play.public if isinstance(event, IrregularityFound)]
    assert [event.seat for event in found if event.kind is Kind.BET_SPLASHED] == splashed
    assert play.table.base[1:] == base


def test_one_chip_of_a_call_out_of_turn_that_comes_to_the_pot_is_nobody_s_splash() -> None:
    early = (Early(1, Action.CALL, 300, 300, 3, laid=300),)
    play = betting((299, 300, 100), early=early)
    play.table = replace(play.table, chips={**play.table.chips, "pot": (1,)})
    take_splash(play, ChipsAt(play.at, "pot", (1,), play.at), ())
    assert play.table.base[1:] == (-1, 0, 0)
    assert not play.public
