"""A power cut anywhere: the controller comes back from its journal, and nobody can tell."""

from pathlib import Path

import pytest

from controller.contract.public import CardsTabled
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Setup
from controller.play.people.dealer import BURN_DUE
from controller.play.runner import Runner, ScenarioResult, set_up
from controller.play.script import language, outside
from controller.play.script import statements as s
from controller.play.sinks.sensed import SensedSink
from hardware.twin.bank import Bank

ROOT = Path(__file__).parents[2] / "scenarios"
# Every second one: a kind of fault has more than one, and each is cut at every statement.
SCENARIOS = sorted((ROOT / "ppc").rglob("*.scn"))[::2]


def with_cuts(statements: list[s.Statement]) -> list[s.Statement]:
    """Return a scenario with a power cut before everything that is done in it."""
    cut: list[s.Statement] = []
    for statement in statements:
        if not isinstance(statement, s.Expectation):
            cut.append(outside.PowerCut(line=statement.line))
        cut.append(statement)
    return cut


def play(
    text: str | Path, depth: str = "engine", *, cuts: bool = False
) -> tuple[ScenarioResult, DealtGame]:
    """Play a scenario; give how it went and the table afterwards."""
    read = text.read_text("utf-8") if isinstance(text, Path) else text
    statements = list(language.parse(read, "here", ()))
    if cuts:
        statements = with_cuts(statements)
    runner = Runner(set_up(statements, depth=depth))  # type: ignore[arg-type]
    try:
        return runner.play(statements), runner.game
    finally:
        runner.game.close()


@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_every_scenario_holds_with_the_power_cut_before_everything_in_it(path: Path) -> None:
    (uncut, plain), (outcome, game) = play(path), play(path, cuts=True)
    assert not outcome.failures
    assert outcome.expectations == uncut.expectations
    assert game.events == plain.events


HANDS_IN_THE_AIR = """
house ppc
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh
hand ; deal
1 calls ; 2 calls ; 3 checks
{}
flop
expect board.dealt street=flop cards="Kd Qs Jh"
expect turn 2
"""


def test_over_antennas_cards_and_chips_that_lie_still_are_no_news() -> None:
    outcome, game = play(HANDS_IN_THE_AIR.format("power-cut"), "sensed")
    _, plain = play(HANDS_IN_THE_AIR.format(""), "sensed")
    assert not outcome.failures
    assert game.events == plain.events


@pytest.mark.parametrize("noise", ["clean", "typical", "harsh"])
@pytest.mark.parametrize("house", ["ppc", "tda", "salle"])
def test_a_street_that_was_dealt_while_the_controller_was_off_is_no_irregularity(
    house: str, noise: str
) -> None:
    script = HANDS_IN_THE_AIR.replace("house ppc", f"house {house}").partition("{}")[0]
    statements = list(language.parse(script + "gather", "here", ("ppc", "tda", "salle")))
    setup = set_up([*statements, outside.PowerCut(line=1)], depth="sensed", noise=noise)  # type: ignore[arg-type]
    runner = Runner(setup)
    game = runner.game
    try:
        assert not runner.play(statements).failures
        assert isinstance(game.sink, SensedSink)
        bank = Bank(game.sink.registry, game.sink.twin.rng)
        burns = game.look().next_step == BURN_DUE
        for place, card in enumerate(game.dealer.stub[: 3 + burns]):
            game.sink.twin.put(bank.card(card, 1), "board" if place >= burns else "burn")
        game.cut_power()
        game.sink.wait(10_000)
    finally:
        game.close()
    types = [event.type for event in game.events]
    assert types.count("board.dealt") == 1
    assert "irregularity.found" not in types
    assert "moved.while-off" not in types


def test_a_table_without_a_journal_cannot_come_back() -> None:
    game = DealtGame(Setup(load_house("ppc"), 2))
    with pytest.raises(ValueError, match="needs a journal"):
        game.cut_power()


def test_the_journal_and_its_folder_are_gone_when_the_table_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    game = DealtGame(Setup(load_house("ppc"), 2, journal=True))
    assert any(tmp_path.iterdir())
    game.close()
    assert not any(tmp_path.iterdir())


PUSHED = """
house {house}
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh Th 9s 8d 7d 6d
hand ; deal
1 folds ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks
turn ; 2 checks ; 3 checks
river ; 2 checks
{more}
"""


@pytest.mark.parametrize("more", ["", "3 checks", "3 checks ; 2 tables"])
@pytest.mark.parametrize("house", shipped_houses())
def test_a_hand_that_is_pushed_forward_meanwhile_is_told_to_nobody(house: str, more: str) -> None:
    """FIDPA 65-3, TDA 17: nobody says that it is shown, and no antenna tells which side is up."""
    statements = list(language.parse(PUSHED.format(house=house, more=more), "x", shipped_houses()))
    cut = [*statements, outside.PowerCut(line=1)]
    runner = Runner(set_up(cut, depth="sensed"))
    game = runner.game
    try:
        assert not runner.play(statements).failures
        before, sink = len(game.events), game.sink
        assert isinstance(sink, SensedSink)
        bank = Bank(sink.registry, sink.twin.rng)
        for card in game.dealer.held_by(3):
            sink.twin.put(bank.card(card, 1), "bet.3")
        game.cut_power()
        sink.wait(10_000)
        assert [event for event in game.events[before:] if isinstance(event, CardsTabled)] == []
    finally:
        game.close()
