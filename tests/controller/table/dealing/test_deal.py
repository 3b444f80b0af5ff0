"""The order of the deal: what is not known is no error, what is known is found in time."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.commands import Command, SetButton, SetLevel, SitDown, Waive
from controller.contract.observations import (
    CardAt,
    Declared,
    DeviceBack,
    FloorSaid,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.contract.public import DeckFouled, HandVoided, IrregularityFound, PublicEvent
from controller.houses.loader import load_house
from controller.table.dealing.deal import SHORT_MS
from controller.table.engine import step
from controller.table.state.ranking import DECK
from controller.table.state.table import Table, new_table
from tests.controller.table.scripted import FOUR, go_on, kinds, played

STRICT_DECK = str(Path(__file__).parents[3] / "scenarios/tda/35-37-misdeals/strict-deck.toml")
GAP = 300
SLOW = 400


class Play:
    """A table that is told observation by observation, and woken when it asks for it."""

    def __init__(self, players: int, house: str = "ppc") -> None:
        self.house = load_house(house)
        self.table: Table = new_table(players, keyed=True)
        self.events: list[PublicEvent] = []
        self.at = 0
        self.wake: int | None = None
        for seat in range(1, players + 1):
            self.floor(SitDown(seat, f"P{seat}", 1000))
        self.floor(SetLevel(5, 10, 0, 0))
        self.floor(SetButton(1))
        self.see(Declared(self.at, 1, "done"))

    def floor(self, command: Command) -> None:
        """Return a command."""
        self.see(FloorSaid(self.at, "floor", msgspec.json.encode(command).decode()))

    def see(self, observation: Observation) -> None:
        """Tell the table, after the times at which it asked to be woken."""
        while self.wake is not None and self.wake <= observation.at:
            self._take(TimePassed(self.wake))
        self._take(observation)

    def _take(self, observation: Observation) -> None:
        self.at = max(self.at, observation.at)
        done = step(self.table, observation, self.house)
        self.table, self.wake = done.table, done.wake_at
        self.events += done.public

    def wait(self, ms: int) -> None:
        """Let time pass (ms)."""
        until = self.at + ms
        while self.wake is not None and self.wake <= until:
            self._take(TimePassed(self.wake))
        self.at = until

    def found(self) -> list[str]:
        """Return the kinds of the irregularities found."""
        return [e.kind for e in self.events if isinstance(e, IrregularityFound)]

    def order(self) -> tuple[int, ...]:
        """Return the seats in the order in which they are dealt to."""
        hand = self.table.hand
        return hand.entitled * 2


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 10),
    st.lists(st.integers(0, 650), min_size=20, max_size=20),
    st.lists(st.integers(100, 400), min_size=20, max_size=20),
)
def test_cards_read_late_are_no_error(players: int, late: list[int], lag: list[int]) -> None:
    """First reads less than four scans apart may be swapped: nobody is accused of it."""
    play = Play(players)
    start = play.at
    dealt = []
    for place, seat in enumerate(play.order()):
        landed = start + GAP * (place + 1)
        since = landed + late[place]
        dealt.append((since + lag[place], since, DECK[place], seat))
    # A read that is later than four scans after the next card's first read is not in doubt.
    for one, other in pairwise(dealt):
        if one[1] - other[1] >= 400:
            return
    for at, since, card, seat in sorted(dealt):
        play.see(CardAt(max(at, play.at), card, f"hand.{seat}", since))
    play.wait(1000)
    assert not play.found()
    hand = play.table.hand
    assert hand.phase == "betting"
    assert all(len(cards) == 2 for cards in hand.holes[1:])


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 10), st.data())
def test_two_cards_in_the_wrong_order_are_found_in_time(players: int, data: st.DataObject) -> None:
    play = Play(players)
    order = list(play.order())
    place = data.draw(st.integers(0, len(order) - 2))
    order[place], order[place + 1] = order[place + 1], order[place]
    last = 0
    for number, seat in enumerate(order):
        last = play.at + SLOW
        play.see(CardAt(last, DECK[number], f"hand.{seat}", last))
        if number == place + 1:
            break
    play.wait(600)
    assert play.found() in (["deal.wrong-seat"], ["deal.skipped"], ["deal.order"])
    assert any(isinstance(event, HandVoided) for event in play.events)


def test_an_empty_shoe_with_cards_unseen_fouls_the_deck() -> None:
    play = Play(3, "fidpa")
    for number, seat in enumerate(play.order()):
        at = play.at + GAP
        play.see(CardAt(at, DECK[number], "shoe", at))
        play.see(CardAt(at + GAP, DECK[number], f"hand.{seat}", at + GAP))
    play.see(ShoeSaid(play.at, "empty"))
    assert play.found() == ["deck.missing"]
    assert DeckFouled(missing=46) in play.events
    assert any(isinstance(event, HandVoided) for event in play.events)


# holds: tda 35-E other
@pytest.mark.parametrize(
    ("house", "voided"), [("tda", True), pytest.param(STRICT_DECK, False, id="strict-deck")]
)
def test_whether_a_card_that_lacks_fouls_the_deck_is_the_houses_to_say(
    house: str, voided: bool
) -> None:
    play = Play(3, house)
    for number, seat in enumerate(play.order()):
        at = play.at + GAP
        play.see(CardAt(at, DECK[number], "shoe", at))
        play.see(CardAt(at + GAP, DECK[number], f"hand.{seat}", at + GAP))
    play.see(ShoeSaid(play.at, "empty"))
    assert DeckFouled(missing=46) in play.events
    assert any(isinstance(event, HandVoided) for event in play.events) is voided


def test_an_empty_shoe_with_all_cards_seen_is_right() -> None:
    play = Play(3, "fidpa")
    for number, seat in enumerate(play.order()):
        at = play.at + GAP
        play.see(CardAt(at, DECK[number], "shoe", at))
        play.see(CardAt(at + GAP, DECK[number], f"hand.{seat}", at + GAP))
    for card in DECK[6:]:
        play.see(CardAt(play.at + GAP, card, "shoe", play.at + GAP))
    play.see(ShoeSaid(play.at, "empty"))
    assert not play.found()


def test_one_card_too_many_is_a_wrong_count() -> None:
    play = Play(3, "ppc")
    play.see(CardAt(play.at + GAP, "Kh", "shoe", play.at + GAP, deck=2))
    play.floor(Waive())
    for card in DECK:
        play.see(CardAt(play.at + GAP, card, "shoe", play.at + GAP))
    play.see(ShoeSaid(play.at, "empty"))
    assert play.found() == ["deck.stranger", "deck.count"]
    assert DeckFouled(extra=1) in play.events


def test_a_deal_whose_last_card_stays_short_ends_after_a_while() -> None:
    game = played("deck 2c 3c 4c 5c 6c 7c Ah Kd\nhand", house="tda")
    for seat in (2, 3, 1, 2, 3):
        go_on(game, f"deal to {seat}")
    game.sink.card("7c", "bet.1")
    assert not game.look().turn
    game.sink.wait(SHORT_MS)
    assert game.look().turn == 1


def test_a_deal_that_lacks_another_card_does_not_end_so() -> None:
    game = played("deck 2c 3c 4c 5c 6c 7c Ah Kd\nhand", house="tda")
    for seat in (2, 3, 1, 2):
        go_on(game, f"deal to {seat}")
    game.sink.card("7c", "bet.1")
    game.sink.wait(3 * SHORT_MS)
    assert not game.look().turn


def test_with_the_first_card_it_is_too_late_to_straddle() -> None:
    house = '"tests/scenarios/games/straddle/house.toml"'
    half = "hand ; 4 puts 100"
    assert not kinds(played(half, house=house, table=FOUR))
    late = played(f"{half} ; deal to 2", house=house, table=FOUR)
    assert kinds(late) == ["blind.wrong-seat"]
    assert late.look().may_straddle == 0


@pytest.mark.parametrize(("later", "found"), [(200, False), (900, True)])
def test_an_antenna_that_has_just_come_back_may_not_have_read_a_card(
    later: int, found: bool
) -> None:
    """A player acts after the last card, which was dealt while their antenna was lost."""
    game = played("hand ; deal to 2 ; deal to 3 ; deal to 1 ; deal to 2 ; device-lost hand.1")
    table, told, at = game.table, list[PublicEvent](), game.table.at
    for seen in (
        CardAt(at + 100, "6c", "hand.3", at + 100),
        DeviceBack(at + 300, "hand.1", "hand.1"),
        Declared(at + 300 + later, 1, "call"),
    ):
        done = step(table, seen, game.house)
        table = done.table
        told += done.public
    assert any(isinstance(one, IrregularityFound) for one in told) == found
