"""A link of a player's own: only its secret leads to their hands, and they go with the cards."""

import json
import re
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.admin.journals import given_hands
from controller.admin.journals.given_hands import forget_given, give_hands, read_given, take_back
from controller.admin.journals.taken_home import all_taken
from controller.cli import app
from controller.journal import JournalError
from controller.play.records.hand_record import NOWHERE
from display.words.names import words
from tests.controller.admin.test_journal_export import journal

__all__ = ["journal"]
EN = words("en")


@pytest.fixture
def secret(journal: Path) -> str:
    take_back(journal, "Anne")
    return give_hands(journal, "Anne", 0, NOWHERE, EN)


def test_the_secret_leads_to_pages_and_the_text(journal: Path, secret: str) -> None:
    index = read_given(journal, secret, "index.html")
    assert index is not None
    assert b"hands.txt" in index
    text = read_given(journal, secret, "hands.txt")
    assert text is not None
    assert b"PokerStars" in text or b"Hand #" in text
    page = read_given(journal, secret, "3-00001.html")
    assert page is not None
    assert page.count(b"<figure>") > 5
    assert len(page) < 2_000_000, "a page fits into an answer of the caretaker"


def test_the_pages_show_the_players_own_cards(journal: Path, secret: str) -> None:
    """Both of them, in the picture in which the deal is over."""
    text, page = (read_given(journal, secret, name) for name in ("hands.txt", "3-00001.html"))
    assert text is not None
    assert page is not None
    own = re.findall(r"Dealt to Anne \[(..) (..)\]", text.decode())[0]
    pictures = re.findall(r"<svg.*?</svg>", page.decode(), re.DOTALL)
    first = next(one for one in pictures if "Preflop" in one)
    faces = re.findall(r'<text class="suit-(\w)"[^>]*>(\w+)</text>', first)
    assert {(card[1], card[0].replace("T", "10")) for card in own} == set(faces)


def test_the_list_has_their_cards_and_what_they_won(journal: Path, secret: str) -> None:
    files = ("index.html", "hands.txt", "room.css", "inter.woff2")
    index, text, style, font = (read_given(journal, secret, name) or b"" for name in files)
    own = re.findall(r"Dealt to Anne \[(.)(.) (.)(.)\]", text.decode())
    suits = dict(zip("shdc", "♠♥♦♣", strict=True))
    listed = re.findall(r"<li>.*?</a> · (\S+) (\S+?)(?: · \+[\d,]+)?</li>", index.decode())
    assert [tuple(one.rstrip("\ufe0e") for one in cards) for cards in listed] == [
        (a.replace("T", "10") + suits[b], c.replace("T", "10") + suits[d]) for a, b, c, d in own
    ]
    won = re.findall(r"Anne collected (\d+) from pot", text.decode())
    said = re.findall(r" · \+([\d,]+)</li>", index.decode())
    assert said == [f"{int(one):,}" for one in won]
    assert said
    assert b'url("inter.woff2")' in style
    assert font.startswith(b"wOF2")


def test_a_hand_begins_when_all_cards_are_dealt(journal: Path, secret: str) -> None:
    page = read_given(journal, secret, "3-00001.html")
    assert page is not None
    first = page.decode().split("<figcaption>")[1]
    assert "Preflop" in first
    assert "Deal a card" not in page.decode()


def test_nothing_else_leads_there(journal: Path, secret: str) -> None:
    for other in ("", secret[:-1], secret.upper(), "../" + secret, "a" * 32):
        assert read_given(journal, other, "index.html") is None
    for name in ("about.json", "../index.html", "index.html/", ".", "3-00099.html"):
        assert read_given(journal, secret, name) is None
    lies = [path.name for path in given_hands.beside(journal).rglob("*")]
    assert not any(secret in name for name in lies), "its hash lies there, not the secret"


def test_the_files_are_their_owners_alone(journal: Path, secret: str) -> None:
    top = given_hands.beside(journal)
    assert stat.S_IMODE(top.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(one.stat().st_mode) == 0o700 for one in top.iterdir())


def test_it_is_noted_when_they_are_given_and_when_they_are_opened(
    journal: Path, secret: str
) -> None:
    read_given(journal, secret, "index.html")
    read_given(journal, secret, "hands.txt")
    assert [one.form for one in all_taken(journal)[-2:]] == ["link", "opened"]
    assert {one.hero for one in all_taken(journal)[-2:]} == {"Anne"}


def test_others_cards_are_in_them_only_where_they_were_shown(journal: Path, secret: str) -> None:
    folder = next(given_hands.beside(journal).iterdir())
    text = (folder / "hands.txt").read_text("utf-8")
    dealt = [line for line in text.splitlines() if line.startswith("Dealt to")]
    assert dealt
    assert all(line.startswith("Dealt to Anne") for line in dealt)


def test_they_go_with_the_cards_and_when_they_are_taken_back(journal: Path, secret: str) -> None:
    about = next(given_hands.beside(journal).iterdir()) / "about.json"
    at = json.loads(about.read_text())["at"]
    assert forget_given(journal, at) == 0
    assert read_given(journal, secret, "index.html") is not None
    assert forget_given(journal, at + 1) == 1
    assert read_given(journal, secret, "index.html") is None
    again = give_hands(journal, "Anne", 0, NOWHERE, EN)
    assert take_back(journal, "Bruno") == 0
    assert take_back(journal, "Anne") == 1
    assert read_given(journal, again, "index.html") is None


def test_a_forgotten_player_leaves_no_page_and_no_note(journal: Path, secret: str) -> None:
    other = give_hands(journal, "Bruno", 0, NOWHERE, EN)
    shown = CliRunner().invoke(app, ["journal", "forget", str(journal), "--player", "Anne"])
    assert (shown.exit_code, "1 link is no longer valid" in shown.output) == (0, True)
    assert read_given(journal, secret, "index.html") is None
    assert read_given(journal, other, "index.html") is not None
    assert {one.hero for one in all_taken(journal)} == {"Bruno"}
    text = (read_given(journal, other, "hands.txt") or b"").decode()
    assert "Dealt to Bruno" in text, "cards are forgotten by their day, not by a name"
    take_back(journal, "Bruno")


def test_who_has_played_no_hand_gets_no_link(journal: Path) -> None:
    with pytest.raises(JournalError, match="Zoe"):
        give_hands(journal, "Zoe", 0, NOWHERE, EN)


def test_the_command_says_the_link_and_draws_it(journal: Path, tmp_path: Path) -> None:
    picture = tmp_path / "anne.svg"
    asked = ["journal", "give", str(journal), "Anne", "--page", "http://t/", "--qr", str(picture)]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    link = told.stdout.split()[-1]
    assert link.startswith("http://t/hands/")
    assert read_given(journal, link.rstrip("/").split("/")[-1], "index.html") is not None
    assert "<svg" in picture.read_text()
    back = CliRunner().invoke(app, ["journal", "give", str(journal), "Anne", "--back"])
    assert back.exit_code == 0
    assert read_given(journal, link.rstrip("/").split("/")[-1], "index.html") is None
