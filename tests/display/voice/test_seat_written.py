"""A seat's ear in writing: the real command at a live table, and a seat's last seconds."""

import io
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from controller.contract.public import Envelope, HandStatus, PublicState, SeatView
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.daemon import Daemon
from controller.run.sockets.seat_sockets import socket_of
from display.feed import Feed, FeedSource, View
from display.voice.accessible_seat import AccessibleSeat
from display.voice.page import PrintedEar
from display.voice.speaking.spoken import spoken
from tests.controller.evening import evening
from tests.display.voice.test_seat_alive import table
from tests.mqtt import until
from tests.rig.pictures.example_tables import legal

__all__ = ["table"]


def test_the_command_writes_what_the_seat_hears(
    table: tuple[Daemon, Mosquitto], tmp_path: Path
) -> None:
    daemon, broker = table
    for observation in evening(1, seed=4).observations:
        daemon.put(observation)
        until(lambda: daemon.idle)
        if daemon.runtime.state().turn:
            break
    page = tmp_path / "page"
    with page.open("w") as out:
        seat = subprocess.Popen(
            [sys.executable, "-c", "from controller.cli import app; app()", "voice", "seat", "2",
             "--text", "--port", str(broker.port), "--topic", "tapis/home/t1",
             "--line", str(socket_of(tmp_path, "t1", 2))],
            stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            until(lambda: "» " in page.read_text())
            # The private line may be there before the broker is, so it is asked for again.
            until(lambda: asked(seat.stdin, b"E") and "The board is empty." in page.read_text())
            asked(seat.stdin, b"1")
            until(lambda: page.read_text().count("» ") == 2)
        finally:
            if seat.stdin is not None:
                seat.stdin.close()
            assert seat.wait(30) == 0
    lines = page.read_text().splitlines()
    assert lines[0] == "Seat 2. You are listening to your table."
    cards, first = (line for line in lines if line.startswith("» "))
    assert cards.startswith(first)


def asked(keys: IO[bytes] | None, key: bytes) -> bool:
    """Press a key of the seat."""
    assert keys is not None
    keys.write(key)
    keys.flush()
    return True


def event(seq: int, name: str, **data: object) -> Envelope:
    return Envelope(1, seq, "s", "", "t1", 1, name, data)


def heard_in(folder: Path, *views: View, late: float = 0.0) -> str:
    """Return all that seat 2 hears of these views, the last seconds looked at `late` seconds on."""
    out = io.StringIO()
    said = spoken("en")
    feed = Feed(FeedSource())
    with AccessibleSeat(2, feed, folder / "none.sock", PrintedEar(out, said), said) as seat:
        for view in views:
            seat.look(view)
            assert seat.mouth.quiet(10)
        if late:
            seat.tick(time.monotonic() + late)
        assert seat.mouth.quiet(10)
    return out.getvalue()


STATE = PublicState(
    1, "t1", "ppc", turn=2,
    seats=(SeatView(1, HandStatus.IN, "Anaïs"), SeatView(2, HandStatus.IN, "Bruno")),
    legal=legal(call=100),
)  # fmt: skip
START = View(STATE, link="up", seq=1)


def test_the_last_seconds_of_ones_own_time_are_heard(tmp_path: Path) -> None:
    def clock(seat: int, *more: Envelope) -> View:
        recent = (event(2, "clock.started", seat=seat, seconds=30), *more)
        return View(STATE, recent, link="up", seq=1 + len(recent))

    assert "10 seconds" in heard_in(tmp_path, START, clock(2), late=21)
    assert "\n3\n" in heard_in(tmp_path, START, clock(2), late=27)
    assert "10 seconds" not in heard_in(tmp_path, START, clock(1), late=21)
    acted = event(3, "action.made", seat=2, action="check")
    assert "10 seconds" not in heard_in(tmp_path, START, clock(2, acted), late=21)


def test_a_table_that_goes_and_comes_is_told_once(tmp_path: Path) -> None:
    gone = View(STATE, link="down", seq=1)
    heard = heard_in(tmp_path, START, gone, gone, START)
    assert heard.splitlines() == ["The table is not responding.", "The table is connected again."]


def test_what_the_house_says_of_earphones_is_told(tmp_path: Path) -> None:
    state = PublicState(1, "t1", "fidpa", earphones="FIDPA 12")
    assert "FIDPA 12" in heard_in(tmp_path, View(state, link="up", seq=1))
