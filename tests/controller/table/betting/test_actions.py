"""Turns go round clockwise, and a betting round ends when everybody has answered."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    ActionMade,
    AntePosted,
    BetReturned,
    BlindPosted,
    BoardDealt,
    HandStarted,
    IrregularityFound,
    PublicEvent,
    StreetOpened,
    TurnStarted,
)
from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import Remedy
from controller.table.betting import gather, round_over
from controller.table.betting.actions import return_uncalled
from controller.table.state import ALL_IN, FOLDED, LIVE, SeatStatus, play_on
from controller.table.state.button_and_blinds import clockwise
from controller.table.state.hand import OUT, Cards
from controller.table.state.waits import Count, Due
from tests.controller.table.random_table import PlayedTable, any_level, seated
from tests.controller.table.scripted import played, said

RANDOMS = st.integers(0, 2**32).map(random.Random)


def a_hand(house: str, rng: random.Random) -> PlayedTable:
    """Return a table after a hand that was played by chance."""
    play = seated(load_house(house), rng, level=any_level(rng))
    assert not play.start()
    play.deal()
    play.finish()
    return play


class Round:
    """A betting round as the events tell it: who can act, who has to, what lies in front."""

    def __init__(self) -> None:
        self.behind: dict[int, int] = {}
        self.front: dict[int, int] = {}
        self.folded: set[int] = set()
        self.to_act: set[int] = set()
        self.last = 0

    @property
    def can_act(self) -> set[int]:
        """The seats that have neither folded nor gone all-in."""
        return {seat for seat, stack in self.behind.items() if stack and seat not in self.folded}

    def take(self, event: PublicEvent) -> None:
        """Take an event in."""
        match event:
            case HandStarted():
                self.behind = {held.seat: held.stack or 0 for held in event.stacks}
            case AntePosted():
                self.behind[event.seat] -= event.amount
            case BlindPosted():
                self.behind[event.seat] -= event.amount
                self.front[event.seat] = self.front.get(event.seat, 0) + event.amount
            case BetReturned():
                self.behind[event.seat] += event.amount
            case StreetOpened():
                self.to_act, self.last = self.can_act, 0
                if event.street != "preflop":
                    self.front = {}
            case ActionMade():
                self.behind[event.seat] -= event.amount
                self.last = event.seat
                if event.action == "fold":
                    self.folded.add(event.seat)
                elif event.to > max(self.front.values(), default=0):
                    self.to_act = set(self.can_act)
                if event.action != "fold":
                    self.front[event.seat] = event.to
                self.to_act.discard(event.seat)
            case _:
                pass


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_the_turn_goes_on_clockwise_to_the_next_who_has_to_act(
    house: str, rng: random.Random
) -> None:
    play, told = a_hand(house, rng), Round()
    for event in play.events:
        told.take(event)
        if isinstance(event, TurnStarted) and told.last:
            order = clockwise(len(play.table.seats) - 1, told.last)
            assert event.seat == next(seat for seat in order if seat in told.to_act)


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_a_round_ends_with_equal_bets_of_all_who_can_still_act(
    house: str, rng: random.Random
) -> None:
    play, told = a_hand(house, rng), Round()
    for event in play.events:
        if isinstance(event, BoardDealt) and len(told.can_act) > 1:
            # In house salle a round is over as soon as all bets are equal: nobody has an option.
            assert house == "salle" or not told.to_act
            assert len({told.front.get(seat, 0) for seat in told.can_act}) == 1
        told.take(event)


def test_who_has_raised_is_asked_again_only_after_another_raise() -> None:
    game = played("hand ; deal\n1 raises to 300 ; 2 calls ; 3 calls\nexpect next gather")
    assert [event.seat for event in said(game, TurnStarted)] == [1, 2, 3]  # type: ignore[attr-defined]
    game = played("hand ; deal\n1 raises to 300 ; 2 raises to 900 ; 3 folds\nexpect turn 1")
    assert game.look().legal is not None


def test_the_big_blind_may_raise_though_everybody_has_only_called() -> None:
    played("hand ; deal\n1 calls ; 2 calls\nexpect legal 3 fold check raise>=200")


@pytest.mark.parametrize(("held", "case"), [(4, ""), (3, "one"), (2, "more"), (1, "more")])
def test_a_hand_that_was_played_without_one_of_its_cards_is_not_one_without_several(
    held: int, case: str
) -> None:
    game = played("hand ; deal\n1 calls ; 2 calls", house="tda")
    rules = tuple(Remedy(Kind.HAND_COUNT, word, (word,)) for word in ("one", "more"))
    hand = replace(
        game.table.hand,
        game=replace(game.table.hand.game, hole_cards=4),
        cards=Cards(astray=True),
        holes=((), ("2c",) * held, ("2c",) * 4, ("2c",) * 4),
    )
    play = play_on(replace(game.table, hand=hand), replace(game.house, remedies=rules), 0)
    round_over(play)
    events = [event for event in play.public if isinstance(event, IrregularityFound)]
    found = [(event.seat, event.article) for event in events]
    assert found == ([(1, case)] if case else [])


def test_what_lay_in_the_pot_too_much_is_counted_after_a_round_without_a_bet() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 checks ; 3 checks")
    for pot, counts in ((300, False), (301, True)):
        table = replace(game.table, chips={"pot": (pot,)})
        play = play_on(replace(table, hand=replace(table.hand, due=None)), game.house, 70_000)
        gather(play)
        counted = Count(70_000, (0,) * 4, (0,) * 4, 70_000)
        assert play.hand.due == (Due(count=counted) if counts else None)


@pytest.mark.parametrize(("counting", "chips"), [(None, 3), (7, 10)])
def test_a_pot_is_counted_with_the_chips_that_were_on_their_way_before(
    counting: int | None, chips: int
) -> None:
    game = played("hand ; deal\n1 calls ; 2 calls")
    bets, none = game.table.hand.bets, (0,) * 4
    before = None if counting is None else Count(1, none, none, 1, counting)
    hand = replace(game.table.hand, due=Due(count=before, chips=3, pot_at=5))
    play = play_on(replace(game.table, hand=hand), game.house, 70_000)
    gather(play)
    assert play.hand.due == Due(count=Count(70_000, bets, none, 5, chips), pot_at=5)
    assert (play.hand.bets, play.hand.paid, play.hand.splashed) == (none, bets, 0)


@pytest.mark.parametrize(
    ("bets", "status", "seat", "back"),
    [
        ((300, 100, 100), LIVE, 1, 200),
        ((300, 299, 100), LIVE, 1, 1),
        ((0, 100, 300), LIVE, 3, 200),
        ((300, 100, 100), ALL_IN, 1, 200),
        ((300, 300, 100), LIVE, 0, 0),
        ((300, 300, 300), LIVE, 0, 0),
        ((300, 100, 100), FOLDED, 0, 0),
    ],
)
def test_what_the_second_highest_bet_does_not_match_is_returned_to_who_can_still_bet(
    bets: tuple[int, int, int], status: SeatStatus, seat: int, back: int
) -> None:
    game = played("hand ; deal")
    of_all = [status if bet == max(bets) else LIVE for bet in bets]
    hand = replace(game.table.hand, bets=(0, *bets), status=(OUT, *of_all))
    play = play_on(replace(game.table, hand=hand), game.house, 0)
    return_uncalled(play)
    assert list(play.public) == ([BetReturned(seat, back)] if seat else [])
    assert sum(play.hand.bets) == sum(bets) - back
    stacks = [one.stack for one in game.table.seats]
    stacks[seat] += back
    assert [one.stack for one in play.table.seats] == stacks
    assert play.hand.status[seat] is (LIVE if seat else OUT)


def test_a_round_counts_its_actions_and_forgets_those_of_the_round_before() -> None:
    script, found = "hand ; deal", []
    for more in ("", "1 calls", "2 calls", "3 checks\nflop", "2 bets 100", "3 folds"):
        script += f"\n{more}"
        hand = played(script).table.hand
        found.append((hand.rounds, hand.round.acts, hand.last[1:]))
    big, none = ("big-blind", 100), ("", 0)
    assert found == [
        (0, 0, (none, ("small-blind", 50), big)),
        (0, 1, (("call", 100), ("small-blind", 50), big)),
        (0, 2, (("call", 100), ("call", 100), big)),
        (1, 0, (none, none, none)),
        (1, 1, (none, ("bet", 100), none)),
        (1, 2, (none, ("bet", 100), ("fold", 0))),
    ]


def test_before_the_flop_a_street_is_opened_for_one_player_too_and_later_for_none_alone() -> None:
    blinds = "blinds 50 100\nseat 1 Anne {} ; seat 2 Bruno 50 ; seat 3 Chloe 100\nbutton 1"
    for stack in (5000, 300):
        game = played("hand ; deal ; 1 calls\nflop", table=blinds.format(stack))
        assert [event.street for event in said(game, StreetOpened)] == ["preflop"]  # type: ignore[attr-defined]
