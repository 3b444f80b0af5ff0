"""Controllers to be killed: each `go` or `stay CONFIG OBSERVATIONS` on standard input forks one.

The fork is a whole controller of its own, with everything imported already, so that many of
them start quickly. It feeds its table from where the journal stopped. With `go` it ends when the
broker has everything; with `stay` it is there until it is killed.
"""

import asyncio
import os
import sys
import threading
from functools import partial
from pathlib import Path

import msgspec

from controller.config.model import load_config
from controller.contract.observations import FloorSaid, Observation, TimePassed
from controller.journal import JournalReader
from controller.run.loop.daemon import Daemon
from tests.mqtt import until


def rows_fed(reader: JournalReader) -> int:
    """Count the rows of a journal that were fed to it, and not made by the controller itself."""
    return sum(is_fed(row.observation) for row in reader.rows())


def is_fed(observation: Observation | None) -> bool:
    """Return whether an observation was fed, and is not the controller's own."""
    ours = isinstance(observation, FloorSaid) and observation.by == "config"
    return not ours and not isinstance(observation, TimePassed)


def reached(taken: list[Observation], count: int) -> bool:
    """Return whether so many observations are on disk."""
    return len(taken) >= count


def play(config: Path, observations: Path, *, ends: bool) -> None:
    """Play what is left of the observations, to the last event that the broker confirms."""
    told = msgspec.json.decode(observations.read_bytes(), type=tuple[Observation, ...])
    daemon = Daemon(load_config(config), lambda *_: ())
    taken: list[Observation] = []
    daemon.on_result.append(lambda one, _: taken.append(one) if is_fed(one) else None)

    def feed() -> None:
        daemon.ready.wait(30)
        with JournalReader(daemon.journal.path) as reader:
            rows, fed = reader.last_row, rows_fed(reader)
            left = told[fed:]
            # A few at a time, more or fewer: some go to the disk alone, and some together.
            at = 0
            while at < len(left):
                few = left[at : at + 1 + (fed + at) % 20]
                for observation in few:
                    daemon.put(observation)
                at += len(few)
                until(partial(reached, taken, at), 60)
            until(lambda: reader.last_row - rows >= len(left) and rows_fed(reader) == len(told), 60)
            until(lambda: daemon.broker and daemon.broker.confirmed == reader.seq, 60)
        if ends:
            daemon.stop()

    threading.Thread(target=feed, daemon=True).start()
    asyncio.run(daemon.run())


def main() -> None:
    """Fork a controller for every line; print its pid, and its status when it is asked for."""
    for line in sys.stdin:
        words = line.split()
        if words[0] in {"go", "stay"}:
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                status = 1
                try:
                    play(Path(words[1]), Path(words[2]), ends=words[0] == "go")
                    status = 0
                finally:
                    os._exit(status)
            print(pid, flush=True)
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(int(words[1]), 0)[1]), flush=True)


if __name__ == "__main__":
    main()
