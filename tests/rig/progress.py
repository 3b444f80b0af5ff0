"""How far a long command is: a bar for people at a terminal, and nothing anywhere else.

It stands on stderr, so that what a command gives back can be piped. It draws when it is told how
far things are, and never by itself: a bench is not measured together with its bar.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Advance = Callable[[float], None]
"""Is told how much has been done since it was told last."""

_EVERY_S = 0.2


@contextmanager
def progress(what: str, total: float, console: Console | None = None) -> Iterator[Advance]:
    """Show how much of `total` is done while the block runs, and take it away behind it."""
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
    """Let so many seconds pass, and tell of each."""
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        step = min(1.0, left)
        time.sleep(step)
        advance(step)


def at_a_terminal() -> bool:
    """Return whether somebody reads stderr as it comes."""
    return sys.stderr.isatty()
