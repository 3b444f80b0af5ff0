"""Every statement that the table can hold has a scenario in its house's folder that names it."""

from pathlib import Path

import pytest

from controller.houses.coverage import (
    HELD,
    CoverageRow,
    coverage,
    held_by,
    ledger_house,
    names,
    read_ledger,
    scenario_rows,
    title_articles,
)
from controller.houses.loader import load_house, shipped_houses
from controller.toml.file import FileProblems

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ROWS = read_ledger()
ARTICLES = [row.article for row in ROWS]
HOUSES = sorted({row.house for row in ROWS})


@pytest.fixture(scope="module")
def holders() -> dict[str, tuple[str, ...]]:
    """Return the scenarios that hold each article, as `house/folder/name.scn`."""
    found = {}
    for house in HOUSES:
        for one in coverage(house, ROWS, SCENARIOS):
            found[one.row.article] = one.scenarios
    return found


@pytest.mark.parametrize("row", [row for row in ROWS if row.how in HELD], ids=lambda r: r.article)
def test_a_statement_has_a_scenario(row: CoverageRow, holders: dict[str, tuple[str, ...]]) -> None:
    """Add `# holds: <article>` to the scenario in the house's folder that would fail without it."""
    mine = [path for path in holders[row.article] if path.startswith(f"{row.house}/")]
    assert mine, f"no scenario of tests/scenarios/{row.house} holds {row.article}: {row.rule}"


@pytest.mark.parametrize("path", sorted(SCENARIOS.rglob("*.scn")), ids=lambda path: path.stem)
def test_a_scenario_names_rows_that_there_are(path: Path) -> None:
    assert len(set(scenario_rows(path, ARTICLES))) == len(scenario_rows(path, ARTICLES))


def test_an_article_stands_in_the_ledger_once() -> None:
    assert len(set(ARTICLES)) == len(ARTICLES)


def test_every_house_of_the_ledger_ships_and_every_text_is_in_the_ledger() -> None:
    assert set(HOUSES) <= set(shipped_houses())
    for name in shipped_houses():
        assert ledger_house(load_house(name), ROWS) in HOUSES


def test_a_row_that_no_scenario_can_hold_says_why() -> None:
    """What was taken out of the table's reach has its reason beside it."""
    changed = [row for row in ROWS if row.note]
    assert len(changed) > 20
    for row in changed:
        assert len(row.note) > 5


def test_articles_with_commas_are_read_whole() -> None:
    known = ["fidpa 59-4, 61-2(b), TDA 10", "fidpa 59-4", "ppc 18.1a"]
    assert held_by("fidpa 59-4, 61-2(b), TDA 10, ppc 18.1a", known) == (
        ("fidpa 59-4, 61-2(b), TDA 10", "ppc 18.1a"),
        "",
    )
    assert held_by("fidpa 59-4, ppc 18.1a", known) == (("fidpa 59-4", "ppc 18.1a"), "")
    assert held_by("ppc 18.1a, ppc 18.1z", known) == (("ppc 18.1a",), "ppc 18.1z")


def test_an_article_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    path = tmp_path / "x.scn"
    path.write_text("# PPC 18: x\n# holds: ppc 18.1x\n")
    with pytest.raises(
        FileProblems, match=r'x\.scn:2: holds: the rule ledger has no entry for "ppc 18.1x"'
    ) as no:
        scenario_rows(path, ARTICLES)
    assert "ppc 18.1" in str(no.value)


def test_a_title_alone_suggests_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "x.scn"
    path.write_text("# FIDPA 80-4, 80, PPC 18: x\n")
    assert title_articles(path) == ("fidpa 80-4", "fidpa 80", "ppc 18")
    row = next(row for row in ROWS if row.article == "ppc 18.1a")
    assert names("ppc 18", row)
    assert not names("ppc 1", row)
    assert not names("fidpa 18", row)
    found = coverage("ppc", [row], tmp_path)
    assert found[0].missing
    assert found[0].maybe == ("x.scn",)
