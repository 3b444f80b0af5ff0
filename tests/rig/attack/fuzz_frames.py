"""Frames of a node gone mad, on a real line: valid ones, wrong ones, and plain garbage.

The link's output goes through sensing, engine and journal.
"""

import logging
import random
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from controller.config.model import TableConfig, load_config
from controller.contract.commands import SetLevel, SitDown, StartHand
from controller.contract.observations import FloorSaid
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal
from controller.run.loop.drivers import open_nodes
from controller.run.loop.pending import Pending
from controller.run.loop.reception import Reception
from controller.run.loop.runtime import Runtime
from controller.sensing.intake import Intake
from controller.sensing.settings import SETTINGS
from controller.table.state import new_table
from firmware.link import messages, wire
from firmware.link.handshake import NodeHalf
from firmware.link.session import Session
from firmware.node import VERSION
from hardware.node.ring_node import RingNode
from hardware.ports import Report
from hardware.twin.bank import new_registry
from hardware.twin.boards.pty import Pty
from hardware.twin.layout import Equipment, reference_layout
from tests.rig.attack.mutations import TEXTS, chance_for, odd_bytes

SEATS: Final = 2
SPEED: Final = 100.0
WRAPS: Final = 2**32 - 1500
"""The node's clock wraps around a second and a half after it is plugged in."""
CARDS: Final = tuple(bytes.fromhex(uid) for uid in new_registry())
EVERY: Final = 1000
"""Number of frames from one node before another is plugged in."""
BATCH: Final = 20
STEP: Final = 4
"""Table time between two frames (ms)."""
PATIENCE: Final = 10.0
KINDS: Final = (*range(wire.ACK, 16), wire.EVENT, wire.SNAPSHOT)
BEGINNING: Final = (
    SetLevel(50, 100), SitDown(1, "Anne", 5000), SitDown(2, "Bruno", 5000), StartHand(),
)  # fmt: skip
ROLES: Final = ("antennas", "seat", "shoe", "ring")
STUMBLES: Final = ("failed", "in the past")
"""Words in the log that show that a part of the controller has met a bug."""


class Ear(logging.Handler):
    """Listens to the log for bugs."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        super().__init__(logging.ERROR)
        self.heard = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Remember a record that reports a bug."""
        text = record.getMessage()
        if record.exc_info or any(word in text for word in STUMBLES):
            self.heard = self.heard or text


class Frames:
    """A series of nodes, each with a role of its own, at a table of four seats."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Plug nothing in yet."""
        self._seed, self._folder = seed, folder
        self._ear = Ear()
        logging.getLogger().addHandler(self._ear)
        self._node: MadNode | None = None

    def attempt(self, number: int) -> str:
        """Send one frame; return what fell, "" if nothing did."""
        rng = chance_for("frame", self._seed, number)
        why = ""
        if self._node is None or number % EVERY == 0:
            why = self.end()
            self._node = MadNode(ROLES[number // EVERY % len(ROLES)], number, self._folder)
        self._node.send(rng)
        if number % BATCH == 0:
            why = why or self._node.taken_in()
        heard, self._ear.heard = self._ear.heard, ""
        return why or heard

    def end(self) -> str:
        """Unplug the node; return what fell, "" if nothing did."""
        node, self._node = self._node, None
        if node is None:
            return ""
        try:
            return node.taken_in()
        finally:
            node.unplug()


class MadNode:
    """A node on a pty, and the table at the other end of its line."""

    def __init__(self, role: str, number: int, folder: Path) -> None:
        """Plug it in; `number` is the number of its start."""
        self._now = 0
        self._pty = Pty(folder / "usb")
        config = _config(folder, self._pty.path)
        self._links = open_nodes(config, lambda: self._now, RingNode(60), speed=SPEED)
        device = next(device for device in config.devices if device.role == role)
        self._link = next(link for link in self._links if link.name == device.name)
        hello = messages.Hello("mad", role, VERSION, ("count", "gate"), number, 0, 0)
        self._session = Session(NodeHalf(hello), self._node_now)
        self._reports: deque[Report] = deque()
        house = load_house(config.house)
        self._journal = Journal(
            folder / f"{number}.db", house=house.name, house_hash=house_hash(house), table="1"
        )
        runtime = Runtime(house, new_table(SEATS), name="1", journal=self._journal)
        for command in BEGINNING:
            runtime.observe(FloorSaid(0, "desk", msgspec.json.encode(command).decode()))
        intake = Intake(config.plans(), new_registry(), SETTINGS["typical"])
        intake.skip_start_up()
        self._pending = Pending(runtime, self._journal, {device.name: self._link}, lambda: None)
        self._reception = Reception(intake, self._pending, runtime)
        if role == "seat":
            self._link.keep_until_confirmed(None)
        self._link.start(self._reports.append)
        self._wait(lambda: self._link.reading)

    @property
    def _node_now(self) -> int:
        """Return its own 32-bit clock, which wraps around after a while."""
        return self._now + WRAPS

    def send(self, rng: random.Random) -> None:
        """Send something, usually as a frame."""
        self._now += STEP
        self._session.receive(self._pty.read(), self._node_now)
        if rng.random() < 0.5:
            self._session.send(wire.EVENT, _event(rng))
        else:
            self._session.show(wire.SNAPSHOT, rng.randrange(4), _snapshot(rng))
        said = self._session.outgoing(self._node_now)
        if not said:
            # A sane node waits for lost messages; a mad one does not.
            said = wire.encode(rng.choice(KINDS), rng.randrange(256), _event(rng))
        for piece in filter(None, said.split(b"\0")):
            self._pty.write(b"\0" + _changed(rng, piece) + b"\0")

    def taken_in(self) -> str:
        """Return what fell while the table processed everything sent, "" if nothing did."""
        link, pty = self._link, self._pty

        def is_taken() -> bool:
            # During a flood the link ignores input until its second is over.
            self._now += STEP
            return link.taken >= pty.sent and link.idle

        if not self._wait(is_taken):
            return f"a link does not take what is sent in {PATIENCE:.0f} s"
        while self._reports:
            self._reception.take(self._reports.popleft())
        self._pending.get_on(self._now)
        return ""

    def _wait(self, condition: Callable[[], bool]) -> bool:
        """Return whether a condition became true in time."""
        ends = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > ends or not self._link.alive():
                return False
            time.sleep(0.0005)
        return True

    def unplug(self) -> None:
        """Disconnect from the table."""
        for link in self._links:
            link.stop()
        self._pty.unplug()
        self._journal.close()


def _config(folder: Path, port: Path) -> TableConfig:
    """Return the config of a table with all its nodes; the relevant ones share one port."""
    plans = reference_layout(SEATS, Equipment(shoe=True))
    lines = [
        'name = "1"', 'hardware = "devices"', 'layout = "reference"', f"seats = {SEATS}",
        "shoe = { present = true, gate = true, counts = true }",
        'ring = { kind = "node", leds = 60 }', "level = { small_blind = 50, big_blind = 100 }",
    ]  # fmt: skip
    roles = {plan.device: "antennas" for plan in plans}
    roles |= {plan.device: "shoe" for plan in plans if plan.zone == "shoe"}
    roles |= {"pad-1": "seat", "leds": "ring"}
    for name, role in roles.items():
        lines += [
            "[[devices]]", f'name = "{name}"', 'kind = "node"', f'role = "{role}"',
            f'port = "{folder}/{name}"',
        ]  # fmt: skip
        lines += ["seat = 1"] if role == "seat" else []
    file = folder / "nodes.toml"
    file.write_text("\n".join(lines))
    config = load_config(file)
    here = [msgspec.structs.replace(device, port=str(port)) for device in config.devices]
    return msgspec.structs.replace(config, devices=tuple(here))


def _event(rng: random.Random) -> bytes:
    what = rng.choice(messages.EVENTS)
    value: object = rng.randrange(256)
    if what == "shoe":
        value = rng.choice(messages.SHOE)
    elif what == "fault":
        value = rng.choice((*TEXTS[:-6], "E0 04 01 50 12 34 56 78" * 20))[:400]
    elif what == "badge":
        value = rng.randbytes(rng.choice((0, 4, 7, 8, 10)))
    at = rng.choice((0, 1, 2**31, 2**32 - 1, rng.getrandbits(32)))
    return messages.pack_event(messages.Event(what, at, rng.randrange(256), value))


def _snapshot(rng: random.Random) -> bytes:
    uids = [CARDS[rng.randrange(len(CARDS))] for _ in range(rng.choice((0, 1, 2, 5, 80)))]
    uids += [rng.randbytes(rng.choice(messages.UID_LENGTHS)) for _ in range(rng.choice((0, 0, 3)))]
    return messages.pack_snapshot(rng.randrange(12), rng.getrandbits(16), uids)


def _changed(rng: random.Random, piece: bytes) -> bytes:
    """Return a frame unchanged, changed with a correct checksum, or no valid frame at all."""
    chance = rng.random()
    if chance < 0.8:
        return piece
    frame = wire.decode(piece)
    if frame is None or chance > 0.9:
        return odd_bytes(rng, piece, piece)
    kind = frame.kind if rng.random() < 0.8 else rng.randrange(16)
    seq = frame.seq if rng.random() < 0.8 else rng.randrange(256)
    version = frame.version if rng.random() < 0.9 else rng.randrange(16)
    payload = odd_bytes(rng, frame.payload, frame.payload)[: wire.PAYLOAD]
    return wire.encode(kind, seq, payload, version).strip(b"\0")
