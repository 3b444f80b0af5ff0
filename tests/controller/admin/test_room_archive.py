"""All hands of a room are in one file, and one that is missing is named."""

import json
from pathlib import Path

import pytest
from pokerkit import HandHistory
from typer.testing import CliRunner

from controller.admin.backups.room_pictures import pictured
from controller.cli import app
from controller.contract.venue.inputs import HandReported, TableOpened
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script import language
from controller.venue.core.take_input import Core
from controller.venue.store.database import Database
from controller.venue.tournament_files import load_tournament
from display.web.records.archive import Archive
from display.words.names import words

# holds: ramponneau IV.2
HANDS = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000
button 1
deck Ah Kh Ad Kd  Qs Jh 4c 5s 9d
hand ; deal ; 2 raises to 500 ; 1 calls
flop ; 2 checks ; 1 checks
turn ; 2 checks ; 1 checks
river ; 2 checks ; 1 checks
2 tables ; 1 tables ; push
hand ; deal ; 1 folds ; push
"""

OWNER = Path(__file__).parents[2] / "scenarios/ramponneau/owner.toml"


@pytest.mark.parametrize(
    ("played", "used"), [("fidpa", "fidpa"), pytest.param(str(OWNER), "tda", id="owner")]
)
def test_another_house_is_used_only_for_one_that_is_not_there(played: str, used: str) -> None:
    game = DealtGame(Setup(load_house(played), seats=2, keyed=True, journal=True))
    assert not Runner(game).play(language.parse(HANDS)).failures
    assert game.journal is not None
    hands = list(pictured(game.journal.path, words("en"), load_house("tda")))
    game.close()
    assert {state.house for hand in hands for _, _, state in hand.frames} == {used}


def test_every_hand_is_in_the_file_and_a_missing_one_is_told(tmp_path: Path) -> None:
    """Those that the room has heard of are looked for in the journals of its tables."""
    owner = load_house(str(OWNER))
    game = DealtGame(Setup(owner, seats=2, keyed=True, journal=True, name="gold"))
    assert not Runner(game).play(language.parse(HANDS)).failures
    assert game.journal is not None
    config = tmp_path / "venue.toml"
    config.write_text('name = "club"\n[[tables]]\nnumber = 3\nname = "gold"\n', "utf-8")
    database = Database(tmp_path / "club-venue.db")
    core = Core(database)
    with core.turn() as turn:
        turn.open("cash", "", load_tournament("ramponneau"))
    database.close()
    into = tmp_path / "evening.phhs"
    asked = ["venue", "archive", str(game.journal.path), "-o", str(into), "--config", str(config)]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    with into.open("rb") as file:
        first, second = HandHistory.load_all(file)
    assert (first.finishing_stacks, second.finishing_stacks) == ([5450, 4500], [4450, 5500])
    own = first.user_defined_fields
    assert (own["_raked"], own["_id"].isdecimal()) == (50, True)
    # The same as JSON, and picture by picture: what nobody showed is in neither.
    told = CliRunner().invoke(
        app, [*asked, "--json", str(tmp_path / "hands.json"), "--pages", str(tmp_path / "pages"),
              "--replay", str(tmp_path / "replay"), "--house", str(OWNER)]
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    hands = json.loads((tmp_path / "hands.json").read_text("utf-8"))
    assert [one["finishing_stacks"] for one in hands] == [[5450, 4500], [4450, 5500]]
    assert any("????" in act for act in hands[1]["actions"])
    pages = sorted(one.name for one in (tmp_path / "pages").glob("*-*.html"))
    assert pages == ["gold-00001.html", "gold-00002.html"]
    shown, hidden = ((tmp_path / "pages" / name).read_text("utf-8") for name in pages)
    assert shown.count("<figure>") > 10
    assert "Q♠ J♥ 4♣" in shown.replace(",", "")
    # Two hands and a board were shown in the first hand, and no card in the second.
    assert all(f'class="suit-{suit}"' in shown for suit in "shcd")
    assert "suit-" not in hidden
    # The room's pages read the same, and nobody is named in it.
    kept = Archive(tmp_path / "replay")
    lines = kept.lines()
    assert [(one.table, one.number, len(one.board)) for one in lines] == [
        ("gold", 1, 5), ("gold", 2, 0),
    ]  # fmt: skip
    assert [len(kept.states(one)) == one.pictures > 3 for one in lines] == [True, True]
    seats = [seat for one in lines for state in kept.states(one) for seat in state.seats]
    assert not any(seat.name for seat in seats)
    assert {card for seat in seats for card in seat.shown} == {"Ah", "Ad", "Kh", "Kd"}
    assert not any(seat.shown for state in kept.states(lines[1]) for seat in state.seats)
    database = Database(tmp_path / "club-venue.db")
    core = Core(database)
    with core.turn() as turn:
        for table, hand in ((3, 2), (4, 7)):
            turn.happen(TableOpened(table=table, seats=6), "floor")
            turn.happen(HandReported(table=table, hand=hand), f"table {table}")
    database.close()
    told = CliRunner().invoke(app, asked)
    game.close()
    assert told.exit_code == 1
    assert told.output.splitlines()[1:] == [
        "table 4: hand 7 is in the room's log but not in any journal"
    ]
