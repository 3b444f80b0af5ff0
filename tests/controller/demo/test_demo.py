"""The demo: it shows what it says, the whole way, ends when it should and leaves nothing behind."""

import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil
import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.public import (
    BoardDealt,
    CardsTabled,
    HandEnded,
    IrregularityFound,
    PotAwarded,
    PublicEvent,
    SeatLeft,
    TurnStarted,
)
from controller.demo.captions import Captions
from controller.demo.command import ended_by_signals
from controller.demo.embedded import EmbeddedBroker
from controller.demo.script import HOUSE, SEATS, Show, read_scripts
from controller.demo.table import DENOMINATIONS, DemoTable, demo_config
from controller.demo.tour import tour
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.sinks.hosted import Hosted
from controller.play.sinks.live import Ended, Pace
from display.voice.page import PRIVATE_MARK
from tests.mqtt import Subscriber, until
from tests.rig.footprint import SCENES

TAPIS = [sys.executable, "-c", "from controller.cli import app; app()"]

TOKEN = "a-token-of-the-windows-own"

LONE_HAND = """
# Three of them play a hand
house ppc
blinds 25 50
seat 2 Bea 2000 ; seat 4 Dan 2000 ; seat 5 Eve 2000
button 2
hand ; deal
2 folds ; 4 calls ; 5 checks
flop
expect board.dealt street=flop
"""


@contextmanager
def running_demo(
    tmp: Path, *words: str, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Return a demo that runs, and what it said first, after which it is killed."""
    nowhere = {"TMPDIR": str(tmp), "DISPLAY": "", "WAYLAND_DISPLAY": "", "PYTHONFAULTHANDLER": "1"}
    demo = subprocess.Popen(
        [*TAPIS, "demo", *(() if "--room" in words else ("--no-room",)), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **nowhere, **environment},
        cwd=tmp,
    )
    assert demo.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            line = demo.stdout.readline()
            assert line, said
            said += line
        yield demo, said
    finally:
        demo.kill()
        demo.wait()
        demo.stdout.close()
        if demo.stderr is not None:
            demo.stderr.close()


def ended(demo: subprocess.Popen[str], within: float = 30.0) -> None:
    """Wait for its end, without a fault; one that does not end says where each thread stands."""
    try:
        assert demo.wait(within) == 0
    except subprocess.TimeoutExpired:
        demo.send_signal(signal.SIGABRT)
        demo.wait(10)
        assert demo.stderr is not None
        pytest.fail(f"it does not end: {demo.stderr.read()}")


def port_in(said: str) -> int:
    """Return the port to which the first lines send mosquitto_sub."""
    found = re.search(r"mosquitto_sub -p (\d+) -v -t 'tapis/demo/1/event/#'", said)
    assert found, said
    return int(found[1])


def test_it_plays_over_mqtt_ends_by_itself_and_leaves_nothing_behind(tmp_path: Path) -> None:
    began = time.monotonic()
    with running_demo(tmp_path, "--headless", "--seconds", "12", "--speed", "10") as (demo, said):
        me = psutil.Process(demo.pid)
        with Subscriber(port_in(said), "tapis/demo/1/#", "3.1.1") as subscriber:
            until(lambda: subscriber.last("/event/board.dealt"), what="a flop")
            state = subscriber.last("/state")
            assert [seat["name"] for seat in state["seats"]][:2] == ["Anne", "Bruno"]
            assert subscriber.last("/status")["status"] == "online"
            subscriber.say("tapis/demo/1/command/pause", {"id": "1", "by": "x", "token": "x"})
            until(lambda: subscriber.last("/reply/pause"), what="an answer")
            assert subscriber.last("/reply/pause")["ok"] is False
            children = me.children(recursive=True)
            assert demo.wait(20) == 0
            until(lambda: subscriber.last("/status")["status"] == "offline")
            seqs = subscriber.distinct()
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        assert demo.stderr is not None
        (line,) = demo.stderr.read().splitlines()
        assert line.endswith("refused: a wrong token, from x (1 so far)")
    assert 11 < time.monotonic() - began < 40
    assert not any(child.is_running() for child in children)
    assert not any(tmp_path.iterdir())


def test_a_power_cut_that_is_shown_is_seen_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "cut.scn"
    file.write_text(LONE_HAND.replace("flop\nexpect", "power-cut\nflop\nexpect"), "utf-8")
    with running_demo(tmp_path, str(file), "--headless", "--speed", "10") as (demo, said):
        with Subscriber(port_in(said), "tapis/demo/1/#", "3.1.1") as subscriber:
            until(lambda: subscriber.last("/event/board.dealt"), what="the flop")
            told = [body for topic, body, _ in list(subscriber.heard) if topic.endswith("/status")]
            assert [status["status"] for status in told] == ["online", "offline", "online"]
            assert told[0]["session"] != told[2]["session"]
            assert subscriber.last("/event/board.dealt")["session"] == told[2]["session"]
            seqs = subscriber.distinct()
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        demo.send_signal(signal.SIGINT)
        ended(demo)
        assert demo.stderr is not None
        assert demo.stderr.read() == ""


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_at_once_and_quietly(kind: signal.Signals, tmp_path: Path) -> None:
    with running_demo(tmp_path, "--headless") as (demo, said):
        with Subscriber(port_in(said), "tapis/demo/1/#", "3.1.1") as subscriber:
            until(lambda: subscriber.last("/event/blind.posted"), what="a blind")
            demo.send_signal(kind)
            ended(demo)
        assert demo.stderr is not None
        assert demo.stderr.read() == ""
    assert not any(tmp_path.iterdir())


def test_a_signal_may_come_while_whoever_looks_at_the_end_holds_its_lock() -> None:
    class Watched(threading.Event):
        def set(self) -> None:
            setters.append(threading.current_thread())
            super().set()

    setters: list[threading.Thread] = []
    stop = Watched()
    with ended_by_signals(stop):
        signal.raise_signal(signal.SIGHUP)
        assert stop.wait(30)
    assert threading.main_thread() not in setters


def test_where_there_is_no_screen_pictures_and_the_terminal_show_it(tmp_path: Path) -> None:
    with running_demo(tmp_path, "--speed", "20") as (demo, said):
        folder = tmp_path / "frames"
        assert str(folder) in said
        until(lambda: len(list(folder.glob("frame-*.png"))) > 3, 30, "pictures")
        children = psutil.Process(demo.pid).children()
        screen = [child for child in children if "display" in child.cmdline()]
        assert len(screen) == 1
        # A display that crashes is no matter.
        screen[0].kill()
        assert demo.stdout is not None
        assert demo.stderr is not None
        told = iter(demo.stderr.readline, "")
        assert any(line == "the display has closed; the table keeps playing\n" for line in told)
        lines = iter(demo.stdout.readline, "")
        assert any("The hand is over" in line for line in lines)
        demo.send_signal(signal.SIGINT)
        ended(demo)
    assert [left.name for left in tmp_path.iterdir()] == ["frames"]
    assert not any(child.is_running() for child in children)


def test_seat_by_ear(tmp_path: Path) -> None:
    """What it hears is in a file of its own; the path of a socket has 107 bytes at most."""
    with running_demo(tmp_path, "--headless", "--speed", "20") as (demo, said):
        line = next(line for line in said.splitlines() if "the player here is blind" in line)
        heard = Path(line.rpartition(" ")[2])
        assert stat.S_IMODE(heard.stat().st_mode) == 0o600
        until(lambda: "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK} " in heard.read_text(), 30)
        demo.send_signal(signal.SIGINT)
        ended(demo)
    assert not heard.exists()


def test_on_a_desktop_a_window_shows_it(tmp_path: Path) -> None:
    with running_demo(tmp_path, "--seconds", "5", DISPLAY=":9") as (demo, said):
        assert 'the window "Tapis"' in said
        until(lambda: psutil.Process(demo.pid).children(), what="the display's process")
        screen = psutil.Process(demo.pid).children()
        assert demo.wait(20) == 0
    assert not any(one.is_running() for one in screen)
    assert not any(tmp_path.iterdir())


def test_a_window_that_cannot_be_opened_becomes_pictures(tmp_path: Path) -> None:
    with running_demo(tmp_path, DISPLAY=":9", SDL_VIDEODRIVER="offscreen") as (demo, _):
        until(lambda: any(tmp_path.glob("frames/frame-*.png")), 30, "a picture")
        demo.send_signal(signal.SIGINT)
        ended(demo)
        assert demo.stderr is not None
        assert f"see the newest picture in {tmp_path / 'frames'} instead" in demo.stderr.read()


def test_a_room_plays_beside_it_with_the_table_on_its_pages(tmp_path: Path) -> None:
    with running_demo(tmp_path, "--headless", "--room") as (demo, said):
        address = re.search(r"room pages +(http://\S+) ", said)
        assert address, said
        with httpx.Client(base_url=address[1], follow_redirects=True, timeout=20) as browser:

            def seen(path: str, *words: str) -> bool:
                with suppress(httpx.TransportError):
                    return all(word in browser.get(path).text for word in words)
                return False

            until(lambda: seen("/clock", "RedCactus", "Level 1"), 60, "the room's clock runs")
            form = {"name": "demo", "password": "demo-room"}
            browser.post("/sign-in", data=form, headers={"Origin": address[1]})
            tiles = [f'id="tile-{number}"' for number in (1, 2, 3, 4)]
            until(lambda: seen("/floor", *tiles), what="all tables are on its pages")
        children = psutil.Process(demo.pid).children(recursive=True)
        demo.send_signal(signal.SIGINT)
        ended(demo)
        assert not psutil.wait_procs(children, 20)[1]


def test_no_thread_and_no_signal_handler_is_left_in_the_process() -> None:
    handler = signal.getsignal(signal.SIGINT)
    before = set(threading.enumerate())
    result = CliRunner().invoke(app, ["demo", "--headless", "--no-room", "--seconds", "1.5"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert set(threading.enumerate()) == before
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with running_demo(tmp_path, "--headless") as (_, said):
        port = str(port_in(said))
        result = CliRunner().invoke(app, ["demo", "--headless", "--no-room", "--port", port])
    assert result.exit_code == 2
    assert f"127.0.0.1:{port}" in result.stderr
    assert "choose a different port" in result.stderr


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("other.scn", "house fidpa ; seat 1 Anne 100", "the scenario needs the rules of fidpa"),
        ("seven.scn", "seat 7 Anne 100", "the scenario needs more than 6 seats"),
        ("keyed.scn", "chips keyed ; seat 1 Anne 100", "without chip antennas"),
        ("empty.scn", "house ppc", "the scenario seats no players"),
        ("typo.scn", "huose ppc", 'the nearest known word is "house"'),
        ("no.phhs", "", "contains no hand"),
    ],
)
def test_a_file_that_cannot_be_shown_is_refused_before_anything_starts(
    name: str, text: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(app, ["demo", str(file), "--headless"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert name in result.stderr
    assert why in result.stderr


# What is shown, in virtual time.


def table() -> DealtGame:
    """Return the demo's table, with nobody looking on."""
    return DealtGame(
        Setup(load_house(HOUSE), SEATS, denominations=DENOMINATIONS, depth="sensed", name="1")
    )


def shown_hands() -> list[list[PublicEvent]]:
    """Return the events of each hand that the shipped recorded hands show."""
    hands: list[list[PublicEvent]] = []
    for script in read_scripts(SCENES):
        if not script.hands:
            continue
        game = table()
        Show(game, 0).play(script)
        hand: list[PublicEvent] = []
        for event in game.events:
            hand.append(event)
            if isinstance(event, HandEnded):
                hands.append(hand)
                hand = []
    return hands


def test_the_shipped_hands_show_what_a_table_can_do() -> None:
    hands = shown_hands()
    assert not any(isinstance(event, IrregularityFound) for hand in hands for event in hand)
    awards = [[event for event in hand if isinstance(event, PotAwarded)] for hand in hands]
    shows = [[event for event in hand if isinstance(event, CardsTabled)] for hand in hands]
    boards = [[event for event in hand if isinstance(event, BoardDealt)] for hand in hands]
    assert any(
        {one.pot for one in won} > {0} and cards for won, cards in zip(awards, shows, strict=True)
    )
    assert any(len({one.seat for one in won if one.pot == 0}) == 2 for won in awards), "a split pot"
    walks = [hand for hand, dealt in zip(hands, boards, strict=True) if not dealt]
    assert walks, "a walk"
    assert any(runs_out(hand) for hand in hands), "an all-in run-out"


def runs_out(hand: list[PublicEvent]) -> bool:
    """Return whether the whole board came after the last turn of anybody."""
    last_turn = max((n for n, e in enumerate(hand) if isinstance(e, TurnStarted)), default=0)
    return sum(isinstance(event, BoardDealt) for event in hand[last_turn:]) == 3


def test_what_is_shown_goes_as_it_should(caplog: pytest.LogCaptureFixture) -> None:
    show = Show(table(), 3)
    for _ in range(2):
        for script in read_scripts(SCENES):
            show.play(script)
    assert not caplog.records


def test_the_tour_goes_as_it_should_and_its_players_stay(caplog: pytest.LogCaptureFixture) -> None:
    game = table()
    show = Show(game, 3)
    for script in (*tour(), *tour()[:2]):
        show.play(script)
        assert script.says
        assert not any(isinstance(event, SeatLeft) for event in game.events)
    assert not caplog.records, caplog.text


def test_a_scenario_that_stops_in_the_middle_leaves_a_table_for_the_next(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "hand.scn"
    file.write_text(LONE_HAND, "utf-8")
    game = table()
    show = Show(game, 1)
    for script in read_scripts([file, *SCENES, file]):
        show.play(script)
        assert not caplog.records, caplog.text
    assert [seat.name for seat in game.look().seats] == ["", "Bea", "", "Dan", "Eve", ""]
    assert not game.sink.chips_in("pot")


def test_an_expectation_that_fails_is_logged_and_the_show_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "wrong.scn"
    file.write_text(LONE_HAND + "expect turn 2\n", "utf-8")
    show = Show(table(), 1)
    for script in read_scripts([file, file]):
        show.play(script)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "wrong.scn, line 11"
    ] * 2


def test_what_is_said_of_a_scene_is_written_down_with_what_is_heard(tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    heard.write_text("Your turn\n", "utf-8")
    captions = Captions(tmp_path, heard, "en")
    captions.begins(next(script for script in tour() if script.heard))
    captions.look()
    assert (
        captions.path.read_text("utf-8") == "The player in seat 3 is blind. Only she hears this:\n"
    )
    with heard.open("a", encoding="utf-8") as file:
        file.write(f"{PRIVATE_MARK}ace of spades\nAnne folds\n")
    captions.look()
    assert (
        captions.path.read_text("utf-8").splitlines()[1]
        == f"{PRIVATE_MARK}ace of spades · Anne folds"
    )


def test_table_time_passes_as_fast_as_asked() -> None:
    pace = Pace(50.0, threading.Event())
    began = time.monotonic()
    pace(1_000)
    pace(11_000)
    assert 0.19 < time.monotonic() - began < 5


def test_a_pace_that_is_over_never_waits() -> None:
    stop = threading.Event()
    pace = Pace(0.1, stop)
    pace(0)
    pace.check()
    stop.set()
    with pytest.raises(Ended):
        pace(3_600_000)
    with pytest.raises(Ended):
        pace.check()


def test_it_ends_while_it_waits_for_a_table_that_does_not_come_to_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = threading.Event()
    with EmbeddedBroker() as broker:
        config = demo_config(tmp_path, broker.port, "clean")
        table = DemoTable(read_scripts(SCENES), config, 8.0)
        table.watchers.append(lambda *_: played.set())
        table.start()
        assert played.wait(60)
        with monkeypatch.context() as patch:
            patch.setattr(Hosted, "idle", lambda _: False)
            ends = threading.Thread(target=table.stop)
            ends.start()
            ends.join(30)
            ended = not ends.is_alive()
        ends.join(30)
    assert ended
    assert table.trouble is None
