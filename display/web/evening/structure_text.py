"""Structures as text (one level per line) or as a .toml file."""

import json
import re
import tomllib
from typing import Any, Final

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue.floor.sheets import Sheet, faults
from display.web.typed import NAME

_LEVEL: Final = re.compile(r"(\d{1,9})\s*[/ -]\s*(\d{1,9})(?:\s+(\d{1,3}))?")
_BREAK: Final = re.compile(r"(?:break|pause)\s+(\d{1,3})", re.IGNORECASE)
_CHIPS: Final = re.compile(r"(\d{1,4})\s*[x\u00d7*]\s*(\d{1,9})")


class BadSheet(TapisError):
    """The error for a structure that can't be read or played.

    The message is the id of the reason, such as `no-levels`.
    """


def read(levels: str, chips: str, rebuy: int = 0) -> Sheet:
    r"""Parse a structure from its levels and its chips as text. Raises `BadSheet`.

    Each line of `levels` is a level or a break, with its length in minutes. `chips` are the chips
    of a starting stack. `rebuy` is the number of chips that each remaining player gets at the first
    break, or 0 for none.

    >>> read("50/100 20\nbreak 10\n100/200", "8x25 4x500").levels
    ((50, 100, 20), (0, 0, 10), (100, 200, 0))
    """
    found = []
    for line in filter(None, map(str.strip, levels.splitlines())):
        if rest := _BREAK.fullmatch(line):
            found.append((0, 0, int(rest[1])))
        elif level := _LEVEL.fullmatch(line):
            found.append((int(level[1]), int(level[2]), int(level[3] or 0)))
        else:
            raise BadSheet("no-levels")
    pieces = [(int(one[1]), int(one[2])) for one in _CHIPS.finditer(chips)]
    if _CHIPS.sub("", chips).strip(" ,;\n\r\t"):
        raise BadSheet("chips-cannot-be")
    return playable(Sheet(tuple(found), tuple(pieces), rebuy))


def playable(sheet: Sheet) -> Sheet:
    """Return a structure unchanged. Raises `BadSheet` if it can't be played."""
    if wrong := faults(sheet):
        raise BadSheet(wrong)
    return sheet


def levels_text(sheet: Sheet) -> str:
    """Return a structure's levels, one per line."""
    lines = (
        (f"{small}/{big}" if big else "break") + (f" {minutes}" if minutes else "")
        for small, big, minutes in sheet.levels
    )
    return "\n".join(lines)


def chips_text(sheet: Sheet) -> str:
    """Return the chips of a starting stack on one line, such as `8x25 4x500`."""
    return " ".join(f"{count}x{value}" for count, value in sheet.chips)


def toml(sheet: Sheet, name: str, above: str, title: str = "") -> str:
    """Return a structure as a tournament file that inherits everything else from the file `above`.

    `docs/VENUE.md` describes such files. If `title` is empty, `name` is also the title.
    """
    called = json.dumps("".join(filter(str.isprintable, title)) or name, ensure_ascii=False)
    levels = "".join(f"    [{small}, {big}, {n}],\n" for small, big, n in sheet.levels)
    chips = ", ".join(f"[{count}, {value}]" for count, value in sheet.chips)
    return (
        f'name = "{name}"\ntitle = {called}\ninherits = "{above}"\n\n[structure]\n'
        f'starting_stack = {{ value = {sheet.stack}, article = "" }}\n'
        f'chips = {{ value = [{chips}], article = "" }}\n'
        f'levels = {{ value = [\n{levels}], article = "" }}\n'
        f'rebuy = {{ value = {sheet.rebuy}, article = "" }}\n'
    )


def from_toml(text: str) -> Sheet:
    """Return the structure in a tournament or house file. Raises `BadSheet`."""
    try:
        read_in = tomllib.loads(text)
        told = read_in.get("structure") or read_in["tournament"]
        made: dict[str, Any] = {word: _value(told[word]) for word in ("levels", "chips")}
        return playable(msgspec.convert(made | {"rebuy": _value(told.get("rebuy", 0))}, Sheet))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadSheet("no-levels") from None


def title_of(text: str) -> str:
    """Return the title in a tournament file's text, or "" if it has none."""
    title = tomllib.loads(text).get("title", "")
    return title[:NAME] if isinstance(title, str) else ""


def _value(told: Any) -> Any:
    return told["value"] if isinstance(told, dict) else told
