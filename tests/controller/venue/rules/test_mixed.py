"""Games by turns: each level has one, in the order of the file, and breaks have none."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.houses.model import Ruled
from controller.venue.rules.calculations.levels import sheet
from controller.venue.rules.mixed import spread
from controller.venue.rules.tournament import MixedRules

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
