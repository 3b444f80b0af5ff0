"""One voice, which says one phrase at a time.

An answer is spoken immediately. Announcements are spoken in turn.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, Self, TypeVar

from display.voice.speaking.speech import NoSpeech

log = logging.getLogger(__name__)

P = TypeVar("P")

MOST_WAITING = 8
"""The maximum number of waiting announcements; when another is added, the oldest is dropped."""

LOOK_EVERY = 2.0
"""Seconds between checks of whether a lost device is back."""


class Mouth(Generic[P]):
    """Says phrases one after another, in its own thread.

    The function `say` speaks one phrase. It returns False if nobody could hear the phrase, and
    raises `NoSpeech` if no sound could be made.
    """

    def __init__(
        self,
        say: Callable[[P], bool],
        stop: Callable[[], None],
        told: Callable[[bool], None] = lambda _: None,
        there: Callable[[], bool] = lambda: True,
    ) -> None:
        """Set up the voice with the functions of a sound output.

        `say` speaks one phrase, and `stop` cuts it off. `told` is called with False when phrases
        can no longer be heard, and with True when they can again. `there` returns whether the
        device is plugged in.
        """
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
        """Start the thread that speaks."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop speaking, and drop the phrases that are waiting."""
        with self._changed:
            self._ending = True
            self._waiting.clear()
            self._changed.notify_all()
        self._stop()
        self._thread.join(5)

    def now(self, phrase: P) -> None:
        """Say a phrase immediately, for example in response to a key press.

        This cuts off the phrase being spoken, and drops those that are waiting.
        """
        with self._changed:
            self._stop()  # Before the thread can take the new phrase, which would be cut off.
            self._waiting.clear()
            self._waiting.append(phrase)
            self._changed.notify_all()

    def then(self, phrase: P) -> None:
        """Say a phrase after the current one; if too many are waiting, the oldest are dropped."""
        with self._changed:
            self._waiting.append(phrase)
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popleft()
            self._changed.notify_all()

    def hush(self) -> None:
        """Drop the phrases that are waiting, and cut off the one being spoken."""
        with self._changed:
            self._waiting.clear()
        self._stop()

    def quiet(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds until all phrases are spoken; return False on timeout."""
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
            elif not self._well and self._is_there():
                self._is(well=True)

    def _is_there(self) -> bool:
        try:
            return self._there()
        except Exception:  # noqa: BLE001 - looking for a device may raise any as well
            return False

    def _speak(self, phrase: P) -> None:
        try:
            heard = self._say(phrase)
        except Exception as error:  # noqa: BLE001 - a sound device's driver may raise any
            # The text of any other error might contain a phrase meant for one seat alone.
            trouble = str(error) if isinstance(error, NoSpeech) else type(error).__name__
            if trouble != self._trouble:
                self._trouble = trouble
                log.error("no sound: %s", trouble)  # noqa: TRY400  a person needs no trace of it
            self._is(well=False)
            return
        self._trouble = ""
        self._is(well=heard)

    def _is(self, *, well: bool) -> None:
        if well != self._well:
            self._well = well
            self._told(well)
