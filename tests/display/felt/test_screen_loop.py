"""The display's loop without a broker: when it draws anew, and what its keys and touches do."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest
from msgspec.structs import replace

from controller.contract.public import LevelView, PublicState, Street
from display.feed import Feed, FeedSource, View
from display.felt import screen
from display.felt.console.commands import Console, Notice, Panel
from display.felt.console.commands_live import LiveConsole
from display.felt.draw import render
from display.felt.drawing.all_in_equity import NONE, Shares
from display.felt.drawing.layout import layout
from display.felt.drawing.look import Look
from display.felt.on_felt.moves import MOVE_S
from display.felt.screen import Options, ScreenLoop, changed_look, ticked
from tests.display import states
from tests.rig.pictures.example_tables import board_due

SIZE = (800, 480)
SOURCE = FeedSource("127.0.0.1", 1, "tapis/demo/1")


class Shown:
    """A target that counts its pictures."""

    size = SIZE

    def __init__(self) -> None:
        self.pictures = 0
        self.moves = True
        self.is_resized = False
        self.done: list[Any] = []

    def show(self, _picture: pygame.Surface, _only: object = ()) -> None:
        """Count."""
        self.pictures += 1

    def acts(self) -> list[Any]:
        """Return what was done since the last time."""
        done, self.done = self.done, []
        return done

    def resized(self) -> bool:
        """Return what the test says."""
        return self.is_resized


class Counted:
    """Chances and fresh steps as the test says."""

    busy = False

    def __init__(self) -> None:
        self.chances: Shares = NONE
        self.fresh: frozenset[int] = frozenset()

    def of(self, _state: PublicState | None, now: float | None = None) -> Any:
        """Return the chances or, at a time, the fresh steps."""
        return self.chances if now is None else self.fresh


class Bench:
    """A loop on a target, with a state that does not run on."""

    def __init__(self, **options: Any) -> None:
        self.target, self.counted = Shown(), Counted()
        self.live = LiveConsole(SOURCE, None, "en")
        feed, options = Feed(SOURCE), {"look": Look(movement=True), **options}
        self.loop = ScreenLoop(feed, self.live, cast("Any", self.target), Options(SIZE, **options))
        self.loop._chances = cast("Any", self.counted)
        self.loop._glow = cast("Any", self.counted)
        level = LevelView(50, 100)
        self.view = View(link="up", state=replace(states.ruling(), level=level, rulings=()))

    def drawn(self) -> int:
        """Return how many pictures are drawn for the view."""
        before = self.target.pictures
        self.loop._draw(self.view)
        return self.target.pictures - before

    def goes_on(self, *acts: Any) -> bool:
        """Return whether the loop goes on after what the user does."""
        self.target.done += acts
        return self.loop._served(self.view)


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    assert bench.drawn() == 1
    assert bench.drawn() == 0
    return bench


def test_new_chances_alone_and_a_fresh_step_alone_are_drawn(bench: Bench) -> None:
    bench.counted.chances = {1: 0.5, 2: 0.5}
    assert (bench.drawn(), bench.drawn()) == (1, 0)
    bench.counted.fresh = frozenset({0})
    assert (bench.drawn(), bench.drawn()) == (1, 0)
    bench.counted.fresh = frozenset()
    assert (bench.drawn(), bench.drawn()) == (1, 0)


@pytest.mark.parametrize("still", ["target", "look"])
def test_where_nothing_moves_no_step_is_fresh(bench: Bench, still: str) -> None:
    if still == "target":
        bench.target.moves = False
    else:
        bench.loop._wear(Look(movement=False))
        assert bench.drawn() == 1
    bench.counted.fresh = frozenset({0})
    assert bench.drawn() == 0


def test_what_can_be_seen_is_drawn_and_nothing_else(bench: Bench) -> None:
    state = bench.view.state
    assert state is not None
    bench.view = replace(bench.view, state=replace(state, seq=state.seq + 1), recent=())
    assert bench.drawn() == 0
    bench.view = replace(bench.view, unread=True)
    assert (bench.drawn(), bench.drawn()) == (1, 0)
    bench.view = replace(bench.view, link="down")
    assert (bench.drawn(), bench.drawn()) == (1, 0)
    table = bench.loop._table
    bench.live.console = replace(bench.live.console, line="sit", touched=1e12)
    assert (bench.drawn(), bench.drawn()) == (1, 0)
    assert bench.loop._table is table, "a key draws the line alone, not the table under it"
    bench.target.is_resized = True
    assert (bench.drawn(), bench.drawn()) == (1, 1)


@pytest.mark.parametrize(
    ("moves", "link", "left"),
    [(True, "up", 50_000), (False, "up", 60_000), (True, "down", 60_000)],
)
def test_clocks_run_on_where_they_can_be_seen_to(
    moves: bool, link: Any, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(screen, "time", SimpleNamespace(monotonic=lambda: now))
    bench = Bench()
    bench.target.moves = moves
    state = replace(states.flop(), level=LevelView(50, 100, next_in=60_000))
    bench.view = View(link=link, state=state)
    bench.drawn()
    now += 10
    bench.drawn()
    view = bench.loop._drawn
    assert view is not None
    known = view.state
    assert known is not None
    assert known.level.next_in == left
    # Another state begins with its own time.
    bench.view = View(link=link, state=replace(state, seq=state.seq + 1))
    bench.drawn()
    assert bench.loop._since == now


def test_the_settings_file_is_looked_at_once_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, path = 1000.0, tmp_path / "display.toml"
    monkeypatch.setattr(screen, "time", SimpleNamespace(monotonic=lambda: now))
    bench = Bench(look_file=path)
    bench.loop._read_look()
    path.write_text('palette = "safe"\n', encoding="utf-8")
    palettes = []
    for after in (0.5, 0.25, 0.25):
        now += after
        bench.loop._read_look()
        palettes.append(bench.loop._look.palette)
    assert palettes == ["dark", "dark", "safe"]


def test_nothing_is_drawn_once_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((1000.0, 1005.0))
    monkeypatch.setattr(screen, "time", SimpleNamespace(monotonic=clock.__next__))
    assert Bench(seconds=5.0).loop.run() == 0


def test_what_moves_is_drawn_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    before = board_due(Street.FLOP)
    after = replace(before, board=("Ah",))
    old, new = render(before, SIZE), render(after, SIZE)
    for times, frames in (((0.0, MOVE_S), 0), ((0.0, MOVE_S / 2, MOVE_S), 1)):
        bench, clock = Bench(), iter(times)
        monkeypatch.setattr(screen, "time", SimpleNamespace(monotonic=clock.__next__))
        bench.loop._move(old, new, before, after)
        # Before it moves, the picture without it is shown.
        assert bench.target.pictures == 1 + frames
        assert list(clock) == []


@pytest.mark.parametrize(
    ("view", "link"),
    [
        (View(link="up"), "up"),
        (View(link="up", online=False), "off"),
        (View(link="down"), "down"),
        (View(link="never"), "down"),
        (View(link="down", unread=True, online=False), "older"),
    ],
)
def test_a_picture_may_be_old_for_one_reason_at_a_time(view: View, link: str) -> None:
    assert screen._link(view) == link


def test_one_escape_too_many_closes_a_window_and_never_the_whole_screen(bench: Bench) -> None:
    assert bench.goes_on("x")
    assert not bench.goes_on("q")
    assert not bench.goes_on("escape")
    assert not bench.goes_on("close")
    kiosk = Bench(fullscreen=True)
    assert kiosk.goes_on("escape")
    assert not kiosk.goes_on("q")
    # In an open line they are a letter, and its end.
    assert bench.goes_on(":", "q", "escape")
    assert not bench.live.console.listening


def test_a_touch_of_the_language_changes_it_where_nothing_covers_it(bench: Bench) -> None:
    state = bench.view.state
    assert state is not None
    at = layout(*SIZE, len(state.seats)).language.centre

    def language() -> str:
        bench.goes_on(at)
        return bench.loop._look.language

    assert language() == "fr"
    bench.live.console = Console(panel=Panel(0))
    assert language() == "fr"
    assert bench.live.console.panel is None, "a touch beside the panel closes it"
    assert language() == "en"
    bench.goes_on((at[0] + 200, at[1] + 200))
    assert bench.loop._look.language == "en"
    bench.view = replace(bench.view, state=None)
    assert language() == "en"


def test_a_touch_is_free_where_nothing_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    live, state = LiveConsole(SOURCE, None, "en"), states.flop()
    places = layout(*SIZE, 6)
    target = ""
    monkeypatch.setattr("display.felt.console.commands_live.target_at", lambda *_: target)
    for console, hit, free in (
        (Console(), "", True),
        (Console(), "seat:1", True),
        (Console(), "page:close", False),
        (Console(panel=Panel(0)), "outside", False),
        (Console(line=""), "", False),
        (Console(line="sit"), "page:close", False),
    ):
        live.console, target = console, hit
        assert live.free((1, 1), places, state) is free, (console, hit)


@pytest.mark.parametrize(
    ("key", "changed"),
    [
        ("c", {"suits": 2}), ("t", {"large": True}), ("m", {"movement": False}),
        ("l", {"language": "fr"}), ("x", {}), ("", {}),
    ],
)  # fmt: skip
def test_a_key_changes_the_look_and_the_same_key_changes_it_back(
    key: str, changed: dict[str, Any]
) -> None:
    look = Look(suits=4)
    assert changed_look(look, key) == replace(look, **changed)
    assert changed_look(changed_look(look, key.upper()), key) == look
    assert changed_look(look, "p") != look


def test_clocks_run_on_in_whole_seconds_and_not_below_nought() -> None:
    level = LevelView(50, 100, next_in=60_000, break_in=90_000)
    state = replace(states.table(6), level=level, clock_left=10_000, clock_seat=2)
    for after, left in ((1, 0), (999, 0), (1_000, 1), (1_001, 1)):
        # What has begun counts as a whole second that is left.
        now = ticked(state, after)
        told = (now.clock_left, now.level.next_in, now.level.break_in)
        assert told == (10_000 - 1_000 * left, 60_000 - 1_000 * left, 90_000 - 1_000 * left)
    assert ticked(state, 10_001).clock_left == 0
    assert ticked(replace(state, clock_seat=0), 3_000).clock_left == 10_000
    untimed = replace(state, level=LevelView(50, 100))
    assert ticked(untimed, 3_000).level == untimed.level


def test_a_notice_goes_when_its_time_is_over(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    notice = Notice("start", "ok", ok=True, until=1e12)
    bench.live.console = replace(bench.live.console, notice=notice)
    assert bench.drawn() == 1
    bench.live.console = replace(bench.live.console, notice=replace(notice, until=0.0))
    assert bench.drawn() == 1
    assert bench.live.console.notice is None
