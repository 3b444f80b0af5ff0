"""`make board`: measure the kits' nodes on an emulated board, each linked securely to a host.

It measures how often each antenna is read with a typical field, the share of time for which the
node is busy, the duration of the longest turn of its loop, and how long a key press takes to reach
the host.
"""

import json
import random
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from controller.contract.scans import AntennaPlan
from firmware.link import messages, seal, wire
from firmware.link.handshake import HostHalf, Keys
from firmware.link.session import Message, Session
from firmware.reading.antennas import LOOK_EVERY
from hardware.build.kit import ONE_READER, WHOLE, Kit, role_file
from hardware.dry_run import endless_round, uids
from hardware.node.node_clock import NodeClock
from hardware.node.nodes import antennas_config
from hardware.timing.question_time import EMPTY_LEAVES
from hardware.timing.scan_time import usual_tags
from hardware.twin.boards.rack import CHIPS
from tests.rig.emulated_board import MEASUREMENTS, EmulatedBoard, field

RESULTS: Final = MEASUREMENTS / "nodes.json"
PROGRAM: Final = CHIPS / "board_node.py"
KEY: Final = bytes(range(seal.KEY))

NODES: Final = (
    (WHOLE, "seat-1"), (WHOLE, "board"), (WHOLE, "muck"), (WHOLE, "shoe"), (ONE_READER, "centre"),
)  # fmt: skip
"""One node of each kind; the seats are alike."""

STEP: Final = 5
STARTED: Final = 20_000
"""Time limit for a node to find its host (ms)."""

MEASURED_MS: Final = 5000
"""Minimum length of a measurement."""

LOOKS: Final = 5
"""A node with time slots is measured until each antenna has used this many of its slots only to
search for tags masked by stronger ones."""

READS: Final = 4
"""A measurement lasts until each antenna has been read at least this many times, which gives three
intervals between reads."""

SLOWEST_MS: Final = 60_000
"""Time limit for reading each antenna that often (ms)."""

DRAWS: Final = 25
"""Number of random sets of uids from which the most typical one is chosen."""

BUSIEST: Final = ((100, 200), (2, 12))
"""The busiest seat board: the periods of its card and chip antennas (ms), and their numbers of
tags."""

KEYS: Final = 12
PRESSED: Final = 60
"""Time for which a key is held down, and then left up (ms)."""

LATEST: Final = 500

UNREAD: Final = ("seat", "ring")
"""The roles without a reader: a pad whose keys are pressed, and a ring that displays frames."""

TICK: Final = 100
"""Time from one key press, or one frame of the ring, to the next (ms)."""


class NodeOnBoard:
    """A node on an emulated board, with a host connected to it; times are the board's, in ms."""

    def __init__(
        self, image: Path, role: dict[str, Any], fields: Sequence[int], soak: bool = False
    ) -> None:
        """Switch the node on and wait until it finds its host.

        `fields` is the number of tags at each antenna. If `soak` is true, the board also reports
        how much of its heap is free.
        """
        self.board = EmulatedBoard(image, PROGRAM, role, soak, KEY)
        keys = Keys(lambda _: KEY, lambda: bytes(seal.NONCE), required=True)
        self._session = Session(HostHalf(7, lambda _: "", keys), 0)
        self.snapshots: list[tuple[int, int]] = []
        """The reads, in order, each as (antenna, time at which the host received it)."""
        self.events: list[str] = []
        lie = {
            at: field([uid.hex().upper() for uid in drawn])
            for at, drawn in enumerate(usual_uids(fields))
        }
        self.run(1, fields=lie, inputs={"watch-field": 1})
        self.run_until(lambda: self._session.up, STARTED)

    def say(self, value: object) -> None:
        """Send the node a config command with this value."""
        self.command(messages.Command("config", 0, json.dumps(value)))

    def command(self, command: messages.Command) -> None:
        """Send the node a command."""
        self._session.send(wire.COMMAND, messages.pack_command(command))

    def run(self, ms: int, **seen: Any) -> None:
        """Advance time by `ms`, after changing the board's surroundings as given in `seen`.

        `seen` may have `fields`, the tags at each antenna, and `inputs`, such as pressed keys.
        """
        end = self.board.now + ms
        while self.board.now < end:
            said = self._session.outgoing(self.board.now)
            heard = self.board.run(min(STEP, end - self.board.now), said, **seen)
            seen = {}
            for one in self._session.receive(heard, self.board.now):
                if isinstance(one, Message):
                    self._hear(one)

    def run_until(self, done: Callable[[], bool], within: int, step: int = STEP) -> int:
        """Advance time in steps of `step` ms until `done` returns True; return the time taken (ms).

        Raises `TimeoutError` if that takes more than `within` ms.
        """
        began = self.board.now
        while not done():
            if self.board.now - began >= within:
                raise TimeoutError(f"not within {within} ms; the node says {self.events}")
            self.run(step)
        return self.board.now - began

    def forget(self) -> None:
        """Delete everything recorded so far."""
        self.snapshots.clear()
        self.events.clear()
        self.board.lines.clear()
        self.board.out.clear()

    def _hear(self, one: Message) -> None:
        if one.kind == wire.SNAPSHOT:
            snapshot = messages.read_snapshot(one.payload)
            assert snapshot is not None
            self.snapshots.append((snapshot.antenna, self.board.now))
        elif one.kind == wire.EVENT:
            event = messages.read_event(one.payload)
            assert event is not None
            self.events.append(event.what)


def usual_uids(fields: Sequence[int]) -> list[list[bytes]]:
    """Return uids for each antenna that take a typical number of questions to read.

    Two tags may take two questions or ten, so several sets are drawn and the one nearest to the
    average is used. `fields` is the number of tags at each antenna.
    """
    chance = random.Random(35)
    return [
        min(
            (uids(count, chance) for _ in range(DRAWS)),
            key=lambda drawn: abs(leaves(drawn) - (1 + EMPTY_LEAVES) * len(drawn)),
        )
        for count in fields
    ]


def leaves(drawn: Sequence[bytes], bits: int = 0) -> int:
    """Return how many questions it takes to read these tags: one for each leaf of the uid tree.

    The uids must all have the same lowest `bits` bits. A leaf contains at most one of them.
    """
    if len(drawn) < 2:
        return 1
    halves: tuple[list[bytes], list[bytes]] = [], []
    for uid in drawn:
        halves[int.from_bytes(uid, "big") >> bits & 1].append(uid)
    return sum(leaves(half, bits + 1) for half in halves)


def read_by(image: Path, kit: Kit, device: str) -> dict[str, Any]:
    """Measure how a kit's node reads typical fields, in time slots if the kit has any.

    In the result, `every` is the read interval for each antenna (ms), `field` and `busy` are the
    shares of time for which the field is on and the node is busy, and `longest` is the longest turn
    of the loop (ms).
    """
    plans = [plan for plan in kit.plans if plan.device == device]
    node = NodeOnBoard(image, kit.roles()[device], [usual_tags(plan) for plan in plans])
    with closing(node.board):
        node.say(told(kit, plans))
        schedule = kit.schedule
        return watched(node, [plan.name for plan in plans], schedule.frame if schedule else 0)


def busiest(image: Path) -> dict[str, Any]:
    """Measure the busiest seat board while it reads without time slots.

    `image` is the firmware image. The result has the keys `every`, `field`, `busy` and `longest`,
    as described at `read_by`.
    """
    periods, tags = BUSIEST
    node = NodeOnBoard(image, WHOLE.roles()["seat-1"], tags)
    with closing(node.board):
        node.say({"periods": periods})
        return watched(node, ["cards", "chips"])


def watched(node: NodeOnBoard, names: Sequence[str], frame: int = 0) -> dict[str, Any]:
    """Measure a node for a while, after it has read all its tags once.

    `names` are its antennas. `frame` is the length (ms) of the frame of its time slots, or 0 if it
    has none. The result has the keys `every`, `field`, `busy` and `longest`, as described at
    `read_by`.
    """

    def read(times: int) -> bool:
        came = [antenna for antenna, _ in node.snapshots]
        return all(came.count(antenna) >= times for antenna in range(len(names)))

    node.run(2000)
    node.run_until(lambda: read(1), SLOWEST_MS)
    node.forget()
    node.run(max(MEASURED_MS, LOOKS * LOOK_EVERY * frame))
    node.run_until(lambda: read(READS), SLOWEST_MS)
    every = {}
    for at, name in enumerate(names):
        came = [now for antenna, now in node.snapshots if antenna == at]
        every[name] = round((came[-1] - came[0]) / (len(came) - 1), 1)
    return {"every": every, "field": round(field_on(node.board.out), 3)} | turns_of(node)


def told(kit: Kit, plans: Sequence[AntennaPlan]) -> dict[str, object]:
    """Return the configuration to send to a node: the scan period of each antenna.

    If the antennas take turns, the configuration also contains their time slots, for a typical
    number of tags.
    """
    schedule = kit.schedule
    if schedule is None:
        return antennas_config(plans, None, NodeClock(), 0)
    return endless_round(plans, schedule)


def field_on(out: Sequence[tuple[str, Any]]) -> float:
    """Return the fraction of the time for which a board's RF field was on.

    `out` has the outputs of the board's parts, as (name, value). The measurement begins when the
    field is first switched on, and ends when it is last switched on.
    """
    fields = [tuple(value) for name, value in out if name == "field"]
    lit = [at for shines, at in fields if shines]
    on = sum(now - was for (shines, was), (_, now) in pairwise(fields) if shines and was < lit[-1])
    return float(on / (lit[-1] - lit[0]))


def keys_of(image: Path) -> dict[str, Any]:
    """Measure how long key presses at a seat with two busy antennas take to reach the host.

    In the result, `took` has the time for each press, and `longest` is the longest turn of the
    node's loop (both in ms).
    """
    node = NodeOnBoard(image, WHOLE.roles()["seat-1"], BUSIEST[1])
    took = []
    with closing(node.board):
        node.say({"periods": BUSIEST[0]})
        node.run(1500)
        node.forget()
        for press in range(KEYS):
            node.run(20 + press * 53 % 91)
            node.run(1, inputs={"keys": 1 << press % 7})
            took.append(1 + node.run_until(lambda: "key" in node.events, LATEST, 1))
            node.run(PRESSED - took[-1] if took[-1] < PRESSED else 1)
            # Use a mask without a real key, because 0 would be dropped as no change.
            node.run(PRESSED, inputs={"keys": 1 << 7})
            node.events.clear()
        turns = [line[2] for line in node.board.lines if isinstance(line, list)]
        return {"took": took, "longest": max(turns) / 1000}


def unread(image: Path, file: str) -> dict[str, Any]:
    """Measure a node without a reader: a pad whose keys are pressed, or a ring with moving colours.

    `file` is the name of its role file. In the result, `busy` is the share of time for which the
    node's loop is busy, and `longest` its longest turn (ms).
    """
    node = NodeOnBoard(image, role_file(file), ())
    with closing(node.board):
        node.run(1000)
        node.forget()
        for tick in range(MEASURED_MS // TICK):
            if file == "ring":
                colours = bytes((tick + at) % 256 for at in range(180))
                node.command(messages.Command("leds", 0, colours))
            # Use a mask without a real key, because 0 would be dropped as no change.
            node.run(TICK, inputs={"keys": 1 << (tick // 2 % 7 if tick % 2 else 7)})
        return turns_of(node)


def turns_of(node: NodeOnBoard) -> dict[str, Any]:
    """Return how busy a node's loop was since the last `forget`.

    In the result, `busy` is the share of time for which it was busy, and `longest` is the duration
    of its longest turn (ms).
    """
    turns = [line for line in node.board.lines if isinstance(line, list)]
    return {
        "busy": round(sum(line[1] for line in turns) / 1e6 / len(turns), 3),
        "longest": max(line[2] for line in turns) / 1000,
    }


def kept(results: Path) -> dict[str, Any]:
    """Return the stored results of earlier measurements, or an empty dict if there are none."""
    kept: dict[str, Any] = json.loads(results.read_text()) if results.exists() else {}
    return kept


def keep(results: Path, name: str, figures: dict[str, Any]) -> None:
    """Store the results of a measurement with those of earlier ones."""
    results.write_text(json.dumps(kept(results) | {name: figures}, indent=2) + "\n")


def main() -> None:
    """Measure all devices, or only those named on the command line, and store the results."""
    image, only = Path(sys.argv[1]), sys.argv[2:]
    for kit, device in NODES:
        if not only or device in only:
            keep(RESULTS, f"{kit.name} {device}", read_by(image, kit, device))
    for file in UNREAD:
        if not only or file in only:
            keep(RESULTS, f"a {file} alone", unread(image, file))
    for name, measure in (("busiest", busiest), ("keys", keys_of)):
        if not only or name in only:
            keep(RESULTS, name, measure(image))
    for what, value in kept(RESULTS).items():
        print(what, value)


if __name__ == "__main__":
    main()
