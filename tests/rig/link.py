"""Measures the share of uids on a serial line, and how many antennas a node serves over it.

A board on the MicroPython interpreter always has a new snapshot of every antenna; a cable carries
its bytes at exactly the line's rate, ten bits a byte (8N1), to a pty that the link reads.
"""

import tempfile
import threading
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from firmware.link.handshake import NO_KEYS
from hardware.keys import keyring, new_key
from hardware.node.link import Link, Read, Said
from tests.hardware.cable import Cable
from tests.hardware.twin_board import TwinBoard
from tests.rig.progress import Advance, progress, wait

PROGRAM = Path(__file__).parent / "link_node.py"
ANTENNAS = 8
TAGS = 10
SCANS_A_SECOND = 5
UID_BYTES = 8
REPLY_MS = 4.3
"""Air time of one ISO 15693 reply (ms), without collisions and empty slots."""

PATIENCE = 20


class Carried(msgspec.Struct, frozen=True):
    """The traffic of a line of `baud` bits a second.

    `useful_share` is the uid bytes as a share of the line's raw rate, `line_share` that of all
    bytes, `snapshots_per_s` the rate of whole snapshots.
    """

    baud: int
    useful_share: float
    line_share: float
    snapshots_per_s: float


class LinkBench(msgspec.Struct, frozen=True):
    """The link's figures on two lines, and on the slower one with a node that has a key.

    `antennas_per_node` is the number of antennas of `tags` tags that the slower line carries at 5
    scans a second; `antennas_by_air` the number that one radio could read so often, which is lower.
    """

    useful_share_115200: float
    useful_share_1000000: float
    useful_share_sealed: float
    antennas_per_node: int
    antennas_by_air: int
    antennas: int
    tags: int


class Counter:
    """Counts the uids and snapshots that a link delivers."""

    def __init__(self) -> None:
        self.uids = 0
        self.snapshots = 0
        self.first = threading.Event()

    def hear(self, _: Link, said: Said) -> tuple[()]:
        """Count the uids of a snapshot."""
        if isinstance(said, Read):
            self.uids += len(said.uids)
            self.snapshots += 1
            self.first.set()
        return ()


def measure(
    baud: int, seconds: float, antennas: int = ANTENNAS, tags: int = TAGS,
    advance: Advance = lambda _: None, *, sealed: bool = False,
) -> Carried:  # fmt: skip
    """Return a line's traffic over `seconds` once it is full; `advance` gets the seconds passed.

    With `sealed` the node has a key.
    Raises `OSError` if there is no interpreter, or if the board stays silent.
    """
    counter = Counter()
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder:
        # A port that holds 0.2 s of bytes keeps this machine's load out of the measurement.
        key = new_key() if sealed else b""
        keys = keyring({"bench": key}, required=True) if sealed else NO_KEYS
        options = {"baud": baud, "fifo": baud // 50, "antennas": antennas, "tags": tags,
                   "key": key.hex()}  # fmt: skip
        cable = Cable(TwinBoard(PROGRAM, options), Path(folder) / "usb-bench", baud)
        link = Link("bench", str(cable.path), _now, counter.hear, baud=baud, keys=keys)
        try:
            link.start(lambda _: None)
            if not counter.first.wait(PATIENCE):
                raise OSError("the simulated board says nothing; try again on a less busy machine")
            time.sleep(0.5)
            uids, snapshots, carried = counter.uids, counter.snapshots, cable.to_host.carried
            began = time.monotonic()
            wait(seconds, advance)
            passed = time.monotonic() - began
            uids, snapshots = counter.uids - uids, counter.snapshots - snapshots
            carried = cable.to_host.carried - carried
        finally:
            link.stop()
            cable.close()
    bytes_there_were = passed * baud / 10
    return Carried(
        baud,
        uids * UID_BYTES / bytes_there_were,
        carried / bytes_there_were,
        snapshots / passed,
    )


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def bench_link(
    seconds: Annotated[float, typer.Option(help="How long each line is measured.", min=0.5)] = 5.0,
    antennas: Annotated[int, typer.Option(help="Antennas of the node.", min=1, max=64)] = ANTENNAS,
    tags: Annotated[int, typer.Option(help="Tags in each field.", min=1, max=120)] = TAGS,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the link to a node: uid bytes against the line's raw rate."""
    with progress("seconds", 3 * seconds) as advance:
        slow, fast = (
            measure(baud, seconds, antennas, tags, advance) for baud in (115_200, 1_000_000)
        )
        sealed = measure(115_200, seconds, antennas, tags, advance, sealed=True)
    bench = LinkBench(
        useful_share_115200=round(slow.useful_share, 4),
        useful_share_1000000=round(fast.useful_share, 4),
        useful_share_sealed=round(sealed.useful_share, 4),
        antennas_per_node=int(slow.snapshots_per_s / SCANS_A_SECOND),
        antennas_by_air=int(1000 / SCANS_A_SECOND / (tags * REPLY_MS)),
        antennas=antennas,
        tags=tags,
    )
    if as_json:
        typer.echo(msgspec.json.encode(bench).decode())
        return
    typer.echo(
        f"115,200 baud: {bench.useful_share_115200:.1%} of the raw rate are uids, 1,000,000 baud:"
        f" {bench.useful_share_1000000:.1%} ({antennas} antennas, {tags} tags each)\n"
        f"From a node with a key 115,200 baud carry {bench.useful_share_sealed:.1%}\n"
        f"At 5 scans a second 115,200 baud carry {bench.antennas_per_node} antennas of {tags} tags;"
        f" one radio reads {bench.antennas_by_air} of them so often"
    )
