"""Controllers to be killed: each `go CONFIG OBSERVATIONS` on standard input forks one.

The fork is a whole controller of its own, with everything imported already, so that fifty of
them start quickly. It feeds its table from where the journal stopped and ends when the broker
has everything.
"""

import asyncio
import os
import sys
import threading
from pathlib import Path

import msgspec

from controller.config.model import load_config
from controller.contract.observations import FloorSaid, Observation, TimePassed
from controller.journal import JournalReader
from controller.run.daemon import Daemon
from tests.mqtt import until


def rows_fed(reader: JournalReader) -> int:
    """Count the rows of a journal that were fed to it, and not made by the controller itself."""
    return sum(
        not isinstance(row.observation, TimePassed)
        and not (isinstance(row.observation, FloorSaid) and row.observation.by == "config")
        for row in reader.rows()
    )


def play(config: Path, observations: Path) -> None:
    """Play what is left of the observations, to the last event that the broker confirms."""
    told = msgspec.json.decode(observations.read_bytes(), type=tuple[Observation, ...])
    daemon = Daemon(load_config(config), lambda *_: ())

    def feed() -> None:
        daemon.ready.wait(30)
        with JournalReader(daemon.journal.path) as reader:
            rows, fed = reader.last_row, rows_fed(reader)
            left = told[fed:]
            for observation in left:
                daemon.put(observation)
            until(lambda: reader.last_row - rows >= len(left) and rows_fed(reader) == len(told), 60)
            until(lambda: daemon.broker and daemon.broker.confirmed == reader.seq, 60)
        daemon.stop()

    threading.Thread(target=feed, daemon=True).start()
    asyncio.run(daemon.run())


def main() -> None:
    """Fork a controller for every line; print its pid, and its status when it is asked for."""
    for line in sys.stdin:
        words = line.split()
        if words[0] == "go":
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                status = 1
                try:
                    play(Path(words[1]), Path(words[2]))
                    status = 0
                finally:
                    os._exit(status)
            print(pid, flush=True)
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(int(words[1]), 0)[1]), flush=True)


if __name__ == "__main__":
    main()
