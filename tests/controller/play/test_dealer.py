"""The Dealer's chips lie where the ledger says, hand after hand of random legal play."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract import commands as c
from controller.contract.public import NextStep, Task
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner, set_up
from controller.play.script.language import parse
from controller.play.sinks.engine_sink import make_up
from tests.rig.turns import Turn, turn_of

SEEDS = st.integers(0, 2**32)


def chance(legal: Turn, rng: random.Random) -> tuple[str, int]:
    """Return one of the things that a seat may do, all-in more often than people do it."""
    found: list[tuple[str, int]] = [("fold", 0), ("all-in", 0)]
    found.append(("check", 0) if legal.check else ("call", 0))
    if legal.bet is not None:
        found.append(("bet", legal.bet))
    if legal.raise_to is not None:
        found.append(("raise", legal.raise_to))
    if legal.most is None and legal.all_in is None and legal.call is None:
        found.remove(("all-in", 0))
    return rng.choice(found)


def play_hand(game: DealtGame, rng: random.Random) -> None:
    """Play one hand to its end, as well-behaved people do."""
    dealer = game.dealer
    dealer.start_hand()
    dealer.deal()
    while (state := game.look()).phase != "over":
        step, turn = state.next_step, turn_of(state)
        if turn is not None:
            dealer.act(turn.seat, *chance(turn, rng))
            assert game.look() != state
        elif step is not None and step.task is Task.TABLE:
            dealer.table_cards(step.seat)
        elif step is not None and step.task in {Task.CHANGE, Task.GATHER, Task.BURN, Task.DEAL}:
            dealer.street({3: "turn", 4: "river"}.get(len(state.board), "flop"))
        else:
            raise AssertionError(f"Nothing to do: {state.next_step!r} in {state.phase}")


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=20)
@given(seed=SEEDS)
def test_the_middle_is_empty_after_the_push(house: str, seed: int) -> None:
    rng = random.Random(seed)
    game = DealtGame(Setup(load_house(house), seats=rng.randint(2, 6), seed=seed))
    game.dealer.command(c.SetLevel(50, 100, rng.choice([0, 10]), 0))
    for seat in range(1, len(game.table.seats)):
        game.dealer.command(c.SitDown(seat, f"P{seat}", rng.choice([30, 80, 150, 1000, 3000])))
    game.dealer.command(c.SetButton(1))
    for _ in range(4):
        if not game.look().next_dealer:
            break
        play_hand(game, rng)
        game.dealer.push()
        assert sum(game.sink.chips_in("pot")) == game.table.carried
        for seat in range(1, len(game.table.seats)):
            assert not game.sink.chips_in(f"bet.{seat}")
        assert game.look().next_step in {NextStep(Task.SHUFFLE), None}
    assert not [event for event in game.events if event.type == "irregularity.found"]


@pytest.mark.parametrize(("decks", "dealt"), [(1, [1, 1, 1]), (2, [1, 2, 1])])
def test_of_two_decks_one_is_dealt_while_the_other_is_shuffled(
    decks: int, dealt: list[int]
) -> None:
    rng = random.Random(1)
    game = DealtGame(Setup(load_house("ppc"), seats=3, decks=decks))
    game.dealer.command(c.SetLevel(50, 100))
    for seat in (1, 2, 3):
        game.dealer.command(c.SitDown(seat, f"P{seat}", 5000))
    game.dealer.command(c.SetButton(1))
    seen = []
    for _ in dealt:
        play_hand(game, rng)
        seen.append(game.table.deck)
        aside = {card[-1] for card, zone in game.table.others.items() if zone}
        assert aside <= {"1", "2"} - {str(game.table.deck)}
    assert seen == dealt


def test_more_chips_than_a_table_holds_are_not_made() -> None:
    assert len(make_up(1_000_000, (1,))) == 1_000_000
    with pytest.raises(ValueError, match="more than a table can hold"):
        make_up(1_000_001, (1,))


def test_an_amount_is_made_up_from_smaller_chips_where_the_largest_leave_a_rest() -> None:
    assert make_up(110, (20, 50)) == (50, 20, 20, 20)
    with pytest.raises(ValueError, match="can't be made up in chips of 20"):
        make_up(30, (20, 50))


def test_a_bet_is_no_change_though_the_hand_is_over() -> None:
    """A raise that was made full, and whose player folds later, goes into the pot whole."""
    text = "hand\ndeal\n1 says raise to 175\n1 puts 200\n2 calls\n3 raises to 600\n1 folds\n2 folds"
    seats = "".join(f"seat {seat} p{seat} 5000\n" for seat in (1, 2, 3))
    statements = parse(f"house ppc\n{seats}button 1\n{text}", "text")
    runner = Runner(set_up(statements))
    runner.play(statements)
    assert "bet.short-raise" in {getattr(event, "kind", "") for event in runner.game.events}
    runner.game.dealer.gather()
    assert sum(runner.game.sink.chips_in("pot")) == runner.game.look().awards[0].amount == 600
