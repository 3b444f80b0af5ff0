"""A seat's ear in writing: its phrases as lines of its own terminal, for a braille line or a look.

What is for this seat alone begins with `»`. A terminal is as private as its owner makes it.
"""

import threading
from typing import TextIO

from display.voice.speaking.sound import PrivatePhrase, PublicPhrase
from display.voice.speaking.spoken import Spoken
from display.voice.speaking.tones import Beeps

PRIVATE_MARK = "» "


class PrintedEar:
    """Writes what an ear would hear; in the place of `sound.Ear`."""

    def __init__(self, out: TextIO, said: Spoken) -> None:
        """Write to `out`, which no other seat reads."""
        self._out = out
        self._said = said
        self._lock = threading.Lock()
        self._open = True

    def there(self) -> bool:
        """Return whether it can still be written to."""
        return self._open

    def stop(self) -> None:
        """What is written stays written."""

    def say(self, phrase: PublicPhrase | PrivatePhrase) -> bool:
        """Write a phrase; False when nobody reads any more."""
        mark = PRIVATE_MARK if isinstance(phrase, PrivatePhrase) else ""
        return self._line(mark + phrase.text)

    def beep(self, beeps: Beeps) -> bool:
        """Write that there are beeps, and for what."""
        return self._line("♪ " * beeps.times + beeps.signal)

    def _line(self, text: str) -> bool:
        # A name may hold what a terminal takes for an order.
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
