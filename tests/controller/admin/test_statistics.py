"""The figures of an evening: each counts what its definition says, from public events alone."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from controller.admin.journals.statistics import (
    BREAK_MS,
    DEFINITIONS,
    TABLE_DEFINITIONS,
    Heard,
    PlayerStatistics,
    TableStatistics,
    counted,
)
from controller.admin.journals.statistics_command import LABELS
from controller.cli import app
from controller.contract.public import (
    Action,
    ActionMade,
    ActionUndone,
    HandEnded,
    HandStarted,
    HandVoided,
    PublicEvent,
    SeatLeft,
    SeatTaken,
)
from controller.contract.rules import Kind
from tests.controller.admin.test_journal_export import HANDS, journal  # noqa: F401
from tests.controller.table.scripted import FOUR, played

FIRST = (
    "hand ; deal ; 4 raises to 300 ; 1 calls ; 2 folds ; 3 calls\n"
    "flop ; 3 checks ; 4 bets 500 ; 1 folds ; 3 calls\n"
    "turn ; 3 checks ; 4 checks ; river ; 3 checks ; 4 checks ; 4 tables ; 3 tables ; push\n"
)
SECOND = (
    "hand ; deal ; 1 calls ; 2 folds ; 3 calls ; 4 checks\n"
    "flop ; 3 bets 100 ; 4 folds ; 1 folds\npush"
)


def figures(script: str, house: str = "tda", table: str = FOUR) -> TableStatistics:
    """Return the figures of a script: its events, each at its own second."""
    game = played(script, house=house, table=table)
    return counted(heard(game.events))


def heard(events: Sequence[PublicEvent], every: int = 1000) -> list[Heard]:
    """Return events as they are heard, one each second; a hand's number is of no account."""
    return [Heard(n * every, n * every, 7, [event]) for n, event in enumerate(events, 1)]


def player(found: TableStatistics, name: str) -> PlayerStatistics:
    """Return the figures of a player."""
    return next(one for one in found.players if one.name == name)


def test_a_hand_with_a_showdown() -> None:
    found = figures(FIRST)
    assert (found.hands, found.void, found.showdowns) == (1, 0, 1)
    # 300 each of three, the small blind of 50, and 500 each of two.
    assert (found.biggest_pot, found.biggest_hand, found.mean_pot) == (1950, 7, 1950)
    dora, anne = player(found, "Dora"), player(found, "Anne")
    bruno, chloe = player(found, "Bruno"), player(found, "Chloe")
    assert [one.vpip for one in (anne, bruno, chloe, dora)] == [100, 0, 100, 100]
    assert [one.pfr for one in (anne, bruno, chloe, dora)] == [0, 0, 0, 100]
    assert [one.showdowns for one in (anne, bruno, chloe, dora)] == [0, 0, 100, 100]
    assert anne.won_at_showdown is None
    assert sum(one.won for one in found.players) >= 1
    assert sum(one.net for one in found.players) == 0
    assert (anne.net, bruno.net) == (-300, -50)
    assert {chloe.net, dora.net} == {1150, -800}


def test_a_big_blind_that_checks_has_put_nothing_in() -> None:
    found = figures(FIRST + SECOND)
    assert found.hands == 2
    # In the second hand the button is at seat 2: Dora has the big blind and checks.
    assert player(found, "Dora").vpip == 50
    assert player(found, "Dora").pfr == 50
    assert player(found, "Chloe").vpip == 100
    assert found.showdowns == 1
    assert player(found, "Chloe").biggest_pot in {1950, 350}


def test_an_action_that_is_taken_back_counts_for_nothing() -> None:
    found = figures("hand ; deal ; 4 raises to 300\nfloor undoes\n4 folds ; 1 folds ; 2 folds")
    assert (found.hands, player(found, "Dora").pfr, player(found, "Dora").vpip) == (1, 0, 0)
    again = figures(
        "hand ; deal ; 4 folds\nfloor undoes\n4 raises to 300 ; 1 folds ; 2 folds ; 3 folds ; push"
    )
    assert (player(again, "Dora").pfr, player(again, "Dora").won) == (100, 1)


EARLY = "hand ; deal ; 4 raises to 300 ; 1 calls ; 2 folds ; 3 folds\n"


def test_an_undone_action_after_the_flop_leaves_those_before_it() -> None:
    found = figures(
        EARLY
        + "flop ; 4 checks ; 1 checks\nfloor undoes ; floor undoes\n4 bets 500 ; 1 folds\npush"
    )
    anne, dora = player(found, "Anne"), player(found, "Dora")
    assert (anne.vpip, anne.pfr, dora.vpip, dora.pfr) == (100, 0, 100, 100)
    assert (found.showdowns, anne.showdowns) == (0, 0)


def test_an_action_that_is_undone_after_the_flop_was_made_before_it() -> None:
    found = figures(EARLY + "flop\nfloor undoes ; floor undoes\n3 calls ; 4 checks ; flop")
    assert found.hands == 0, "it is not over"
    game = played(EARLY + "flop", house="tda", table=FOUR)
    made = [event for event in game.events if isinstance(event, ActionMade)]
    undone = [ActionUndone(seat, "") for seat in (3, 2, 1)]
    ended = HandEnded(())
    told = [*game.events, *undone, ActionMade(1, Action.RAISE, to=900), *made[2:], ended]
    assert player(counted(heard(told)), "Anne").pfr == 100


def test_an_amended_action_replaces_the_last_one_alone() -> None:
    game = played(EARLY + "flop ; 4 checks ; 1 bets 500", house="tda", table=FOUR)
    more = [ActionMade(1, Action.CHECK, amended=True), HandEnded(())]
    found = counted(heard([*game.events, *more]))
    assert (player(found, "Anne").vpip, player(found, "Dora").vpip) == (100, 100)


def test_a_hand_that_an_undo_reopens_counts_as_it_ends_at_last() -> None:
    script = "hand ; deal ; 4 raises to 300 ; 1 folds ; 2 folds ; 3 folds\n"
    found = figures(script + "floor undoes\n3 calls\nflop ; 3 bets 500 ; 4 folds\npush")
    assert (found.hands, found.showdowns, found.biggest_pot) == (1, 0, 650)
    assert [player(found, name).won for name in ("Chloe", "Dora")] == [1, 0]
    assert player(found, "Chloe").vpip == 100


def test_a_hand_that_is_void_after_its_end_counts_for_nobody() -> None:
    game = played(EARLY.replace("1 calls", "1 folds"), house="tda", table=FOUR)
    void = HandVoided(Kind.BET_FOREIGN)
    found = counted(heard([*game.events, void]))
    assert (found.hands, found.void, found.players) == (0, 1, ())


def test_the_figures_of_a_player_who_has_left_since_the_hand_are_theirs() -> None:
    script = "hand ; deal ; 4 raises to 300 ; 1 folds ; 2 folds ; 3 folds\npush"
    game = played(script, house="tda", table=FOUR)
    found = counted(heard([*game.events, SeatLeft(4, 5150), SeatTaken(4, "Emma", 5000)]))
    assert player(found, "Dora").won == 1


def test_a_mucked_hand_that_is_taken_back_takes_no_action_with_it() -> None:
    script = EARLY + "flop ; 4 checks ; 1 checks ; turn ; 4 checks ; 1 checks ; river\n"
    found = figures(
        script + "4 bets 100 ; 1 calls ; 1 tables ; 4 mucks\nfloor undoes\n4 tables ; push"
    )
    assert (found.hands, found.showdowns) == (1, 1)


def test_a_bomb_pot_is_no_chance_to_play_or_to_raise() -> None:
    game = played(FIRST, house="tda", table=FOUR)
    found = counted(
        heard([replace(e, bomb=True) if isinstance(e, HandStarted) else e for e in game.events])
    )
    bruno = player(found, "Bruno")
    assert (bruno.hands, bruno.vpip, bruno.pfr) == (1, None, None)


def test_a_void_hand_counts_for_nobody() -> None:
    found = figures("hand ; deal ; 4 raises to 300\nfloor misdeal")
    assert (found.hands, found.void, found.players) == (0, 1, ())
    assert found.mean_pot is None
    assert found.hands_an_hour is None or found.hands_an_hour == 0


def test_what_went_wrong_is_counted_by_its_kind() -> None:
    found = figures("hand ; deal ; 1 raises to 300")
    assert found.found == {"bet.out-of-turn": 1}


def test_the_time_of_a_decision_is_from_the_turn_to_the_action() -> None:
    game = played(FIRST, house="tda", table=FOUR)
    found = counted(heard(game.events, 4000))
    # Each action comes one event behind its turn.
    assert player(found, "Bruno").decision_s == 4.0


def test_a_break_is_no_time_of_the_hands() -> None:
    game = played(FIRST + SECOND, house="tda", table=FOUR)
    told = heard(game.events)
    first, second = [n for n, event in enumerate(game.events) if isinstance(event, HandStarted)]
    assert first < second
    short = counted(told).hands_an_hour
    later = [one._replace(wall=one.wall + 10 * BREAK_MS) for one in told[second:]]
    late = [*told[:second], *later]
    long = counted(late).hands_an_hour
    assert short is not None
    assert long is not None
    # The shuffle between the two hands is missing, and the break is not there.
    assert short <= long < 1.2 * short


def test_hands_from_a_day_on_have_the_names_of_those_who_sat_there_before() -> None:
    game = played(FIRST + SECOND, house="tda", table=FOUR)
    told = heard(game.events)
    _, second = [n for n, event in enumerate(game.events) if isinstance(event, HandStarted)]
    found = counted(told, told[second].wall)
    assert (found.hands, found.showdowns) == (1, 0)
    assert [one.name for one in found.players] == ["Anne", "Bruno", "Chloe", "Dora"]


def test_nothing_was_played() -> None:
    assert counted([]) == TableStatistics(0, 0, None, 0, None, 0, 0, None, 0, {}, ())


def test_every_figure_has_its_definition_and_its_name() -> None:
    players, tables = (
        set(PlayerStatistics.__struct_fields__),
        set(TableStatistics.__struct_fields__),
    )
    assert set(DEFINITIONS) == players - {"name"}
    assert set(TABLE_DEFINITIONS) == tables - {"players", "biggest_hand"}
    assert set(LABELS) == set(DEFINITIONS) | set(TABLE_DEFINITIONS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_tells_each_figure_with_what_it_counts(journal: Path, language: str) -> None:  # noqa: F811
    runner = CliRunner(env={"COLUMNS": "200"})
    shown = runner.invoke(app, ["journal", "statistics", str(journal), "--language", language])
    assert shown.exit_code == 0, shown.output
    assert "Chloé" in shown.output
    assert "VPIP" in shown.output
    as_json = runner.invoke(app, ["journal", "statistics", str(journal), "--json"])
    found = json.loads(as_json.stdout)
    assert found["hands"] == HANDS
    assert sum(one["net"] for one in found["players"]) == 0
    later = ["journal", "statistics", str(journal), "--json", "--since", "2999-01-01"]
    assert json.loads(runner.invoke(app, later).stdout)["hands"] == 0
