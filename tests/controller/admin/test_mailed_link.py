"""A link by e-mail goes to the address that the player entered at the room, or nowhere."""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.admin.journals import given_hands
from controller.admin.journals.given_hands import read_given
from controller.admin.journals.taken_home import all_taken
from controller.cli import app
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.venue.store.database import Database
from controller.venue.store.persons.people import Person, keep_notices, new_person
from tests.controller.venue.notices.test_notifier import ADDRESS, Mails, smtp

__all__ = ["smtp"]
PAGE = "http://tapis-1.local:8080"
HAND = "hand ; deal\n{} folds ; {} folds ; {} folds ; push\n"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """Return the room's config, and the journal of a hand of Anne, Bruno and two called Chloe."""
    with (
        closing(Database(tmp_path / "club-venue.db")) as database,
        database.transaction() as connection,
    ):
        ids = [
            new_person(connection, 0, Person("", name), os.urandom).id
            for name in ("Anne", "Bruno", "Chloe", "Chloe")
        ]
        keep_notices(connection, ids[0], "mail", ADDRESS, "fr")
        for other in ids[2:]:
            keep_notices(connection, other, "mail", "chloe@example.org", "fr")
    seats = zip("1234", ("Anne", "Bruno", "Chloe", "Dora"), (*ids[:3], ""), strict=True)
    script = "".join(
        f"sit-down {seat} {name} 5000" + (f" player {player}\n" if player else "\n")
        for seat, name, player in seats
    )
    script += f"button 1\n{HAND.format(4, 1, 2)}"
    script += f"stand-up 3\nsit-down 3 Chloe 5000 player {ids[3]}\n{HAND.format(1, 2, 3)}"
    game = DealtGame(Setup(load_house("tda"), 4, journal=True))
    outcome = Runner(game).play(parse(script))
    assert not outcome.failures, outcome.failures
    assert game.journal is not None
    game.journal.path.chmod(0o600)
    yield room(tmp_path), game.journal.path
    game.close()


def room(folder: Path, notices: str = 'notices = "notices.toml"\n') -> Path:
    """Write a room's config, and return its path."""
    config = folder / "venue.toml"
    config.write_text(f'name = "club"\n{notices}')
    return config


def services(folder: Path, port: int) -> None:
    """Write the room's file of services."""
    (folder / "notices.toml").write_text(
        f'mail = "mailto://127.0.0.1:{port}?from=room@club.example&mode=insecure"\n'
    )


def give(evening: tuple[Path, Path], name: str, *more: str) -> tuple[int, str]:
    """Have a player's link sent; return the status and the output."""
    venue, journal = evening
    shown = CliRunner().invoke(
        app, ["journal", "give", str(journal), name, "--mail", str(venue), *more]
    )
    return shown.exit_code, shown.output.replace("\n", " ")


def test_the_player_gets_the_link_to_their_own_hands_and_nobody_sees_it(
    evening: tuple[Path, Path], smtp: tuple[Mails, int], tmp_path: Path
) -> None:
    (mails, port), journal = smtp, evening[1]
    services(tmp_path, port)
    status, output = give(evening, "Anne", "--page", PAGE)
    assert status == 0, output
    ((to, title, text),) = mails.had
    assert (to, title) == (ADDRESS, "Vos mains")
    link = re.search(rf"{PAGE}/hands/([\w-]+)/", text)
    assert link is not None
    assert "a…org" in output
    assert link[1] not in output
    assert ADDRESS not in output
    hands = read_given(journal, link[1], "hands.txt")
    assert hands is not None
    assert set(re.findall(r"Dealt to (\w+) \[", hands.decode())) == {"Anne"}
    assert [(one.hero, one.form) for one in all_taken(journal)] == [
        ("Anne", "link"), ("Anne", "mailed")]  # fmt: skip
    assert ADDRESS.encode() not in b"".join(
        path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file() and "venue" not in path.name
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Bruno", "Bruno has not entered an address"),
        ("Chloe", "more than one player had the name Chloe, so no link was created"),
        ("Dora", "Dora was not seated by the room"),
        ("Nobody", "Nobody was not seated by the room"),
    ],
)
def test_nobody_else_gets_one(
    evening: tuple[Path, Path], smtp: tuple[Mails, int], tmp_path: Path, name: str, why: str
) -> None:
    services(tmp_path, smtp[1])
    status, output = give(evening, name, "--page", PAGE)
    assert (status != 0, why in output) == (True, True)
    assert (smtp[0].had, given_hands.beside(evening[1]).exists()) == ([], False)


def test_it_is_off_unless_the_room_names_its_services(evening: tuple[Path, Path]) -> None:
    room(evening[0].parent, "")
    status, output = give(evening, "Anne", "--page", PAGE)
    assert (status != 0, "no notices file is set" in output) == (True, True)
    assert not given_hands.beside(evening[1]).exists()


def test_a_page_at_which_nobody_finds_it_is_not_sent(evening: tuple[Path, Path]) -> None:
    status, output = give(evening, "Anne")
    assert (status, "--page" in output) == (2, True)


def test_what_no_service_takes_is_not_given(
    evening: tuple[Path, Path], smtp: tuple[Mails, int], tmp_path: Path
) -> None:
    smtp[0].refuse = True
    services(tmp_path, smtp[1])
    status, output = give(evening, "Anne", "--page", PAGE)
    assert (status != 0, "no link was created" in output) == (True, True)
    assert list(given_hands.beside(evening[1]).iterdir()) == []
