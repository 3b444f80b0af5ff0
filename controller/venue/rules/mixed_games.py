"""Mixed games: the game changes by level, by the director's order, or by a dealer's choice."""

from collections.abc import Sequence

from msgspec.structs import replace

from controller.contract.rules import Structure, Variant
from controller.contract.venue.tournament_formats import games as g
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.levels import Level
from controller.venue.rules.evening import breaks_and_levels
from controller.venue.rules.tournament import MixedRules

Played = tuple[Variant, Structure]


def spread(sheet: Sequence[Level], rules: MixedRules) -> tuple[Level, ...]:
    """Return the levels, each with the game from the mix that is played during it.

    If the games change by level, the levels cycle through the mix in order; the house sets how many
    levels in a row have the same game. Otherwise every level has the first game. Breaks, and levels
    that name a game of their own, are returned unchanged.
    """
    games = rules.games.value
    if not games:
        return tuple(sheet)
    by_level = rules.change.value == "level"
    return tuple(
        level if level.is_break or level.game is not None else _with(
            level, games[(level.number - 1) // rules.levels.value % len(games) if by_level else 0]
        )
        for level in sheet
    )  # fmt: skip


def _with(level: Level, played: Played) -> Level:
    return replace(level, game=played[0], structure=played[1])


def _game(work: Work, change: str, at: int) -> Played:
    rules = work.rules.mixed
    refuse_if(work.room.ended, "ended-already")
    refuse_if(not rules.games.value or rules.change.value != change, "no-such-change-of-games")
    refuse_if(not 0 <= at < len(rules.games.value), "no-such-game")
    return rules.games.value[at]


def set_game(work: Work, said: g.GameSet) -> None:
    """Switch all tables to another game, for this level and all later ones.

    The switch counts as a change to the clock, so staff can undo it like any other clock change.
    """
    played, room = _game(work, "by-hand", said.game), work.room
    here = room.clock.at
    levels = tuple(
        level if at < here or level.is_break else _with(level, played)
        for at, level in enumerate(room.levels)
    )
    refuse_if(levels == room.levels, "nothing-changes")
    work.change(levels=levels)
    breaks_and_levels.remember(work, "game", room.clock, room.levels)
    if room.started:
        breaks_and_levels.tell_all(work)
    work.say(g.GameChanged(0, *played, work.rules.mixed.change.article))


def choose(work: Work, said: g.GameChosen) -> None:
    """Have one table play the game chosen by its dealer."""
    played = _game(work, "choice", said.game)
    refuse_if(work.table(said.table).closed, "no-such-table")
    work.put_table(said.table, game=played, game_hands=0)
    if work.room.started:
        work.tell_level(said.table)
    work.say(g.GameChanged(said.table, *played, work.rules.mixed.change.article))


def hand_over(work: Work, table: int) -> None:
    """Count a finished hand if it was played in a game that the table's dealer chose.

    After the number of hands for which the choice applies, the table returns to the level's game
    until the next dealer chooses.
    """
    rules, one = work.rules.mixed, work.room.tables[table]
    if one.game is None or not rules.hands.value:
        return
    if one.game_hands + 1 < rules.hands.value:
        work.put_table(table, game_hands=one.game_hands + 1)
        return
    work.put_table(table, game=None)
    work.tell_level(table)
    work.say(g.GameDue(table, rules.hands.article))
