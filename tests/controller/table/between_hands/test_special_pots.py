"""Bomb pots and kill pots: what is refused, what is kept, and that no chip is lost."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller.contract.commands import BombPot, KillPot
from controller.houses.loader import load_house
from controller.table.between_hands.special_pots import (
    HOUSES_ANTE,
    ask_again,
    begin_special_pot,
    next_bomb,
    next_kill,
    note_win,
    order_bomb_pot,
    order_kill_pot,
    special_posts,
)
from controller.table.state import (
    Dealing,
    Extras,
    Level,
    Over,
    Play,
    Posting,
    Pot,
    Seat,
    Share,
    Streak,
    Table,
    play_on,
)
from controller.table.state.games import HOLDEM
from controller.table.state.table import AtRest, Played, Redeal, new_table
from tests.controller.table.scripted import FOUR, THREE, chips, go_on, played

GAMES = Path("tests/scenarios/games")
BOMB, KILL = GAMES / "bomb-pot" / "house.toml", GAMES / "kill-pot" / "house.toml"


@pytest.mark.parametrize(
    ("house", "command", "why"),
    [
        ("ppc", BombPot(100), "no-bomb-pots"),
        (str(BOMB), BombPot(130), "bad-amount"),
        (str(BOMB), BombPot(-25), "bad-amount"),
        (str(BOMB), BombPot(), "bad-amount"),
        (str(BOMB), BombPot(150), ""),
        (str(BOMB), BombPot(called_off=True), ""),
    ],
)
def test_what_can_not_be_asked_for_is_refused(house: str, command: BombPot, why: str) -> None:
    # No level has been given yet: the house's ante comes to nothing.
    play = play_on(new_table(3, unit=25), load_house(house), 0)
    assert order_bomb_pot(play, command) == why
    assert next_bomb(play.table, play.house) == (command.ante if not why else 0, 1)


def test_the_state_says_what_the_next_hand_is() -> None:
    game = played("hand ; deal ; 1 folds ; 2 folds\nbomb-pot 300", house=f'"{BOMB}"')
    assert (game.look().bomb_pot, game.look().button) == (300, 1)
    go_on(game, "hand")
    state = game.look()
    assert (state.bomb_pot, state.small_blind, state.big_blind) == (300, 0, 0)
    go_on(game, "deal ; flop ; 3 bets 100 ; 1 folds ; 2 folds\npush")
    assert game.look().bomb_pot == 200  # each third hand is one
    assert chips(game) == 15_000


def test_who_leaves_kills_no_pot() -> None:
    won = "hand ; deal ; 4 raises to 200 ; 1 folds ; 2 folds ; 3 folds\n"
    won += "hand ; deal ; 1 folds ; 2 folds ; 3 folds\npush\nstand-up 4\n"
    game = played(won + "sit-down 4 Emil 3000\nhand", house=f'"{KILL}"', table=FOUR)
    assert not game.look().kill


def test_a_streak_is_kept_where_pots_are_killed_alone() -> None:
    game = played("hand ; deal ; 1 folds ; 2 folds", table=THREE)
    assert game.table.at_rest.streak is None


LEVEL = Level(50, 100, big_blind_ante=100)
LIMIT = HOLDEM["limit"]
REDEAL = Redeal(("", "Anne", "Bruno", ""))


def at_rest(house: Path, *, unit: int = 25, **fields: Any) -> Play:
    """Return a table of Anne, Bruno and an empty seat between two hands."""
    table = replace(new_table(3, unit=unit), level=LEVEL)
    seats = (table.seats[0], Seat("Anne", 5000), Seat("Bruno", 5000), table.seats[3])
    changed: Table = replace(table, seats=seats, **fields)
    return play_on(changed, load_house(str(house)), 0)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, (0, 1)),
        ({"played": Played(hands=2)}, (200, 1)),
        ({"played": Played(hands=3)}, (0, 1)),
        ({"played": Played(hands=3, void=1)}, (200, 1)),
        ({"at_rest": AtRest(bomb=300, boards=2)}, (300, 2)),
        ({"at_rest": AtRest(bomb=300, boards=2), "played": Played(hands=2)}, (300, 2)),
        ({"at_rest": AtRest(bomb=HOUSES_ANTE, boards=2)}, (200, 2)),
        ({"at_rest": AtRest(bomb=HOUSES_ANTE), "next_level": Level(100, 200)}, (400, 1)),
        ({"at_rest": AtRest(bomb=300), "played": Played(redeal=REDEAL)}, (0, 1)),
        (
            {
                "at_rest": AtRest(bomb=HOUSES_ANTE, boards=2),
                "played": Played(redeal=replace(REDEAL, bomb=True)),
                "next_level": Level(100, 200),
            },
            (200, 2),
        ),
    ],
)
def test_when_the_next_hand_is_a_bomb_pot(
    fields: dict[str, Any], expected: tuple[int, int]
) -> None:
    play = at_rest(BOMB, **fields)
    assert next_bomb(play.table, play.house) == expected
    level, game, extras = begin_special_pot(play, LIMIT, play.hand.stacks, 3)
    if expected[0]:
        assert level == replace(LEVEL, ante=expected[0], big_blind_ante=0)
        assert game.boards == expected[1]
        assert extras == Extras(bomb=True)
        assert (play.table.at_rest.bomb, play.table.at_rest.boards) == (0, 1)
    else:
        assert (level, game, extras) == (LEVEL, LIMIT, None)


def test_a_house_without_regular_bomb_pots_has_one_when_it_is_asked_for() -> None:
    play = at_rest(GAMES / "bomb-pot" / "by-fidpa.toml", unit=1, played=Played(hands=2))
    assert next_bomb(play.table, play.house) == (0, 1)
    for command, expected in (
        (BombPot(1), (1, 1)),
        (BombPot(300, boards=2), (300, 2)),
        (BombPot(boards=2), (200, 2)),
        (BombPot(called_off=True), (0, 1)),
    ):
        assert not order_bomb_pot(play, command)
        assert next_bomb(play.table, play.house) == expected
    for boards in (3, -1):
        assert order_bomb_pot(play, BombPot(300, boards=boards)) == "bad-amount"
    for ante, bomb in ((200, HOUSES_ANTE), (300, 300)):
        game = replace(LIMIT, boards=2)
        ask_again(play, replace(play.hand, level=replace(LEVEL, ante=ante), game=game))
        assert (play.table.at_rest.bomb, play.table.at_rest.boards) == (bomb, 2)


HALF = GAMES / "kill-pot" / "half.toml"
ON = Streak(1, "Anne", 2, kills=True)


@pytest.mark.parametrize(
    ("house", "fields", "to"),
    [
        (KILL, {"streak": ON}, 200),
        (HALF, {"streak": ON}, 150),
        (KILL, {"streak": None}, 0),
        (KILL, {"streak": replace(ON, kills=False)}, 0),
        (KILL, {"streak": replace(ON, name="Emil")}, 0),
        (KILL, {"streak": Streak(3, "", 2, kills=True)}, 0),
        (KILL, {"streak": ON, "bomb": 300}, 0),
    ],
)
def test_when_the_next_hand_is_a_kill_pot(house: Path, fields: dict[str, Any], to: int) -> None:
    play = at_rest(house, at_rest=replace(AtRest(), **fields))
    assert next_kill(play.table, LIMIT, play.house) == to
    assert next_kill(play.table, HOLDEM["no-limit"], play.house) == 0
    for big_blind, raised in ((25, 50), (400, 600 if house is HALF else 800)):
        other = replace(play.table, level=Level(10, big_blind))
        assert next_kill(other, LIMIT, play.house) == (raised if to else 0)
    level, game, extras = begin_special_pot(play, LIMIT, (0, 1, 1, 0), 2)
    if to:
        assert (level, game, extras) == (replace(LEVEL, big_blind=to), LIMIT, Extras(kill=1))
    else:
        assert extras is None or extras.bomb


def test_who_may_kill_the_next_pot() -> None:
    for house, seat, why in (
        (BOMB, 1, "no-kill-pots"),
        (KILL, 0, "no-such-seat"),
        (KILL, 1, ""),
        (KILL, 2, ""),
        (KILL, 3, "seat-empty"),
        (KILL, 4, "no-such-seat"),
    ):
        play = at_rest(house)
        assert order_kill_pot(play, KillPot(seat)) == why
        name = play.table.seats[seat].name if not why else ""
        streak = None if why else Streak(seat, name, 2, kills=True)
        assert play.table.at_rest.streak == streak
        play.hand = replace(play.hand, stage=Dealing())
        assert order_kill_pot(play, KillPot(seat)) == (why or "hand-running")
    play = at_rest(KILL)
    assert not order_kill_pot(play, KillPot(called_off=True))
    assert play.table.at_rest.streak is None
    play = at_rest(KILL, at_rest=AtRest(streak=ON))
    assert not order_kill_pot(play, KillPot(called_off=True))
    assert play.table.at_rest.streak == replace(ON, kills=False)


LEG = Streak(1, "Anne")


@pytest.mark.parametrize(
    ("house", "before", "winners", "after"),
    [
        (KILL, None, (1,), LEG),
        (KILL, LEG, (1,), ON),
        (KILL, ON, (1,), Streak(1, "Anne", 3, kills=True)),
        (KILL, LEG, (2,), Streak(2, "Bruno")),
        (KILL, Streak(1, "Emil"), (1,), LEG),
        (KILL, LEG, (1, 2), LEG),
        (KILL, Streak(3, "Chloe"), (1, 2), None),
        (KILL, None, (1, 2), None),
        (KILL, LEG, (), None),
        (HALF, LEG, (1, 2), None),
        (HALF, None, (1,), Streak(1, "Anne", 1, kills=True)),
        (HALF, None, (1, 1), Streak(1, "Anne", 1, kills=True)),
    ],
)
def test_who_is_on_a_streak(
    house: Path, before: Streak | None, winners: tuple[int, ...], after: Streak | None
) -> None:
    def noted(whole: int, *, high_low: bool) -> Streak | None:
        play = at_rest(house, at_rest=AtRest(streak=before))
        game = replace(LIMIT, high_low=high_low, limit_bets=(1, 1, 1, 2))
        stage = Over(tuple(Share(0, seat, whole // len(winners)) for seat in winners))
        play.hand = replace(play.hand, stage=stage, game=game)
        note_win(play, (Pot(whole - 300, (1, 2)), Pot(300, (1, 2))))
        return play.table.at_rest.streak

    assert noted(1000, high_low=True) == after
    if house is HALF and after is not None:
        assert noted(999, high_low=True) == noted(1000, high_low=False) == LEG


def test_what_is_posted_in_a_special_pot() -> None:
    due, stacks = Posting((0, 10, 10, 0), (0, 50, 100, 0)), (0, 5000, 150, 60)
    level = Level(50, 200, 100)
    assert special_posts(due, level, None, stacks) == due
    bomb = Posting((0, 100, 100, 60), (0, 0, 0, 0))
    assert special_posts(due, level, Extras(bomb=True), stacks) == bomb
    for seat, blinds in ((1, (0, 200, 100, 0)), (2, (0, 50, 140, 0)), (3, (0, 50, 100, 60))):
        assert special_posts(due, level, Extras(kill=seat), stacks) == replace(due, blinds=blinds)
    larger = replace(due, blinds=(0, 50, 300, 0))
    assert special_posts(larger, level, Extras(kill=2), stacks) == larger
