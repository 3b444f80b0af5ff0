"""What the house takes of pots: no chip is lost by it, and an undo gives it back."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import ChipsAt
from controller.contract.public import PotAwarded, RakeTaken, Task, TimePaid
from controller.houses.loader import load_house
from controller.table.between_hands import given_back, taken, time_of_pots
from controller.table.state import Over, Play, Pot, play_on
from controller.table.state.table import AtRest
from tests.controller.table.random_table import chips_on, seated
from tests.controller.table.scripted import played

HOUSE = str(Path(__file__).parents[3] / "scenarios/ramponneau/owner.toml")
OWNER = load_house(HOUSE)


@pytest.mark.parametrize("seed", range(6))
def test_stacks_pots_and_rake_are_what_was_there(seed: int) -> None:
    """Over hands by chance; of each hand no more than the cap, and nothing without a flop."""
    play = seated(OWNER, random.Random(seed), level=c.SetLevel(50, 100))
    there = chips_on(play.table)
    while not play.start() and len(play.events) < 600:
        mark, before = len(play.events), play.table.at_rest.raked
        play.deal()
        play.finish()
        said = play.events[mark:]
        raked = sum(event.amount for event in said if isinstance(event, RakeTaken))
        won = sum(event.amount or 0 for event in said if isinstance(event, PotAwarded))
        assert (chips_on(play.table), play.table.at_rest.raked - before) == (there, raked)
        assert raked == play.look().raked
        assert raked <= min(300, (won + raked) * 50 // 1000)
        assert raked == 0 or play.table.hand.board


def test_an_undo_puts_the_rake_back_and_the_award_takes_it_again() -> None:
    """Whoever takes back the last action has the same end once more."""
    play = seated(OWNER, random.Random(1), seats=2, level=c.SetLevel(50, 100))
    assert not play.command(c.SetStack(1, 2000))
    assert not play.command(c.SetStack(2, 2000))
    assert not play.start()
    play.deal()

    def passive() -> None:
        legal = [may.action.value for may in play.look().legal]
        play.key(play.look().turn, "check" if "check" in legal else "call")

    play.finish(passive)
    taken = play.table.at_rest.raked
    assert taken
    assert not play.command(c.Undo())
    assert play.table.at_rest.raked == 0
    play.finish(passive)
    assert play.table.at_rest.raked == taken


def test_the_rake_is_asked_for_first_or_behind_winners_who_were_faster() -> None:
    """What lies in the pot once they have theirs is the house's, until it is in the box."""
    game = played(
        "hand ; deal\n1 raises to 2000 ; 2 calls ; 3 folds\nflop\n2 checks ; 1 bets 1000\n2 folds",
        house=HOUSE,
    )
    (won,) = game.look().awards

    def next_task(there: int) -> str:
        chips = tuple(5 for _ in range(there // 5))
        game.observe(ChipsAt(game.table.at, "pot", chips, game.table.at))
        step = game.look().next_step
        return step.task if step is not None else ""

    raked = game.look().raked or 0
    assert raked == 205
    found = [next_task(there) for there in (won.amount + raked, won.amount, raked, raked - 5, 0)]
    assert found == [Task.RAKE, Task.PUSH, Task.RAKE, Task.PUSH, Task.SHUFFLE]


@pytest.mark.parametrize(("bet", "rakes"), [(225, [25]), (200, [])])
def test_a_rake_of_less_than_a_chip_is_none(bet: int, rakes: list[int]) -> None:
    script = f"denominations 25 100 500\nhand ; deal\n1 raises to {bet} ; 2 folds ; 3 calls"
    game = played(f"{script}\nflop\n3 bets 100 ; 1 folds", house=HOUSE)
    assert [e.amount for e in game.events if isinstance(e, RakeTaken)] == rakes


def with_pots(house: str, carried: int = 0) -> Play:
    """Return a play of three on the flop, in which `carried` chips lie from the hand before."""
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop", house=house)
    return play_on(replace(game.table, carried=carried), game.house, 50)


@pytest.mark.parametrize(
    ("amounts", "carried", "rakes"),
    [
        ((20, 19, 40), 0, [(0, 1), (2, 2)]),
        ((39,), 20, []),
        ((40, 20), 20, [(0, 1), (1, 1)]),
        ((4000, 2020, 60), 0, [(0, 200), (1, 100)]),
        ((4000, 1980, 60), 0, [(0, 200), (1, 99), (2, 1)]),
    ],
)
def test_each_pot_is_raked_to_the_chip_until_the_cap_is_reached(
    amounts: tuple[int, ...], carried: int, rakes: list[tuple[int, int]]
) -> None:
    play = with_pots(HOUSE, carried)
    left, total = taken(play, tuple([Pot(amount, (1, 2)) for amount in amounts]))
    said = [event for event in play.public if isinstance(event, RakeTaken)]
    assert [(event.pot, event.amount) for event in said] == rakes
    took = dict(rakes)
    assert [pot.amount for pot in left] == [n - took.get(i, 0) for i, n in enumerate(amounts)]
    assert total == play.table.at_rest.raked == sum(took.values())


@pytest.mark.parametrize(
    ("amounts", "carried", "left"),
    [
        ((999, 1000, 1000), 0, (999, 850, 1000)),
        ((999, 999, 1000), 0, (999, 999, 850)),
        ((1000, 999), 0, (850, 999)),
        ((1000, 1000, 20), 1, (1000, 850, 20)),
        ((999,), 0, (999,)),
    ],
)
def test_time_is_taken_out_of_the_first_large_pot_alone(
    amounts: tuple[int, ...], carried: int, left: tuple[int, ...]
) -> None:
    play = with_pots(str(Path(HOUSE).with_name("timed-pot.toml")), carried)
    cash = play.house.cash
    assert cash is not None
    play.rest(time_due=play.at + 1)
    pots = tuple([Pot(amount, (1, 2)) for amount in amounts])
    assert time_of_pots(play, cash, pots) == (pots, ()), "the time has not come"
    play.rest(time_due=play.at)
    then, paid = time_of_pots(play, cash, pots)
    assert tuple([pot.amount for pot in then]) == left
    assert paid == ((TimePaid(0, 150),) if left != amounts else ())
    assert play.table.at_rest.raked == sum(amounts) - sum(left)
    assert play.table.at_rest.time_due == (50 + 30 * 60_000 if paid else 50)


def test_a_hand_that_is_taken_up_again_gives_back_what_the_house_took() -> None:
    table = replace(with_pots(HOUSE).table, at_rest=AtRest(raked=200, time_due=7_000))
    for over, raked, due in (
        (Over(), 200, 7_000),
        (Over(raked=50), 150, 7_000),
        (Over(timed=(TimePaid(0, 150),)), 50, 0),
    ):
        back = given_back(table, over).at_rest
        assert (back.raked, back.time_due) == (raked, due)
