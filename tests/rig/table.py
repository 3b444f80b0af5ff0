"""`tapis bench table`: scenarios played through the virtual table's pages in a real browser.

Each is played by mouse, by touch or by keyboard alone, moving one thing at a time as people do, and
must cause the same events as without a browser. The table's response time is measured from the drop
of a thing until its events are on disk and published; then, with a telephone at each of eight
seats, until the last of them shows it.
"""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.public import PublicEvent
from controller.contract.scans import zone_seat
from controller.play.runner import Runner, set_up
from controller.play.script import statements as s
from controller.play.script.language import parse
from controller.play.sinks.engine_sink import make_up
from controller.rehearse.opening import as_in, usual
from controller.rehearse.table import Rehearsal
from hardware.free_ports import free_port
from hardware.pads import keypad
from tests.rig.chromium import FLAGS, chromium
from tests.rig.limits import judge, tell

ROOT: Final = Path(__file__).parents[2]
SCENARIOS: Final = (
    "ppc/03-acting/03-oversized-chip",
    "ppc/04-out-of-turn/04-chips-out-of-turn",
    "ppc/13-misdeals/13-second-round-out-of-order",
    "ppc/16-dead-hands/16-touching-the-muck",
    "ppc/22-short-bets/22-short-call-announced",
    "fidpa/57-64-betting/61-2-half",
    "fidpa/79-misdeals/79-4a-one-action-is-in-time",
    "tda/40-53-betting/42-string-bet",
    "tda/35-37-misdeals/35-too-few",
    "redcactus/A-betting/A-i-preflop",
)
LIMITS: Final = {"drop_to_event_p99_ms": 150.0, "scenarios_otherwise": 1.0}
PHONES: Final = 8
PHONE: Final = {"width": 390, "height": 800}
SCREEN: Final = {"width": 1600, "height": 1100}
WITHIN_S: Final = 30.0

DROPPED = """() => {
  window.drops = 0;
  addEventListener('submit', () => { window.dropped = Date.now(); }, true);
  addEventListener('pointerup', () => { window.dropped = Date.now(); }, true);
}"""
"""Records the time of each drop, by the same clock that times the table."""


class TableFigures(msgspec.Struct):
    """The results; times are milliseconds of wall time."""

    scenarios: int = 0
    scenarios_otherwise: int = 0
    drops: int = 0
    drop_to_event_p50_ms: float = 0.0
    drop_to_event_p99_ms: float = 0.0
    phones: int = 0
    drop_to_last_phone_p50_ms: float = 0.0
    drop_to_last_phone_p99_ms: float = 0.0


class Pages:
    """A table with its pages on a port of this machine."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        import uvicorn

        from controller.rehearse.browser.pages import Site, make_app

        self.rehearsal = rehearsal
        port = free_port()
        self.site = Site(rehearsal, f"http://127.0.0.1:{port}", "en")
        looked = rehearsal.on_change
        self.changed_at = 0.0

        def changed() -> None:
            self.changed_at = 1000 * time.time()
            looked()

        rehearsal.on_change = changed
        config = uvicorn.Config(
            make_app(self.site), port=port, log_level="warning", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    @contextmanager
    def open(self) -> "Iterator[Pages]":
        """Serve the pages during the block."""
        self._thread.start()
        wait_for(lambda: self._server.started)
        try:
            yield self
        finally:
            self._server.should_exit = True
            self._thread.join(WITHIN_S)

    def link(self, seat: int) -> str:
        """Return the address of a seat's page, or of the table's (0)."""
        return f"{self.site.address}/{self.site.links.of[seat]}"


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until a condition holds; raises `TimeoutError` if it does not."""
    ends = time.monotonic() + WITHIN_S
    while not condition():
        if time.monotonic() > ends:
            raise TimeoutError("the table does not answer")
        time.sleep(0.002)


class Person:
    """A person at a page of the table: by mouse, touch or keyboard, one thing at a time.

    `drops` is the milliseconds from each drop to its events, `dropped` the time of the last drop
    (ms since 1970).
    """

    def __init__(self, page: Any, pages: Pages, way: str) -> None:
        self._page = page
        self._pages = pages
        self._way = way
        self.drops: list[float] = []
        self.dropped = 0.0
        page.add_init_script("localStorage.setItem('tapis-tour', 'done')")
        page.goto(pages.link(0))
        page.evaluate(DROPPED)

    def do(self, statement: s.Statement) -> None:
        """Carry out a statement by moving things and pressing buttons on the page."""
        match statement:
            case s.NewHand() | s.DealStreet() | s.DealHands() | s.Gather():
                self._say(str(statement))
            case s.DealTo(seat=seat):
                self._move("top", f"hand.{seat}")
            case s.BurnCards(count=count):
                self._each(count, "burn")
            case s.DealBoard(count=count):
                self._each(count, "board")
            case s.MoveCard(card=card, source=source, target=target):
                self._move(self._card(card, source), target)
            case s.Puts(seat=seat, amount=amount, pieces=pieces):
                self._bet(seat, amount, pieces)
            case s.SeatActs(seat=seat):
                self._act(statement)
            case s.Says(seat=seat, what=what, amount=amount):
                self._press(seat, keypad.KeyedDeclaration(what, amount=amount))
            case s.Does(seat=seat, deed="mucks"):
                self._throw_away(seat)
            case _:
                self._pages.rehearsal.ask((statement,)).result(WITHIN_S)

    def _act(self, act: s.SeatActs) -> None:
        seat, what, state = act.seat, act.action, self._pages.rehearsal.seen.state
        self._press(seat, keypad.KeyedDeclaration(what, amount=act.amount))
        front = state.seats[seat - 1].bet or 0
        if what == "fold":
            self._throw_away(seat)
        elif what == "call":
            highest = max(view.bet or 0 for view in state.seats)
            self._bet(seat, highest - front, ())
        elif what in {"bet", "raise"}:
            self._bet(seat, act.amount - front, ())

    def _throw_away(self, seat: int) -> None:
        for card in self._pages.rehearsal.seen.cards:
            if card.zone == f"hand.{seat}":
                self._move(f"card:{card.mark}", "muck")

    def _each(self, count: int, place: str) -> None:
        for _ in range(count):
            self._move("top", place)

    def _card(self, face: str, zone: str) -> str:
        cards = self._pages.rehearsal.seen.cards
        return next(f"card:{one.mark}" for one in cards if (one.face, one.zone) == (face, zone))

    def _bet(self, seat: int, amount: int, pieces: s.Pieces) -> None:
        values = [value for count, value in pieces for _ in range(count)]
        values = values or list(make_up(amount, self._pages.rehearsal.config.denominations))
        self._move(",".join(f"chips:stack.{seat}:{value}" for value in values), f"bet.{seat}")

    def _open(self, drawer: str) -> None:
        """Open a drawer below the felt; the others may shut when one is open."""
        self._page.evaluate("id => { document.getElementById(id).open = true; }", drawer)

    def _say(self, text: str) -> None:
        self._open("dealer")
        self._done(lambda: self._page.locator(f'#dealer button[value="{text}"]').click())

    def _press(self, seat: int, wanted: keypad.KeyedDeclaration) -> None:
        pad = self._pages.rehearsal._pads[seat]
        for key in keypad.keys_for(pad, wanted):
            button = self._page.locator(f"#pad-of-{seat} button[value={key}]")
            link = self._pages.site.links.of[0]
            self._open("pads")
            with self._page.expect_response(f"**/{link}/press"):
                button.click() if self._way != "keyboard" else button.press("Enter")
            wait_for(self._shows)

    def _move(self, thing: str, place: str) -> None:
        """Move something, and wait until the table has published its events."""
        many = thing.split(",")
        self._page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        if thing.startswith("chips:stack."):
            seat = zone_seat(thing.split(":")[1])
            self._page.locator(f"[id='z-stack.{seat}']").click()
        self._page.wait_for_selector(f'[data-thing="{many[0]}"]')
        if self._way == "keyboard" and len(set(many)) == 1:
            self._done(lambda: self._key_in(many, place), drop=True)
        elif self._way == "touch":
            for one in many:
                self._page.locator(f'[data-thing="{one}"]').tap()
            self._done(lambda: self._page.touchscreen.tap(*self._middle(place)), drop=True)
        else:
            for one in many[:-1]:
                self._page.locator(f'[data-thing="{one}"]').click()
            if len(many) > 1:
                self._page.locator(f'[data-thing="{many[-1]}"]').click()
            self._done(lambda: self._drag(many[-1], place), drop=True)

    def _key_in(self, things: Sequence[str], place: str) -> None:
        page = self._page
        self._open("by-hand")
        page.locator(f'[data-thing="{things[0]}"]').press("Enter")
        page.locator("#to").select_option(place)
        page.locator("#count").fill(str(len(things)))
        page.locator("#move button").press("Enter")

    def _drag(self, thing: str, place: str) -> None:
        """Drag a thing, once it no longer moves."""
        mouse = self._page.mouse
        self._page.locator(f'[data-thing="{thing}"]').hover()
        mouse.down()
        mouse.move(*self._middle(place), steps=3)
        mouse.up()

    def _middle(self, place: str) -> tuple[float, float]:
        """Return the middle of a place; things that lie there are no obstacle."""
        box = self._page.locator(f'[data-place="{place}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _done(self, deed: Callable[[], object], *, drop: bool = False) -> None:
        """Do something, and wait until it is on disk and shown."""
        lines = self._pages.rehearsal.seen.lines
        deed()
        wait_for(lambda: self._pages.rehearsal.seen.lines > lines)
        if drop:
            self.dropped = self._page.evaluate("window.dropped")
            self.drops.append(self._pages.changed_at - self.dropped)
        wait_for(self._shows)

    def _shows(self) -> bool:
        """Return whether the page shows the current table: a person aims only at still things."""
        seen = self._pages.rehearsal.seen
        drawn = self._page.evaluate("() => ({...document.querySelector('.play').dataset})")
        return bool(drawn == {"seq": str(seen.state.seq), "lines": str(seen.lines)})


def after_opening(events: Sequence[PublicEvent]) -> list[PublicEvent]:
    """Return the events from the first hand on."""
    begun = next((n for n, one in enumerate(events) if one.type == "hand.started"), 0)
    return list(events[begun:])


def plainly(statements: Sequence[s.Statement]) -> list[PublicEvent]:
    """Return a scenario's events at the sensed depth without a browser."""
    runner = Runner(set_up(statements, depth="sensed"))
    try:
        runner.play(statements)
        return after_opening(runner.game.events)
    finally:
        runner.game.close()


def played(browser: Any, path: Path, way: str) -> tuple[bool, list[float]]:
    """Play a scenario through the pages; return whether its events match, and the drop times."""
    statements = parse(path.read_text("utf-8"), str(path))
    deeds = [one for one in statements if not isinstance(one, s.Expectation)]
    begin = next(n for n, one in enumerate(deeds) if isinstance(one, s.NewHand))
    with tempfile.TemporaryDirectory(prefix="tapis-table-") as folder:
        rehearsal = Rehearsal(as_in(set_up(statements)), Path(folder), first=deeds[:begin])
        # Chips are put in by hand here: a key that also put them in would do it twice.
        rehearsal.keys_only = True
        rehearsal.start()
        try:
            with (
                Pages(rehearsal).open() as pages,
                browser.new_context(viewport=SCREEN, has_touch=way == "touch") as window,
            ):
                person = Person(window.new_page(), pages, way)
                for deed in deeds[begin:]:
                    person.do(deed)
            was = after_opening(rehearsal._game.events)
        finally:
            rehearsal.stop()
    return was == plainly(statements), person.drops


def on_phones(browser: Any) -> list[float]:
    """Deal to eight telephones; return the time until the last of them shows each card."""
    late = []
    with tempfile.TemporaryDirectory(prefix="tapis-table-") as folder:
        rehearsal = Rehearsal(usual("ppc", PHONES), Path(folder), seed=1)
        rehearsal.start()
        try:
            with ExitStack() as windows:
                pages = windows.enter_context(Pages(rehearsal).open())
                # Each has its own context, like a telephone: a browser limits its connections.
                phones = []
                for seat in range(1, PHONES + 1):
                    window = windows.enter_context(browser.new_context(viewport=PHONE))
                    phones.append(window.new_page())
                    phones[-1].goto(pages.link(seat))
                window = windows.enter_context(browser.new_context(viewport=SCREEN))
                dealer = Person(window.new_page(), pages, "mouse")
                dealer.do(s.NewHand())
                for seat in rehearsal.seen.state.to_deal:
                    dealer.do(s.DealTo(seat))
                    for phone in phones:
                        phone.wait_for_selector(f'[data-lines="{rehearsal.seen.lines}"]')
                    late.append(1000 * time.time() - dealer.dropped)
        finally:
            rehearsal.stop()
    return late


def share(values: Sequence[float], part: float) -> float:
    """Return the value that this part of the values does not exceed."""
    return round(sorted(values)[min(len(values) - 1, int(part * len(values)))], 1)


def bench_table(
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
    files: Annotated[
        list[Path] | None, typer.Argument(help="Scenarios to play, else ten of the project's.")
    ] = None,
) -> None:
    """Play scenarios through the virtual table's pages. Status 1: events differ, or are late."""
    program = chromium()
    from playwright.sync_api import sync_playwright

    paths = files or [ROOT / "tests/scenarios" / f"{name}.scn" for name in SCENARIOS]
    figures, drops = TableFigures(scenarios=len(paths), phones=PHONES), list[float]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for nth, path in enumerate(paths):
            way = ("mouse", "touch", "keyboard")[nth % 3]
            same, dropped = played(browser, path, way)
            drops += dropped
            figures.scenarios_otherwise += not same
            if not same:
                typer.echo(f"{path}: other events by {way}", err=True)
        late = on_phones(browser)
        browser.close()
    figures.drops = len(drops)
    figures.drop_to_event_p50_ms, figures.drop_to_event_p99_ms = (
        share(drops, 0.5),
        share(drops, 0.99),
    )
    figures.drop_to_last_phone_p50_ms = share(late, 0.5)
    figures.drop_to_last_phone_p99_ms = share(late, 0.99)
    told = msgspec.to_builtins(figures)
    tell(told, LIMITS, as_json=as_json)
    judge(told, LIMITS)
    if not drops:
        raise typer.Exit(ExitCode.NOT_SO)
