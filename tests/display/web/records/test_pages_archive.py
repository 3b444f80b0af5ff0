"""The archive's pages: which hands and which picture are shown, and what stands beside them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.venue.views import PlaceLine, PlacesView, SeatLine, SeatsView
from display.web.live.room import Evening as RoomEvening
from display.web.live.room import RoomSeen
from display.web.records.archive import kept, write
from display.web.records.pages_archive import shown_names
from tests.display.web.in_process import Shown, shown
from tests.rig.pictures import example_tables as e
from tests.streams.evenings import NOW, Evening, playing


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Shown]:
    """Return the pages of an archive: 201 hands at table 2, two hands at table 10."""
    hands = [kept("10", n, NOW, (e.dealing(), e.flop(), e.showdown())) for n in (4, 5)]
    hands += [kept("2", n, NOW, (replace(e.flop(), hand=n),)) for n in range(1, 202)]
    write(iter(hands), tmp_path)
    with shown(Evening(playing().views, {}, playing().answers), tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("asked", "hands", "ways"),
    [
        ("", (1, 100), [100]), ("&from=0", (1, 100), [100]), ("&from=1", (2, 101), [0, 101]),
        ("&from=100", (101, 200), [0, 200]), ("&from=101", (102, 201), [1]),
        ("&from=200", (201, 201), [100]), ("&from=99999999999", None, None),
        ("&from=x", (1, 100), [100]), ("&from=123456789x", (1, 100), [100]),
        ("&from=%D9%A2", (1, 100), [100]), ("&from=999999999999", (1, 100), [100]),
        ("&from=" + "9" * 5000, (1, 100), [100]),
    ],
)  # fmt: skip
def test_a_hundred_hands_are_on_a_page(
    pages: Shown, asked: str, hands: tuple[int, int] | None, ways: list[int] | None
) -> None:
    answer = pages.get(f"/archive?table=2{asked}", "director")
    assert answer.status_code == 200
    listed = [int(n) for n in re.findall(r'href="/archive/2/(\d+)"', answer.text)]
    assert listed == (list(range(hands[0], hands[1] + 1)) if hands is not None else [])
    found = re.findall(r'href="/archive\?table=2&amp;from=(\d+)"', answer.text)
    assert [int(n) for n in found] == (ways or [])


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ("", 1), ("?at=1", 1), ("?at=2", 2), ("?at=3", 3), ("?at=4", 3), ("?at=0", 1),
        ("?at=x", 1), ("?at=123456789x", 1), ("?at=%C2%B2", 1),
    ],
)  # fmt: skip
def test_a_picture_is_shown_that_there_is(pages: Shown, asked: str, at: int) -> None:
    answer = pages.get(f"/archive/10/5{asked}", "director")
    assert answer.status_code == 200
    assert f"<strong>{at} / 3</strong>" in answer.text
    drawn = answer.text.partition('class="felt-wide"')[2].partition('class="felt-tall"')[0]
    assert drawn.count('class="slot') == {1: 5, 2: 2, 3: 0}[at]


@pytest.mark.parametrize(
    ("hand", "others"), [("2/1", [2]), ("2/2", [1, 3]), ("2/201", [200]), ("10/4", [5])]
)
def test_hands_lead_to_those_beside_them_at_their_table(
    pages: Shown, hand: str, others: list[int]
) -> None:
    page = pages.get(f"/archive/{hand}", "director").text
    table = hand.partition("/")[0]
    assert [int(n) for n in re.findall(rf'href="/archive/{table}/(\d+)"', page)] == others


@pytest.mark.parametrize("path", ["/archive/2/202", "/archive/3/1", "/archive/10/1"])
def test_a_hand_that_is_not_there_is_none(pages: Shown, path: str) -> None:
    assert pages.get(path, "director").status_code == 404


def test_a_hand_whose_pictures_are_gone_is_none_and_the_first_table_is_listed(
    pages: Shown, tmp_path: Path
) -> None:
    (tmp_path / "10-00005.json").unlink()
    assert pages.get("/archive/10/5", "director").status_code == 404
    listed = pages.get("/archive", "director").text
    assert 'href="/archive/2/1"' in listed
    assert 'href="/archive/10/' not in listed


def test_a_player_is_called_as_the_room_calls_them_now() -> None:
    seats = SeatsView("t1", (SeatLine("p_1", "Anne", "seated"),))
    places = PlacesView("t1", (PlaceLine("p_1", "Anna", 2, 2), PlaceLine("p_2", "Bo", 3, 3)))
    for evening, names in (
        (RoomEvening(), {}),
        (RoomEvening(seats=seats), {"p_1": "Anne"}),
        (RoomEvening(places=places), {"p_1": "Anna", "p_2": "Bo"}),
        (RoomEvening(seats=seats, places=places), {"p_1": "Anne", "p_2": "Bo"}),
    ):
        assert shown_names(RoomSeen(evenings={"t1": evening})) == names
