"""The public view: what anybody may see, what the house shows of amounts, and no secret."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Observation
from controller.contract.public import Envelope, Topics, event_data
from controller.contract.readings.legal_actions import within
from controller.houses.loader import load_house, shipped_houses
from controller.run.messages.message_topics import Telling
from controller.table.engine import Transition
from controller.table.state.hand import Level
from controller.table.state.table import LevelClock, Timed, new_table
from controller.table.view.public_view import public_state
from tests.controller.table.random_table import PlayedTable, any_level, seated
from tests.controller.table.scripted import THREE, go_on, played

RANDOMS = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("house", shipped_houses())
def test_amounts_that_the_house_does_not_show_are_not_there(house: str) -> None:
    game = played("hand ; deal\n1 raises to 300 ; 2 calls ; 3 calls\nflop\n2 bets 100", house=house)
    shown, shows = game.shown(), load_house(house).disclosure
    seats = [seat for seat in shown.seats if seat.status != "empty"]
    # Nobody is all-in, and the game is no-limit.
    assert all((seat.stack is not None) == (shows.show_stacks.value is True) for seat in seats)
    assert all((seat.bet is not None) == shows.show_bets.value for seat in seats)
    assert all((pot.amount is not None) == (shows.show_pot.value is True) for pot in shown.pots)
    assert all(seat.stack is not None for seat in game.look().seats if seat.status != "empty")


HIDDEN = """
hand ; deal
1 raises to 300 ; 2 calls ; 3 calls
flop
2 bets 200 ; 3 raises to 700 ; 1 folds
"""


@pytest.mark.parametrize("house", ["fidpa", "tda"])
def test_what_is_public_is_the_same_whatever_hidden_stacks_are(house: str) -> None:
    def public(stack: int) -> list[bytes]:
        """Return all that everybody is told while nobody is all-in."""
        table = THREE.replace("Bruno 5000", f"Bruno {stack}")
        telling = Telling(Topics("t"), hides=True)
        found: list[bytes] = []
        game = played("", house=house, table=table)
        for line in HIDDEN.strip().splitlines():
            for statement in line.split(";"):
                go_on(game, statement)
                found.append(msgspec.json.encode(game.shown()))
        for seq, event in enumerate(game.events):
            data = msgspec.to_builtins(event_data(event))
            told = Envelope(1, seq, "s", "", "1", 1, event.type, data)
            found += [payload for _, payload, number in telling.event(told) if number == seq]
        return found

    # The last raise costs seat 2 more than the smallest of its stacks.
    assert public(900) == public(5000) == public(70_000)
    assert public(900)


@pytest.mark.parametrize("stack", [500, 650, 701, 1100, 1200, 5000])
@pytest.mark.parametrize("script", [HIDDEN, HIDDEN.split("2 bets", maxsplit=1)[0]])
def test_who_knows_their_own_stack_knows_what_they_may_do(script: str, stack: int) -> None:
    table = THREE.replace("Bruno 5000", f"Bruno {300 + stack}")
    game = played(script, house="fidpa", table=table)
    whole = next(seat for seat in game.look().seats if seat.seat == 2)
    assert game.shown().legal != game.look().legal
    own = within(game.shown().legal, (whole.stack or 0) + (whole.bet or 0))
    assert own == game.look().legal


def test_a_house_may_hide_what_lies_in_front() -> None:
    game = played("hand ; deal\n1 raises to 300")
    house = load_house("ppc")
    hidden = replace(house.disclosure.show_bets, value=False)
    house = replace(house, disclosure=replace(house.disclosure, show_bets=hidden))
    for disclose, bets in ((False, [None] * 3), (True, [300, 50, 100])):
        state = public_state(game.table, house, 0, "1", disclose=disclose)
        assert [seat.bet for seat in state.seats] == bets
        assert state.seats[0].last_amount == (300 if disclose else 0)


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=15)
@given(rng=RANDOMS)
def test_no_view_names_a_card_that_nobody_has_laid_open(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))

    def watch(_: Observation, done: Transition) -> None:
        state = public_state(done.table, play.house, 0, "1", disclose=True)
        text = msgspec.json.encode(state).decode()
        hand = done.table.hand
        open_cards = {card for cards in hand.shown for card in cards} | set(hand.board)
        for cards in hand.holes:
            assert not [card for card in cards if card not in open_cards and f'"{card}"' in text]

    play.watch = watch
    assert not play.start()
    play.deal()
    play.finish()


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=15)
@given(rng=RANDOMS)
def test_only_who_is_in_turn_is_told_what_is_legal(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))

    def watch(_: Observation, done: Transition) -> None:
        state = public_state(done.table, play.house, 0, "1", disclose=True)
        assert bool(state.legal) == (state.turn != 0)
        assert not state.legal or state.phase == "betting"

    play.watch = watch
    assert not play.start()
    play.deal()
    play.finish()


@pytest.mark.parametrize(("stack", "small"), [(1, 2), (5000, 2)])
def test_who_posts_a_last_chip_has_the_small_blind(stack: int, small: int) -> None:
    game = played("hand ; deal", table=THREE.replace("Bruno 5000", f"Bruno {stack}"))
    assert game.look().small_blind == small


@pytest.mark.parametrize(("later", "left"), [(-1, 1), (0, 0), (1, 0), (5000, 0)])
def test_a_level_that_should_be_over_has_no_time_left(later: int, left: int) -> None:
    clock = LevelClock(until=90_000 - later, break_ms=60_000, coming=Level(100, 200))
    table = replace(played("hand ; deal").table, at=90_000, timed=Timed(level_clock=clock))
    level = public_state(table, load_house("ppc"), 0, "1").level
    assert level is not None
    assert (level.next_in, level.break_in, level.stands) == (left, left, None)


@pytest.mark.parametrize(
    ("since", "waited"), [(0, 0), (1, 89_999), (89_999, 1), (90_000, 0), (90_001, 0)]
)
def test_how_long_a_ruling_has_waited_if_that_is_known(since: int, waited: int) -> None:
    table = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nboard 3").table
    ruling = replace(table.rulings[0], since=since)
    table = replace(table, at=90_000, rulings=(ruling,))
    assert public_state(table, load_house("ppc"), 0, "1").rulings[0].waited == waited


def test_in_a_hand_like_any_other_nothing_is_said_of_bombs_or_of_a_next_level() -> None:
    state = played("hand ; deal").look()
    assert (state.bomb_pot, state.boards) == (0, 1)
    level = state.level
    assert level is not None
    assert (level.next_small_blind, level.next_big_blind, level.next_number) == (0, 0, 0)
    assert (level.next_ante, level.next_big_blind_ante) == (0, 0)


def test_who_is_not_in_the_hand_has_bet_nothing_and_nobody_deals_the_next_one_yet() -> None:
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(3, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in (1, 2):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert play.look().next_dealer in {1, 2}
    assert not play.start()
    assert not play.command(c.SitDown(3, "P3", 1000))
    assert play.look().next_dealer == 0
    late = play.look().seats[2]
    assert (late.name, late.stack, late.bet, late.committed, late.cards) == ("P3", 1000, 0, 0, 0)
