"""Ears for tests: a real aplay into a file, and an engine whose sound can be read again."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from controller.table.state.ranking import DECK
from display.voice.speaking.speech import all_cards
from display.voice.speaking.spoken import spoken


class Spelling:
    """An engine whose samples are the text itself, so that a test can read what was played."""

    name = "spelling"

    def render(self, text: str) -> bytes:
        """Return the text as samples of 16 bits."""
        return f"{text} ".encode("utf-16-le")


def sound_cards(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the environment in which each of these PCMs plays into `folder`/<name>.raw."""
    lines = ["pcm.nothing { type null }"]
    lines += [
        f"pcm.{name} {{ type file slave.pcm nothing format raw"
        f' file "| cat >> {folder}/{name}.raw" }}'
        for name in names
    ]
    config = folder / "asound.conf"
    config.write_text("\n".join(lines) + "\n")
    return {**os.environ, "ALSA_CONFIG_PATH": str(config)}


def played(folder: Path, name: str) -> str:
    """Return the text that was played on a PCM with the engine `Spelling`."""
    path = folder / f"{name}.raw"
    data = path.read_bytes() if path.exists() else b""
    return data.decode("utf-16-le", errors="replace").replace("\0", "")


def cards_in(text: str) -> set[str]:
    """Return the cards that are named in a text in English."""
    said = spoken("en")
    return {card for card in DECK if re.search(rf"\b{said.card(card)}\b", text)}


def everything(language: str = "en") -> list[str]:
    """Return the names of all cards."""
    return all_cards(language)
