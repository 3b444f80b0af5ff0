"""A person at a terminal: what the program writes to a pty is read, and answered on it."""

import os
import re
import threading
import time
from collections.abc import Callable

from rich.console import Console

from controller.setup.dialogue import Talk
from display.words.names import words
from tests.texts import plain

PATIENCE = 60.0
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A pty of 100 columns; `text` is all that has been written to it, without colours."""

    def __init__(self) -> None:
        self._ours, self.theirs = os.openpty()
        self._raw = b""
        self._at = 0
        self._news = threading.Condition()
        self._ended = False
        self._file = os.fdopen(os.dup(self.theirs), "w", buffering=1, encoding="utf-8")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def talk(self, language: str = "en") -> Talk:
        """Return the program's side of it."""
        console = Console(file=self._file, force_terminal=True, width=100)
        return Talk(console, self.theirs, words(language))

    @property
    def text(self) -> str:
        """Return all that a person has seen, bars that were drawn over included."""
        with self._news:
            return plain(CODES.sub("", self._raw.decode("utf-8", "replace"))).replace("\r", "")

    def see(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until some words are written, after those that were seen before."""
        ends = time.monotonic() + seconds
        while True:
            found = self.text.find(words, self._at)
            if found >= 0:
                self._at = found + len(words)
                return
            with self._news:
                assert not self._ended, f"{words!r} was never written:\n{self.tail()}"
                assert time.monotonic() < ends, f"{words!r} was not written:\n{self.tail()}"
                self._news.wait(0.05)

    def tail(self) -> str:
        """Return the last of what was written, for a failure."""
        return CODES.sub("", self._raw.decode("utf-8", "replace"))[-2000:]

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def answer(self, question: str, text: str) -> None:
        """Wait for a question, and answer it."""
        self.see(question)
        self.press(text + "\n")

    def close(self) -> None:
        """Take the terminal away."""
        self._file.close()
        os.close(self.theirs)
        self._reader.join(10)
        os.close(self._ours)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._ours, 4096)
            except OSError:
                data = b""
            with self._news:
                self._raw += data
                self._ended = not data
                self._news.notify_all()
            if not data:
                return


class Work:
    """Something that runs while a test plays the person before it; `done` gives what it gave."""

    def __init__(self, what: Callable[[], object]) -> None:
        self._what = what
        self._result: object = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result = self._what()
        except BaseException as error:  # noqa: BLE001
            self._error = error

    def done(self) -> object:
        """Wait until it has come to its end; raises what it raised."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "it does not come to an end"
        if self._error is not None:
            raise self._error
        return self._result
