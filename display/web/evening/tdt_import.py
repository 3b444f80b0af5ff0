"""Structures from files written by The Tournament Director (.tdt), version 3.

The format has no public specification. Files published by clubs show that it is a JavaScript
expression. It lists a tournament's rounds and breaks in order, and how many chips of each value a
player receives. Everything else in it is ignored, including players and antes.
"""

import json
import re
from typing import Final

from controller.contract.venue.floor.sheets import Sheet
from display.web.evening.structure_text import playable
from display.web.typed import NAME

_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_IS_ONE: Final = re.compile(r"\bT\s*:\s*new Tournament\(")
_TITLE: Final = re.compile(r'\bTitle\s*:\s*("(?:[^"\\]|\\.)*")')
_PERIOD: Final = re.compile(
    r"new Game(?:Break\(\{Minutes: (?P<rests>\d{1,6})"
    r"|Round\(\{Minutes: (?P<plays>\d{1,6}), SmallBlind: (?P<small>\d{1,9}),"
    r" BigBlind: (?P<big>\d{1,9}))\b"
)
_CHIP: Final = re.compile(
    r"new GameChip\(\{[^{}]*?Value: (?P<value>\d{1,9}), Use: true, PerPlayer: (?P<count>\d{1,4})\b"
)


def is_tournament_director(text: str) -> bool:
    """Return whether the text is that of a Tournament Director file."""
    return _IS_ONE.search(text[:1000]) is not None


def from_tournament_director(text: str) -> tuple[Sheet, str]:
    """Read the structure and the title from a file's text. Raises `BadSheet`.

    Breaks at the end are left out, because a structure must end with a level. Chips that no player
    receives are left out too.
    """
    # Quoted text may look like code, so it is removed first.
    bare = _TEXT.sub('""', text)
    levels = [
        (0, 0, int(one["rests"]))
        if one["rests"]
        else (int(one["small"]), int(one["big"]), int(one["plays"]))
        for one in _PERIOD.finditer(bare)
    ]
    while levels and not levels[-1][1]:
        levels.pop()
    chips = [(int(one["count"]), int(one["value"])) for one in _CHIP.finditer(bare)]
    sheet = Sheet(tuple(levels), tuple((count, value) for count, value in chips if count))
    return playable(sheet), _title(text)


def _title(text: str) -> str:
    found = _TITLE.search(text)
    try:
        return str(json.loads(found[1]))[:NAME] if found is not None else ""
    except ValueError:
        return ""
