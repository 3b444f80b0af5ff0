"""A new evening from nothing, from the table's own screen: a real broker, controller and window."""

import threading
from pathlib import Path

import msgspec
import pygame
import pytest

from controller.config.model import load_config
from controller.contract.commands import Reply, Request
from controller.contract.public import PublicState
from controller.contract.rules import HandStatus
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.drivers import open_drivers
from controller.sensing.registry import save_registry
from display.ask import read_token
from display.feed import Feed, FeedSource
from display.felt.console.commands import Console, Notice, Panel
from display.felt.console.commands_draw import draw_console
from display.felt.console.commands_live import LiveConsole
from display.felt.console.touched_boxes import console_boxes
from display.felt.draw import render
from display.felt.drawing.layout import Layout, layout
from display.felt.drawing.look import Look
from display.felt.drawing.palette import DARK
from display.felt.screen import Options, show
from hardware.twin.bank import new_registry
from tests.controller.run.test_daemon import TOPICS, alive, write_config
from tests.display import states
from tests.display.answering import ROOT, Answering
from tests.display.felt.test_draw import assert_only
from tests.display.felt.test_screen import content
from tests.mqtt import until

KEYS = {"\n": "enter"}


class Person:
    """Somebody at the table's screen, who waits for each answer."""

    def __init__(self, feed: Feed, live: LiveConsole) -> None:
        self.feed = feed
        self.live = live

    def state(self) -> PublicState | None:
        """Return the table as the screen knows it."""
        return self.feed.view.state

    def strike(self, keys: str) -> Notice:
        """Press keys, and give the answer once it is on the screen."""
        for key in keys:
            self.live.press(KEYS.get(key, key), self.state())
        return self._answer()

    def touch(self, at: tuple[int, int], places: Layout) -> None:
        """Touch a point of the screen."""
        self.live.tap(at, places, self.state())

    def _answer(self) -> Notice:
        until(lambda: not self.live.settle(self.state()).waiting)
        assert self.live.console.notice is not None
        return self.live.console.notice


def test_an_evening_from_nothing(tmp_path: Path) -> None:
    save_registry(new_registry(), tmp_path / "tags.toml")
    with Mosquitto(tmp_path) as broker:
        config = load_config(write_config(tmp_path, broker.port))
        assert config.players == ()
        source = FeedSource("127.0.0.1", broker.port, TOPICS.root)
        token = read_token(tmp_path / "tokens")
        with (
            alive(config, open_drivers) as daemon,
            Feed(source) as feed,
            LiveConsole(source, token, "en", seconds=30) as live,
        ):
            anne = Person(feed, live)
            until(anne.state)
            no = anne.strike("s")
            assert (no.ok, no.about) == (False, "start")
            for line in (
                ":sit 1 Anne 5000\n", "sit 2 Bruno 5000\n", "sit 3 Chloé 5000\n",
                "sit 4 Driss 5000\n", "level 100 200\n", "absent 2\n", "back 2\n",
                "rebuy 3 2000\n",
            ):  # fmt: skip
                assert anne.strike(line).text == "ok", line
            no = anne.strike("sit 4 Édith 100\n")
            assert (no.ok, no.text) == (False, "That seat is already taken")
            live.press("escape", anne.state())
            assert anne.strike(" ").ok
            until(lambda: (now := anne.state()) is not None and now.paused)
            assert anne.strike(" ").ok
            assert anne.strike("s").ok
            until(lambda: (now := anne.state()) is not None and now.hand == 1)
            no = anne.strike("u\n")
            assert no.text == "There is no action to undo"
            state = daemon.runtime.state()
            assert state.phase != "idle"
            assert [(seat.name, seat.stack) for seat in state.seats] == [
                ("Anne", 5000), ("Bruno", 5000), ("Chloé", 7000), ("Driss", 5000),
            ]  # fmt: skip
            assert (state.level.small_blind, state.level.big_blind) == (100, 200)


def test_without_a_token_the_table_hears_nothing(tmp_path: Path) -> None:
    def never(name: str, request: Request) -> Reply:
        return Reply(request.id, ok=True)

    with Mosquitto(tmp_path) as broker, Answering(broker.port, never) as table:
        with LiveConsole(FeedSource("127.0.0.1", broker.port, ROOT), None, "fr") as live:
            for key in ("s", " ", ":", *"undo", "enter"):
                live.press(key, states.flop())
            assert live.console.notice is not None
            assert "pas de clé d'accès" in live.console.notice.text
        assert table.asked == []


def key(sign: str) -> None:
    """Press a key of the window."""
    named = {"\n": pygame.K_RETURN, "\x1b": pygame.K_ESCAPE}
    code = named.get(sign, pygame.key.key_code(sign) if sign.isascii() else 0)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=code, unicode=sign, mod=0))


def click(at: tuple[int, int]) -> None:
    """Touch the window."""
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))


def test_keys_and_touches_of_a_window_reach_the_table(tmp_path: Path) -> None:
    def yes(name: str, request: Request) -> Reply:
        return Reply(request.id, ok=True)

    tokens = tmp_path / "token"
    tokens.write_text("anne a-secret-for-tests")
    tokens.chmod(0o600)
    state = states.with_seat(states.table(6), 3, status=HandStatus.EMPTY, name="", stack=None)
    size = (800, 480)
    places = layout(*size, 6)
    with Mosquitto(tmp_path) as broker, Answering(broker.port, yes) as table:
        table.say(f"{ROOT}/state", msgspec.to_builtins(state), retain=True)
        source = FeedSource("127.0.0.1", broker.port, ROOT)
        options = Options(size, token=read_token(tokens))
        counted: list[int] = []
        stop = threading.Event()
        window = threading.Thread(target=lambda: counted.append(show(source, options, stop)))
        window.start()
        try:
            until(lambda: on_screen() == content(render(state, size)))
            for sign in ":sit 3 Jacques 50\n\x1b":
                key(sign)
            until(lambda: len(table.asked) == 1)
            click(places.seats[0].plate.centre)
            boxes = console_boxes(places, Console(panel=Panel(1)), state)
            click(dict(boxes.touches)["choose:absent"].centre)
            until(lambda: len(table.asked) == 2)
            assert [(name, request.data) for name, request in table.asked] == [
                ("sit-down", {"seat": 3, "name": "Jacques", "stack": 50}),
                ("absent", {"seat": 1}),
            ]
            key("q")
            window.join(20)
            assert not window.is_alive()
        finally:
            stop.set()
            window.join(20)
        # Each act and each answer is a picture at most; nothing is drawn in between.
        assert counted[0] <= 2 + len(":sit 3 Jacques 50\n\x1b") + 2 + 2


def on_screen() -> bytes:
    """Return the pixels of the window, nothing before there is one."""
    surface = pygame.display.get_surface() if pygame.display.get_init() else None
    return b"" if surface is None else content(surface)


OPEN: dict[str, Console] = {
    "line": Console(line="sit 3 Anne 5000"),
    "answer": Console(notice=Notice("level", "ok", True, 1.0)),
    "why not": Console(
        line="sit 3", notice=Notice("sit", "That seat is already taken", False, 1.0)
    ),
    "waiting": Console(waiting=1),
    "seat": Console(panel=Panel(3)),
    "digits": Console(panel=Panel(3, "rebuy", ("5000",))),
    "letters": Console(panel=Panel(3, "sit-down", ("Anne", ""))),
    "sure": Console(panel=Panel(0, "undo")),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_what_is_open_is_drawn_in_its_boxes_alone(
    name: str, size: tuple[int, int], language: str
) -> None:
    state = states.flop()
    table = render(state, size, Look(language=language))
    console = OPEN[name]
    boxes = console_boxes(layout(*size, 6), console, state)
    own = [box for box in (boxes.panel, boxes.line or boxes.notice) if box is not None]
    assert_only(table, draw_console(table, console, state, Look(language=language)), own)


def test_nothing_open_is_the_very_picture_of_the_table() -> None:
    state = states.flop()
    table = render(state, (800, 480))
    assert draw_console(table, Console(), state, Look()) is table


def test_the_longest_line_shows_its_end() -> None:
    state, size = states.flop(), (800, 480)
    table = render(state, size)
    long = Console(line="sit 3 " + "Wolfgang Amadeus " * 6)
    longer = Console(line=f"{long.line}8")
    box = console_boxes(layout(*size, 6), long, state).line
    assert box is not None
    first, second = (draw_console(table, console, state, Look()) for console in (long, longer))
    assert_only(first, second, [box])


def test_the_symbol_of_the_space_bar_is_a_fifth_of_its_key_high() -> None:
    state, size, look = states.flop(), (1280, 720), Look()
    console = Console(panel=Panel(3, "sit-down", ("A", "100")))
    bar = dict(console_boxes(layout(*size, 6), console, state).touches)["letter: "]
    drawn = draw_console(render(state, size), console, state, look)
    middle = bar.centre[0]
    inside = range(bar.y + bar.h // 5, bar.bottom - bar.h // 8)
    ink = [y for y in inside if drawn.get_at((middle, y))[:3] == DARK.deed_text]
    assert max(ink) - bar.y == pytest.approx(bar.h * 3 / 5, abs=3)
    ends = [y for y in inside if drawn.get_at((bar.x + bar.w // 4, y))[:3] == DARK.deed_text]
    assert min(ends) - bar.y == pytest.approx(bar.h * 2 / 5, abs=3)


def test_without_a_token_the_open_line_says_so() -> None:
    table = render(states.flop(), (800, 480))
    console = Console(line="")
    box = console_boxes(layout(800, 480, 6), console, states.flop()).line
    assert box is not None
    able = draw_console(table, console, states.flop(), Look(), True)
    assert_only(able, draw_console(table, console, states.flop(), Look(), False), [box])
