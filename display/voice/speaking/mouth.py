"""One voice that speaks in its turn: what was asked for comes at once, what happens follows."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, Self, TypeVar

from display.voice.speaking.speech import NoSpeech

log = logging.getLogger(__name__)

P = TypeVar("P")

MOST_WAITING = 8
"""Of what happens, so much waits at most: who is behind hears the latest."""

LOOK_EVERY = 2.0
"""Seconds between two looks whether a lost device is back."""


class Mouth(Generic[P]):
    """Says phrases one after another in a thread of its own.

    `say` gives False when nobody could hear it, and raises `NoSpeech` when there was nothing to be
    heard. `told` is called with False when the voice is lost and with True when it is back.
    """

    def __init__(
        self,
        say: Callable[[P], bool],
        stop: Callable[[], None],
        told: Callable[[bool], None] = lambda _: None,
        there: Callable[[], bool] = lambda: True,
    ) -> None:
        """`stop` cuts what is being said; `there` says whether the device is plugged in."""
        self._say = say
        self._stop = stop
        self._told = told
        self._there = there
        self._waiting: deque[P] = deque()
        self._changed = threading.Condition()
        self._ending = False
        self._busy = False
        self._well = True
        self._trouble = ""
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def __enter__(self) -> Self:
        """Begin to speak."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Be silent."""
        with self._changed:
            self._ending = True
            self._waiting.clear()
            self._changed.notify_all()
        self._stop()
        self._thread.join(5)

    def now(self, phrase: P) -> None:
        """Say this at once: somebody has asked. What was being said is cut."""
        with self._changed:
            self._waiting.clear()
            self._waiting.append(phrase)
            self._changed.notify_all()
        self._stop()

    def then(self, phrase: P) -> None:
        """Say this after what is being said; what waits too long is left out."""
        with self._changed:
            self._waiting.append(phrase)
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popleft()
            self._changed.notify_all()

    def hush(self) -> None:
        """Say nothing of what waits, and cut what is being said."""
        with self._changed:
            self._waiting.clear()
        self._stop()

    def quiet(self, timeout: float) -> bool:
        """Wait until all has been said, at most `timeout` seconds; False when it has not."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._busy, timeout)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._ending, LOOK_EVERY)
                if self._ending:
                    return
                phrase = self._waiting.popleft() if self._waiting else None
                self._busy = phrase is not None
            if phrase is not None:
                self._speak(phrase)
            elif not self._well and self._there():
                self._is(well=True)

    def _speak(self, phrase: P) -> None:
        try:
            heard = self._say(phrase)
        except NoSpeech as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                log.error("%s", error)  # noqa: TRY400  a person needs no trace of it
            self._is(well=False)
            return
        self._trouble = ""
        self._is(well=heard)

    def _is(self, *, well: bool) -> None:
        if well != self._well:
            self._well = well
            self._told(well)
