"""The simulated hardware for depth `wire`, which several tables can use, one at a time."""

import hashlib
import itertools
import json
import tempfile
import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import msgspec
import tomlkit

import hardware
from controller.contract.scans import AntennaPlan
from controller.play.setup import Setup
from controller.play.sinks.servers import Mosquitto
from controller.play.sinks.sink import ControllerFailed
from firmware.link.seal import KEY
from hardware.keys import KEYS_FILE, save_keys
from hardware.twin.boards.governor import Governor
from hardware.twin.boards.rack import Rack, Role
from hardware.twin.cards.pcscd import Pcscd
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.wire import Wire, antenna_role

SPEED = 10.0
TOKEN = "a-token-of-the-floor"  # noqa: S105 - of simulated tables only
FLOOR = "floor"
ROOT = "tapis"
VENUE = "play"
LEDS = 60
SHOE = "shoe"
BADGE = "floor-badge"
READER = "Tapis floor"
PLACES = tuple(f"board.{place}" for place in range(1, 6))
BADGES = tuple(f"badge.{seat}" for seat in range(1, 11))
ON_READERS = (BADGE, *PLACES, *BADGES)
"""The antennas that PC/SC readers may replace; pcscd serves at most sixteen readers."""

NAMES = (
    READER,
    *(f"ACS ACR122U Tapis {place}" for place in PLACES),
    *(f"Tapis {badge}" for badge in BADGES),
)
"""The names of the PC/SC readers that replace the antennas in `ON_READERS`, in the same order.

Each reader under the board reads two cards at once.
"""
ROLES = Path(hardware.__file__).parent / "build/roles"


OnReaders = Literal["none", "floor", "all"]
"""The tags that PC/SC readers read: none, the floor's badge, or all badges and the board cards."""


class WireFailed(ControllerFailed):
    """A table played with real firmware and a real broker failed; the message says why."""


class Wiring:
    """One process's simulated hardware, which is switched off at program exit or by `close`."""

    def __init__(
        self, speed: float = SPEED, *, readers: OnReaders = "none", keeps: bool = True
    ) -> None:
        """Start the broker, pcscd, and the process that simulates the nodes.

        pcscd is started only if there are PC/SC readers. `speed` is the maximum speed of the clock,
        in multiples of the wall clock's. `keeps` makes the broker write everything to disk right
        away, which is slow. Raises `NoInterpreter`, `NoServer` and `NoPcscd` if a program is not
        installed.
        """
        self.speed = speed
        folder = tempfile.TemporaryDirectory(prefix="tapis-wire-", ignore_cleanup_errors=True)
        self.folder = Path(folder.name)
        self.broker = Mosquitto(self.folder, keeps=keeps)
        rack = Rack()
        self.governor = Governor(rack, speed)
        (self.folder / "ports").mkdir()
        self.wire = Wire(self.governor, self.folder / "ports")
        self._numbers = itertools.count(1)
        names = {"none": (), "floor": NAMES[:1], "all": NAMES}[readers]
        self.pcscd = Pcscd(names) if names else None
        self.broker.start()
        with ExitStack() as parts:
            parts.callback(folder.cleanup)
            parts.callback(self.broker.kill)
            if self.pcscd is not None:
                parts.callback(self.pcscd.close)
            parts.callback(rack.close)
            self._end = weakref.finalize(self, parts.pop_all().close)
        if self.pcscd is not None:
            self.pcscd.start()

    @property
    def readers(self) -> tuple[str, ...]:
        """Return the names of the PC/SC readers in the order of `ON_READERS`, or () for none."""
        return tuple(self.pcscd.names) if self.pcscd is not None else ()

    def next_folder(self, name: str) -> Path:
        """Create and return an empty folder for another table; its name is `name` with a number."""
        folder = self.folder / f"{name}-{next(self._numbers)}"
        folder.mkdir()
        return folder

    def close(self) -> None:
        """Switch everything off; may be called twice."""
        self._end()


def plans_of(setup: Setup) -> tuple[AntennaPlan, ...]:
    """Return the antennas of the table, each with the device that reads it."""
    on_readers = len(setup.readers) > 1
    plans = reference_layout(
        setup.seats,
        Equipment(
            shoe=setup.shoe,
            button=setup.button,
            stacks=setup.stacks,
            badges=on_readers,
            board_antennas=5 if on_readers else 1,
        ),
    )
    if setup.readers:
        plans.append(AntennaPlan(BADGE, BADGE, 1000, x=0, y=700, width=60, depth=60))
    return tuple(msgspec.structs.replace(plan, device=_device_of(plan, setup)) for plan in plans)


def _device_of(plan: AntennaPlan, setup: Setup) -> str:
    if plan.zone == SHOE:
        return SHOE
    if plan.name in setup.alone:
        return f"node-{plan.name}"
    return reader_of(plan.name) if plan.name in read_by_pcsc(setup) else plan.device


def read_by_pcsc(setup: Setup) -> tuple[str, ...]:
    """Return the names of the antennas that PC/SC readers replace, in the order of `ON_READERS`."""
    there = ON_READERS[: 1 + len(PLACES) + setup.seats][: len(setup.readers)]
    return tuple(name for name in there if name not in setup.alone)


def reader_of(antenna: str) -> str:
    """Return the device name of the PC/SC reader that replaces an antenna."""
    return f"reader-{antenna}"


def pad_of(seat: int) -> str:
    """Return the name of the node for a seat's keypad."""
    return f"pad-{seat}"


def boards_of(plans: Sequence[AntennaPlan]) -> dict[str, tuple[AntennaPlan, ...]]:
    """Return the antennas of each node, by the node's name; PC/SC readers are left out."""
    nodes: dict[str, list[AntennaPlan]] = {}
    for plan in plans:
        if plan.device == reader_of(plan.name):
            continue
        nodes.setdefault(plan.device, []).append(plan)
    return {node: tuple(mine) for node, mine in nodes.items()}


def roles_of(setup: Setup) -> dict[str, Role]:
    """Return the role file of each node, by the node's name.

    A role file states whether the node has antennas, a shoe without a motor, or a seat's keypad. It
    includes the key for the node's link, as if `tapis firmware install` had created it.
    """
    roles: dict[str, Role] = {}
    for node, plans in boards_of(plans_of(setup)).items():
        if node == SHOE:
            gate = {} if setup.gate else {"gate": None}
            roles[node] = _built("shoe", motor=None, antennas=[{"period": 100}], **gate)
        else:
            roles[node] = antenna_role(node, plans)
    for seat in range(1, setup.seats + 1):
        roles[pad_of(seat)] = _built("seat", node=pad_of(seat), display=None)
    return {node: {**role, "key": key_of(role["node"]).hex()} for node, role in roles.items()}


def key_of(node: str) -> bytes:
    """Return the key for a simulated node's link, derived from its name; it is not secret."""
    return hashlib.sha256(node.encode()).digest()[:KEY]


def _built(role: str, **changes: Any) -> Role:
    """Return the role file that Tapis supplies for `role`, with some entries changed.

    A value of None removes the entry.
    """
    file = json.loads((ROLES / f"{role}.json").read_text("utf-8"))
    return {key: value for key, value in {**file, **changes}.items() if value is not None}


def write_config(folder: Path, setup: Setup, wiring: Wiring) -> Path:
    """Write `table.toml` and the files that it refers to; return the path of `table.toml`."""
    roles = roles_of(setup)
    nodes = [role["node"] for role in roles.values()]
    save_keys(folder / KEYS_FILE, {node: key_of(node) for node in nodes})
    tokens = folder / "tokens"
    tokens.write_text(f"{FLOOR} {TOKEN}\n", "utf-8")
    tokens.chmod(0o600)
    least = min(setup.denominations)
    small = 50 if 50 % least == 0 else least
    devices: list[dict[str, object]] = []
    for node, role in roles.items():
        seat = {"seat": int(node.rpartition("-")[2])} if role["role"] == "seat" else {}
        port = str(wiring.wire.port(node))
        devices.append({"name": node, "kind": "node", "role": role["role"], "port": port, **seat})
    for antenna in read_by_pcsc(setup):
        port = setup.readers[ON_READERS.index(antenna)]
        devices.append({"name": reader_of(antenna), "kind": "pcsc", "port": port})
    config = {
        "name": setup.name,
        "venue": VENUE,
        "house": setup.house_file or setup.house.name,
        "seats": setup.seats,
        "chips": "keyed" if setup.keyed else "rfid",
        "denominations": sorted(set(setup.denominations)),
        "floor": "either",
        "hardware": "devices",
        "noise": setup.noise,
        "tokens": "tokens",
        "links": {"keys": "required", "slots": setup.air == "slots"},
        "level": {"small_blind": small, "big_blind": 2 * small},
        "cards": {"decks": 2, "registry": "tags.toml"},
        "shoe": {"present": setup.shoe, "gate": setup.gate, "counts": setup.counts},
        "broker": {"port": wiring.broker.port, "root": ROOT},
        "display": {"present": False},
        "ring": {"kind": "apa102", "pins": "mock", "leds": LEDS},
        "devices": devices,
        "antennas": [msgspec.structs.asdict(plan) for plan in plans_of(setup)],
    }
    path = folder / "table.toml"
    path.write_text(tomlkit.dumps(config), "utf-8")
    return path
