"""A seat's phrases in writing: as lines on a terminal, for a braille display or for reading.

A line meant only for this seat begins with `»`. The player must keep the terminal private.
"""

import threading
from typing import TextIO

from display.voice.speaking.sound import PrivatePhrase, PublicPhrase
from display.voice.speaking.spoken import Spoken
from display.voice.speaking.tones import Beeps

PRIVATE_MARK = "» "


class PrintedEar:
    """Writes the phrases that an earpiece would speak; it is used in place of `sound.Ear`."""

    def __init__(self, out: TextIO, said: Spoken) -> None:
        """Write to `out`, which no other seat can read."""
        self._out = out
        self._said = said
        self._lock = threading.Lock()
        self._open = True

    def there(self) -> bool:
        """Return whether text can still be written to `out`."""
        return self._open

    def stop(self) -> None:
        """Do nothing, because text that has been written can't be stopped."""

    def say(self, phrase: PublicPhrase | PrivatePhrase) -> bool:
        """Write a phrase; return False if `out` has been closed."""
        mark = PRIVATE_MARK if isinstance(phrase, PrivatePhrase) else ""
        return self._line(mark + phrase.text)

    def beep(self, beeps: Beeps) -> bool:
        """Write a signal: music notes, then its name. Return False if `out` has been closed."""
        return self._line("♪ " * beeps.times + beeps.signal)

    def _line(self, text: str) -> bool:
        # A name may contain a control sequence for terminals.
        safe = "".join(sign if sign.isprintable() else " " for sign in text)
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        safe = safe.encode(encoding, errors="replace").decode(encoding)
        with self._lock:
            try:
                self._out.write(f"{safe}\n")
                self._out.flush()
            except (OSError, ValueError):
                self._open = False
        return self._open
