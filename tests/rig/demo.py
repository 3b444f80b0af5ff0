"""`tapis bench demo`: the times at which the demo shows things, and its longest pause.

The demo's table plays its tour with the product's own controller and a broker, without viewers.
Time passes as fast as the machine can, and the times are those of the demo's clock. The figures
are the same in every run.
"""

import tempfile
import threading
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from msgspec.structs import replace

from controller.contract.errors import ExitCode
from controller.contract.observations import Observation
from controller.contract.public import (
    CardsTabled,
    HandVoided,
    LevelView,
    PublicState,
    RulingClosed,
    RulingOpened,
)
from controller.demo.broker import demo_broker
from controller.demo.script import HOUSE, Script
from controller.demo.table import DemoTable, demo_config
from controller.demo.tour import NOISE, tour
from controller.houses.loader import load_house
from controller.table.engine import Transition
from controller.table.view import public_state
from tests.rig.limits import judge, tell

LIMITS: Final = {
    "first_ruling_s": 25.0, "seen_through_s": 45.0, "misdeal_s": 60.0, "all_in_s": 90.0,
    "longest_gap_s": 3.0,
}  # fmt: skip
ENDS_WITHIN = 600.0


class DemoTimes(msgspec.Struct):
    """Seconds of the demo's clock from its start, 0 for things that were not seen.

    `all_in_s` is the time at which all hands of an all-in lie open. `longest_gap_s` is the longest
    time without a change to the table's picture except its clocks, counted from the first picture
    with players; `gap_at_s` is its start.
    """

    first_ruling_s: float = 0.0
    seen_through_s: float = 0.0
    misdeal_s: float = 0.0
    all_in_s: float = 0.0
    longest_gap_s: float = 0.0
    gap_at_s: float = 0.0
    ends_s: float = 0.0
    level_timed: int = 0


class Stopwatch:
    """Records when each thing is first shown. It watches a `DemoTable` for `scripts` scripts."""

    def __init__(self, scripts: int) -> None:
        """Watch until this many scripts have been played."""
        self.times = DemoTimes()
        self.over = threading.Event()
        self._left = scripts
        self._house = load_house(HOUSE)
        self._shown: PublicState | None = None
        self._changed_at = 0

    def begins(self, _: Script) -> None:
        """Record the start of a script."""
        if not self._left:
            self.over.set()
        self._left -= 1

    def saw(self, observation: Observation, done: Transition) -> None:
        """Record the results of an observation."""
        if self.over.is_set():
            return
        at = observation.at
        for event in done.public:
            self._note(event.type, at / 1000)
            if isinstance(event, CardsTabled) and not self.times.all_in_s:
                self._all_in(done, at / 1000)
        shown = _still(public_state(done.table, self._house, 0, ""))
        if shown == self._shown:
            return
        gap = (at - self._changed_at) / 1000
        if self._shown is not None and gap > self.times.longest_gap_s:
            self.times.longest_gap_s, self.times.gap_at_s = gap, self._changed_at / 1000
        self._shown, self._changed_at = shown, at
        self.times.ends_s = at / 1000

    def _note(self, type_: str, at: float) -> None:
        times = self.times
        if type_ == RulingOpened.type:
            times.first_ruling_s = times.first_ruling_s or at
        elif type_ == RulingClosed.type:
            times.seen_through_s = times.seen_through_s or at
        elif type_ == HandVoided.type:
            times.misdeal_s = times.misdeal_s or at
        elif type_ == "level.timed":
            times.level_timed += 1

    def _all_in(self, done: Transition, at: float) -> None:
        state = public_state(done.table, self._house, 0, "")
        live = [view for view in state.seats if view.status in {"in", "all-in"}]
        if len(state.board) < 5 and all(view.shown for view in live):
            self.times.all_in_s = at


def _still(state: PublicState) -> PublicState:
    """Return a state without its clocks."""
    rulings = tuple(replace(one, waited=0) for one in state.rulings)
    return replace(state, level=LevelView(), clock_left=0, rulings=rulings)


def measure(scripts: int, seed: int = 0) -> DemoTimes:
    """Return the times at which the first `scripts` scripts of the tour show things."""
    watch = Stopwatch(scripts)
    with tempfile.TemporaryDirectory(prefix="tapis-demo-") as folder, demo_broker(0) as broker:
        config = demo_config(Path(folder), broker.port, NOISE)
        table = DemoTable(tour(), config, 1.0, seed, waits=False)
        table.watchers.append(watch.saw)
        table.on_script = watch.begins
        table.start()
        watch.over.wait(ENDS_WITHIN)
        table.stop()
    if table.trouble is not None:
        raise table.trouble
    return watch.times


def bench_demo(
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
    seed: Annotated[int, typer.Option(help="Random seed for the noise and the pauses.")] = 0,
) -> None:
    """Measure how long the demo takes to show a ruling, a misdeal and an all-in.

    Ends with status 1 when a figure is beyond its limit, or something was not seen.
    """
    figures = msgspec.to_builtins(measure(len(tour()), seed))
    tell(figures, LIMITS, as_json=as_json)
    judge(figures, LIMITS)
    if not all(figures[name] for name in LIMITS):
        raise typer.Exit(ExitCode.NOT_SO)
