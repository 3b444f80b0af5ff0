"""The league's page: seasons side by side, a formula, results from elsewhere."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from controller.contract.venue.league import TakeEvening, TakenLine
from display.web.club.results_csv import BadResults, read
from tests.display.web.test_browser import visit
from tests.display.web.world import World

ENGLISH = {"Accept-Language": "en"}
LISTED = "place;player;points\n1;Anne;100\n2-3;Bruno;60\n2-3;Chlo\u00e9;60"
FORM = {"title": "Away", "file": "redcactus", "season": "Autumn", "list": LISTED}
TAKEN = TakeEvening(
    "redcactus", "Away",
    (TakenLine("Anne", 1, 1, 100), TakenLine("Bruno", 2, 3, 60), TakenLine("Chlo\u00e9", 2, 3, 60)),
    "Autumn",
)  # fmt: skip


def test_seasons_stand_side_by_side_and_the_newest_comes_first(world: World) -> None:
    page = world.get("/league", "screen", **ENGLISH).text
    assert re.search(r"Autumn</th><th[^>]*>All evenings", page)
    assert re.search(r"Chlo\u00e9</th><td[^>]*>\u2013</td><td[^>]*><strong>2\u20133</strong>", page)
    assert "played elsewhere" not in page
    table = world.get("/league.csv", "screen", **ENGLISH).text.splitlines()
    assert table[0].startswith("player,Autumn place,Autumn points,Autumn evenings,All evenings ")
    assert table[2] == "Chlo\u00e9,,,,2,9,2"
    assert world.get("/league/published.csv", "screen").status_code == 403
    listed = world.get("/league/published.csv", "desk").text.splitlines()
    assert listed[1:] == ["Jeudi,Cactus,2026-01-01,points,10,2,12,120", "", "place,name,prize",
                          "1,'=Anne,80", "2\u20133,Gus,20"]  # fmt: skip


def test_a_formula_is_held_against_what_was_given(world: World) -> None:
    page = world.get("/league?formula=place", "desk", **ENGLISH).text
    assert re.search(r"Bruno</td><td[^>]*>100</td><td[^>]*>31<", page)
    page = world.get("/league?formula=x", "desk", **ENGLISH).text
    assert "This formula can&#39;t be evaluated." in page
    assert "With this formula" not in page


def test_results_are_looked_at_before_they_count(world: World) -> None:
    before = len(world.clerk.done(TakeEvening))
    page = world.post("/league/take", FORM, "director", **ENGLISH).text
    assert "Import the results" in page
    assert len(world.clerk.done(TakeEvening)) == before
    done = world.post("/league/take", FORM | {"sure": "yes"}, "director", **ENGLISH)
    assert done.status_code == 303
    assert world.clerk.done(TakeEvening)[before:] == [TAKEN]
    assert world.post("/league/take", FORM, "floor").status_code == 403
    for wrong, said in (
        ("1;Anne", "first line must contain the headings"),
        (LISTED + "\nx;Dan;3", "Line 5"),
    ):
        answer = world.post("/league/take", FORM | {"list": wrong}, "director", **ENGLISH)
        assert (answer.status_code, said in answer.text) == (409, True)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_by_keyboard_alone(chromium: Browser, world: World, language: str) -> None:
    with visit(chromium, world, language, role="director") as window:
        page = window.new_page()
        page.goto(f"{world.url}/league")
        before = len(world.clerk.done(TakeEvening))
        page.locator("input[name=formula]").focus()
        page.keyboard.type("place")
        page.keyboard.press("Enter")
        expect(page.get_by_role("cell", name="31")).to_be_visible()
        page.locator("input[name=title]").focus()
        page.keyboard.type("Away")
        for _ in range(2):
            page.keyboard.press("Tab")
        page.keyboard.type("Autumn")
        for _ in range(2):
            page.keyboard.press("Tab")
        page.keyboard.insert_text(LISTED)
        for _ in range(2):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        sure = page.locator("button[name=sure]")
        expect(sure).to_be_visible()
        sure.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".told")).to_be_visible()
        (taken,) = world.clerk.done(TakeEvening)[before:]
        assert isinstance(taken, TakeEvening)
        assert taken.lines == TAKEN.lines


@given(st.text(max_size=300))
def test_no_file_is_too_strange_to_be_answered(text: str) -> None:
    with suppress(BadResults):
        found = read("place,player,points\n" + text)
        assert all(one.name.isprintable() and one.points >= 0 for one in found)


LINES = st.builds(
    lambda name, first, points: f'{first},{first},"{name}",{points}',
    st.from_regex(r"[A-Za-z][A-Za-z ]{0,20}", fullmatch=True), st.integers(1, 500),
    st.integers(0, 9_999),
)  # fmt: skip


@given(st.lists(LINES, max_size=50))
def test_what_our_own_pages_write_is_read_again(lines: list[str]) -> None:
    found = read("\n".join(["first,last,player,points", *lines]))
    again = [f'{one.first},{one.last},"{one.name}",{one.points}' for one in found]
    tidy = [f'{head}"{" ".join(name.split())}"{rest}' for head, name, rest in map(parts, lines)]
    assert again == tidy


def parts(line: str) -> list[str]:
    """Return what stands before, in and after the quotes of a line."""
    return line.split('"')


def test_a_file_without_its_columns_is_none() -> None:
    for text in ("", "player,points\nAnne,3", "place,points\n1,2", "place,player,points\n1,,2"):
        with pytest.raises(BadResults):
            read(text)
