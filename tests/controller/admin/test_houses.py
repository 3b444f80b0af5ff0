"""`tapis house`: what a volunteer reads about the houses, and the status that it ends with."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.houses.loader import load_house, shipped_houses

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def tapis(*words: str) -> Result:
    """Run `tapis house ...`."""
    return CliRunner().invoke(app, ["house", *words], env={"COLUMNS": "200"})


def test_the_list_names_every_house() -> None:
    found = tapis("list")
    assert found.exit_code == 0
    for name in shipped_houses():
        assert f"{name}: {load_house(name).title}" in found.stdout


def test_the_list_as_json() -> None:
    rows = {row["name"]: row for row in json.loads(tapis("list", "--json").stdout)}
    assert rows["deauville"]["inherits"] == "redcactus"
    assert rows["ppc"]["articles"] > 10


@pytest.mark.parametrize("name", shipped_houses())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_house_is_shown_in_words(name: str, language: str) -> None:
    found = tapis("show", name, "--language", language)
    assert found.exit_code == 0
    for strange in ("{", "}", "_", "none,"):
        assert strange not in found.stdout


def test_a_house_is_shown_by_article_with_its_readings() -> None:
    text = tapis("show", "ppc").stdout
    places = [text.index(f"\nPPC {number}\n") for number in (2, 3, 5, 13, 18, 25)]
    assert places == sorted(places)
    after = text[places[-1] :]
    assert "Odd chips go to the first winners to the left of the button" in after
    assert 'Interpretation: "Nearest the button" means the first player to its left' in after


def test_a_player_may_keep_a_card_and_may_complete_chips() -> None:
    text = " ".join(tapis("show", "ppc").stdout.split())
    assert "unless the player keeps the card: the hand is void and is redealt." in text
    assert "The call is too small: the player completes it, or folds and forfeits" in text
    assert "touched it): the player completes it" not in text


def test_what_is_inherited_stands_behind_with_its_own_article() -> None:
    text = tapis("show", "salle").stdout
    assert "Anything this house does not specify comes from fidpa." in text
    assert text.index("\nSalle tour 2\n") < text.index("\nFIDPA 56\n")


def test_a_difference_is_told_for_the_players_with_both_articles() -> None:
    text = tapis("diff", "ppc", "fidpa").stdout
    assert "ppc: A raise must at least double the highest bet. (PPC 21)" in text
    assert (
        "fidpa: A raise must be at least as large as the last full bet or raise. (FIDPA 61-1)"
        in text
    )


def test_remedies_are_compared_case_by_case() -> None:
    found = json.loads(tapis("diff", "ppc", "fidpa", "--json").stdout)
    burns = {one["case"]: one for one in found if one["about"] == "board.no-burn"}
    one = burns["flop, somebody has acted, the order of the cards is known"]
    assert one["one"] == "use the street's first card as the burn card, deal the flop"
    assert one["other"].endswith("finish the betting round, burn two cards, deal the turn")
    assert (one["one_article"], one["other_article"]) == ("PPC 18", "FIDPA 80")


@pytest.mark.parametrize("name", shipped_houses())
def test_a_house_does_not_differ_from_itself(name: str) -> None:
    assert json.loads(tapis("diff", name, name, "--json").stdout) == []


@pytest.mark.parametrize("name", shipped_houses())
def test_a_shipped_house_is_checked(name: str) -> None:
    found = tapis("check", name)
    assert found.exit_code == 0
    assert found.stdout.endswith("valid\n")


def test_a_file_with_mistakes_ends_with_status_1(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\ntitle = "C"\ninherits = "ppc"\n[clok]\nseconds = 3\n')
    found = tapis("check", str(path))
    assert found.exit_code == 1
    assert f'{path}:4: clok: is not a known key; expected "clock"' in found.stdout
    assert f"{path}: 1 error" in found.stdout


def test_a_file_that_is_not_there_ends_with_status_2(tmp_path: Path) -> None:
    found = tapis("check", str(tmp_path / "none.toml"))
    assert found.exit_code == 2
    assert "no such house file" in found.stderr


def test_a_language_that_is_not_there_is_named() -> None:
    found = tapis("show", "ppc", "--language", "tlh")
    assert found.exit_code == 2
    assert "available: en, fr" in found.stderr


def test_coverage_names_the_scenarios() -> None:
    found = tapis("coverage", "ppc", "--scenarios", str(SCENARIOS), "--json")
    assert found.exit_code == 0
    rows = {row["article"]: row for row in json.loads(found.stdout)}
    assert rows["ppc 18.1a"]["how"] == "guided"
    assert "ppc/18-board/18-no-burn-flop-order-known.scn" in rows["ppc 18.1a"]["scenarios"]
    assert not rows["ppc 18.1a"]["missing"]
    assert rows["ppc 1"]["how"] == "none"


def test_what_is_missing_ends_with_status_1(tmp_path: Path) -> None:
    (tmp_path / "x.scn").write_text("# PPC 18: x\n# holds: ppc 18.1a\n")
    found = tapis("coverage", "ppc", "--missing", "--scenarios", str(tmp_path))
    assert found.exit_code == 1
    assert "ppc 18.1b" in found.stdout
    assert "ppc 18.1a" not in found.stdout
    assert "no such scenario; did you mean x.scn?" in found.stdout


def test_a_variant_is_covered_by_its_parents_text() -> None:
    words = ["--scenarios", str(SCENARIOS), "--json"]
    assert json.loads(tapis("coverage", "deauville", *words).stdout) == json.loads(
        tapis("coverage", "redcactus", *words).stdout
    )


def test_a_scenario_under_a_house_that_contradicts_itself_is_not_played(tmp_path: Path) -> None:
    """The table would have to guess: it says what is wrong with the file, and where."""
    (tmp_path / "club.toml").write_text(
        'name = "club"\ntitle = "C"\ninherits = "ppc"\n'
        '[button]\nmovement = { value = "moving", article = "C 1" }\n'
        '[[remedies]]\nkind = "bet.string"\nsteps = ["void_hand", "shuffle"]\narticle = "C 2"\n'
    )
    path = tmp_path / "x.scn"
    path.write_text("# x\nhouse ./club.toml\nseat 1 A 500 ; seat 2 B 500\nhand\nexpect turn none\n")
    found = CliRunner().invoke(app, ["play", str(path)])
    assert found.exit_code == 2
    lines = found.stderr.splitlines()
    assert any(
        "club.toml:8: remedies[#1].steps: void_hand settles everything, so shuffle" in line
        for line in lines
    )
    assert any(
        "deal.vacant_dead_seat: the button always moves to a player" in line for line in lines
    )
