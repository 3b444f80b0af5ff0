"""Speech synthesis with espeak-ng, piece by piece, so that repeated pieces come from a cache.

Text is spoken in pieces: a card, a number, or a part of a sentence. Public pieces are cached on
disk from one evening to the next, up to a limit. Private pieces are never written to disk. Private
text never appears on a command line, where every user of the machine could read it. The names of
all 52 cards are always on disk, so a cached card does not show that anybody has heard it.
"""

import contextlib
import hashlib
import io
import logging
import os
import re
import shutil
import subprocess
import tempfile
import wave
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from controller.contract.errors import TapisError
from display.voice.speaking.spoken import spoken
from display.words.cards.hand_names import OF_SUIT, RANKS

log = logging.getLogger(__name__)

RATE = 22_050
"""Samples per second; all sound is 16-bit mono."""

LONGEST = 3.0
"""Seconds after which a speech engine without output is considered to have hung."""

IN_MEMORY = 400
ON_DISK = 4_000

# A full stop within a word or a number (such as article 5.3) does not end a piece.
_PIECES = re.compile(r".+?[.,:;!?]+(?=\s|$)|.+$", re.DOTALL)


class NoSpeech(TapisError, OSError):
    """Raised if speech fails, for example because the engine is missing or hangs.

    The message says what is wrong and, where possible, what to do.
    """


class Engine(Protocol):
    """A speech engine, which turns text into samples."""

    name: str

    def render(self, text: str) -> bytes:
        """Return the samples for some text. Raises `NoSpeech`."""
        ...


class Espeak:
    """The espeak-ng program, started once per piece of text.

    It starts in about 30 ms, and is killed if it hangs.
    """

    def __init__(self, language: str, speed: int = 170, program: str = "espeak-ng") -> None:
        """Speak `language` (`en`, `fr`) at `speed` words per minute (80 to 450), with `program`."""
        self.name = f"{Path(program).name} {language} {speed}"
        self._command = (program, "-v", language, "-s", str(speed), "--stdin", "--stdout")

    def render(self, text: str) -> bytes:
        """Return the samples for some text. Raises `NoSpeech`."""
        if shutil.which(self._command[0]) is None:
            raise NoSpeech("espeak-ng is not installed: sudo apt install espeak-ng")
        try:
            done = subprocess.run(
                self._command, input=text.encode(), capture_output=True, timeout=LONGEST, check=True
            )
        except subprocess.TimeoutExpired:
            raise NoSpeech(
                "the speech engine hung: it was stopped, and will be tried again"
            ) from None
        except subprocess.CalledProcessError as error:
            raise NoSpeech(f"the speech engine failed ({error.returncode})") from None
        return samples_of(done.stdout)


def samples_of(data: bytes) -> bytes:
    """Return the samples in a WAV file, even if its header has no valid length.

    Raises `NoSpeech` unless they are 16-bit mono at the sample rate `RATE`.
    """
    try:
        with wave.open(io.BytesIO(data)) as file:
            kind = file.getnchannels(), file.getsampwidth(), file.getframerate()
    except (wave.Error, EOFError):
        raise NoSpeech("the speech engine returned no sound") from None
    if kind != (1, 2, RATE):
        raise NoSpeech(f"the speech engine returned sound in a different format: {kind}")
    start = data.index(b"data") + 8
    return data[start : start + (len(data) - start) // 2 * 2]


def wav(samples: bytes) -> bytes:
    """Return samples as the content of a WAV file."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples)
    return out.getvalue()


def pieces(text: str) -> list[str]:
    """Split text into parts to be spoken one by one, each ending with its own punctuation."""
    return [part.strip() for part in _PIECES.findall(text) if part.strip()]


def all_cards(language: str) -> list[str]:
    """Return the spoken names of all 52 cards in a language."""
    said = spoken(language)
    return [said.card(rank + suit) for suit in OF_SUIT for rank in RANKS]


class Speech:
    """Renders text as speech, and caches the pieces already rendered."""

    def __init__(
        self, engine: Engine, folder: Path | None = None, cards: Iterable[str] = ()
    ) -> None:
        """Cache public pieces in `folder`, or only in memory if it is None.

        `cards` are the names of the cards; their files are never deleted to make room for others.
        """
        self._engine = engine
        self._folder = folder
        if folder is not None:
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                log.warning("%s: speech is not cached: %s", folder, error.strerror)
                self._folder = None
        self._memory: OrderedDict[str, bytes] = OrderedDict()
        self._always = frozenset(card + stop for card in cards for stop in ("", ","))

    def learn(self) -> int:
        """Render the pieces with card names that are not yet on disk; return how many there were.

        Card names are private, so either all are on disk or none are; the folder therefore does not
        reveal which cards have been heard.
        """
        new = [piece for piece in sorted(self._always) if self._read(piece) is None]
        rendered = {piece: self._engine.render(piece) for piece in new}
        for piece, samples in rendered.items():
            self._write(piece, samples)
        return len(rendered)

    def public(self, text: str) -> bytes:
        """Return the samples for text that everyone may hear. Raises `NoSpeech`."""
        return b"".join(self._piece(piece, keep=True) for piece in pieces(text))

    def private(self, text: str) -> bytes:
        """Return the samples for one seat's private text. Raises `NoSpeech`.

        Nothing is written to disk.
        """
        return b"".join(self._piece(piece, keep=False) for piece in pieces(text))

    def _piece(self, piece: str, *, keep: bool) -> bytes:
        known = self._memory.get(piece)
        if known is not None:
            self._memory.move_to_end(piece)
            return known
        samples = self._read(piece) if keep or piece in self._always else None
        if samples is None:
            samples = self._engine.render(piece)
            if keep and piece not in self._always:
                self._write(piece, samples)
        self._memory[piece] = samples
        while len(self._memory) > IN_MEMORY:
            self._memory.popitem(last=False)
        return samples

    def _path(self, piece: str) -> Path:
        assert self._folder is not None
        name = hashlib.sha256(f"{self._engine.name}\n{piece}".encode()).hexdigest()[:32]
        return self._folder / f"{name}.pcm"

    def _read(self, piece: str) -> bytes | None:
        if self._folder is None:
            return None
        try:
            return self._path(piece).read_bytes()
        except OSError:
            return None

    def _write(self, piece: str, samples: bytes) -> None:
        """Store a piece on disk; if that fails, log a warning and go on without it."""
        if self._folder is None:
            return
        try:
            with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".pcm", delete=False) as file:
                try:
                    file.write(samples)
                    file.close()
                    Path(file.name).replace(self._path(piece))
                finally:
                    Path(file.name).unlink(missing_ok=True)
            self._make_room()
        except OSError as error:
            log.warning("%s: speech is not cached: %s", self._folder, error.strerror)

    def _make_room(self) -> None:
        assert self._folder is not None
        kept = [entry for entry in os.scandir(self._folder) if entry.name.endswith(".pcm")]
        if len(kept) <= ON_DISK:
            return
        always = {self._path(piece).name for piece in self._always}
        rest = sorted((e for e in kept if e.name not in always), key=lambda e: e.stat().st_mtime)
        for entry in rest[: ON_DISK // 10]:
            with contextlib.suppress(OSError):
                Path(entry.path).unlink()
