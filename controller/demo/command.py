"""`tapis demo`: simulates a six-seat table that plays automatically, from antennas to display.

This module sets up everything around the table: its broker, the display in a separate process, the
terminal view, and the shutdown.
"""

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated

import typer

from controller.contract.errors import PARTS
from controller.demo.accessible_seat import SEAT, Ears
from controller.demo.broker import DemoBroker, demo_broker
from controller.demo.captions import Captions
from controller.demo.script import SEATS, read_scripts
from controller.demo.table import PIN, DemoTable, demo_config
from controller.demo.tour import NOISE, tour
from controller.play.commands import check_noise
from controller.play.sinks.servers import TAPIS, wait_or_kill
from display.feed import FeedSource
from display.felt.command import parse_size
from display.options import TOKEN_ENV
from display.terminal import follow
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import N_, Words

BLIND = N_("the player here is blind; to read what only this seat hears: tail -f {file}")
LOOK_S = 0.1
GRACE_S = 3.0
MOST_PICTURES = 500
FRAMES = Path("frames")
ROOM_PARTS = ("starlette", "uvicorn", "jinja2", "sqlalchemy", "argon2")
"""The packages that the poker room and its web pages need. Without them, the demo has no room."""


class Screen:
    """The display, in a separate process: a window, or pictures in a folder."""

    def __init__(
        self, said: Words, frames: Path | None, options: Sequence[str], token: str
    ) -> None:
        """Open a window or, if `frames` is given, start saving pictures in that folder.

        `options` are the other options of `tapis display`. With `token`, the display can give the
        table commands.
        """
        self.frames = frames
        self._said, self._options, self._token = said, options, token
        self._process: subprocess.Popen[bytes] | None = self._open()

    def _open(self) -> subprocess.Popen[bytes]:
        pictures = [] if self.frames is None else ["--frames", str(self.frames)]
        return subprocess.Popen(
            [*TAPIS, "display", *self._options, *pictures],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, TOKEN_ENV: self._token},
            # Ctrl-C belongs to the demo, which ends its display in its own time.
            start_new_session=True,
        )

    def where(self) -> str:
        """Return text that says where to see the display: in the window or the pictures' folder."""
        if self.frames is None:
            window = N_('the window "Tapis" (f opens the floor\'s panel, its PIN is {pin})')
            return self._said.say(window, pin=PIN)
        newest = N_("the newest picture in {folder}")
        return self._said.say(newest, folder=self.frames.resolve())

    def look_after(self) -> None:
        """Delete all but the newest pictures; switch to pictures if no window can be opened."""
        if self.frames is not None:
            for old in sorted(self.frames.glob("frame-*.png"))[:-MOST_PICTURES]:
                old.unlink(missing_ok=True)
        if self._process is None or self._process.poll() in {None, 0}:
            return
        if self.frames is None:
            self.frames = FRAMES
            self._process = self._open()
            none = N_("no window can be opened here: see {what} instead")
            typer.echo(self._said.say(none, what=self.where()), err=True)
        else:
            self._process = None
            typer.echo(
                self._said.say(N_("the display has closed; the table keeps playing")), err=True
            )

    def close(self) -> None:
        """End the display's process."""
        if self._process is None:
            return
        self._process.terminate()
        wait_or_kill(self._process, GRACE_S)


class Until:
    """A stand-in for a `threading.Event` that reports whether the demo should end.

    Each call to `is_set` also updates the display and the captions.
    """

    def __init__(
        self, stop: threading.Event, table: DemoTable, screen: Screen | None, captions: Captions
    ) -> None:
        """Watch for the end of the demo: `stop` is set, or the `table` has ended."""
        self._stop = stop
        self._table = table
        self._screen = screen
        self._captions = captions

    def is_set(self) -> bool:
        """Return whether the demo should end."""
        self._captions.look()
        if self._screen is not None:
            self._screen.look_after()
        return self._stop.is_set() or self._table.over.is_set()


def has_screen() -> bool:
    """Return whether a window can be opened, on a desktop or on the machine's own console."""
    if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY"):
        return True
    try:
        console = os.ttyname(0).removeprefix("/dev/tty").isdecimal()
    except OSError:
        return False
    return console and any(Path("/dev/dri").glob("card*"))


@contextmanager
def ended_by_signals(stop: threading.Event, seconds: float | None = None) -> Iterator[None]:
    """Set `stop` on Ctrl-C, on SIGTERM or when the terminal is closed, until the context ends.

    If `seconds` is given, `stop` is also set after this time. A separate thread sets it, because a
    signal handler would have to wait for the event's lock, which the interrupted code may hold.
    """
    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    came: SimpleQueue[bool] = SimpleQueue()
    longest = None if seconds is None else min(seconds, threading.TIMEOUT_MAX)

    def listen() -> None:
        try:
            ends = came.get(timeout=longest)
        except Empty:
            ends = True
        if ends:
            stop.set()

    listener = threading.Thread(target=listen, name="signals", daemon=True)
    listener.start()
    before = {kind: signal.signal(kind, lambda *_: came.put(True)) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        came.put(False)
        listener.join()


def first_lines(
    topic: str, broker: DemoBroker, shown: str, heard: Path, pages: str, said: Words
) -> str:
    """Return the text printed at the start: URLs to open, and commands that subscribe to topics.

    `shown` says where to see the display, and `pages` where the room's pages are. `heard` is the
    file with the words spoken to the accessible seat.
    """
    port = broker.port
    spoken = "" if broker.protocol == "5" else f" --protocol {broker.protocol}"
    tapis = "tapis" if shutil.which("tapis") else sys.argv[0]
    told = {
        said.say(N_("display")): shown,
        said.say(N_("room pages")): pages,
        said.say(N_("events")): f"mosquitto_sub -p {port} -v -t '{topic}/event/#'",
        said.say(N_("the table")): f"{tapis} watch --port {port}{spoken} --topic {topic}",
        said.say(N_("Seat {seat}"), seat=SEAT): said.say(BLIND, file=heard),
    }
    wide = max(map(len, told))
    return "\n".join(
        [
            said.say(
                N_("A simulated table with {seats} seats: cards and chips move over antennas, "
                   "and the controller follows the hands."), seats=SEATS),
            said.say(N_("All public events go out over MQTT, on port {port} of this machine only."),
                     port=port),
            *(f"  {what:{wide}}  {where}" for what, where in told.items() if where),
            said.say(N_("Press Ctrl-C to stop.")),
            "",
        ]
    )  # fmt: skip


def beside(open_things: ExitStack, port: int, seed: int, said: Words) -> str:
    """Start a poker room next to the table; return text with the URL of its pages and a login.

    Return "" if the packages for a room are not installed. The room is closed when `open_things`
    is closed.
    """
    if not all(importlib.util.find_spec(name) is not None for name in ROOM_PARTS):
        return ""
    from controller.demo.poker_room import RoomBeside

    room = RoomBeside(port, seed)
    open_things.callback(room.close)
    return room.told(said)


def demo(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Hands (.phh, .phhs) and scenarios (.scn), as in controller/demo/scenes; by "
            "default, a two-minute tour that repeats."
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after this many seconds.", min=0)
    ] = None,
    headless: Annotated[
        bool, typer.Option(help="Run without a display: only the table and its MQTT messages.")
    ] = False,
    frames: Annotated[
        Path | None, typer.Option(help="Write numbered pictures into this folder.")
    ] = None,
    port: Annotated[
        int, typer.Option(help="The broker's port; 0 picks a free one.", min=0, max=65535)
    ] = 0,
    speed: Annotated[
        float, typer.Option(help="Playing speed: 2 is twice as fast.", min=0.1, max=50)
    ] = 1.0,
    size: Annotated[
        str, typer.Option(help="The window's width x height; by default, it fits the screen.")
    ] = "",
    fullscreen: Annotated[bool, typer.Option(help="Use the whole screen.")] = False,
    language: LanguageOption = "",
    noise: Annotated[
        str,
        typer.Option(
            help="Antenna noise: clean, typical or harsh; by default, typical if files are "
            "given, otherwise clean."
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Random seed for the noise and the pauses.")] = 0,
    venue: Annotated[
        bool,
        typer.Option("--venue", help="Simulate a league night in a whole room, with its pages."),
    ] = False,
    empty: Annotated[
        bool,
        typer.Option(
            "--empty",
            help="With --venue, you run the evening yourself; the tables deal once it starts.",
        ),
    ] = False,
    with_pages: Annotated[
        bool, typer.Option("--pages/--no-pages", help="Also serve the room's pages.")
    ] = True,
    tables: Annotated[int, typer.Option(help="Number of tables in the room.", min=1, max=100)] = 2,
    room: Annotated[
        bool, typer.Option("--room/--no-room", help="Also simulate a room and its pages.")
    ] = True,
) -> None:
    """Show a simulated table playing on its own until the end or Ctrl-C."""
    said, stop = words_for(language), threading.Event()
    if venue:
        from controller.demo.venue import empty_room, league_night

        whole = partial(league_night, with_pages=with_pages)
        night: Callable[..., None] = empty_room if empty else whole
        with ended_by_signals(stop, seconds):
            night(tables, seed, port, speed, stop=stop, language=said.language)
        return
    checked = check_noise(noise or ("typical" if files else NOISE))
    if size:
        parse_size(size)
    scripts = read_scripts(files) if files else tour()
    drawn = importlib.util.find_spec("pygame") is not None
    if frames is not None and not drawn:
        raise PARTS["pygame"].missing()
    if not drawn and not headless:
        why = PARTS["pygame"].missing().said(said.say)
        typer.echo(said.say(N_("no window: {why}"), why=why), err=True)
    with ExitStack() as open_things:
        open_things.enter_context(ended_by_signals(stop, seconds))
        broker = open_things.enter_context(demo_broker(port))
        port = broker.port
        token = secrets.token_urlsafe(24)
        folder = Path(open_things.enter_context(tempfile.TemporaryDirectory(prefix="tapis-demo-")))
        config = demo_config(folder, port, checked, token)
        table = DemoTable(scripts, config, speed, seed)
        topic = table.topics.root
        ears = Ears(folder, port, topic, said.language)
        captions = Captions(folder, ears.heard, said.language)
        table.on_script = captions.begins
        # The earpiece is told to end first, because otherwise it would try to reconnect when the
        # table has stopped. It ends while the table stops.
        open_things.callback(ears.close)
        open_things.callback(table.stop)
        open_things.callback(ears.hush)
        table.start()
        screen: Screen | None = None
        shown = said.say(N_("none: the table plays without a display"))
        if frames is not None or (drawn and not headless):
            pictures = frames or (None if has_screen() else FRAMES)
            options = [
                "--port", str(port), "--protocol", "3.1.1", "--topic", topic,
                "--language", said.language, "--size", size or "fit",
                "--caption", str(captions.path), *["--fullscreen"] * fullscreen,
            ]  # fmt: skip
            screen = Screen(said, pictures, options, token)
            open_things.callback(screen.close)
            shown = screen.where()
        if not headless:
            below = N_("below, in this terminal"), N_("{what}, and below in this terminal")
            shown = said.say(below[screen is not None], what=shown)
        pages = beside(open_things, port, seed, said) if room and with_pages else ""
        captions.room = pages
        typer.echo(first_lines(topic, broker, shown, ears.heard, pages, said))
        until = Until(stop, table, screen, captions)
        if headless:
            while not until.is_set():
                stop.wait(LOOK_S)
        else:
            source = FeedSource(port=port, root=topic, protocol="3.1.1")
            follow(source, said.language, stop=until, above=captions.text)
    if table.trouble is not None:
        raise table.trouble
