"""The display as it is started: pictures on change, none without, and one line for a mistake."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.public import NextStep, PublicState, Street, Task
from controller.play.sinks.servers import Mosquitto
from display.ask import Token
from display.feed import FeedSource, View
from display.felt.console.commands_live import LiveConsole
from display.felt.draw import render
from display.felt.drawing.layout import layout
from display.felt.drawing.look import Look
from display.felt.screen import Options, picture_of, show
from display.felt.window import Window
from tests.display import states
from tests.mqtt import Subscriber, until
from tests.rig.pictures.example_tables import board_due

ROOT = "tapis/demo/1"
SIZE = (800, 480)


class Shown:
    """A display that writes pictures in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def pictures(self) -> list[Path]:
        """Return the files written so far, oldest first."""
        return sorted(self.folder.glob("frame-*.png"))

    def last(self) -> bytes:
        """Return the pixels of the newest picture, nothing when there is none."""
        pictures = self.pictures()
        return content(pygame.image.load(pictures[-1])) if pictures else b""


def content(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGB")


def drawn(state: PublicState, link: str = "up") -> bytes:
    return content(render(state, SIZE, Look(), link))  # type: ignore[arg-type]


@contextmanager
def showing(port: int, folder: Path) -> Iterator[Shown]:
    shown = Shown(folder)
    stop = threading.Event()
    options = Options(SIZE, frames=folder)

    def run() -> None:
        shown.count = show(FeedSource("127.0.0.1", port, ROOT), options, stop)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield shown
    finally:
        stop.set()
        thread.join(10)
        assert not thread.is_alive()


def publisher(table: Subscriber) -> Callable[[PublicState], None]:
    return lambda state: table.say(f"{ROOT}/state", msgspec.json.encode(state), retain=True)


def test_one_picture_a_change_and_none_without(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        publish = publisher(table)
        first, second = states.flop(), states.showdown()
        publish(first)
        with showing(broker.port, tmp_path / "frames") as shown:
            until(lambda: shown.last() == drawn(first))
            before = len(shown.pictures())
            for seq in range(1_000, 1_020):
                publish(replace(first, seq=seq))
                table.say(f"{ROOT}/event/turn.started", b"{}")
            publish(second)
            until(lambda: shown.last() == drawn(second))
            assert len(shown.pictures()) == before + 1
        assert shown.count == before + 1
        assert [path.name for path in shown.pictures()] == [
            f"frame-{number:05d}.png" for number in range(1, before + 2)
        ]


def test_a_lost_board_opens_keys_only_where_they_can_be_sent() -> None:
    state = replace(
        board_due(Street.FLOP), blind_zones=("board",),
        next_step=NextStep(Task.DEAL, street=Street.FLOP),
    )  # fmt: skip
    source = FeedSource("127.0.0.1", 1, ROOT)
    assert LiveConsole(source, None, "en").settle(state).pad is None
    assert LiveConsole(source, Token("a-token", "screen"), "en").settle(state).pad is not None


def test_the_broker_goes_and_comes_back(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with broker, showing(broker.port, tmp_path / "frames") as shown:
        with Subscriber(broker.port) as table:
            publisher(table)(states.flop())
            until(lambda: shown.last() == drawn(states.flop()))
        broker.kill()
        until(lambda: shown.last() == drawn(states.flop(), "down"))
        broker.start()
        with Subscriber(broker.port) as table:
            publisher(table)(states.showdown())
            until(lambda: shown.last() == drawn(states.showdown()), 30)


def test_until_there_is_a_state_the_picture_says_what_is_missing() -> None:
    source = FeedSource("pi.local", 1883, ROOT)
    views = [
        View(), View(link="up"), View(link="refused"), View(link="up", online=False),
        View(link="up", unread=True), View(link="up", state=states.flop()),
    ]  # fmt: skip
    pictures = {content(picture_of(view, source, SIZE, Look(language="fr"))) for view in views}
    assert len(pictures) == len(views)


def test_the_command_writes_pictures_and_ends_by_itself(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        publisher(table)(states.ruling())
        folder = tmp_path / "frames"
        result = CliRunner().invoke(app, [
            "display", "--host", "127.0.0.1", "--port", str(broker.port), "--size", "480x800",
            "--language", "fr", "--frames", str(folder), "--seconds", "3",
        ])  # fmt: skip
        assert result.exit_code == 0, result.output
        last = max(folder.glob("frame-*.png"))
        expected = content(render(states.ruling(), (480, 800), Look(language="fr")))
        assert content(pygame.image.load(last)) == expected


def test_it_ends_without_a_broker_too(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app, ["display", "--port", "1", "--frames", str(tmp_path), "--seconds", "0.2"]
    )
    assert result.exit_code == 0, result.output
    assert len(list(tmp_path.glob("frame-*.png"))) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--size", "800"], "expected fit, or width x height in pixels, such as 1280x720"),
        (["--size", "800xhigh"], "expected fit, or width x height in pixels, such as 1280x720"),
        (["--size", "widex600"], "expected fit, or width x height in pixels, such as 1280x720"),
        (["--size", "large"], "expected fit, or width x height in pixels, such as 1280x720"),
        (["--size", "640x480"], "the screen is 640x480: at least 800x480 is needed"),
        (["--topic", "tapis/#"], "expected one table, such as tapis/demo/1"),
        (["--protocol", "4"], "expected one of 5, 3.1.1"),
        (["--language", "tlh"], '"tlh" is not an available language; available: en, fr'),
        (["--password-file", "nowhere"], "--password-file needs --user"),
        (["--user", "a", "--password-file", "nowhere"], "nowhere"),
        (["--frames", "/dev/null/frames"], "/dev/null"),
    ],
)
def test_a_mistake_is_answered_in_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    if "--frames" not in arguments:
        arguments = [*arguments, "--frames", str(tmp_path)]
    result = CliRunner().invoke(app, ["display", "--seconds", "0.1", *arguments])
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "driver"),
    [
        (["--suits", "3"], None),
        (["--suits", "3", "--frames", "/dev/null/frames"], "dummy"),
    ],
)
def test_only_pictures_that_are_written_need_no_screen(
    arguments: list[str], driver: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert CliRunner().invoke(app, ["display", *arguments]).exit_code == 2
    assert os.environ.get("SDL_VIDEODRIVER") == driver


def test_a_window_is_shown_until_its_time_is_over() -> None:
    source = FeedSource("127.0.0.1", 1, ROOT)
    assert show(source, Options((800, 600), seconds=0.3)) == 1


@contextmanager
def window(port: int, options: Options) -> Iterator[threading.Thread]:
    """A display in a window, in a thread of its own."""
    stop = threading.Event()
    thread = threading.Thread(
        target=show, args=(FeedSource("127.0.0.1", port, ROOT), options, stop)
    )
    thread.start()
    try:
        yield thread
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive()


def on_screen() -> bytes:
    """Return the pixels of the window, nothing while there is none."""
    surface = pygame.display.get_surface() if pygame.display.get_init() else None
    return b"" if surface is None else content(surface)


def key(sign: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=ord(sign), unicode=sign))


def test_keys_a_touch_and_a_file_change_the_look_while_it_runs(tmp_path: Path) -> None:
    # Neither clocks nor movement: each picture is that of the state.
    state = replace(states.flop(), level=replace(states.flop().level, next_in=None))
    settings = tmp_path / "display.toml"
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        publisher(table)(state)
        options = Options(SIZE, look=Look(movement=False), look_file=settings)
        with window(broker.port, options):

            def seen(**look: Any) -> None:
                wanted = content(render(state, SIZE, Look(**{"movement": False, **look})))
                until(lambda: on_screen() == wanted, 30)

            seen()
            key("l")
            seen(language="fr")
            key("p")
            seen(language="fr", palette="light")
            at = layout(*SIZE, 6).language.centre
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
            seen(palette="light")
            settings.write_text('palette = "safe"\nmovement = false\n', encoding="utf-8")
            seen(palette="safe")


def test_what_moves_ends_where_it_belongs(tmp_path: Path) -> None:
    before = replace(board_due(Street.FLOP), level=replace(states.flop().level, next_in=None))
    after = replace(before, board=("Ah", "Kd", "7c"), seq=before.seq + 1)
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        publisher(table)(before)
        with window(broker.port, Options(SIZE)):
            until(lambda: on_screen() == content(render(before, SIZE)), 30)
            publisher(table)(after)
            until(lambda: on_screen() == content(render(after, SIZE)), 30)


def test_a_screen_that_is_unplugged_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = states.flop()
    target = Window(SIZE, fullscreen=False, patient=True)
    try:
        target.show(render(state, SIZE))
        assert on_screen() == drawn(state)
        # What SDL does when the screen is gone.
        pygame.display.quit()
        target.show(render(state, SIZE))
        assert list(target.acts()) == []
        assert not target.moves

        def again() -> bool:
            target.show(render(state, SIZE))
            return on_screen() == drawn(state)

        until(again, 30)
        assert target.moves
    finally:
        pygame.display.quit()


def test_a_kiosk_without_a_screen_goes_on_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    source = FeedSource("127.0.0.1", 1, ROOT)
    assert show(source, Options((800, 600), fullscreen=True, seconds=0.3)) >= 1


@pytest.mark.parametrize("driver", ["no-such-driver", "offscreen"])
def test_without_a_screen_the_text_says_what_to_do(
    driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    with pytest.raises(OSError, match="use --frames DIR to write pictures, or `tapis watch`"):
        show(FeedSource("127.0.0.1", 1, ROOT), Options())
