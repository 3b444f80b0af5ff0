"""Controllers to be killed while keys are pressed: each line of standard input forks one.

Whatever is pressed on the node's keys gets into the journal as a knock with the key's number.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from controller.config.model import TableConfig, load_config
from controller.contract.observations import Knocked
from controller.run.loop.daemon import Daemon
from controller.sensing.registry import Registry
from hardware.node.link import Happened, Link, Said
from hardware.ports import Clock, Driver


def knocks(_: Link, said: Said) -> Sequence[Knocked]:
    """Make a knock of every key."""
    if not isinstance(said, Happened) or said.what != "key":
        return ()
    return (Knocked(said.at, 1, said.place << 8 | int(said.value)),)


def drivers(config: TableConfig, _registry: Registry, clock: Clock) -> Sequence[Driver]:
    """Return the link to the one node that has keys."""
    return (Link("anne", config.devices[0].port, clock, knocks),)


def main() -> None:
    """Fork a controller for every config; print its pid, and its status when it is asked for."""
    for line in sys.stdin:
        words = line.split()
        if words[0] == "go":
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                try:
                    daemon = Daemon(load_config(Path(words[1])), drivers, broker=False)
                    asyncio.run(daemon.run(signals=True))
                finally:
                    os._exit(1)
            print(pid, flush=True)
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(int(words[1]), 0)[1]), flush=True)


if __name__ == "__main__":
    main()
