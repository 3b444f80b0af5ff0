"""A display's settings, read from a file: palette, suits, type size, movement and language.

The file is read again whenever it changes, so other programs can change the language.
"""

from pathlib import Path
from typing import Literal, get_args

import msgspec

from controller.contract.errors import N_, UnusableFile
from display.newer_state import UNREADABLE

PaletteName = Literal["dark", "light", "contrast", "safe"]
PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A user's display settings.

    `palette` is the name of the set of colours. `suits` is the number of suit colours, 4 or 2.
    `large` means larger type and less ornament. If `movement` is set, cards and pots are animated.
    `language` is a code such as `en`.
    """

    palette: PaletteName = "dark"
    suits: Literal[2, 4] = 4
    large: bool = False
    movement: bool = True
    language: str = "en"


def look_from(text: bytes, where: str) -> Look:
    """Parse a settings file's text; raises `UnusableFile`, which says what is wrong."""
    try:
        return msgspec.toml.decode(text, type=Look)
    except UNREADABLE as error:
        raise UnusableFile(N_("{where}: {problem}"), where=where, problem=error) from error


class WatchedFile:
    """A file that may appear, change and disappear while the display runs."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._seen: tuple[int, int] | None = None

    def changed(self) -> bytes | None:
        """Return the file's content if it has changed since the last call, otherwise None."""
        if self.path is None:
            return None
        try:
            found = self.path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
            if stamp == self._seen:
                return None
            self._seen = stamp
            return self.path.read_bytes()
        except OSError:
            # A missing file changes nothing, because it may be about to be written.
            self._seen = None
            return None


def next_palette(look: Look) -> Look:
    """Return the look with the next palette; the first one follows the last."""
    after = PALETTES[(PALETTES.index(look.palette) + 1) % len(PALETTES)]
    return msgspec.structs.replace(look, palette=after)


def next_language(look: Look, languages: tuple[str, ...]) -> Look:
    """Return the look with the next of `languages`; the first one follows the last."""
    place = languages.index(look.language) if look.language in languages else -1
    after = languages[(place + 1) % len(languages)]
    return msgspec.structs.replace(look, language=after)
