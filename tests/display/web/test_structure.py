"""A structure is written in the browser, worked out, saved, loaded, and played."""

import re
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue import desk
from controller.contract.venue.floor.sheets import Sheet, faults
from controller.venue.core.refusals import SENTENCES, No
from controller.venue.core.room_time import RoomTime
from controller.venue.core.staff import actions
from controller.venue.core.staff.book import sheet_of, tournament_named, tournaments
from controller.venue.core.take_input import Core
from controller.venue.store.database import Database
from controller.venue.tournament_files import load_tournament
from display.web.evening.pages_structure import LARGEST
from display.web.evening.projected_end import ends, times
from display.web.evening.structure_text import (
    BadSheet,
    chips_text,
    from_toml,
    levels_text,
    read,
    title_of,
    toml,
)
from display.web.evening.tdt_import import (
    from_tournament_director,
    is_tournament_director,
)
from display.words.venue.evening import REFUSALS
from tests.display.web.world import World

OWN = Sheet(((25, 50, 15), (50, 100, 15), (0, 0, 10), (100, 200, 0)), ((8, 25), (8, 100)), 500)
FORM = {
    "file": "redcactus", "title": "Our night", "levels": "25/50 15\n50/100 15\nbreak 10\n100/200",
    "chips": "8x25 8x100", "rebuy": "500", "players": "30",
}  # fmt: skip


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Return a structure that can be played."""
    big, levels = 2, []
    for _ in range(draw(st.integers(1, 12))):
        big = draw(st.integers(big, big * 3))
        levels.append((draw(st.integers(1, big)), big, draw(st.integers(1, 90))))
        if draw(st.booleans()):
            levels.append((0, 0, draw(st.integers(1, 30))))
    levels.append((big, big * 2, 0))
    values = draw(st.lists(st.integers(1, 5000), min_size=1, max_size=5, unique=True))
    chips = tuple((draw(st.integers(1, 20)), value) for value in values)
    return Sheet(tuple(levels), chips, draw(st.integers(0, 9000)))


@given(sheets())
def test_a_structure_is_the_same_behind_its_texts_and_its_file(sheet: Sheet) -> None:
    assert faults(sheet) == ""
    assert read(levels_text(sheet), chips_text(sheet), sheet.rebuy) == sheet
    assert from_toml(toml(sheet, "own", "redcactus")) == sheet


@given(title=st.text(max_size=80))
def test_a_saved_structure_keeps_what_it_is_called(title: str) -> None:
    kept = "".join(filter(str.isprintable, title))
    assert title_of(toml(OWN, "own", "redcactus", title)) == (kept or "own")


def test_a_saved_file_is_a_tournament_that_can_be_installed(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(toml(OWN, "own", "redcactus"), "utf-8")
    found = load_tournament(str(file))
    assert sheet_of(found) == OWN
    assert found.house == "redcactus"


def test_every_template_can_be_written_and_every_house_file_read() -> None:
    for one in tournaments().tournaments:
        assert one.sheet is None or faults(one.sheet) == ""
    house = Path("controller/houses/redcactus.toml").read_text("utf-8")
    assert from_toml(house) == sheet_of(tournament_named("redcactus"))


def test_when_it_ends_is_where_all_chips_are_twenty_big_blinds() -> None:
    assert [one.begins for one in times(OWN)] == [0, 15, 30, 40]
    chips = OWN.stack + OWN.rebuy
    assert chips == 1500
    ended = ends(OWN, 2)  # 3,000 chips: 30 big blinds of 100, 15 of 200
    assert ended is not None
    assert (ended.number, ended.begins) == (3, 40)
    even = replace(OWN, rebuy=1000)  # 2,000 chips for each player
    for players, level in ((1, 2), (2, 3)):  # exactly 20 big blinds of 100, and of 200
        ended = ends(even, players)
        assert ended is not None
        assert ended.number == level
    assert ends(even, 0) is None
    assert ends(OWN, 30) is None


WRONG = {
    "": "no-levels", "break 10\n50/100 5": "no-levels", "high": "no-levels",
    "100/50 10\n100/200": "blinds-cannot-be", "50/100 10\n20/40": "blinds-fall",
    "50/100\n100/200": "minutes-cannot-be", "50/100 10\nbreak 5": "minutes-cannot-be",
}  # fmt: skip


@pytest.mark.parametrize(("levels", "why"), WRONG.items())
def test_what_cant_be_played_is_named(levels: str, why: str) -> None:
    with pytest.raises(BadSheet, match=why):
        read(levels, "8x25")
    assert why in SENTENCES
    assert why in REFUSALS


def test_the_room_plays_it(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "venue.db"))
    core = Core(database, RoomTime(0, 0))
    with core.turn() as turn:
        actions.act(turn, desk.OpenTournament("redcactus", sheet=OWN), "x", "")
    assert core.evening is not None
    assert core.evening.rules.start.starting_stack.value == OWN.stack
    assert [one.big_blind for one in core.room.levels] == [50, 100, 0, 200]
    core = Core(database, RoomTime(0, 0))  # it is taken up again as it was opened
    assert core.evening is not None
    assert sheet_of(core.evening.rules) == OWN
    with core.turn() as turn, pytest.raises(No, match="small blind"):
        actions.act(turn, desk.OpenTournament("redcactus", sheet=Sheet(((2, 1, 0),), OWN.chips)),
                    "x", "")  # fmt: skip
    with core.turn() as turn, pytest.raises(No, match="cash"):
        actions.act(turn, desk.OpenTournament("ramponneau", sheet=OWN), "x", "")
    database.close()


TDT = """{ V: "3.7.2", T: new Tournament({UUID: "1", Title: "League \\"A\\"", Notes:
"new GameRound({Minutes: 1, SmallBlind: 1, BigBlind: 2", Levels: new GameLevels({Levels: [
new GameRound({Minutes: 15, SmallBlind: 25, BigBlind: 50, Ante: 0, GameType: 2}),
new GameRound({Minutes: 15, SmallBlind: 50, BigBlind: 100, Ante: 100, GameType: 2}),
new GameBreak({Minutes: 10, ChipUp: true}),
new GameRound({Minutes: 20, SmallBlind: 100, BigBlind: 200, Ante: 200, Notes: "late"}),
new GameBreak({Minutes: 5, ChipUp: false})]}), Chips: new GameChips({Chips: [
new GameChip({ChipID: "1", Label: "Blue", Color: "blue", Value: 25, Use: true, PerPlayer: 8}),
new GameChip({ChipID: "2", Label: "", Color: "red", Value: 5, Use: false, PerPlayer: 9}),
new GameChip({ChipID: "3", Label: "", Color: "black", Value: 1000, Use: true, PerPlayer: 0}),
new GameChip({ChipID: "4", Label: "", Color: "", Value: 100, Use: true, PerPlayer: 8})]})})}"""


def test_a_file_of_the_tournament_director_gives_levels_breaks_chips_and_title() -> None:
    """What stands in its notes is no level; a break at the end and unused chips are left out."""
    assert is_tournament_director(TDT)
    sheet, title = from_tournament_director(TDT)
    assert sheet.levels == ((25, 50, 15), (50, 100, 15), (0, 0, 10), (100, 200, 20))
    assert sheet.chips == ((8, 25), (8, 100))
    assert title == 'League "A"'


@pytest.mark.parametrize("cut", [60, 300, 500])
def test_a_file_of_the_tournament_director_without_levels_or_chips_is_refused(cut: int) -> None:
    with pytest.raises(BadSheet):
        from_tournament_director(TDT[:cut])
    assert not is_tournament_director(toml(OWN, "own", "redcactus"))


def test_a_file_of_the_tournament_director_is_loaded_in_the_browser(world: World) -> None:
    def load(content: str) -> httpx.Response:
        return world._client.post(
            world.url + "/structure", data={"file": "redcactus", "load": "yes", "players": "30"},
            files={"toml": ("league.tdt", content)},
            headers={
                "Origin": world.url, "Cookie": "session=session-of-director",
                "Accept-Language": "en",
            },
        )  # fmt: skip

    loaded = load(TDT + " " * 200_000)
    assert "25/50 15\n50/100 15\nbreak 10\n100/200 20</textarea>" in loaded.text
    assert 'value="8x25 8x100"' in loaded.text
    assert load(TDT.ljust(LARGEST)).status_code == 200
    assert load(TDT.ljust(LARGEST + 1)).status_code == 409
    assert load(TDT + " " * 2 * LARGEST).status_code == 413


def test_it_is_worked_out_saved_loaded_and_opened_in_the_browser(world: World) -> None:
    english = {"Accept-Language": "en"}
    page = world.post("/structure", FORM | {"look": "yes", "players": "2"}, "director", **english)
    assert "2 players: play should end after about 0:40, in level 3." in page.text
    high = FORM | {"levels": "high", "open": "yes"}
    wrong = world.post("/structure", high, "director", **english)
    assert wrong.status_code == 409
    assert "A structure must begin with a level" in wrong.text
    assert ">high</textarea>" in wrong.text
    saved = world.post("/structure", FORM | {"save": "yes"}, "director")
    assert saved.headers["content-disposition"] == 'attachment; filename="our-night.toml"'
    assert from_toml(saved.text) == OWN
    loaded = world._client.post(
        world.url + "/structure", data={"file": "redcactus", "load": "yes", "players": "30"},
        files={"toml": ("own.toml", saved.text)},
        headers={"Origin": world.url, "Cookie": "session=session-of-director"},
    )  # fmt: skip
    assert "25/50 15\n50/100 15\nbreak 10\n100/200</textarea>" in loaded.text
    before = len(world.clerk.done(desk.OpenTournament))
    opened = world.post("/structure", FORM | {"open": "yes"}, "director")
    assert opened.headers["location"] == "/evening"
    assert world.clerk.done(desk.OpenTournament)[before:] == [
        desk.OpenTournament("redcactus", "Our night", sheet=OWN)
    ]
    assert world.post("/structure", FORM | {"open": "yes"}, "floor").status_code == 403
    assert re.search("Structure", world.get("/structure", "director", **english).text)
