"""`tapis bench rehearsal`: a scripted run from nothing to the first ruling at a simulated table.

A volunteer without any hardware answers the questions of `tapis setup`, lays a card on each
antenna, enrols a deck and the chips, calibrates, and deals a hand without a burn. Times are table
time: the twin's scans take as long as on a felt, and people as long as the constants here.
"""

import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Final, Literal, cast

import msgspec
import typer
from msgspec.structs import replace
from rich.console import Console

from controller.config.model import TableConfig, load_config
from controller.play.script.language import parse
from controller.rehearse.simulated_devices.workshop import Workshop
from controller.rehearse.table import Rehearsal
from controller.sensing.registry import FRESH_PACK, save_registry
from controller.setup.antennas.calibrate import Calibration, measure
from controller.setup.command import guide
from controller.setup.dialogue import Quit, Talk
from controller.setup.draft import Draft, antennas_of, place_words, zones_of
from controller.setup.reading.enrolment_desk import at_the_desk, choose_antenna
from controller.setup.reading.probe import Found
from controller.setup.reading.rehearsing import RehearsedProbe
from controller.setup.tags.enrolment_rules import open_or_new
from controller.setup.tags.guided_enrolment import Station, enroll_chips, enroll_deck
from display.words.locale import ENGLISH
from display.words.names import words
from hardware.build.kit import KITS
from tests.rig.limits import judge, tell

STEP_MS: Final = 400
"""Table time that passes in each turn of the twin (20 ms of wall time)."""

READS_S: Final = 5.0
"""Time that a person takes to read and answer a question."""
LAYS_S: Final = 2.0
"""Time to lay a thing down."""
STACKS_S: Final = 8.0
"""Time to count a stack of chips."""
THINKS_S: Final = 3.0
"""Time to find out the next step at the table."""

WALL_S: Final = 60.0
CODES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LIMITS: Final = {"first_ruling_s": 900.0}


class Evening(msgspec.Struct, frozen=True):
    """The rehearsal's setup: a table of `seats`, `cards` of a deck, and the values of the chips.

    `listens_s` is the reading time of each antenna for its calibration, in seconds of table time.
    With a `kit` the table is one that people can build, on its own boards.
    """

    kit: str = ""
    seats: int = 6
    cards: int = len(FRESH_PACK)
    values: tuple[int, ...] = (25, 100, 500, 1000, 5000)
    listens_s: float = 10.0


class RehearsalFigures(msgspec.Struct):
    """The results: seconds of table time since the first question, and the steps done."""

    steps: int = 0
    setup_s: float = 0.0
    enrolled_s: float = 0.0
    calibrated_s: float = 0.0
    first_hand_s: float = 0.0
    first_ruling_s: float = 0.0
    seen_through_s: float = 0.0
    antennas: int = 0
    antennas_read: int = 0


class TableTime:
    """A table clock that advances a little at each call."""

    def __init__(self) -> None:
        self.now = 0
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """Return the time in ms, a step later than before."""
        with self._lock:
            self.now += STEP_MS
            return self.now

    def take(self, seconds: float) -> None:
        """Add the time that a person takes."""
        with self._lock:
            self.now += round(1000 * seconds)


class Screen:
    """A program's output as a file, for a person who waits for certain words."""

    def __init__(self) -> None:
        self._text = ""
        self._at = 0
        self._news = threading.Condition()

    def write(self, text: str) -> int:
        """Append the program's output."""
        with self._news:
            self._text += CODES.sub("", text)
            self._news.notify_all()
        return len(text)

    def flush(self) -> None:
        """Do nothing: output is available at once."""

    def see(self, text: str, work: "Future[object]") -> None:
        """Wait until some words are written, after those seen before.

        Raises the program's own error, and `TimeoutError` if the words do not come.
        """
        ends = time.monotonic() + WALL_S
        with self._news:
            while (found := self._text.find(text, self._at)) < 0:
                if work.done():
                    work.result()
                if time.monotonic() > ends or work.done():
                    raise TimeoutError(f"{text!r} was not said: {self._text[-500:]}")
                self._news.wait(0.05)
            self._at = found + len(text)


class Volunteer:
    """A person at a terminal with a box of cards and chips. `steps` counts their actions.

    Programs run in a thread of their own, and get their input from `answer`, `press` and `lay`.
    """

    def __init__(self, folder: Path) -> None:
        self.config = folder / "table.toml"
        self.clock = TableTime()
        self.workshop = Workshop(self.clock, seed=1)
        self.steps = 0
        self._screen = Screen()
        self._hears, self._keys = os.pipe()
        self._programs = ThreadPoolExecutor(1)
        self._work: Future[object]
        console = Console(file=cast("IO[str]", self._screen), force_terminal=True, width=100)
        self.talk = Talk(console, self._hears, words(ENGLISH))

    def close(self) -> None:
        """Leave; stop a program that still waits."""
        os.write(self._keys, b"q\nquit\n" * 3)
        os.close(self._keys)
        self._programs.shutdown()
        os.close(self._hears)

    @contextmanager
    def before(self, program: Callable[[], object]) -> "Iterator[Future[object]]":
        """Run a program during the block, and wait for its end; raises the program's own error."""
        self._work = self._programs.submit(program)
        yield self._work
        self._work.result(WALL_S)

    def see(self, text: str) -> None:
        """Wait for words."""
        self._screen.see(text, self._work)

    def answer(self, question: str, text: str, seconds: float = READS_S) -> None:
        """Wait for a question, read it, and answer."""
        self.see(question)
        self.press(f"{text}\n", seconds)

    def press(self, keys: str, seconds: float = LAYS_S) -> None:
        """Press keys after some time."""
        self.clock.take(seconds)
        self.steps += 1
        os.write(self._keys, keys.encode())

    def lay(self, thing: str, zone: str) -> None:
        """Lay a thing down."""
        self.clock.take(LAYS_S)
        self.steps += 1
        self.workshop.lay(thing, zone)

    @property
    def seconds(self) -> float:
        """Return the table time, in seconds."""
        return self.clock.now / 1000


class Rebuilt(RehearsedProbe):
    """A probe that simulates the devices of a draft, whatever the answers are."""

    def __init__(self, me: Volunteer, built: Draft) -> None:
        super().__init__(me.workshop, me.config, me.clock)
        self._built = built

    def look(self) -> tuple[Found, ...]:
        """Return the devices of the draft."""
        roles = {one.name: one.role for one in self._built.machines}
        found = self.look_at(antennas_of(self._built))
        return tuple(replace(one, role=roles.get(one.node, one.role)) for one in found)


def set_up(me: Volunteer, evening: Evening) -> None:
    """Answer the questions of `tapis setup`, and show it which antenna is which."""
    built = KITS[evening.kit].draft if evening.kit else None
    draft = built or Draft(
        seats=evening.seats, denominations=evening.values, floor="absent", extras=("burn", "desk")
    )
    pads = [one.name for one in draft.machines if one.role == "seat"]
    asked = (
        ("Name of the table?", "rehearsal"), ("Name of the club or bar?", "club"),
        ("Which house rules?", draft.house), ("How many seats?", str(draft.seats)),
        ("How are the chips counted?", draft.chips),
        ("Values of the chips in play", " ".join(map(str, draft.denominations))),
        ("Small blind?", "50"), ("Big blind?", "100"),
        ("How many decks are in use?", "1"), ("Are open questions decided", draft.floor),
        *((("The floor's PIN", "none"),) if draft.floor != "absent" else ()),
        ("Which language does the display use", ""),
        ("Are the cards dealt from a shoe", "yes" if draft.shoe else "no"),
        *((("Can the shoe be closed", "yes" if draft.gate else "no"),) if draft.shoe else ()),
        ("Which of these does your table have?", " ".join(draft.extras) or "none"),
        ("all the devices that are plugged in (", "yes"),
        *((f"keys on {pad} belong to?", "") for pad in pads),
    )  # fmt: skip
    there = {one.zone for one in draft.under} if built else {*zones_of(draft)} - {"board.2"}
    probe = Rebuilt(me, built) if built else RehearsedProbe(me.workshop, me.config, me.clock)
    with me.before(lambda: guide(me.talk, probe, me.config, me.workshop.open)):
        for question, text in asked:
            me.answer(question, text)
        for zone in zones_of(draft):
            if zone in {"board.3", "board.4", "board.5"}:
                continue
            me.see(f"Put the card on {place_words(zone, me.talk.words)}")
            if zone not in there:
                me.press("s")
                continue
            me.lay("card:1:As", "board" if zone == "board.1" else zone)
            me.see(f"{zone} is antenna")
        me.see("Next: tapis enroll deck")
    me.lay("card:1:As", "box")


def enrol(me: Volunteer, evening: Evening, config: TableConfig) -> None:
    """Enrol a deck or the requested part of it, and the chips of each value that is read."""
    on = choose_antenna(config.plans(), "shoe" if config.shoe.present else "")
    counts = choose_antenna(config.plans())
    values = evening.values if config.chips == "rfid" else ()
    path = Path(config.cards.registry)
    registry = open_or_new(path)

    def program() -> None:
        with at_the_desk(config, registry, me.workshop.open) as desk:
            station = Station(desk, on, me.talk, registry)
            try:
                enroll_deck(station, 1, lambda: save_registry(registry, path))
            except Quit:
                me.talk.show("so many cards")
            station = Station(desk, counts, me.talk, registry)
            for value in values:
                enroll_chips(station, value, 1, lambda: save_registry(registry, path))

    with me.before(program):
        me.see("Keys: u undoes the last card")
        for card in FRESH_PACK[: evening.cards]:
            me.clock.take(LAYS_S)
            me.steps += 1
            me.workshop.next_card(1, on.zone)
            me.see(f"{card}  ")
        if evening.cards < len(FRESH_PACK):
            me.press("q")
        me.workshop.lay(f"card:1:{FRESH_PACK[evening.cards - 1]}", "box")
        for value in values:
            me.see(f"Chips worth {value}")
            me.see("q stops.")
            me.lay(f"stack:{value}:1", counts.zone)
            me.see("20/? Enter")
            me.press("\n")
            me.answer("How many chips are there?", "20", STACKS_S)
            me.see("Remove the stack.")
            me.lay(f"stack:{value}:1", "box")
            me.see("put a stack down")
            me.press("q")


def calibrate(me: Volunteer, evening: Evening, config: TableConfig) -> Calibration:
    """Lay a card on each antenna in turn, and have it measured."""
    # The number of the twin's turns for this table time; a turn is 20 ms of wall time.
    seconds = evening.listens_s * 1000 / STEP_MS * 0.02

    def program() -> Calibration:
        return measure(config, me.talk, seconds=seconds, drivers=me.workshop.open)

    with me.before(program) as work:
        for plan in config.plans():
            me.see(f"on {plan.name} ({plan.zone})")
            me.lay("card:1:As", plan.zone)
            me.press("\n")
    found = work.result()
    assert isinstance(found, Calibration)
    return found


def play(me: Volunteer, config: TableConfig, folder: Path, figures: RehearsalFigures) -> None:
    """Deal a hand at the virtual table, forget to burn, and follow the ruling."""
    folder.mkdir()
    table = Rehearsal(config, folder, seed=1)
    table.start()
    began = me.seconds

    def do(text: str) -> float:
        statements = parse(f"wait {round(1000 * THINKS_S)}ms\n{text}")
        table.ask(statements).result(WALL_S)
        me.steps += 1
        return round(began + table._sink.now / 1000, 1)

    burns_read = not {"burn", "muck", "shoe"}.isdisjoint(one.zone for one in config.plans())

    def play_on() -> None:
        state = table.seen.state
        view = state.seats[state.turn - 1]
        owes = max(one.bet or 0 for one in state.seats) > (view.bet or 0)
        do(f"{state.turn} calls" if owes else f"{state.turn} checks")

    burns_read = not {"burn", "muck", "shoe"}.isdisjoint(one.zone for one in config.plans())
    try:
        figures.first_hand_s = do("hand")
        do("deal")
        # Where no burn is seen, the board comes too soon instead.
        while burns_read and table.seen.state.turn:
            play_on()
        figures.first_ruling_s = do("board 3")
        if not table.seen.state.rulings:
            raise TimeoutError("no ruling was opened")
        while table.seen.state.rulings and not table.seen.state.turn:
            figures.seen_through_s = do("follow")
    finally:
        table.stop()


def rehearse(evening: Evening, folder: Path) -> RehearsalFigures:
    """Rehearse an evening in a folder; return the figures."""
    figures, me = RehearsalFigures(), Volunteer(folder)
    try:
        set_up(me, evening)
        figures.setup_s = round(me.seconds, 1)
        config = load_config(me.config)
        enrol(me, evening, config)
        figures.enrolled_s = round(me.seconds, 1)
        measured = calibrate(me, evening, config)
        figures.calibrated_s = round(me.seconds, 1)
        figures.antennas = len(measured.antennas)
        figures.antennas_read = sum(one.tags > 0 for one in measured.antennas)
        play(me, config, folder / "played", figures)
        figures.steps = me.steps
    finally:
        me.close()
    return figures


def bench_rehearsal(
    seats: Annotated[int, typer.Option(help="So many seats.", min=2, max=10)] = 6,
    kit: Annotated[
        Literal["", "one-reader", "whole"], typer.Option(help="A table of the building guide.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Set up a simulated table, enrol, calibrate, and play to the first ruling.

    Times are seconds of the table. Status 1 when the ruling comes too late.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-rehearsal-") as folder:
        figures = rehearse(Evening(kit, seats), Path(folder))
    told: Mapping[str, float] = msgspec.to_builtins(figures)
    tell(told, LIMITS, as_json=as_json)
    judge(told, LIMITS)
