"""`tapis journal export`: who gets which cards in which form, and what is noted of it."""

import csv
import json
import os
import random
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from zlib import crc32

import pytest
from pokerkit import HandHistory
from typer.testing import CliRunner

from controller.admin.backups.room_pictures import own_seat, seen_by
from controller.admin.journals.journal_export import known_zone, system_zone
from controller.admin.journals.taken_home import all_taken, beside, forget_taken, note_taken
from controller.cli import app
from controller.contract.commands import SetLevel, SitDown
from controller.contract.errors import WrongOption
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from tests.controller.play.test_phh_export import play_one

HANDS = 8


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of an evening; Anne leaves in its middle."""
    path = tmp_path_factory.mktemp("evening") / "3.db"
    chance, house = random.Random(6), load_house("fidpa")
    game = DealtGame(
        Setup(house, 4, denominations=(25, 100, 500, 1000), seed=6, journal=True, name="3")
    )
    game.dealer.command(SetLevel(50, 100))
    for seat, name in enumerate(("Anne", "Bruno", "Chloé", "Dora: the [first]"), 1):
        game.dealer.command(SitDown(seat, name, 10_000))
    for _ in range(HANDS):
        play_one(game, chance)
    assert game.journal is not None
    with (
        closing(sqlite3.connect(game.journal.path)) as played,
        closing(sqlite3.connect(path)) as kept,
    ):
        played.backup(kept)
    game.close()
    path.chmod(0o600)
    return path


def exported(journal: Path, *more: str) -> str:
    """Return what the command writes."""
    shown = CliRunner().invoke(app, ["journal", "export", str(journal), *more])
    assert shown.exit_code == 0, shown.output
    return shown.stdout


def test_phh_says_where_and_when(journal: Path) -> None:
    where = ["--venue", "Le Club", "--event", "Friday", "--zone", "Europe/Paris"]
    text = exported(journal, *where, "--currency", "EUR")
    hands = list(HandHistory.loads_all(text))
    assert len(hands) == HANDS
    first = hands[0]
    assert (first.venue, first.event, first.time_zone) == ("Le Club", "Friday", "Europe/Paris")
    assert (first.currency, first.currency_symbol, first.table) == ("EUR", "€", "3")
    assert None not in {first.year, first.month, first.day, first.time}
    ids = {hand.user_defined_fields["_id"] for hand in hands}
    assert len(ids) == HANDS
    for hand in hands:
        assert hand.winnings is not None
        assert hand.finishing_stacks is not None
        *_, last = hand
        assert list(last.stacks) == hand.finishing_stacks


def test_every_form_tells_every_hand(journal: Path) -> None:
    text = exported(journal, "--form", "pokerstars", "--event", "Friday night")
    assert text.count("PokerStars Hand #") == HANDS
    assert (
        f"Tournament #{crc32(b'Friday night')}, Freeroll  Hold'em No Limit - Level I (50/100)"
        in text
    )
    assert "Dora. the .first." in text
    ohh = exported(journal, "--form", "ohh").split("\n\n")[:-1]
    assert len({json.loads(one)["ohh"]["game_number"] for one in ohh}) == HANDS
    rows = list(csv.DictReader(exported(journal, "--form", "csv").splitlines()))
    assert {row["hand"] for row in rows} == {str(n) for n in range(1, HANDS + 1)}
    assert {row["player"] for row in rows} == {"", "Anne", "Bruno", "Chloé", "Dora: the [first]"}
    # Of each hand's chips none is lost: what goes in comes out.
    for n in range(1, HANDS + 1):
        told = [row for row in rows if row["hand"] == str(n)]
        put = sum(int(r["amount"] or 0) for r in told if r["action"] not in {"wins", "returned"})
        got = sum(int(r["amount"] or 0) for r in told if r["action"] in {"wins", "returned"})
        assert put == got > 0


@pytest.mark.parametrize("form", ["phh", "ohh", "pokerstars", "csv"])
def test_a_player_takes_their_own_cards_home(journal: Path, tmp_path: Path, form: str) -> None:
    anybody = exported(journal, "--form", form)
    out = tmp_path / "chloe"
    exported(journal, "--form", form, "--hero", "Chloé", "-o", str(out))
    own = out.read_text("utf-8")
    if form == "phh":
        assert own.count("?") == anybody.count("?") - 4 * HANDS
    else:
        assert len(own) > len(anybody)
    assert (out.stat().st_mode & 0o777) == 0o600
    everything = exported(journal, "--form", form, "--private")
    assert len(everything.replace("?", "")) > len(own.replace("?", ""))


def test_what_root_forgets_leaves_the_log_its_owner(tmp_path: Path) -> None:
    """The table's page, which runs as the table's user, notes in it that a link was opened."""
    journal = tmp_path / "3.db"
    note_taken(journal, "Anne", "link", 3)
    note_taken(journal, "Bruno", "link", 3)
    owner = 4711 if os.geteuid() == 0 else os.geteuid()
    os.chown(beside(journal), owner, -1)
    assert forget_taken(journal, 0, "Anne") == 1
    about = beside(journal).stat()
    assert (about.st_uid, stat.S_IMODE(about.st_mode)) == (owner, 0o600)
    assert [one.hero for one in all_taken(journal)] == ["Bruno"]


def test_what_was_taken_home_is_noted_and_forgotten(journal: Path) -> None:
    exported(journal, "--hero", "Bruno")
    exported(journal, "--hero", "Anne", "--form", "csv")
    *_, bruno, anne = all_taken(journal)
    assert (bruno.hero, bruno.form, bruno.hands) == ("Bruno", "phh", HANDS)
    assert (anne.hero, anne.form) == ("Anne", "csv")
    assert (beside(journal).stat().st_mode & 0o777) == 0o600
    with beside(journal).open("ab") as file:
        file.write(b"torn")
    assert all_taken(journal)[-1] == anne
    assert forget_taken(journal, anne.at) >= 1
    assert all_taken(journal) == [anne]
    told = CliRunner().invoke(app, ["journal", "forget", str(journal), "--before", "2000-01-01"])
    assert (told.exit_code, all_taken(journal)) == (0, [anne])
    note_taken(journal, "Dora", "ohh", 1)
    assert [one.hero for one in all_taken(journal)] == ["Anne", "Dora"]


def test_a_player_sees_their_own_cards_and_two_of_one_name_see_none() -> None:
    game = DealtGame(Setup(load_house("fidpa"), 3))
    game.dealer.command(SetLevel(50, 100))
    for seat, name in enumerate(("Anne", "Bruno", "Anne"), 1):
        game.dealer.command(SitDown(seat, name, 10_000))
    game.dealer.start_hand()
    game.dealer.deal()
    state, table = game.shown(), game.table
    assert seen_by("Anne", state, table) == state
    seen = seen_by("Bruno", state, table)
    assert [view.shown for view in seen.seats] == [(), table.hand.holes[2], ()]
    assert [own_seat(name, state) for name in ("Anne", "Bruno", "Chloe")] == [0, 2, 0]


def test_pages_need_no_script(journal: Path, tmp_path: Path) -> None:
    exported(journal, "--hero", "Anne", "--pages", str(tmp_path / "anne"))
    pages = sorted((tmp_path / "anne").glob("3-*.html"))
    assert len(pages) == HANDS
    assert (tmp_path / "anne").stat().st_mode & 0o777 == 0o700
    text = pages[0].read_text("utf-8")
    assert "<nav hidden>" in text
    assert "hidden" not in text.split("<figure>", 1)[1].split("</figure>", 1)[0]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--form", "xml"], "choose a format: --form phh, ohh, pokerstars, csv"),
        (["--hero", "Anne", "--private"], "--private or --hero, not both"),
        (["--hero", "Emil"], "Emil has not played any hands here"),
        (["--pages", "x"], "name the player with --hero"),
        (["--zone", "Nowhere/Land"], "Nowhere/Land is not a time zone"),
        (["--zone", "../etc"], "is not a time zone"),
        (["--since", "friday"], "is not a date"),
    ],
)
def test_what_can_not_be_is_said(journal: Path, more: list[str], message: str) -> None:
    shown = CliRunner().invoke(app, ["journal", "export", str(journal), *more])
    assert shown.exit_code == 2
    assert message in shown.output


def test_only_hands_from_a_day_on(journal: Path) -> None:
    assert exported(journal, "--since", "2000-01-01").count("[") > HANDS
    assert exported(journal, "--since", "2999-01-01") == ""


def test_a_journal_that_others_may_read_gives_no_cards(journal: Path) -> None:
    journal.chmod(0o644)
    try:
        shown = CliRunner().invoke(app, ["journal", "export", str(journal), "--hero", "Anne"])
    finally:
        journal.chmod(0o600)
    assert (shown.exit_code, "chmod 600" in shown.output) == (2, True)


def test_the_zone_of_a_machine_is_where_its_clock_leads(tmp_path: Path) -> None:
    zone = tmp_path / "zoneinfo" / "Europe" / "Paris"
    zone.parent.mkdir(parents=True)
    zone.touch()
    link = tmp_path / "localtime"
    link.symlink_to(zone)
    assert system_zone(link) == "Europe/Paris"
    assert system_zone(tmp_path / "none") == "UTC"
    assert known_zone("Europe/Paris") == "Europe/Paris"
    with pytest.raises(WrongOption):
        known_zone("x")
