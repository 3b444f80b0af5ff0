"""Games by turns: each level has one, in the order of the file, and breaks have none."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.rules import Variant
from controller.contract.venue import inputs as i
from controller.contract.venue.tournament_formats.games import (
    GameChanged,
    GameChosen,
    GameDue,
    GameSet,
)
from controller.houses.model import Ruled
from controller.venue.rules.books.room import Room
from controller.venue.rules.calculations.levels import sheet
from controller.venue.rules.mixed_games import spread
from controller.venue.rules.step import step
from controller.venue.rules.tournament import MixedRules, Tournament
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

GAMES: Any = st.lists(
    st.tuples(
        st.sampled_from(["holdem", "omaha", "omaha-hi-lo", "short-deck"]),
        st.sampled_from(["no-limit", "pot-limit", "limit"]),
    ),
    min_size=1, max_size=6,
)  # fmt: skip
BREAKS = st.lists(st.booleans(), min_size=1, max_size=60)


@given(GAMES, BREAKS, st.integers(1, 5))
def test_games_come_by_turns(games: Any, breaks: list[bool], every: int) -> None:
    levels = sheet([(0, 0, 10) if one else (50, 100, 20) for one in breaks])
    rules = MixedRules(Ruled(tuple(games), ""), Ruled("level", ""), Ruled(every, ""))
    found = spread(levels, rules)
    assert [one.number for one in found] == [one.number for one in levels]
    for level in found:
        if level.is_break:
            assert level.game is None
        else:
            turn = (level.number - 1) // every % len(games)
            assert (level.game, level.structure) == games[turn]


@given(GAMES, BREAKS, st.sampled_from(["by-hand", "choice"]))
def test_the_first_game_is_played_until_somebody_says_otherwise(
    games: Any, breaks: list[bool], change: Any
) -> None:
    levels = sheet([(0, 0, 10) if one else (50, 100, 20) for one in breaks])
    found = spread(levels, MixedRules(Ruled(tuple(games), ""), Ruled(change, "")))
    played = {(one.game, one.structure) for one in found if not one.is_break}
    assert played <= {games[0]}


def house(change: Any, hands: int = 0) -> Tournament:
    """Return a tournament of two games that change so."""
    games: Any = ((Variant.HOLDEM, "no-limit"), (Variant.OMAHA, "pot-limit"))
    mixed = MixedRules(Ruled(games, ""), Ruled(change, ""), hands=Ruled(hands, ""))
    return replace(load_tournament("ppc"), mixed=mixed)


def hand(room: Room) -> i.HandReported:
    """Return a hand of table 1 in which no chips have moved."""
    stacks = {seat: one.stack for seat, one in room.seated(1).items()}
    return i.HandReported(table=1, hand=room.tables[1].hand + 1, stacks=stacks, began=stacks)


def test_what_a_dealer_has_chosen_is_played_for_as_many_hands_as_the_house_says() -> None:
    """Another choice begins to count anew, and so does the next one after the last hand."""
    rules = house("choice", hands=3)
    room = playing(rules)
    for hands in (2, 3, 3):
        done = told(room, rules, GameChosen(table=1, game=1))
        assert GameChanged(1, Variant.OMAHA, "pot-limit", "") in done.events
        due = []
        for _ in range(hands):
            done = told(done.room, rules, hand(done.room))
            due += [one for one in done.events if isinstance(one, GameDue)]
        assert due == ([GameDue(1, "")] if hands == 3 else [])
        room = done.room


def test_a_game_that_the_floor_sets_is_that_of_every_table() -> None:
    rules = house("by-hand")
    done = told(playing(rules, tables=2, names="abcdef"), rules, GameSet(game=1))
    assert GameChanged(0, Variant.OMAHA, "pot-limit", "") in done.events
    refused = [step(done.room, GameSet(game=at), rules).refused for at in (-1, 0, 1, 2)]
    assert refused == ["no-such-game", "", "nothing-changes", "no-such-game"]
