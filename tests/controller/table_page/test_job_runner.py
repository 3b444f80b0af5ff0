"""Enrolment, calibration, backup and restore from a browser, while the table stands still."""

import asyncio
import io
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from controller.contract.commands import Reply
from controller.contract.scans import BadgeTag, CardTag
from controller.setup.checks.examined_machine import System
from controller.setup.dialogue import Talk
from controller.setup.tags.enrolment_rules import missing, open_or_new
from controller.table_page.caretaker.asks import MOST_UPLOADED, Call, JobView, SignIn, decoded
from controller.table_page.caretaker.caretaker import source_of
from controller.table_page.caretaker.standstill import NotNow, Standstill
from controller.table_page.pages_work import UPLOAD
from controller.table_page.words import hand_runs
from tests.controller.table_page.conftest import PASSWORD, Browser, PageWorld
from tests.mqtt import until
from tests.texts import plain


@pytest.fixture
def world(tmp_path: Path) -> Iterator[PageWorld]:
    """Return a page of its own: the table stops and starts."""
    with PageWorld(tmp_path) as made:
        yield made


@pytest.fixture
def owner(world: PageWorld) -> Browser:
    """Return the caretaker of the table."""
    return world.browser().sign_in()


def job(world: PageWorld) -> JobView:
    """Return how far the job is."""
    return world.caretaker.work.view


def ended(world: PageWorld) -> JobView:
    """Return how a job ended."""
    until(lambda: job(world).ended)
    return job(world)


def registry(world: PageWorld) -> dict[str, object]:
    """Return what is enrolled."""
    return dict(open_or_new(Path(world.caretaker.table.cards.registry)).items())


def test_a_deck_is_enrolled_from_a_browser_and_the_table_plays_on(
    world: PageWorld, owner: Browser
) -> None:
    seat = {"seat": "1", "amount": "300"}
    owner.post("/floor/rebuy", **seat)
    shown = owner.post("/setup", job="deck", deck="1", antenna="board.1").text
    assert "Enrol a deck" in shown
    until(lambda: job(world).keys)
    for nth in range(2):
        world.hands.lay(f"E004010{nth}", on="board")
        until(lambda nth=nth: job(world).done == nth + 1)  # type: ignore[misc]
        world.hands.take(f"E004010{nth}")
    owner.post("/setup/say", key="s")
    until(lambda: any(" skipped." in line for line in job(world).lines))
    assert (job(world).total, job(world).counting) == (52, "deck 1")
    assert "1/52" not in owner.get("/setup").text
    assert "2/52" in owner.get("/setup").text
    owner.post("/setup/say", key="q")
    view = ended(world)
    assert view.problem.startswith("Stopped.")
    assert world.asked_systemd == [
        f"systemctl --no-ask-password {verb} tapis.service" for verb in ("stop", "start")
    ]
    assert len(missing(open_or_new(Path(world.caretaker.table.cards.registry)), 1)) == 50
    assert registry(world)["E0040100"] == CardTag("As", 1)
    # It goes on where it was, and hands may begin again.
    assert world.daemon.runtime.table.seats[1].stack == 5300
    until(lambda: not world.daemon.runtime.table.paused)


def test_it_never_stops_in_the_middle_of_a_hand(world: PageWorld, owner: Browser) -> None:
    owner.post("/floor/start-hand")
    until(lambda: world.site.state is not None and hand_runs(world.site.state))
    owner.post("/setup", job="deck", deck="1", antenna="board.1")
    view = ended(world)
    assert (view.well, "A hand is in progress" in view.problem) == (False, True)
    assert not world.daemon.runtime.table.paused
    # Paused already: what runs is played to its end all the same.
    owner.post("/floor/pause")
    owner.post("/setup", job="deck", deck="1", antenna="board.1")
    assert "A hand is in progress" in ended(world).problem
    assert world.daemon.runtime.table.paused
    assert world.asked_systemd == []


def test_a_hand_that_begins_before_the_pause_is_played(world: PageWorld, owner: Browser) -> None:
    def say(command: str, data: dict[str, Any]) -> Reply:
        if command == "pause":
            owner.post("/floor/start-hand")
        return world.told("page", command, **data)

    still = Standstill(System(run=world.systemd), lambda: source_of(world.caretaker.table), say)
    with pytest.raises(NotNow), still(Talk(Console(quiet=True), -1)):
        pass
    assert world.asked_systemd == []
    until(lambda: not world.daemon.runtime.table.paused)


def test_a_table_that_somebody_started_by_hand_is_theirs_to_stop(
    world: PageWorld, owner: Browser
) -> None:
    hidden, world.serves = world.serves, False
    owner.post("/setup", job="badge", name="Anne", antenna="board.1")
    view = ended(world)
    world.serves = hidden
    assert "Stop the table first" in view.problem
    assert world.asked_systemd == []


def test_antennas_are_measured_and_drawn(world: PageWorld, owner: Browser) -> None:
    assert owner.get("/setup/antennas.png").status_code == 404
    world.hands.lay("E0040101", on="board")
    owner.post("/setup", job="calibrate", as_it_lies="on", seconds="1")
    view = ended(world)
    assert view.well, view
    shown = owner.get("/setup").text
    assert "Latest measurement" in shown
    assert "antennas.png" in owner.get("/devices").text
    assert owner.get("/setup/antennas.png").content.startswith(b"\x89PNG")


def test_the_set_up_asks_in_the_language_of_the_page(world: PageWorld, owner: Browser) -> None:
    before = world.config.read_text()
    owner.get("/language/fr")
    owner.post("/setup", job="setup")
    until(lambda: job(world).question)
    assert (plain(job(world).question), job(world).default) == (
        "Comment s'appelle la table ?",
        "t1",
    )
    owner.post("/setup/say", text="7")
    until(lambda: job(world).default == "home")
    owner.post("/setup/say", word="quit")
    assert ended(world).problem.startswith("Arrêté.")
    assert world.config.read_text() == before


def test_a_question_is_answered_and_another_one_waits(world: PageWorld, owner: Browser) -> None:
    owner.post("/setup", job="calibrate", antenna="board.1", seconds="1")
    until(lambda: job(world).question)
    assert "on board.1" in owner.get("/setup").text
    assert "is running" in owner.post("/setup", job="setup").text
    assert "is running" in owner.get("/devices").text
    assert "is running" in owner.post("/setup/start").text
    assert "is running" in owner.send(UPLOAD, "b.tar.gz", b"nothing").text
    owner.post("/setup/say", text="what?")
    until(lambda: any("Press Enter, or s, b or q." in line for line in job(world).lines))
    until(lambda: job(world).question)
    owner.post("/setup/say", text="")
    assert ended(world).well


def test_what_is_no_job_is_told(world: PageWorld, owner: Browser) -> None:
    for form in ({"job": "deck", "deck": "9"}, {"job": "nothing"}, {}, {"job": "badge"}):
        assert "Something is missing" in owner.post("/setup", **form).text
    told = owner.post("/setup", job="replace", card="Zz").text
    assert "is neither a card" in told
    assert owner.post("/setup/say", key="x").status_code == 400
    assert world.asked_systemd == []


def test_a_backup_is_taken_along_and_put_back(world: PageWorld, owner: Browser) -> None:
    made = owner.post("/backup")
    assert made.headers["content-disposition"].startswith('attachment; filename="tapis-home-t1-')
    assert int(made.headers["content-length"]) == len(made.content)
    with tarfile.open(fileobj=io.BytesIO(made.content)) as archive:
        names = set(archive.getnames())
    assert {"manifest.json", "table.toml", "journal.db"} <= names
    assert not names & {"tokens", "floor.pin", "page.password"}
    owner.post("/floor/rebuy", seat="2", amount="900")
    assert world.daemon.runtime.table.seats[2].stack == 5900
    shown = owner.send(UPLOAD, "b.tar.gz", made.content)
    assert "Table t1 at home" in shown.text
    assert world.asked_systemd == []
    owner.post("/setup", job="restore")
    view = ended(world)
    assert view.well, view
    assert world.daemon.runtime.table.seats[2].stack == 5000
    assert [*world.folder.glob("t1.db.before-*")]
    assert not [*(world.folder / "backups").iterdir()]


def test_what_is_no_backup_or_too_large_is_refused(world: PageWorld, owner: Browser) -> None:
    assert "is damaged or not a backup" in owner.send(UPLOAD, "b.tar.gz", b"nothing").text
    assert "Choose a file" in owner.send(UPLOAD, "b.tar.gz", b"").text
    assert not [*(world.folder / "backups").iterdir()]
    huge = owner.post_length(UPLOAD, MOST_UPLOADED + 1)
    assert huge == 413
    assert owner.post_length("/floor/pause", 64 * 1024 + 1) == 413
    # Nobody sends files in who is not signed in.
    assert world.browser().send(UPLOAD, "b.tar.gz", b"nothing").status_code == 403


def test_logs_and_version(world: PageWorld, owner: Browser) -> None:
    assert "a line of --unit=tapis.service" in owner.get("/logs").text
    assert "a line of --unit=mosquitto.service" in owner.get("/logs?of=broker").text
    assert owner.get("/logs?of=ssh").status_code == 403
    assert "apt install" in owner.get("/about").text


def test_whoever_is_signed_out_is_told_nothing_more(world: PageWorld, owner: Browser) -> None:
    session = owner.cookie("page-session")
    owner.post("/sign-out")
    stream = world.browser()
    stream.give_cookie("page-session", session)
    assert stream.get("/setup/stream").url.path == "/sign-in"


def test_a_badge_and_a_replaced_card(world: PageWorld, owner: Browser) -> None:
    world.stop_table()
    world.hands.lay("E0040201", on="board")
    owner.post("/setup", job="badge", name="Zoé", floor="on", antenna="board.1")
    assert ended(world).well
    assert registry(world)["E0040201"] == BadgeTag("Zoé", "floor")
    world.hands.take("E0040201")
    world.hands.lay("E0040202", on="board")
    owner.post("/setup", job="replace", card="Kh", deck="1", antenna="board.1")
    assert ended(world).well
    assert registry(world)["E0040202"] == CardTag("Kh", 1)
    assert "is not running as a service" in owner.get("/setup").text
    assert world.asked_systemd == []
    owner.post("/setup/start")
    until(world.daemon.ready.is_set)
    assert "is not running as a service" not in owner.get("/setup").text


def test_what_runs_is_broken_off_with_the_caretaker(tmp_path: Path) -> None:
    with PageWorld(tmp_path) as world:
        world.browser().sign_in().post("/setup", job="deck", deck="1", antenna="board.1")
        until(lambda: job(world).keys)
    assert job(world).ended
    answer = asyncio.run(world.caretaker.answer(Call(SignIn(PASSWORD))))
    assert answer.ok
    assert decoded(answer, dict)
