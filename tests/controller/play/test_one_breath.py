"""Acts in one breath are begun, and over, at the same instant; and where burns go."""

import pytest

from controller.contract.observations import CardAt, ChipsAt, Declared, Observation
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Depth, Setup
from controller.play.runner import APART_MS, Runner
from controller.play.script import statements as say
from controller.play.script.at_once import AtOnce, flat
from controller.play.script.language import ScenarioError, parse
from controller.play.sinks.engine_sink import CHIPS_MS

OPENING = """house tda
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh
hand ; deal
"""


def seen_of(depth: Depth, breath: str) -> list[Observation]:
    seen: list[Observation] = []
    game = DealtGame(
        Setup(load_house("tda"), 3, depth=depth, noise="clean"), lambda one, _: seen.append(one)
    )
    runner = Runner(game)
    assert not runner.play(parse(OPENING)).failures
    before = len(seen)
    assert not runner.go_on(parse(breath)).failures
    game.close()
    return seen[before:]


def test_without_antennas_all_is_observed_at_one_instant_the_key_first() -> None:
    seen = seen_of("engine", "1 puts 1x100 & move 3c hand.3 muck & 2 says fold")
    assert [type(one) for one in seen[:3]] == [Declared, ChipsAt, CardAt]
    assert len({one.at for one in seen[:3]}) == 1


@pytest.mark.parametrize("between", [" & ", " ; "])
def test_antennas_first_read_it_in_the_same_scans_only_in_one_breath(between: str) -> None:
    seen = seen_of("sensed", between.join(["1 puts 1x100", "move 3c hand.3 muck"]))
    since = [one.since for one in seen if isinstance(one, ChipsAt) and one.zone == "bet.1"]
    since += [one.since for one in seen if isinstance(one, CardAt)]
    assert (max(since) - min(since) <= 200) == (between == " & ")


def test_chips_that_go_back_to_a_stack_in_one_breath_are_not_lost() -> None:
    seen = seen_of("sensed", "1 puts 2x100 & 2 mucks ; 1 takes 1x100 & 3 mucks ; 1 puts 1x100")
    bets = [one.chips for one in seen if isinstance(one, ChipsAt) and one.zone == "bet.1"]
    assert bets[-1] == (100, 100)


def test_acts_in_one_breath_are_one_statement_that_prints_back() -> None:
    (found,) = parse("3 calls & 2 mucks & move Kh stub burn")
    assert isinstance(found, AtOnce)
    assert [type(act) for act in found.acts] == [say.SeatActs, say.Does, say.MoveCard]
    assert parse(str(found)) == [found]
    assert flat([found, say.Push()]) == [*found.acts, say.Push()]


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("3 calls &", 9, "&"),
        ("& 3 calls", 1, "&"),
        ("3 calls & expect turn 3", 11, "expect"),
        ("3 calls & 4 folts", 13, "folts"),
        ("3 calls then", 9, "then"),
        ("1 puts 100 then 1 puts 100 & 2 folds", 12, "then"),
    ],
)
def test_what_is_no_act_is_named_with_its_place(text: str, column: int, word: str) -> None:
    with pytest.raises(ScenarioError) as wrong:
        parse(text)
    assert (wrong.value.column, wrong.value.word) == (column, word)


def test_acts_one_after_the_other_are_one_statement_too() -> None:
    (found,) = parse("1 puts 1x500 then 1 puts 1x100")
    assert isinstance(found, AtOnce)
    assert found.then
    assert parse(str(found)) == [found]
    seen = seen_of("engine", str(found))
    first, second = [one.at for one in seen if isinstance(one, ChipsAt)]
    assert second - first == APART_MS + CHIPS_MS


@pytest.mark.parametrize("text", ["3 says floor pot", "burns muck", "burns burn"])
def test_calls_about_a_pot_and_the_pile_of_the_burns_print_back(text: str) -> None:
    (found,) = parse(text)
    assert str(found) == text
    assert parse(str(found)) == [found]


def test_a_dealer_who_burns_into_the_muck_is_told_so_once() -> None:
    play = parse(OPENING + "burns muck ; 1 calls ; 2 calls ; 3 checks ; flop")
    seen: list[Observation] = []
    game = DealtGame(Setup(load_house("tda"), 3), lambda one, _: seen.append(one))
    assert not Runner(game).play(play).failures
    assert [one.zone for one in seen if isinstance(one, CardAt) and one.card == "Ah"] == ["muck"]
    assert len(game.look().board) == 3


@pytest.mark.parametrize("name", ["&", "then"])
def test_a_player_may_be_called_what_joins_two_deeds(name: str) -> None:
    (seated,) = parse(f'seat 6 "{name}" 300')
    assert seated == say.SeatPlayer(6, name, 300, line=1, column=1)
    assert parse(str(seated)) == [seated]
