"""Runs interactive jobs in a thread, one at a time, while browsers show their progress.

A job calls the same function as the corresponding command. Its output goes to a console. Answers to
its questions arrive over a pipe, as they would from a terminal.
"""

import asyncio
import contextlib
import io
import logging
import os
import threading
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from rich.console import Console

from controller.contract.errors import TapisError
from controller.setup.dialogue import GoBack, NoAnswer, Quit, SkipQuestion, Talk, Watch
from controller.setup.words import N_
from controller.table_page.caretaker.asks import JobView, SayToJob
from display.words.command_line.chosen import error_in
from display.words.names import Words

WIDE: Final = 88
MOST_LINES: Final = 400
LONGEST_ANSWER: Final = 200
ENDS_WITHIN_S: Final = 45.0
KEYS: Final = {"enter": "\n", "s": "s", "u": "u", "q": "q"}

Do = Callable[[Talk], bool]
"""The function of a job; returns whether it succeeded."""

log = logging.getLogger(__name__)


class Work:
    """Runs one job at a time, and stores the progress of the current or the last job."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._view = JobView(0)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._fired = asyncio.Event()
        self._thread: threading.Thread | None = None
        self._answers = -1

    @property
    def view(self) -> JobView:
        """The progress of the current or the last job."""
        return self._view

    @property
    def runs(self) -> bool:
        """Whether a job is running."""
        return not self._view.ended

    def begin(self, name: str, words: Words, do: Do) -> bool:
        """Begin the job `name` by running `do` in a thread; return False if a job is running."""
        with self._lock:
            if not self._view.ended:
                return False
            self._view = JobView(self._view.number + 1, name, ended=False)
            self._loop = asyncio.get_running_loop()
        hears, self._answers = os.pipe()
        self._thread = threading.Thread(
            target=self._run, args=(do, words, hears), name="page-job", daemon=True
        )
        self._thread.start()
        return True

    def say(self, said: SayToJob) -> None:
        """Answer the pending question, or press a key if one is expected; otherwise do nothing."""
        with self._lock:
            view = self._view
            if said.key:
                if view.keys:
                    self._hear(KEYS[said.key])
            elif view.question and said.asked in (0, view.asked):
                # Always one line, whatever was sent.
                self._hear(" ".join(said.text[:LONGEST_ANSWER].split()) + "\n")

    def _hear(self, text: str) -> None:
        os.write(self._answers, text.encode())

    def stop(self) -> None:
        """Abort the job as if by the answer `quit`; wait up to `ENDS_WITHIN_S` for it to end."""
        with self._lock:
            if self._view.ended:
                return
            # A question is answered with the whole word; a key prompt, with its first letter.
            self._hear("quit\n")
        if self._thread is not None:
            self._thread.join(ENDS_WITHIN_S)

    async def newer(self, seen: int, seconds: float) -> JobView:
        """Return the job's progress once its number is not `seen`, or after `seconds` seconds."""
        fired = self._fired
        if self._view.number == seen:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(fired.wait(), seconds)
        return self._view

    # -- in the job's thread -------------------------------------------------------------

    def _run(self, do: Do, words: Words, hears: int) -> None:
        console = Console(file=_Lines(self), width=WIDE, no_color=True, force_terminal=False)  # type: ignore[arg-type]
        talk = Talk(console, hears, words, _Followed(self))
        well, problem = False, ""
        try:
            well = do(talk)
        except (Quit, GoBack, SkipQuestion, NoAnswer):
            problem = words.say(N_("Stopped. Everything done so far is kept."))
        except (TapisError, OSError) as error:
            problem = error_in(error, words)
        except Exception as error:  # noqa: BLE001
            # Its text is not logged: it could name a card that was never shown.
            log.error("a job of the page failed: %s", type(error).__name__)  # noqa: TRY400
            problem = words.say(N_("Stopped by an internal error: please report it."))
        finally:
            with self._lock:
                os.close(hears)
                os.close(self._answers)
                ended = replace(self._view, question="", keys=False, counting="", ended=True)
                self._set(replace(ended, well=well and not problem, problem=problem))

    def change(self, **what: object) -> None:
        """Update the given fields of the progress; called from the job's thread."""
        with self._lock:
            self._set(replace(self._view, **what))

    def write(self, text: str) -> None:
        """Add text to the job's output."""
        with self._lock:
            lines = "\n".join((*self._view.lines[-1:], "")).removesuffix("\n") + text
            kept = (*self._view.lines[:-1], *lines.split("\n"))[-MOST_LINES:]
            self._set(replace(self._view, lines=kept))

    def _set(self, view: JobView) -> None:
        self._view = replace(view, number=self._view.number + 1)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._fire)

    def _fire(self) -> None:
        fired, self._fired = self._fired, asyncio.Event()
        fired.set()


class _Lines(io.TextIOBase):
    def __init__(self, work: Work) -> None:
        self._work = work

    def write(self, text: str) -> int:
        if text:
            self._work.write(text)
        return len(text)


class _Followed(Watch):
    """Passes a job's prompts on to the `Work` that browsers see."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def asks(self, question: str, default: str, *, unseen: bool) -> None:
        asked = self._work.view.number + 1
        self._work.change(question=question, default=default, unseen=unseen, asked=asked)

    def keys(self, *, wanted: bool) -> None:
        self._work.change(keys=wanted)

    def counts(self, name: str, done: int, total: int | None, now: str) -> None:
        """Show the job's progress if it has changed; `now` is the current item."""
        view = self._work.view
        if (name, done, total, now) != (view.counting, view.done, view.total, view.now):
            self._work.change(counting=name, done=done, total=total, now=now)
