"""Keys and knocks: what counts, what is refused and why; a refusal changes nothing."""

import pytest

from controller.contract.observations import Declared, Knocked
from controller.contract.public import ActionMade, ActionRefused, FloorCalled
from controller.houses.loader import shipped_houses
from controller.table.engine import step
from tests.controller.table.scripted import THREE, go_on, kinds, played, said


@pytest.mark.parametrize(
    ("before", "key", "reason"),
    [
        ("", "1 says check", "bet-to-call"),
        ("board 3", "1 says call", "ruling-open"),
        ("1 folds ; 2 folds", "3 says done", "not-the-dealer"),
        ("1 folds ; 2 folds", "3 says call", "no-betting"),
        ("1 calls ; 2 calls ; 3 checks", "2 says bet 200", "no-betting"),
    ],
)
def test_what_a_seat_may_not_do_is_refused_with_the_reason(
    before: str, key: str, reason: str
) -> None:
    game = played(f"hand ; deal\n{before}")
    made, seats = said(game, ActionMade), game.look().seats
    go_on(game, key)
    assert [event.reason for event in said(game, ActionRefused)] == [reason]  # type: ignore[attr-defined]
    assert said(game, ActionMade) == made
    assert game.look().seats == seats


@pytest.mark.parametrize("house", shipped_houses())
def test_an_announcement_is_an_action_before_its_chips_come(house: str) -> None:
    game = played("hand ; deal\n1 says raise to 600\nexpect turn 2\n1 puts 600", house=house)
    assert [(event.action, event.to) for event in said(game, ActionMade)] == [("raise", 600)]  # type: ignore[attr-defined]
    assert not kinds(game)


@pytest.mark.parametrize("house", [name for name in shipped_houses() if name != "salle"])
def test_a_knock_in_turn_where_nothing_is_to_call_is_a_check(house: str) -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 knocks\nexpect turn 3"
    assert said(played(script, house=house), ActionMade)[-1].action == "check"  # type: ignore[attr-defined]


def test_a_key_of_nobody_does_nothing() -> None:
    game = played("hand ; deal")
    for seat in (4, 10):
        done = step(game.table, Declared(game.table.at, seat, "fold"), game.house)
        assert done.table.hand == game.table.hand
        assert not any(isinstance(event, ActionMade) for event in done.public)


@pytest.mark.parametrize(
    "script",
    [
        "move 10x500 stack.1 bet.1\nwait 5s\n1 says all-in",
        "1 says all-in\nmove 10x500 stack.1 bet.1\nwait 5s\n1 says all-in",
        "2 says all-in",
    ],
    ids=["chips first", "again", "all-in by the blind"],
)
def test_an_all_in_that_is_announced_when_it_is_made_is_no_other_action(script: str) -> None:
    game = played(f"hand ; deal\n{script}", table=THREE.replace("Bruno 5000", "Bruno 50"))
    assert kinds(game) == []
    assert said(game, ActionRefused) == []


POT_LIMIT = THREE.replace("blinds 50 100", "blinds 50 100 game omaha pot-limit")


@pytest.mark.parametrize(
    ("house", "key", "acted", "reasons"),
    [
        ("fidpa", "1 knocks", [], ["bet-to-call"]),
        ("ppc", "1 knocks", [("fold", 0)], []),
        ("tda", "1 knocks", [], ["bet-to-call"]),
        ("fidpa", "1 says pot", [("raise", 200)], []),
        ("ppc", "1 says pot", [], ["no-pot-bet"]),
        ("ppc", "2 says pot", [], ["no-pot-bet"]),
        ("tda", "1 says pot", [], []),
        ("ppc", "1 says raise ; 1 says fold", [], ["raise-announced"]),
        ("ppc", "1 says raise ; 1 says call", [], ["raise-announced"]),
        ("ppc", "1 says raise to 5000", [("raise", 5000)], []),
        ("ppc", "1 says raise to 9000", [("raise", 5000)], []),
        ("ppc", "1 says raise to 200", [("raise", 200)], []),
    ],
)
def test_what_a_key_or_a_knock_of_the_seat_in_turn_means(
    house: str, key: str, acted: list[tuple[str, int]], reasons: list[str]
) -> None:
    game = played(f"hand ; deal\n{key}", house=house)
    assert [(event.action, event.to) for event in said(game, ActionMade)] == acted  # type: ignore[attr-defined]
    assert [event.reason for event in said(game, ActionRefused)] == reasons  # type: ignore[attr-defined]
    assert not kinds(game)


@pytest.mark.parametrize(
    ("house", "key", "what", "to"),
    [
        ("fidpa", "2 knocks", "check", 0),
        ("ppc", "2 knocks", "fold", 0),
        ("tda", "2 knocks", "check", 0),
        ("fidpa", "2 says pot", "raise", 200),
        ("tda", "2 says pot", "raise", 0),
    ],
)
def test_what_a_key_or_a_knock_out_of_turn_means(house: str, key: str, what: str, to: int) -> None:
    game = played(f"hand ; deal\n{key}", house=house)
    (early,) = game.table.hand.betting.early
    assert (early.seat, early.what, early.to) == (2, what, to)


@pytest.mark.parametrize("key", ["says pot", "says raise to 350", "says raise to 351"])
def test_a_bet_at_pot_limit_is_the_pot_at_the_most(key: str) -> None:
    game = played(f"hand ; deal\n1 {key}", house="tda", table=POT_LIMIT)
    assert [(event.action, event.to) for event in said(game, ActionMade)] == [("raise", 350)]  # type: ignore[attr-defined]


def test_a_single_knock_means_nothing_and_two_are_an_action() -> None:
    game = played("hand ; deal")
    for count, turn in ((0, 1), (1, 1), (2, 2), (1, 2), (3, 0)):
        game.observe(Knocked(game.sink.now, game.table.hand.turn, count))
        assert game.table.hand.turn == turn


def test_only_the_tables_own_key_calls_the_floor_and_does_nothing_else() -> None:
    game = played("hand ; deal")
    keys = [
        Declared(game.table.at, 0, "floor"),
        Declared(game.table.at, 0, "fold"),
        Declared(game.table.at, 4, "floor"),
        Declared(game.table.at, 10, "floor"),
    ]
    told = [step(game.table, key, game.house).public for key in keys]
    assert told == [(FloorCalled(0),), (), (), ()]
