"""Fuzzing with a million nearly valid commands, frames and files: none may crash anything.

They are tried in separate processes, so that one that ends or hangs is found and named. Each sample
can be reproduced from its kind, the seed and its number.
"""

import importlib
import logging
import multiprocessing
import os
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Protocol

import msgspec

from tests.rig.attack.row import Asked, Row

BAR: Final = "0 ends, 0 hangs over 1 s, 0 tracebacks, and a restart is equal"
LONGEST: Final = 1.0
"""Maximum processor seconds of a sample."""
HANGS: Final = 20.0
"""A process that has tried one sample for this many seconds of wall time counts as hung."""
MOST: Final = 20
AT_ONCE: Final = 5000
"""Number of samples in one piece of work."""


class Fuzzer(Protocol):
    """Tries samples of one kind."""

    def attempt(self, number: int) -> str:
        """Try one sample; return what fell, "" if nothing did. An exception counts as a fall."""
        ...

    def end(self) -> str:
        """Clean up after the last sample; return what fell, "" if nothing did."""
        ...


HERE: Final = "tests.rig.attack"
KINDS: Final[dict[str, tuple[int, str]]] = {
    "commands": (1_000_000, f"{HERE}.fuzz_commands:Commands"),
    "frames": (1_000_000, f"{HERE}.fuzz_frames:Frames"),
    "configs": (200_000, f"{HERE}.fuzz_files:configs"),
    "houses": (200_000, f"{HERE}.fuzz_files:houses"),
    "hands": (200_000, f"{HERE}.fuzz_files:hands"),
    "scenarios": (200_000, f"{HERE}.fuzz_files:scenarios"),
    "backups": (200_000, f"{HERE}.fuzz_files:Backups"),
}
"""Each kind, with its number of samples in a full attack and the factory of its `Fuzzer`, which
takes the seed and a folder to write in."""


class Work(msgspec.Struct, frozen=True):
    """The samples of one kind from number `start` to before `stop`; `place` as in `KINDS`."""

    kind: str
    place: str
    seed: int
    start: int
    stop: int


class Swept(msgspec.Struct):
    """The results of some work: what fell, at which samples, and the longest sample (s)."""

    broken: dict[str, list[int]]
    slowest: float = 0.0

    def add(self, what: str, numbers: list[int]) -> None:
        """Record that something fell at these samples."""
        self.broken.setdefault(what, []).extend(numbers)


def attack(asked: Asked) -> Row:
    """Try samples of every kind on all processors of this machine."""
    began = time.monotonic()
    trials = {kind: asked.trials(full) for kind, (full, _) in KINDS.items()}
    works = deque(
        Work(kind, KINDS[kind][1], asked.seed, start, min(start + AT_ONCE, most))
        for kind, most in trials.items()
        for start in range(0, most, AT_ONCE)
    )
    swept = {kind: Swept({}) for kind in KINDS}
    jobs = min(os.cpu_count() or 1, len(works))
    with ThreadPoolExecutor(jobs) as crew:
        for done in [crew.submit(oversee, works, swept) for _ in range(jobs)]:
            done.result()
    figures: dict[str, float] = {f"{kind}": float(most) for kind, most in trials.items()}
    figures |= {f"{kind}_slowest_ms": round(one.slowest * 1000, 1) for kind, one in swept.items()}
    broken = [
        f"{kind}: {what} ({len(numbers)} times, first at sample {min(numbers)})"
        for kind, one in swept.items()
        for what, numbers in one.broken.items()
    ]
    return Row(
        "fuzz", BAR, sum(trials.values()), time.monotonic() - began, figures, tuple(broken[:MOST])
    )


def oversee(works: deque[Work], swept: dict[str, Swept], hangs: float = HANGS) -> None:
    """Have a process do the works in turn; another takes over if one ends or hangs."""
    worker: Worker | None = None
    try:
        while works:
            work = works.popleft()
            worker = worker or Worker(hangs)
            done = worker.sweep(work)
            here = swept[work.kind]
            if isinstance(done, Swept):
                for what, numbers in done.broken.items():
                    here.add(what, numbers)
                here.slowest = max(here.slowest, done.slowest)
                continue
            at = worker.at
            here.add(done, [at])
            worker.close()
            worker = None
            if at + 1 < work.stop:
                works.appendleft(msgspec.structs.replace(work, start=at + 1))
    finally:
        if worker is not None:
            worker.close()


class Worker:
    """A process that tries samples."""

    def __init__(self, hangs: float) -> None:
        """Start it; it counts as hung when one sample takes `hangs` seconds of wall time."""
        self._hangs = hangs
        context = multiprocessing.get_context("spawn")
        self._at = context.Value("q", -1)
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._at), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def at(self) -> int:
        """Return the number of the current or last sample."""
        return int(self._at.value)

    def sweep(self, work: Work) -> Swept | str:
        """Return the results of some work, or why it did not finish."""
        self._at.value = work.start
        self._pipe.send(work)
        before = -1
        try:
            # A new process has to import its modules first.
            while not self._pipe.poll(self._hangs):
                if self.at == before:
                    return f"a sample takes more than {self._hangs:.0f} s"
                before = self.at
            swept: Swept = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(5)
            return f"the process ends (exit status {self._process.exitcode})"
        return swept

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection, at: "multiprocessing.sharedctypes.Synchronized[int]") -> None:
    # A table logs each oddity; here that is no news.
    logging.getLogger().addHandler(logging.NullHandler())
    quick = Path("/dev/shm")
    if os.access(quick, os.W_OK):
        tempfile.tempdir = str(quick)  # the disk is not under test
    while True:
        try:
            work: Work = pipe.recv()
        except EOFError:
            return
        swept = Swept({})
        for number, why, took in sweep(work):
            at.value = number + 1
            swept.slowest = max(swept.slowest, took)
            if why:
                swept.add(why, [number])
        pipe.send(swept)


def sweep(work: Work) -> Iterator[tuple[int, str, float]]:
    """Try samples in this process; yield each one's number, what fell, and its duration (s)."""
    with tempfile.TemporaryDirectory(prefix="tapis-fuzz-") as folder:
        module, _, name = work.place.partition(":")
        fuzzer: Fuzzer = getattr(importlib.import_module(module), name)(work.seed, Path(folder))
        for number in range(work.start, work.stop):
            why, took = _tried(lambda number=number: fuzzer.attempt(number))  # type: ignore[misc]
            yield number, why, took
        why, took = _tried(fuzzer.end)
        yield work.stop - 1, why, took


def _tried(attempt: Callable[[], str]) -> tuple[str, float]:
    began = time.thread_time()
    try:
        why = attempt()
    except Exception as error:  # noqa: BLE001
        last = traceback.extract_tb(error.__traceback__)[-1]
        why = f"{type(error).__name__} in {last.filename}:{last.lineno}"
    took = time.thread_time() - began
    return why or (f"takes {took:.1f} s" if took > LONGEST else ""), took
