"""The pages of incidents and of the log: what may be done there, and which rows stand together."""

import re
from typing import Any

import msgspec
import pytest

from controller.contract.venue import desk
from controller.contract.venue.book import Book, Noted
from controller.contract.venue.floor.conduct import Offence
from display.web.records.pages_records import FOLDED, RowLine, folded, moment, picture_of
from display.words.names import words
from tests.display.web.in_process import shown
from tests.rig.pictures import example_tables as e
from tests.streams.evenings import NOW, Evening, playing


def told(kind: type, answer: object) -> Evening:
    """Return the evening in play, with another answer of the core."""
    evening = playing()
    return evening._replace(answers={**evening.answers, kind: lambda _: answer})


@pytest.mark.parametrize(
    ("role", "sanction", "appeals", "stands", "ways"),
    [
        ("director", "10m", 0, True, ["appeal-made"]),
        ("director", "10m", 1, True, ["appeal-made", "appeal-decided"]),
        ("director", "10m", 1, False, []), ("director", "10m", 0, False, []),
        ("director", "out", 0, True, []), ("director", "out", 1, True, ["appeal-decided"]),
        ("director", "", 0, True, ["appeal-made"]),
        ("floor", "10m", 1, True, ["appeal-made"]), ("floor", "out", 1, True, []),
    ],
)  # fmt: skip
def test_an_incident_that_stands_is_appealed_but_for_a_disqualification(
    role: str, sanction: str, appeals: int, stands: bool, ways: list[str]
) -> None:
    noted = Noted(7, "p_1", Offence.STALLING, sanction, appeals, stands)
    with shown(told(desk.AskBook, Book("t1", noted=(noted,)))) as pages:
        page = pages.get("/incidents", role).text
    assert re.findall(r'href="/do/([a-z-]+)\?incident=7"', page) == ways
    state = "Penalty lifted" if not stands else "Under appeal" if appeals else ""
    badges = re.findall(r'<span class="badge">(Penalty lifted|Under appeal)</span>', page)
    assert badges == ([state] if state else [])


def log_page(first: int, count: int, **more: Any) -> desk.LogPage:
    """Return some rows of the log, in its order."""
    rows = [desk.LogRow(n, NOW, "clock", {"type": "room-held", "name": "fire", "at": n}, **more)
            for n in range(first, first + count)]  # fmt: skip
    return desk.LogPage(tuple(rows), 300)


@pytest.mark.parametrize(
    ("first", "count", "asked", "ways"),
    [
        (1, 50, "", []), (2, 50, "", [0]), (51, 50, "", [0]), (52, 50, "", [1]),
        (251, 50, "", [200]), (1, 0, "", []), (1, 50, "?after=0", [50]),
        (101, 50, "?after=100", [50, 150]), (252, 49, "?after=251", [201]),
        (101, 50, "?after=x", [50]), (101, 50, "?after=99999999999", [50, 150]),
        (101, 50, "?after=999999999999", [50]), (101, 50, "?after=%D9%A2", [50]),
    ],
)  # fmt: skip
def test_the_log_leads_to_the_rows_before_and_after(
    first: int, count: int, asked: str, ways: list[int]
) -> None:
    with shown(told(desk.AskLog, log_page(first, count))) as pages:
        page = pages.get(f"/log{asked}", "director").text
        said = next(line for line in pages.asked if "AskLog" in line)
    assert [int(n) for n in re.findall(r'href="/log\?after=(\d+)"', page)] == ways
    word = asked.partition("=")[2]
    asks = word if word.isdecimal() and len(word) < 12 else None
    assert f"('AskLog', [{asks}, 50])" in said
    assert page.count('<li class="panel">') == count


def test_who_wrote_a_row_and_what_undid_it() -> None:
    said: tuple[dict[str, Any], ...] = (
        {"type": "hand-reported", "table": 1, "hand": 1}, {"type": "player-removed"},
        {"type": "deed-undone", "deed": 2}, {"type": "deed-undone", "deed": 1},
    )  # fmt: skip
    actors = ("table 3", "clock", "12", "table x")
    rows = tuple(
        desk.LogRow(n, NOW, actor, one, refused="no-name" if n == 4 else "")
        for n, (actor, one) in enumerate(zip(actors, said, strict=True), 1)
    )
    with shown(told(desk.AskLog, desk.LogPage(rows, 4))) as pages:
        page = pages.get("/log", "director").text
    found = re.findall(r"<strong>(\d+)</strong> <time>[^<]*</time> · ([^<]*?) <span", page)
    assert found == [("4", "table x"), ("3", "12"), ("2", "Room clock"), ("1", "table 3")]
    assert re.findall(r"undoes row (\d+)", page) == ["1", "2"]
    # What was refused has undone nothing.
    assert re.findall(r"undone by row (\d+)", page) == ["3"]


def test_a_log_that_may_not_be_read_has_no_rows() -> None:
    refused = desk.DeskAnswer("", False, "closed", "no-tournament")
    with shown(told(desk.AskLog, refused)) as pages:
        answer = pages.get("/log", "director")
    assert answer.status_code == 503
    assert "0 rows" in answer.text


def row(n: int, *, plain: bool) -> RowLine:
    return RowLine(n, "", "", "", "", (), (), "", plain)


def test_three_rows_about_hands_are_one_and_two_are_not() -> None:
    for count in (FOLDED - 1, FOLDED, FOLDED + 1):
        rows = [row(n, plain=True) for n in range(count)]
        assert len(folded([*rows, row(9, plain=False)])) == (count if count < 3 else 1) + 1


def test_a_row_that_had_consequences_is_not_plain() -> None:
    hand = {"type": "hand-reported", "table": 1, "hand": 1}
    for more, groups in (({}, 1), ({"refused": "no-name"}, 3), ({"events": ({"type": "x"},)}, 3)):
        rows = tuple(desk.LogRow(n, NOW, "table 1", hand, **more) for n in (1, 2, 3))
        with shown(told(desk.AskLog, desk.LogPage(rows, 3))) as pages:
            page = pages.get("/log", "director").text
        assert page.count('<li class="panel">') == groups


def test_a_time_that_is_none_is_not_written() -> None:
    said = words("en")
    assert moment(0, said) == moment(1 << 70, said) == ""
    assert moment(1, said) != moment(NOW, said) != ""


def test_a_picture_of_a_newer_table_is_read_as_far_as_it_can_be() -> None:
    state = msgspec.to_builtins(e.flop())
    assert picture_of(None) is None
    assert picture_of(state) == e.flop()
    newer = picture_of(state | {"phase": "dreaming"})
    assert newer is None or newer.hand == e.flop().hand
