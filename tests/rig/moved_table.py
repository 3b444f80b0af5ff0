"""Replay of a recorded game's movements in real time, in front of a running controller.

The game is played once at depth `sensed`, as fast as possible, and its movements are recorded.
Then the same movements are made on simulated boards behind ptys, which run at wall clock speed in a
process of their own. `tapis run` is at the other end, in another process.
"""

import json
import math
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from msgspec.structs import replace

from controller.contract.observations import Declared, FloorSaid, Knocked, Observation
from controller.contract.public import PublicState
from controller.journal import JournalReader
from controller.play.game import DealtGame, Setup
from controller.play.records.recorded import RecordedHand
from controller.play.records.replay import play_hand
from controller.play.sinks.broker_client import BrokerClient
from controller.play.sinks.sensed import SensedSink
from controller.play.sinks.wire import THUMB, sound_of
from controller.play.sinks.wiring import (
    FLOOR,
    WireFailed,
    Wiring,
    boards_of,
    pad_of,
    plans_of,
    roles_of,
    write_config,
)
from controller.sensing.registry import Registry, save_registry
from controller.table.engine import Transition
from hardware.pads import keypad
from hardware.twin.boards.pty import Pty
from hardware.twin.table import Twin
from tests.rig.stopwatch import Timed, read_timed

LOOK = 200
READY_WITHIN = 60.0
AFTERWARDS = 3_000
ENDS_WITHIN = 20.0
THINKS = 900
"""Time that a person takes from one action to the next (ms)."""

CONTROLLER = """
import sys
from pathlib import Path
from tests.rig.stopwatch import timed_into
from controller.cli import app
with timed_into(Path(sys.argv.pop(1))):
    app()
"""


@dataclass(frozen=True)
class Moved:
    """A thing laid into a zone, or taken out of every field (`zone` is empty); times in ms."""

    at: int
    uid: str
    zone: str


@dataclass(frozen=True)
class Keyed:
    """Keys pressed on a seat's pad, one after the other."""

    at: int
    seat: int
    keys: tuple[str, ...]


Deed = Moved | Keyed | Knocked | FloorSaid


@dataclass(frozen=True)
class RecordedGame:
    """A game: its movements and declarations in order, its tags, and the types of its events."""

    deeds: tuple[Deed, ...]
    registry: Registry
    events: tuple[str, ...]


def record(setup: Setup, hands: Sequence[RecordedHand]) -> RecordedGame:
    """Play hands at depth `sensed` with human pauses; return the recorded actions."""
    deeds: list[Deed] = []
    shown: list[PublicState] = []

    def hear(observation: Observation, _: Transition) -> None:
        if isinstance(observation, Declared):
            deeds.append(_keyed(observation, setup, shown[-1]))
        elif isinstance(observation, Knocked | FloorSaid):
            deeds.append(observation)
        shown[:] = [game.shown()]

    game = DealtGame(setup, hear)
    sink = game.sink
    assert isinstance(sink, SensedSink)
    twin = sink.twin
    put, take = twin.put, twin.take

    def put_and_note(uid: str, zone: str) -> None:
        put(uid, zone)  # It takes the thing up first, which is recorded.
        deeds.append(Moved(twin.now, uid, zone))

    def take_and_note(uid: str) -> None:
        deeds.append(Moved(twin.now, uid, ""))
        take(uid)

    twin.put, twin.take = put_and_note, take_and_note  # type: ignore[method-assign]
    for number, hand in enumerate(hands):
        play_hand(game, hand, number, lambda _: sink.wait(THINKS))
    return RecordedGame(tuple(deeds), sink.registry, tuple(event.type for event in game.events))


def _keyed(said: Declared, setup: Setup, state: PublicState) -> Keyed:
    """Return the keys with which an experienced player declares it in this state of the table."""
    pad = keypad.new_pad(said.seat, setup.denominations, keyed=False)
    pad = keypad.see(pad, state).pad
    keys = keypad.keys_for(pad, keypad.KeyedDeclaration(said.what, said.target, said.amount))
    return Keyed(said.at, said.seat, tuple(keys))


class MovedTable:
    """Boards in a process of their own, and the controller in another.

    `wrote` has the times (ns) at which the last bytes of messages were written, by port.
    """

    def __init__(self, wiring: Wiring, setup: Setup, recorded: RecordedGame) -> None:
        """Lay out an empty table. The controller starts with `controller`."""
        self.wrote: dict[str, list[int]] = {}
        self._wiring = wiring
        self._recorded = recorded
        self.folder = wiring.next_folder(setup.name)
        self.name = self.folder.name
        setup = replace(setup, name=self.name)
        plans = plans_of(setup)
        self._twin = Twin(plans, setup.noise, setup.seed, scanned=False)
        self._config = write_config(self.folder, setup, wiring)
        save_registry(recorded.registry, self.folder / "tags.toml")
        wiring.wire.want(roles_of(setup))
        wiring.wire.lay(self._twin, boards_of(plans))
        for name, port in wiring.governor.ports.items():
            self._time(name, port)
        self._ear = BrokerClient(wiring.broker.port, self.name)

    def _time(self, name: str, port: Pty) -> None:
        write, wrote = port.write, self.wrote.setdefault(name, [])

        def written(data: bytes) -> None:
            # Before the write, not after: the link may read it all before this thread resumes.
            wrote.append(time.monotonic_ns())
            write(data)

        port.write = written  # type: ignore[method-assign]

    @contextmanager
    def controller(self) -> Iterator[Callable[[], Timed]]:
        """Run `tapis run` in the block; afterwards the yielded function returns its timings.

        Raises `WireFailed` if it does not start, or does not stop.
        """
        timed = self.folder / "timed.json"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(str(self.folder / "notify"))
            heard.setblocking(False)
            process = subprocess.Popen(
                [sys.executable, "-c", CONTROLLER, str(timed), "run", "--config",
                 str(self._config)],
                stderr=(self.folder / "log").open("wb"),
                env={**os.environ, "NOTIFY_SOCKET": str(self.folder / "notify")},
            )  # fmt: skip
            try:
                # The controller runs by the wall clock alone, so the boards must not lag for long.
                self._wiring.governor.run_for(LOOK)
                self._wiring.governor.most_late = math.inf
                self._wait_for_ready(heard, process)
                yield lambda: read_timed(timed)
                process.send_signal(signal.SIGTERM)
                process.wait(ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                raise WireFailed("the controller does not stop") from None
            finally:
                process.kill()
                process.wait()
                self._ear.close()

    def _wait_for_ready(self, heard: socket.socket, process: "subprocess.Popen[bytes]") -> None:
        ends = time.monotonic() + READY_WITHIN
        while time.monotonic() < ends and process.poll() is None:
            self._wiring.governor.run_for(LOOK)
            try:
                if heard.recv(4096).startswith(b"READY=1"):
                    return
            except BlockingIOError:
                continue
        said = (self.folder / "log").read_text("utf-8", "replace")
        raise WireFailed(f"the controller is not ready; it said:\n{said}")

    def move(self, advance: Callable[[float], object]) -> None:
        """Repeat all recorded actions at their times; `advance` gets the share done."""
        governor = self._wiring.governor
        began, deeds = governor.now, self._recorded.deeds
        for deed in deeds:
            governor.run_until(began + deed.at)
            self._do(deed)
            advance(1 / len(deeds))
        governor.run_for(AFTERWARDS)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Moved(uid=uid, zone=""):
                self._twin.take(uid)
            case Moved(uid=uid, zone=zone):
                self._twin.put(uid, zone)
            case Knocked(seat=seat, count=count):
                self._wiring.wire.press(pad_of(seat), "knock", sound_of(count))
            case Keyed(seat=seat, keys=keys):
                for key in keys:
                    for mask in (1 << keypad.KEYS.index(key), 0):
                        self._wiring.wire.press(pad_of(seat), "keys", mask)
                        self._wiring.governor.run_for(THUMB)
            case FloorSaid(command=command):
                self._ear.ask(json.loads(command), FLOOR)

    def plays_as_recorded(self) -> bool:
        """Return whether the controller's events match those of the recorded game."""
        with JournalReader(self.folder / f"{self.name}.db") as journal:
            types = [event.type for event in journal.events(0, 1_000_000)]
        told, meant = ([t for t in ts if t not in _OURS] for ts in (types, self._recorded.events))
        return told == meant


_OURS = {"level.changed"}
"""Event types that the config causes too."""
