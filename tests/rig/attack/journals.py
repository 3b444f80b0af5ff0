"""Damaged journals: whatever is cut, flipped, zeroed, missing or old, nothing is lost silently.

The journal of an evening, killed at some instant or closed, gets one random damage; then a table
starts on it. An image counts as recoverable if the bytes of the table's state after the last
complete hand, and of the row that ended it, are still somewhere in its files: bytes that are gone
can't be recovered.
"""

import contextlib
import logging
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.contract.errors import TapisError
from controller.contract.observations import Observation
from controller.houses.loader import house_hash
from controller.journal import Journal, JournalReader, verify
from controller.journal.repair.mending import mend
from controller.run.loop.runtime import Runtime
from controller.table.state import Table, new_table
from tests.rig.attack.row import Asked, Row
from tests.rig.evening import PIECES, Evening, evening

FULL: Final = 1_000
HANDS: Final = 24
FEW_HANDS: Final = 5
"""Number of images that is enough for a few damages."""
IMAGES: Final = 12
BAR: Final = (
    "0 silent losses, 0 tracebacks; the last complete hand's stacks back in 99% of the images "
    "that still hold them"
)
KINDS: Final = ("cut", "flip", "zero", "gone", "older")
NAME: Final = "t.db"
COMMANDS: Final = (
    ("journal", "verify", NAME),
    ("journal", "replay", NAME),
    ("journal", "export", NAME),
    ("journal", "salvage", NAME),
    ("byhand",),
    ("backup", "backup.tar.gz"),
    ("doctor",),
)
_pack = msgspec.msgpack.Encoder().encode


class Truth(msgspec.Struct, frozen=True):
    """The contents of an image before it was damaged.

    `events` is (type, fields) by number, `states` the table after each row since the last complete
    hand, and `probes` bytes of the state saved then and of its row.
    """

    folder: Path
    events: dict[int, tuple[str, bytes]]
    states: frozenset[bytes]
    probes: tuple[bytes, ...]


class Outcome(msgspec.Struct, frozen=True):
    """The result of one damage; `broken` says what fell, empty if it held."""

    kind: str
    lost: bool = False
    told: bool = False
    refused: bool = False
    recoverable: bool = False
    back: bool = False
    broken: str = ""


def attack(asked: Asked) -> Row:
    """Damage journals, start tables on them, and report silent losses."""
    begun = time.monotonic()
    chance = random.Random(asked.seed)
    outcomes: list[Outcome] = []
    with _quiet(), tempfile.TemporaryDirectory(prefix="tapis-journals-") as folder:
        trials = asked.trials(FULL)
        hands = HANDS if trials > 50 else FEW_HANDS
        images = [*_images(Path(folder), chance, evening(hands, seed=asked.seed + 1))]
        for number in range(trials):
            truth, kind = chance.choice(images), KINDS[number % len(KINDS)]
            spot = Path(folder) / f"trial-{number}"
            what = _damage(spot, truth, images[0], kind, chance)
            command = COMMANDS[number // len(KINDS) % len(COMMANDS)]
            fault = _command(spot, command) if number % 2 else ""
            outcome = _start(spot, truth, what)
            outcomes.append(msgspec.structs.replace(outcome, broken=fault or outcome.broken))
            shutil.rmtree(spot)
    return _row(outcomes, time.monotonic() - begun)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep a thousand damages out of the log."""
    told = logging.getLogger("controller")
    level = told.level
    told.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        told.setLevel(level)


def _row(outcomes: list[Outcome], seconds: float) -> Row:
    broken = [f"{one.kind}: {one.broken}" for one in outcomes if one.broken]
    recoverable = [one for one in outcomes if one.recoverable]
    back = sum(one.back for one in recoverable) / max(len(recoverable), 1)
    if back < 0.99:
        kinds = Counter(one.kind for one in recoverable if not one.back)
        broken.append(f"stacks back in {back:.1%} of {len(recoverable)}: not in {dict(kinds)}")
    figures = {
        "with_losses": float(sum(one.lost for one in outcomes)),
        "told_at_start": float(sum(one.told for one in outcomes)),
        "refused": float(sum(one.refused for one in outcomes)),
        "silent": float(sum("silent" in one.broken for one in outcomes)),
        "tracebacks": float(sum("traceback" in one.broken for one in outcomes)),
        "recoverable": float(len(recoverable)),
        "stacks_back_percent": 100 * back,
        "stacks_back_of_all_percent": 100 * sum(one.back for one in outcomes) / len(outcomes),
    }
    return Row("journals", BAR, len(outcomes), seconds, figures, tuple(broken[:20]))


# -- the evening, and what it was at some instants -------------------------------------------


def _images(folder: Path, chance: random.Random, tonight: Evening) -> Iterator[Truth]:
    """Play an evening; yield images of the journal's files at some instants of it."""
    house, played = tonight.house, folder / "played"
    played.mkdir()
    places = sorted(chance.sample(range(40, len(tonight.observations)), IMAGES - 1))
    journal = _open(played, house_hash(house))
    runtime = Runtime(house, tonight.table, name="t", journal=journal)
    states: list[bytes] = []
    shown: tuple[int, tuple[bytes, ...]] = (-1, ())
    for number, observation in enumerate(tonight.observations):
        if number in places:
            yield _image(played, folder / f"image-{number}", states, shown[1])
            if chance.random() < 0.3:
                journal.close()
                journal = _open(played, house_hash(house))
                runtime = Runtime(house, tonight.table, name="t", journal=journal)
        _observe(runtime, observation, states)
        last = _last_state(played / NAME)
        if last[0] != shown[0] and not runtime.table.hand.running:
            shown = last
            states[:] = states[-1:]
    journal.close()
    yield _image(played, folder / "image-closed", states, shown[1])


def _observe(runtime: Runtime, observation: Observation, states: list[bytes]) -> None:
    runtime.results.append(lambda *_: states.append(_as_bytes(runtime.table)))
    runtime.observe(observation)
    runtime.results.pop()


def _open(folder: Path, mark: str) -> Journal:
    return Journal(folder / NAME, house="ppc", house_hash=mark, table="t")


def _last_state(path: Path) -> tuple[int, tuple[bytes, ...]]:
    """Return the row of the last state, and bytes that identify both."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        n, state = connection.execute(
            "SELECT n, state FROM snapshots ORDER BY n DESC LIMIT 1"
        ).fetchone()
        seal = connection.execute("SELECT seal FROM observations WHERE n = ?", (n,)).fetchone()
    probes = [state[at : at + 24] for at in range(0, len(state) - 24, 400)]
    return n, (*probes, *(seal or ()))


def _as_bytes(table: Table) -> bytes:
    return _pack([(seat.name, seat.stack) for seat in table.seats] + [table.hand.number])


def _image(played: Path, spot: Path, states: list[bytes], probes: tuple[bytes, ...]) -> Truth:
    shutil.copytree(played, spot)
    with JournalReader(played / NAME) as reader:
        events = {
            event.seq: (event.type, msgspec.json.encode(event.data))
            for event in reader.events(0, 1_000_000)
        }
    return Truth(spot, events, frozenset(states), probes)


# -- one damage ------------------------------------------------------------------------------


def _damage(
    spot: Path, truth: Truth, oldest: Truth, kind: str, chance: random.Random
) -> tuple[str, bool]:
    """Make a damaged copy of an image; return the damage, and whether it is recoverable."""
    shutil.copytree(truth.folder, spot)
    files = [path for path in (spot / NAME, spot / f"{NAME}-wal") if path.exists()]
    files = [path for path in files if path.stat().st_size]
    path = chance.choice(files)
    if kind == "older":
        for suffix in ("", "-wal", "-shm"):
            (spot / f"{NAME}{suffix}").unlink(missing_ok=True)
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(oldest.folder / f"{NAME}{suffix}", spot)
        if chance.random() < 0.5:
            (spot / f"{NAME}.end").unlink()
    elif kind == "gone":
        path.unlink()
    else:
        _spoil(path, kind, chance)
    there = b"".join(one.read_bytes() for one in files if one.exists())
    return f"{kind} {path.name}", all(probe in there for probe in truth.probes)


def _spoil(path: Path, kind: str, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    if kind == "cut":
        del data[at:]
    elif kind == "flip":
        data[at] ^= 1 << chance.randrange(8)
    else:
        length = chance.choice((512, 4096, 16_384))
        at -= at % 512
        data[at : at + length] = bytes(len(data[at : at + length]))
    path.write_bytes(data)


def _command(spot: Path, command: tuple[str, ...]) -> str:
    """Run a command on a copy of an image; return what went wrong."""
    copy = spot.with_name(f"{spot.name}-command")
    shutil.copytree(spot, copy)
    (copy / "table.toml").write_text(
        f'name = "t"\nhouse = "ppc"\nseats = 4\njournal = "{NAME}"\nhardware = "twin"\n'
        'layout = "reference"\n',
        "utf-8",
    )
    ended = subprocess.run(
        [sys.executable, "-m", "controller.cli", *command],
        cwd=copy, capture_output=True, text=True, errors="replace", timeout=120, check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    shutil.rmtree(copy)
    if ended.returncode in {0, 1, 2} and "Traceback" not in ended.stderr:
        return ""
    return f"a traceback of tapis {' '.join(command)}: {ended.stderr[-200:]}"


def _start(spot: Path, truth: Truth, what: tuple[str, bool]) -> Outcome:
    """Start a table on an image, as a controller does; return the outcome for its contents."""
    kind, recoverable = what
    tonight = evening(1)
    path = spot / NAME
    try:
        mend(path)
        journal = _open(spot, house_hash(tonight.house))
    except TapisError:
        return Outcome(kind, refused=True, lost=True, told=True, recoverable=recoverable)
    except Exception as error:  # noqa: BLE001
        return Outcome(kind, broken=f"a traceback at the start: {error!r}", recoverable=recoverable)
    try:
        fresh = new_table(4, unit=min(PIECES))
        runtime = Runtime(tonight.house, fresh, name="t", journal=journal)
        found = {
            event.seq: (event.type, msgspec.json.encode(event.data))
            for event in journal.events(0, 1_000_000)
        }
        told = journal.was_cut or runtime.aside > 0
        back = _as_bytes(runtime.table) in truth.states
    except TapisError:
        return Outcome(kind, refused=True, lost=True, told=True, recoverable=recoverable)
    except Exception as error:  # noqa: BLE001
        return Outcome(kind, broken=f"a traceback at the start: {error!r}", recoverable=recoverable)
    finally:
        journal.close()
    lost = any(found.get(seq) != event for seq, event in truth.events.items())
    silent = lost and not told and not verify(path).faults
    return Outcome(
        kind, lost, told, False, recoverable, back, "a silent loss" if silent else ""
    )  # fmt: skip
