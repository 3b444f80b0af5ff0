"""A table's page does what the screen does, for whom it may, and is off without a password."""

import asyncio
import html
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from controller.admin.deck import health_lines
from controller.cli import app
from controller.contract.commands import Reply, SetLevel, SitDown
from controller.contract.errors import WrongOption
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.run.access.tokens import load_tokens
from controller.setup.checks.examined_machine import Ran, System
from controller.setup.dialogue import Talk
from controller.table_page.app import GETS, POSTS
from controller.table_page.caretaker import asks
from controller.table_page.caretaker.asks import (
    MAY,
    MOST_UPLOADED,
    Answer,
    AnyAsk,
    Call,
    Role,
    SignIn,
    Tell,
)
from controller.table_page.caretaker.caretaker import Caretaker, source_of, take_file
from controller.table_page.caretaker.sessions import Sessions
from controller.table_page.caretaker.standstill import NotNow, Say, Standstill
from controller.table_page.password import PASSWORD_FILE, hashed, is_known, is_right, mark_for
from controller.table_page.words import GROUPS, TITLES, known
from controller.toml.private_files import write_own
from display.orders import WORDS
from display.web.password_tries import TRIES
from display.words.names import words
from tests.controller.run.test_daemon import write_config
from tests.controller.table_page.conftest import PASSWORD, PIN, PageWorld, switched_on
from tests.mqtt import until
from tests.texts import plain

EACH: dict[type, AnyAsk] = {
    SignIn: SignIn("?"), asks.OpenFloor: asks.OpenFloor("?"), asks.SignOut: asks.SignOut(),
    asks.AskWho: asks.AskWho(), Tell: Tell("", "no-such-command"),
    asks.AskDevices: asks.AskDevices(), asks.AskDoctor: asks.AskDoctor(),
    asks.Begin: asks.Begin(asks.SetUp()), asks.AskJob: asks.AskJob(-1),
    asks.SayToJob: asks.SayToJob("yes"), asks.StartTable: asks.StartTable(),
    asks.AskCalibration: asks.AskCalibration(), asks.AskPicture: asks.AskPicture(),
    asks.AskBackup: asks.AskBackup(), asks.TakeBackup: asks.TakeBackup(1),
    asks.AskLog: asks.AskLog("table"), asks.AskAbout: asks.AskAbout(),
    asks.AskDecks: asks.AskDecks(), asks.AskShuffles: asks.AskShuffles(),
    asks.AskHand: asks.AskHand("x" * 32, "index.html"),
}  # fmt: skip

ANYBODY = {"SignIn", "OpenFloor", "SignOut", "AskWho", "AskHand"}
FLOORS = ANYBODY | {"Tell", "AskShuffles"}
"""What whoever is not signed in may ask for, and the floor: everything else wants the password."""

OPEN = {("GET", "/"), ("GET", "/stream"), ("GET", "/sign-in"), ("POST", "/sign-in"),
        ("POST", "/sign-out"), ("GET", "/metrics"), ("GET", "/overlay/{table}")}  # fmt: skip
FLOORS_PAGES = OPEN | {("GET", "/floor"), ("GET", "/shuffles"), ("POST", "/floor/{name}")}


def signed_in(caretaker: Caretaker) -> str:
    """Return the session of whoever gives the password."""
    answer = asyncio.run(caretaker.answer(Call(SignIn(PASSWORD))))
    return asks.decoded(answer, asks.Signed).session


def asked(caretaker: Caretaker, ask: AnyAsk, **about: str) -> str:
    """Return why something is refused, "" when it is done."""
    return asyncio.run(caretaker.answer(Call(ask, **about))).reason


def test_without_a_password_there_is_no_page(tmp_path: Path) -> None:
    config = write_config(tmp_path, 1)
    assert {asked(Caretaker(config), one) for one in EACH.values()} == {"off"}
    told = CliRunner().invoke(app, ["page", "run", "--config", str(config)])
    assert told.exit_code == 2
    assert "tapis page password" in told.output


def test_the_command_switches_it_on_and_off(tmp_path: Path) -> None:
    config = write_config(tmp_path, 1)
    words = ["page", "password", "--config", str(config)]
    assert CliRunner().invoke(app, words, input="short\nshort\n").exit_code == 2
    assert CliRunner().invoke(app, words, input=f"{PASSWORD}\n{PASSWORD}\n").exit_code == 0
    path = tmp_path / PASSWORD_FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert PASSWORD not in path.read_text()
    assert is_right(path.read_text().strip(), PASSWORD)
    tokens = load_tokens(tmp_path / "tokens")
    for name in ("page", "page-floor"):
        token = (tmp_path / f"{name}-token").read_text().split()[1]
        assert tokens.owner(token) == name
        assert tokens.is_local(name) is (name == "page-floor")
    # Another password leaves the table the tokens that it knows.
    kept = {name: (tmp_path / f"{name}-token").read_text() for name in ("page", "page-floor")}
    assert CliRunner().invoke(app, words, input=f"{PASSWORD}!\n{PASSWORD}!\n").exit_code == 0
    for name, token in kept.items():
        assert (tmp_path / f"{name}-token").read_text() == token
        assert (tmp_path / f"{name}-token").stat().st_mode & 0o777 == 0o600
    config.write_text(config.read_text().replace('tokens = "tokens"\n', ""))
    told = CliRunner().invoke(app, words, input=f"{PASSWORD}\n{PASSWORD}\n")
    assert (told.exit_code, 'expected tokens = "tokens"' in told.output) == (2, True)
    assert CliRunner().invoke(app, ["page", "off", "--config", str(config)]).exit_code == 0
    assert not path.exists()


def test_the_oldest_of_two_hundred_sessions_goes() -> None:
    sessions = Sessions()
    first, *rest = [sessions.begin(Role.CARE, 0.0) for _ in range(201)]
    assert sessions.role(first, 1.0) is None
    assert {sessions.role(one, 1.0) for one in rest} == {Role.CARE}


def test_a_password_is_long_enough_and_its_file_its_owners_alone(tmp_path: Path) -> None:
    for wrong in ("seven77", "x" * 201):
        with pytest.raises(WrongOption):
            hashed(wrong)
    caretaker = Caretaker(switched_on(tmp_path, 1))
    (tmp_path / PASSWORD_FILE).chmod(0o644)
    assert asked(caretaker, SignIn(PASSWORD)) == "error"


def test_what_is_uploaded_is_its_owners_alone_and_no_longer_than_announced(tmp_path: Path) -> None:
    async def taken(file: Path, *, ends: bool = False) -> bytes:
        reader = asyncio.StreamReader()
        reader.feed_data(b"1234" if ends else b"12345678")
        if ends:
            reader.feed_eof()
        await take_file(file, 5, reader)
        return await reader.read(3)

    file = tmp_path / "backup"
    assert asyncio.run(taken(file)) == b"678"
    assert file.read_bytes() == b"12345"
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ConnectionError):
        asyncio.run(taken(file, ends=True))


def test_no_log_but_the_tables_is_asked_for(tmp_path: Path) -> None:
    ran: list[str] = []

    def run(words: Sequence[str]) -> Ran:
        ran.append(" ".join(words))
        return Ran(0)

    caretaker = Caretaker(switched_on(tmp_path, 1), system=System(run=run))
    session = signed_in(caretaker)
    assert asked(caretaker, asks.AskLog("ssh"), session=session) == "no-such-log"
    assert ran == []
    assert asked(caretaker, asks.AskLog("table"), session=session) == ""
    (line,) = ran
    assert line.startswith("journalctl ")
    assert {"--lines=200", "--unit=tapis.service"} <= set(line.split())


def test_a_password_is_tried_ten_times_a_minute(tmp_path: Path) -> None:
    now = [0.0]
    caretaker = Caretaker(switched_on(tmp_path, 1), now=lambda: now[0])
    who = {"source": "192.0.2.1"}
    tried = [asked(caretaker, SignIn("guess"), **who) for _ in range(TRIES)]
    assert tried == ["wrong-password"] * TRIES
    assert asked(caretaker, SignIn(PASSWORD), **who) == "too-many"
    assert asked(caretaker, SignIn(PASSWORD), source="192.0.2.2") == ""
    now[0] = 61.0
    assert asked(caretaker, SignIn(PASSWORD), **who) == ""


def test_a_session_ends_after_twelve_hours(tmp_path: Path) -> None:
    now = [5.0]
    caretaker = Caretaker(switched_on(tmp_path, 1), now=lambda: now[0])
    session = signed_in(caretaker)
    now[0] += 12 * 3600 - 1
    assert asked(caretaker, asks.AskPicture(), session=session) == ""
    now[0] += 1
    assert asked(caretaker, asks.AskPicture(), session=session) == "sign-in"


def test_no_more_is_taken_in_than_a_backup_may_have(tmp_path: Path) -> None:
    caretaker = Caretaker(switched_on(tmp_path, 1))
    session = signed_in(caretaker)

    async def sent(size: int) -> Answer:
        reader = asyncio.StreamReader()
        reader.feed_eof()
        return await caretaker.answer(Call(asks.TakeBackup(size), session), reader)

    assert MOST_UPLOADED == 512 * 1024 * 1024
    assert asyncio.run(sent(MOST_UPLOADED + 1)).reason == "too-large"
    assert asyncio.run(sent(MOST_UPLOADED)).reason == "error"  # it breaks off


def test_another_password_signs_everybody_out_and_knows_no_browser(tmp_path: Path) -> None:
    caretaker = Caretaker(switched_on(tmp_path, 1))
    answer = asyncio.run(caretaker.answer(Call(SignIn(PASSWORD))))
    signed = asks.decoded(answer, asks.Signed)
    kept = (tmp_path / PASSWORD_FILE).read_text().strip()
    assert is_known(kept, signed.browser)
    write_own(tmp_path / PASSWORD_FILE, hashed("another long evening"), 0o600)
    answer = asyncio.run(
        caretaker.answer(Call(asks.AskWho(), signed.session, browser=signed.browser))
    )
    assert asks.decoded(answer, asks.Signed) == asks.Signed()


def test_a_browser_is_known_for_as_long_as_it_says_and_by_nobody_elses_word() -> None:
    mark = mark_for("kept", now=0.0)
    until_then, secret, proof = mark.split(".")
    assert is_known("kept", mark, now=1.0)
    assert not is_known("kept", mark, now=float(until_then))
    later = f"{int(until_then) + 1}.{secret}.{proof}"
    for other in ("", "..", later, mark[:-1], f"{mark}0"):
        assert not is_known("kept", other, now=1.0)
    assert not is_known("other", mark, now=1.0)
    assert not is_known("", mark_for("", now=0.0), now=1.0)


def test_what_somebody_may_not_is_asked_in_vain(page_world: PageWorld) -> None:
    """Of the caretaker itself, whatever the page in front of it does: each question, each role."""
    assert set(EACH) == set(MAY)
    assert all(Role.CARE in roles for roles in MAY.values())
    floor = page_world.browser().key_pin().cookie("page-session")
    for session, may, why in (("", ANYBODY, "sign-in"), (floor, FLOORS, "no-right")):
        refused = {
            kind.__name__: asked(page_world.caretaker, ask, session=session)
            for kind, ask in EACH.items() if kind.__name__ not in may
        }  # fmt: skip
        assert refused == dict.fromkeys(refused, why)
    # What they may is theirs: the table, and no right, says no to a command that there is not.
    said = asked(page_world.caretaker, EACH[Tell], session=floor)
    assert said not in ("", "sign-in", "no-right")


def test_pages_are_for_whom_they_say(page_world: PageWorld) -> None:
    nobody, floor = page_world.browser(), page_world.browser().key_pin()
    for path in GETS:
        if path.endswith("/stream") and path != "/setup/stream":
            continue  # it has no end
        if path.startswith("/hands/"):
            assert nobody.get(path).status_code == 404  # the secret is the right
            continue
        at = path.replace("{table}", "t1")
        there = nobody.get(at).url.path
        assert there == (at if ("GET", path) in OPEN else "/sign-in"), path
        seen = floor.get(at).status_code
        assert seen == (200 if ("GET", path) in FLOORS_PAGES else 403), path
    for path in POSTS:
        if ("POST", path) not in OPEN:
            assert nobody.post(path.replace("{name}", "pause")).status_code == 403, path
        if ("POST", path) not in FLOORS_PAGES:
            assert floor.post(path).status_code == 403, path


def test_signing_in_leads_back_and_to_no_other_site(page_world: PageWorld) -> None:
    browser = page_world.browser()
    assert browser.get("/devices").url.query == b"back=/devices"
    for back, there in (
        ("/backup", "/backup"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
    ):
        shown = browser.get(f"/sign-in?back={back}").text
        assert f'name="back" value="{there}"' in shown
        sent = browser.post_once("/sign-in", way="password", password=PASSWORD, back=back)
        assert (sent.status_code, sent.headers["location"]) == (303, there)
        kept = sent.headers.get_list("set-cookie")
        assert [one.partition("=")[0] for one in kept] == ["page-session", "page-browser"]
        for one in kept:
            assert "HttpOnly" in one
            assert "SameSite=strict" in one


def test_nothing_is_done_for_another_site(page_world: PageWorld) -> None:
    owner = page_world.browser().sign_in()
    for path in POSTS:
        for site in ("cross-site", "same-site", "none"):
            assert owner.post_from(site, path.replace("{name}", "pause")) == 403
    assert not page_world.daemon.runtime.table.paused


def test_the_password_commands_the_table_once_a_form(page_world: PageWorld) -> None:
    owner, table = page_world.browser().sign_in(), page_world.daemon.runtime
    form = {"seat": "1", "amount": "700", "once": "f" * 32}
    assert "done" in owner.post("/floor/rebuy", **form).text
    assert "done" in owner.post("/floor/rebuy", **form).text
    assert table.table.seats[1].stack == 5700
    told = owner.post("/floor/sit-down", seat="1", name="Eve", stack="5000")
    assert told.status_code == 409
    assert "That seat is already taken" in told.text
    assert 'value="Eve"' in told.text
    wrong = owner.post("/floor/set-level", small_blind="much", big_blind="100")
    assert "expected a whole number" in wrong.text
    assert owner.post("/floor/take-chips", seat="1").status_code == 404


def test_what_cannot_be_taken_back_is_asked_twice(page_world: PageWorld) -> None:
    owner, table = page_world.browser().sign_in(), page_world.daemon.runtime
    asks_again = owner.post("/floor/set-stack", seat="2", stack="4000", once="f" * 32).text
    assert "Continue?" in asks_again
    assert f'name="once" value="{"f" * 32}"' in asks_again
    assert table.table.seats[2].stack == 5000
    owner.post("/floor/set-stack", seat="2", stack="4000", sure="yes")
    assert table.table.seats[2].stack == 4000


def test_a_pin_is_the_floors_word_and_no_more(page_world: PageWorld) -> None:
    wrong = page_world.browser().post("/sign-in", way="pin", pin="0000")
    assert wrong.status_code == 403
    assert "Wrong PIN" in wrong.text
    floor = page_world.browser().key_pin()
    assert "done" in floor.post("/floor/pause", reason="meal").text
    until(lambda: page_world.site.state and page_world.site.state.paused)
    assert "Resume the table" in floor.get("/floor").text
    assert "done" in floor.post("/floor/resume").text
    assert "Devices" not in floor.get("/").text
    # The table knows one word of the page's: the last one's.
    other = page_world.browser().key_pin()
    assert "you have been signed out" in floor.post("/floor/pause").text
    other.post("/sign-out")
    assert other.post("/floor/pause").status_code == 403
    assert page_world.told("page-floor", "pause").reason == "locked"
    # When the table takes its word no more, the page does not either.
    third = page_world.browser().key_pin()
    assert page_world.told("page-floor", "lock").ok
    assert third.post("/floor/pause").status_code == 409
    assert third.get("/floor").url.path == "/sign-in"
    assert not page_world.daemon.runtime.table.paused


def test_nobody_opens_the_floor_or_shuts_it_by_a_command(page_world: PageWorld) -> None:
    owner = page_world.browser().sign_in().cookie("page-session")
    for name in ("unlock", "lock"):
        assert asked(page_world.caretaker, Tell("", name), session=owner) == "no-right"


def test_a_page_that_is_switched_off_shows_nothing(page_world: PageWorld) -> None:
    file = page_world.folder / PASSWORD_FILE
    kept = file.read_text()
    file.unlink()
    try:
        for path in ("/", "/sign-in", "/stream"):
            shown = page_world.browser().get(path)
            assert (shown.status_code, "This page is off" in shown.text) == (503, True)
            assert "Anne" not in shown.text
    finally:
        write_own(file, kept, 0o600)
    assert "Anne" in page_world.browser().get("/").text


def test_a_badge_opens_known_browsers_alone(page_world: PageWorld) -> None:
    page_world.told("page-floor", "lock")  # whatever a PIN has opened before
    stranger = page_world.browser()
    assert "has never signed in" in stranger.post("/sign-in", way="badge").text
    known_one = page_world.browser().sign_in()
    known_one.post("/sign-out")
    told = known_one.post("/sign-in", way="badge")
    assert told.status_code == 403
    assert "put the floor" in told.text  # the table was asked: no badge lies there
    who = {"source": "192.0.2.3", "browser": known_one.cookie("page-browser")}
    tried = [asked(page_world.caretaker, asks.OpenFloor(), **who) for _ in range(TRIES)]
    assert tried == ["locked"] * TRIES
    assert asked(page_world.caretaker, asks.OpenFloor(), **who) == "too-many"
    assert asked(page_world.caretaker, SignIn(PASSWORD), **who) == ""


def test_what_was_paused_stays_so_and_what_can_not_be_stopped_plays_on(
    page_world: PageWorld,
) -> None:
    said: list[str] = []

    def say(command: str, data: dict[str, Any]) -> Reply:
        said.append(command)
        return page_world.told("page", command, **data)

    def stopped(status: int, tell: Say = say) -> None:
        """Let the table stand still under a systemd that stops it with this status, or not."""
        said.clear()
        system = System(run=lambda words: Ran(status if "stop" in words else 0))
        source = source_of(page_world.caretaker.table)
        with Standstill(system, lambda: source, tell)(Talk(Console(quiet=True), -1)):
            pass

    table = page_world.daemon.runtime
    stopped(0)
    assert said == ["pause", "resume"]
    with pytest.raises(NotNow):
        stopped(1)
    assert said == ["pause", "resume"]
    until(lambda: not table.table.paused)
    with pytest.raises(NotNow, match="locked away"):
        stopped(0, lambda *_: Reply("", ok=False, reason="?", error="locked away"))
    assert page_world.told("page", "pause").ok
    stopped(0)
    assert said == []
    with pytest.raises(NotNow):
        stopped(1)
    assert said == []
    assert table.table.paused
    assert page_world.told("page", "resume").ok


def test_devices_and_doctor_say_what_their_commands_say(page_world: PageWorld) -> None:
    owner = page_world.browser().sign_in()
    shown = owner.get("/devices").text
    for plan in page_world.caretaker.table.plans():
        assert plan.name in shown
    told = owner.post("/doctor").text
    assert str(page_world.config) in told
    assert "floor decisions need a PIN" in told


def test_how_tags_are_read_stands_on_the_page_in_each_language(page_world: PageWorld) -> None:
    owner = page_world.browser().sign_in()
    table = page_world.caretaker.table
    said = {language: health_lines(table, words(language)) for language in ("en", "fr")}
    assert said["en"] == ("no card stayed on an antenna long enough to give a result",)
    for language in ("fr", "en"):
        owner.get(f"/language/{language}")
        shown = html.unescape(owner.get("/devices").text)
        assert f"<li>{said[language][0]}</li>" in shown


def test_shuffles_are_the_floors_and_only_of_hands_that_are_over(tmp_path: Path) -> None:
    """A hand that runs changes nothing of what is said; no card is ever in it."""
    caretaker = Caretaker(switched_on(tmp_path, 1))
    game = DealtGame(Setup(load_house("ppc"), 3, shoe=True, journal=True))

    def told() -> tuple[str, ...]:
        call = Call(asks.AskShuffles(), signed_in(caretaker), language="fr")
        return asks.decoded(asyncio.run(caretaker.answer(call)), tuple[str, ...])

    try:
        assert game.journal is not None
        (tmp_path / "table.toml").write_text(
            f'journal = "{game.journal.path}"\n{(tmp_path / "table.toml").read_text()}'
        )
        for seat in (1, 2, 3):
            game.dealer.command(SitDown(seat, f"P{seat}", 5000))
        game.dealer.command(SetLevel(50, 100))
        game.dealer.start_hand()
        game.dealer.deal()
        [nothing] = told()
        assert "aucune carte n'est sortie" in nothing
        for _ in range(2):
            game.dealer.act(game.look().turn, "fold")
        over = told()
        assert plain(over[0]).startswith("paquet 1 : ")
        game.dealer.start_hand()
        game.dealer.deal()
        assert told() == over
    finally:
        game.close()
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", " ".join(over))


def test_a_page_has_every_command_of_the_floor() -> None:
    seats_own = {"act", "key-board", "key-hand"}
    assert {name for name in WORDS if known(name)} == set(WORDS) - seats_own
    assert {name for names in GROUPS.values() for name in names} <= set(TITLES)


def test_no_secret_stands_in_what_is_logged() -> None:
    for ask in (SignIn(PASSWORD), asks.OpenFloor(PIN)):
        assert PASSWORD not in repr(ask)
        assert PIN not in repr(ask)


@pytest.mark.parametrize("path", ["/", "/sign-in", "/nothing"])
def test_every_answer_has_the_headers_of_the_rooms_pages(page_world: PageWorld, path: str) -> None:
    answer = page_world.browser().get(path)
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["cache-control"] == "no-store"
