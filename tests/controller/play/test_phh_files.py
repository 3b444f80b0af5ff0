"""Files of recorded hands: one that can't be read, or does not end, leaves the others alone."""

import json
import random
import tomllib
import warnings
from pathlib import Path

import pytest
from pokerkit import HandHistory
from typer.testing import CliRunner

from controller.cli import app
from controller.contract import commands as c
from controller.contract.public import Action, HandStarted
from controller.contract.rules import Structure
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import each_hand, read_hand, read_hands
from controller.play.records.phh_export import Caused, records
from controller.play.records.recorded import Acted, PhhError, RecordedHand
from controller.play.records.replay import replay_hands
from tests.controller.table.random_table import PlayedTable, seated

HEAD = """\
variant = 'NT'
antes = [0, 0, 0]
min_bet = 100
starting_stacks = [5000, 5000, 2000]
"""
FOLDED = f"""{HEAD}
blinds_or_straddles = [50, 100, 0]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 9c9d', 'p3 f', 'p1 f']
finishing_stacks = [4950, 5050, 2000]
"""
OUT_OF_TURN = FOLDED.replace("'p3 f', 'p1 f'", "'p1 f', 'p3 f'")
BROKEN = FOLDED.replace("2000]", "2000", 1)
MUCKED = f"""{HEAD}
blinds_or_straddles = [50, 100, 0]
actions = ['d dh p1 AhKh', 'd dh p2 2c3c', 'd dh p3 9c9d', 'p3 f', 'p1 cc', 'p2 cc',
  'd db 2h7h9s', 'p1 cc', 'p2 cc', 'd db Qh', 'p1 cc', 'p2 cc', 'd db Qc', 'p1 cc', 'p2 cc',
  'p1 sm', 'p2 sm 2c3c']
finishing_stacks = [4900, 5100, 2000]
"""
DEAD_SMALL_BLIND = f"""{HEAD}
seats = [3, 4, 1]
blinds_or_straddles = [100, 0, 0]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 9c9d', 'p2 f', 'p3 cc', 'p1 cc',
  'd db 2h7h9s', 'p1 cc', 'p3 cbr 100', 'p1 f']
finishing_stacks = [4900, 5000, 2100]
"""
CALL_OF_NOTHING = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 60]
actions = ['d dh p1 AhKh', 'd dh p2 9c9d', 'p2 cc', 'p1 cc', 'p1 sm AhKh', 'p2 sm 9c9d',
  'd db 2h7h4s', 'd db 2c', 'd db 2d']
finishing_stacks = [940, 120]
"""


def file_of(folder: Path, *hands: str) -> Path:
    """Return a .phhs file of hands."""
    path = folder / "hands.phhs"
    path.write_text("\n".join(f"[{number}]\n{text}" for number, text in enumerate(hands, 1)))
    return path


def test_the_hands_that_can_be_read_are_read_and_the_others_named(tmp_path: Path) -> None:
    path = file_of(tmp_path, FOLDED, OUT_OF_TURN, BROKEN, FOLDED)
    found = list(each_hand(path))
    assert [isinstance(hand, RecordedHand) for hand in found] == [True, False, False, True]
    assert 'hand 2: "p1 f": it is the turn of p3' in str(found[1])
    assert "hand 3: is not TOML" in str(found[2])
    with pytest.raises(PhhError, match="hand 2"):
        read_hands(path)


def test_a_hand_that_does_not_end_does_not_spoil_the_next(tmp_path: Path) -> None:
    """Where nobody may muck at the showdown, the second one waits for the floor."""
    path = file_of(tmp_path, FOLDED, MUCKED, FOLDED)
    for depth in ("engine", "sensed"):
        game = DealtGame(Setup(load_house("salle"), 3, depth=depth, noise="clean"))
        done = list(replay_hands(game, read_hands(path), 0))
        assert [hand.right for hand in done] == [True, False, True], depth
        assert "irregularity.found hand.muck" in done[1].trouble


def test_a_dead_small_blind_is_dealt_as_it_was(tmp_path: Path) -> None:
    (hand,) = read_hands(file_of(tmp_path, DEAD_SMALL_BLIND))
    assert hand.dead_small_blind
    game = DealtGame(Setup(load_house("tda"), 4))
    (done,) = replay_hands(game, [hand], 0)
    assert done.right
    (started,) = [event for event in game.events if isinstance(event, HandStarted)]
    assert (started.button, started.small_blind, started.big_blind) == (1, 0, 3)


def test_where_no_seat_is_empty_no_small_blind_can_be_dead(tmp_path: Path) -> None:
    text = DEAD_SMALL_BLIND.replace("[3, 4, 1]", "[2, 4, 1]")
    game = DealtGame(Setup(load_house("tda"), 4))
    done = list(replay_hands(game, read_hands(file_of(tmp_path, text, FOLDED)), 0))
    assert [hand.right for hand in done] == [False, True]
    assert "no empty seat" in done[0].trouble[0]


@pytest.mark.parametrize(
    ("house", "seat", "small", "why"),
    [("tda", 1, 11, "no-such-seat"), ("tda", 1, 2, "seat-taken"), ("salle", 1, 4, "no-dead-blind"),
     ("tda", 4, 4, "no-dead-blind"), ("tda", 1, 4, "")],
)  # fmt: skip
def test_a_dead_small_blind_has_an_empty_seat(house: str, seat: int, small: int, why: str) -> None:
    play = seated(load_house(house), random.Random(1), seats=4, level=c.SetLevel(50, 100))
    play.command(c.StandUp(4))
    assert play.command(c.SetButton(seat, small)) == why


def test_a_call_of_nothing_is_no_act(tmp_path: Path) -> None:
    (hand,) = read_hands(file_of(tmp_path, CALL_OF_NOTHING))
    assert [act for act in hand.actions if isinstance(act, Acted)] == [
        Acted(2, Action.CALL, 10, 60, all_in=True)
    ]
    (done,) = replay_hands(DealtGame(Setup(load_house("tda"), 2)), [hand], 0)
    assert done.right


def test_the_command_plays_what_it_can_read_and_says_so(tmp_path: Path) -> None:
    path = file_of(tmp_path, FOLDED, OUT_OF_TURN, DEAD_SMALL_BLIND, CALL_OF_NOTHING)
    shown = CliRunner().invoke(app, ["replay", str(path), "--json"])
    summary = json.loads(shown.stdout)
    assert (shown.exit_code, summary["hands"], summary["right"]) == (2, 3, 3)
    assert [line for line in summary["unread"] if "hand 2" in line] == summary["unread"]
    assert "hand 2" in CliRunner().invoke(app, ["replay", str(path)]).output


def exported(play: PlayedTable, structure: Structure) -> list[RecordedHand]:
    """Return the hands of a table, once pokerkit and our own reader have come to its stacks."""
    found = []
    for record in records([Caused([event], (), "1", 1, structure) for event in play.events]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = list(HandHistory.loads(record.text()))[-1]
        assert not state.status
        assert list(state.stacks) == list(record.finishing_stacks)
        found.append(read_hand(tomllib.loads(record.text())))
    return found


def test_a_call_over_a_short_big_blind_is_one_for_pokerkit_too() -> None:
    """Its blind is owed in full, and who calls puts in more than lies there."""
    play = seated(load_house("tda"), random.Random(3), seats=3, level=c.SetLevel(50, 100))
    for seat, stack in ((1, 2000), (2, 2000), (3, 30)):
        assert not play.command(c.SetStack(seat, stack))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    play.key(1, "call")
    play.key(2, "call")

    def check() -> None:
        play.key(play.look().turn, "check")

    play.finish(check)
    (hand,) = exported(play, "no-limit")
    assert [act.to for act in hand.actions if isinstance(act, Acted)][:2] == [100, 100]
    assert hand.level == (50, 100, 0, 0)


def test_a_dead_small_blind_goes_out_and_comes_in() -> None:
    play = seated(load_house("tda"), random.Random(3), seats=4, level=c.SetLevel(50, 100))
    for seat in range(1, 5):
        assert not play.command(c.SetStack(seat, 2000))
    assert not play.command(c.StandUp(3))
    assert not play.command(c.SetButton(2, 3))
    assert not play.start()
    play.deal()
    play.fold_out()
    (hand,) = exported(play, "no-limit")
    assert hand.dead_small_blind
    assert hand.level == (50, 100, 0, 0)


def test_an_all_in_that_is_completed_in_a_limit_game_is_written_as_no_limit(tmp_path: Path) -> None:
    """The limit games of PHH have no bet that completes one which is less than full."""
    house = tmp_path / "limit.toml"
    house.write_text(
        'name = "limit"\ntitle = "Limit"\ninherits = "tda"\n[betting]\n'
        'structure = { value = "limit", article = "Club 1" }\n'
    )
    play = seated(load_house(str(house)), random.Random(3), seats=3, level=c.SetLevel(50, 100))
    for seat, stack in ((1, 140), (2, 2000), (3, 2000)):
        assert not play.command(c.SetStack(seat, stack))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    play.key(1, "all-in")
    play.key(2, "raise", 200)
    play.key(3, "call")

    def check() -> None:
        play.key(play.look().turn, "check")

    play.finish(check)
    (hand,) = exported(play, "limit")
    assert hand.structure == "limit"
    (record,) = records([Caused([event], (), "1", 1, "limit") for event in play.events])
    assert 'variant = "NT"' in record.text()
    assert '_structure = "limit"' in record.text()
