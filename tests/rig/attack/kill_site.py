"""A process that forks controllers to be killed: one for each `go CONFIG` on standard input.

A fork is a complete controller with all modules already imported, so that five hundred of them
start quickly.
"""

import os
import signal
import sys
from pathlib import Path

from controller.config.model import load_config
from controller.play.sinks.hosted import Hosted
from hardware.ports import wall_ticks


def play(config: Path) -> None:
    """Run a controller until it is told to stop, or killed."""
    hosted = Hosted(load_config(config), lambda *_: (), wall_ticks, 1.0, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: hosted.daemon.stop())
    hosted.start()
    while hosted.running:
        signal.sigtimedwait([], 0.05)
    hosted.check()


def main() -> None:
    """Fork a controller for every line; print its pid, and its status on request."""
    for line in sys.stdin:
        words = line.split()
        if words[0] == "go":
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                status = 1
                try:
                    play(Path(words[1]))
                    status = 0
                finally:
                    os._exit(status)
            print(pid, flush=True)
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(int(words[1]), 0)[1]), flush=True)


if __name__ == "__main__":
    main()
