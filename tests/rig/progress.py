"""The progress of a long command: a bar for people at a terminal, and nothing anywhere else.

It goes to stderr, so that a command's output can be piped. It draws only when it is told of
progress, never by itself, so that a bench does not measure its own bar.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Advance = Callable[[float], None]
"""Called with the amount done since the last call."""

_EVERY_S = 0.2


@contextmanager
def progress(what: str, total: float, console: Console | None = None) -> Iterator[Advance]:
    """Show how much of `total` is done while the block runs, and remove the bar afterwards."""
    console = console or Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, disable=not console.is_terminal, transient=True, auto_refresh=False,
    )  # fmt: skip
    drawn = 0.0
    with bar:
        task = bar.add_task(what, total=total)
        bar.refresh()

        def advance(done: float) -> None:
            nonlocal drawn
            bar.advance(task, done)
            now = time.monotonic()
            if now - drawn >= _EVERY_S:
                drawn = now
                bar.refresh()

        yield advance


def wait(seconds: float, advance: Advance) -> None:
    """Wait for this many seconds, and report each one."""
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        step = min(1.0, left)
        time.sleep(step)
        advance(step)


def at_a_terminal() -> bool:
    """Return whether stderr is a terminal."""
    return sys.stderr.isatty()
