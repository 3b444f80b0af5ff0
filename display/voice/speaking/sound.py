"""Sound outputs: one seat's earpiece, or the room's loudspeaker.

They are separate types. Only the earpiece's type accepts private phrases, so a private phrase can't
be passed to the loudspeaker. An earpiece plays only on the device assigned to it by name. If that
device is missing, nobody hears anything.
"""

import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from controller.contract.errors import TapisError
from display.voice.speaking.speech import RATE, Speech, wav
from display.voice.speaking.tones import Beeps, tone

CARDS = Path("/proc/asound/cards")
OWN_CARD = re.compile(r"(?:plug)?hw:CARD=(?P<card>\w+)(?:,DEV=\d+)?")
OWN_PCM = re.compile(r"tapis_seat_\d{1,2}")
LONGEST = 20.0
"""Seconds that a device may take to play a phrase, in addition to the length of the phrase."""


class PublicPhrase(msgspec.Struct, frozen=True):
    """A phrase that everyone may hear; `language` is "" for the output's own language."""

    text: str
    language: str = ""


class PrivatePhrase(msgspec.Struct, frozen=True):
    """A phrase that only one seat may hear. Its text is never logged."""

    text: str

    def __repr__(self) -> str:
        """Return a string that does not contain the phrase."""
        return "PrivatePhrase()"


class NoSuchEar(TapisError, ValueError):
    """The error for a device that is not reserved for one seat.

    The message says how to name a device that is reserved.
    """


def ear_device(name: str) -> str:
    """Return `name` if it names a device reserved for one seat. Raises `NoSuchEar` otherwise.

    Such a device is a sound card given by name (`hw:CARD=Seat3`, `plughw:CARD=Seat3,DEV=0`), or a
    PCM `tapis_seat_3` in asound.conf. A name such as `default` plays wherever sound happens to be
    routed, and the number of a sound card depends on the order in which devices are plugged in.
    """
    if OWN_CARD.fullmatch(name) or OWN_PCM.fullmatch(name):
        return name
    raise NoSuchEar(
        f"\"{name}\" can't be a seat's audio device: give the card's name, plughw:CARD=..., as"
        " aplay -L lists it, or a PCM tapis_seat_N of /etc/asound.conf"
    )


class Output:
    """A sound device that plays one phrase after another."""

    def __init__(self, device: str) -> None:
        """Set up the output on `device`, given by the name that the `aplay` program uses for it."""
        self.device = device
        self._lock = threading.Lock()
        self._playing: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def _play(self, render: Callable[[], bytes]) -> bool:
        """Play the samples that `render` returns, to the end or until `stop`.

        Return False if they could not be played. Nothing is played if `stop` is called while they
        are being rendered.
        """
        self._stopped = False
        samples, program = render(), shutil.which("aplay")
        if program is None:
            return False
        with self._lock:
            if self._stopped:
                return True
            process = subprocess.Popen(
                (program, "-q", "-D", self.device, "-t", "wav", "-"),
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            self._playing = process
        try:
            process.communicate(wav(samples), timeout=LONGEST + len(samples) / (2 * RATE))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return False
        finally:
            with self._lock:
                self._playing = None
        return process.returncode == 0 or process.returncode < 0

    def stop(self) -> None:
        """Cut off the phrase being played."""
        with self._lock:
            self._stopped = True
            if self._playing is not None:
                self._playing.terminate()


class Ear(Output):
    """One seat's earpiece. Nothing is played if its device is missing."""

    def __init__(self, device: str, speech: Speech, cards: Path = CARDS) -> None:
        """Use `device` as the earpiece. Raises `NoSuchEar` unless it is reserved for one seat.

        `cards` is the file in which Linux lists the sound cards present.
        """
        super().__init__(ear_device(device))
        self._speech = speech
        self._cards = cards

    def there(self) -> bool:
        """Return whether the device is plugged in."""
        own = OWN_CARD.fullmatch(self.device)
        if own is None:
            return True
        try:
            cards = self._cards.read_text(encoding="utf-8", errors="replace")
            return re.search(rf"\[{own['card']}\s*\]", cards) is not None
        except OSError:
            return False

    def say(self, phrase: PublicPhrase | PrivatePhrase) -> bool:
        """Say a phrase on this earpiece; return False if nobody can hear it. Raises `NoSpeech`."""
        if not self.there():
            return False
        if isinstance(phrase, PrivatePhrase):
            return self._play(lambda: self._speech.private(phrase.text))
        return self._play(lambda: self._speech.public(phrase.text))

    def beep(self, beeps: Beeps) -> bool:
        """Play a signal; return False if nobody could hear it."""
        return self.there() and self._play(lambda: tone(beeps.signal, beeps.times))


class Loudspeaker(Output):
    """The loudspeaker heard by the whole room."""

    def __init__(
        self, device: str, speech: Speech, voices: Mapping[str, Speech] = MappingProxyType({})
    ) -> None:
        """Set up the loudspeaker on any device.

        `speech` speaks the loudspeaker's own language. `voices` maps any other language to the
        `Speech` that speaks it.
        """
        super().__init__(device)
        self._speech = speech
        self._voices = voices

    def say(self, phrase: PublicPhrase) -> bool:
        """Say a phrase to everyone; return False if nobody could hear it. Raises `NoSpeech`."""
        if not isinstance(phrase, PublicPhrase):
            raise TypeError("only what everybody may hear goes to the loudspeaker")
        speech = self._voices.get(phrase.language, self._speech)
        return self._play(lambda: speech.public(phrase.text))
