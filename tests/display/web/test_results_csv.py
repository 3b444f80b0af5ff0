"""Results as CSV: every limit of a file that is read, and every cell of one that is written."""

import pytest

from controller.contract.venue.league import (
    League,
    LeagueLine,
    Published,
    PublishedLine,
    Standing,
    TakenLine,
)
from display.web.club.results_csv import MOST_LINES, BadResults, published, read, side_by_side

HEAD = "place;player;points;member_no;last\n"


@pytest.mark.parametrize(
    ("row", "taken"),
    [
        ("1;Anne;100;;", TakenLine("Anne", 1, 1, 100)),
        ("2-3;Bruno;60;;", TakenLine("Bruno", 2, 3, 60)),
        ("2\u20133;Bruno;60;;", TakenLine("Bruno", 2, 3, 60)),
        ("2;Bruno;60;;4", TakenLine("Bruno", 2, 4, 60)),
        ("5;;;77;", TakenLine("", 5, 5, 0, "77")),
        ("9999999;Anne;9999999;;", TakenLine("Anne", 9_999_999, 9_999_999, 9_999_999)),
        (f"1;{'n' * 90};1;{'7' * 50};", TakenLine("n" * 80, 1, 1, 1, "7" * 40)),
        ("1;'=SUM(A1);1;;", TakenLine("=SUM(A1)", 1, 1, 1)),
        ("1;'@anne;1;'-7;", TakenLine("@anne", 1, 1, 1, "-7")),
        ("1;'t Hooft;1;;", TakenLine("'t Hooft", 1, 1, 1)),
        ("1;'a=b;1;;", TakenLine("'a=b", 1, 1, 1)),
        ("1;x=y;1;;", TakenLine("x=y", 1, 1, 1)),
        ("1;Anne\x07 Roy;1;;", TakenLine("Anne Roy", 1, 1, 1)),
    ],
)
def test_a_line_is_read_as_it_was_meant(row: str, taken: TakenLine) -> None:
    assert read(HEAD + row) == (taken,)


@pytest.mark.parametrize(
    "row",
    ["x;Anne;1;;", "1;Anne;x;;", "1;Anne;1;;x", "\u0661;Anne;1;;", "10000000;Anne;1;;",
     "1;Anne;10000000;;", "1;;1;;", ";Anne;1;;", "1;Anne;-1;;"],
)  # fmt: skip
def test_a_line_that_says_no_place_is_named_by_its_number(row: str) -> None:
    with pytest.raises(BadResults) as found:
        read(f"{HEAD}1;Anne;1;;\n{row}")
    assert found.value.line == 3


@pytest.mark.parametrize("head", ["place,points", "place,name", "name,points", "name", "", "\n"])
def test_a_file_without_the_columns_is_refused_as_a_whole(head: str) -> None:
    with pytest.raises(BadResults) as found:
        read(f"{head}\n1,1,1")
    assert found.value.line == 0


def test_five_hundred_places_are_read_and_the_first_too_many_is_named() -> None:
    rows = [f"{n},Anne,1" for n in range(1, MOST_LINES + 1)]
    assert len(read("\n".join(["place,name,points", *rows]))) == 500
    with pytest.raises(BadResults) as found:
        read("\n".join(["place,name,points", *rows, "501,Bruno,1"]))
    assert found.value.line == 502


def test_the_columns_are_apart_by_a_tab_a_semicolon_or_a_comma() -> None:
    for mark in "\t;,":
        assert read(f"\ufeff\n place {mark}POINTS{mark}Nom\n1{mark}2{mark}Anne\n\n") == (
            TakenLine("Anne", 1, 1, 2),
        )


def test_an_evening_is_written_place_by_place_and_no_cell_is_a_formula() -> None:
    lines = (PublishedLine(1, 1, "=Anne", 900), PublishedLine(2, 3, "Bruno", -50))
    text = published(Published("Main", "Bar", "2026-03-01", "euro", 20, 5, 3, 60, lines))
    about, event, blank, head, *places = text.splitlines()
    assert about == "event,venue,date,money,buy_in,fee,entries,prize_pool"
    assert event == "Main,Bar,2026-03-01,euro,20,5,3,60"
    assert (blank, head) == ("", "place,name,prize")
    assert places == ["1,'=Anne,900", "2\u20133,Bruno,-50"]


def test_seasons_stand_side_by_side_each_under_its_title() -> None:
    league = League(
        ("", "Spring"),
        (LeagueLine("p1", "Anne", (Standing(30, 1, 1, 2), None)),
         LeagueLine("p2", "-Bruno", (None, Standing(10, 2, 2, 1)))),
    )  # fmt: skip
    assert side_by_side(league, "This one").splitlines() == [
        "player,This one place,This one points,This one evenings,"
        "Spring place,Spring points,Spring evenings",
        "Anne,1,30,2,,,",
        "'-Bruno,,,,2,10,1",
    ]
