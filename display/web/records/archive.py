"""Hands from past evenings, stored in a folder; only the public part of each hand is stored.

`tapis venue archive --replay` writes them. They contain no names. Players are stored under the
room's ids, and shown under the public names that they have when somebody views the hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from controller.contract.public import PublicState
from display.newer_state import state_understood

INDEX: Final = "hands.json"
MOST_PICTURES: Final = 2_000


class HandLine(msgspec.Struct, frozen=True):
    """A hand in the archive's list of hands.

    `table` is the table's name, and `number` the hand's number at that table. `began` is when the
    hand began (ms since 1970). `pictures` is the number of table states archived for it. `board`
    lists all its board cards. `kinds` are the kinds of irregularity that were ruled on.
    """

    table: str
    number: int
    began: int
    pictures: int
    board: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A hand as stored in the archive, with the table's public states, earliest first."""

    line: HandLine
    states: tuple[PublicState, ...]


def kept(table: str, number: int, began: int, states: Iterable[PublicState]) -> Kept:
    """Return a hand in its archived form, without players' names.

    `began` is when it began (ms since 1970). `states` are the table's states, earliest first.
    """
    plain = tuple(map(_nameless, states))
    kinds = dict.fromkeys(str(one.kind) for state in plain for one in state.rulings)
    board = max((state.board for state in plain), key=len, default=())
    line = HandLine(table, number, began, len(plain), tuple(board), tuple(kinds))
    return Kept(line, plain)


def _nameless(state: PublicState) -> PublicState:
    return replace(state, seats=tuple(replace(seat, name="") for seat in state.seats))


def named(state: PublicState, shown: Mapping[str, str]) -> PublicState:
    """Return a state with players' current public names; `shown` maps ids to these names.

    A player whose id is not in `shown` has no name. A player without an id is not known to the
    room, and keeps the name used at the table.
    """
    seats = (
        replace(one, name=shown.get(one.player, "" if one.player else one.name))
        for one in state.seats
    )
    return replace(state, seats=tuple(seats))


def write(hands: Iterator[Kept], into: Path) -> int:
    """Add hands to those stored in a folder; return how many were added."""
    into.mkdir(parents=True, exist_ok=True)
    lines = {(one.table, one.number): one for one in Archive(into).lines()}
    wrote = 0
    for hand in hands:
        path = _path(into, hand.line)
        path.write_bytes(msgspec.json.encode(hand.states))
        lines[(hand.line.table, hand.line.number)] = hand.line
        wrote += 1
    # A concurrent reader gets either the old list or the new one, never a part of one.
    made = into / f"{INDEX}.new"
    made.write_bytes(msgspec.json.encode(list(lines.values())))
    made.replace(into / INDEX)
    return wrote


def _path(folder: Path, line: HandLine) -> Path:
    return folder / f"{quote(line.table, safe='')}-{line.number:05}.json"


class Archive:
    """A folder of archived hands; the list of hands is read again whenever its file has changed."""

    def __init__(self, folder: Path | None) -> None:
        """Read from a folder; if `folder` is None, the archive has no hands."""
        self._folder = folder
        self._read = 0
        self._lines: tuple[HandLine, ...] = ()

    @property
    def there(self) -> bool:
        """Whether an archive folder is configured."""
        return self._folder is not None

    def lines(self) -> tuple[HandLine, ...]:
        """Return all hands, sorted by table and number, or () if the list can't be read."""
        if self._folder is None:
            return ()
        path = self._folder / INDEX
        try:
            changed = path.stat().st_mtime_ns
            if changed != self._read:
                found = msgspec.json.decode(path.read_bytes(), type=tuple[HandLine, ...])
                self._lines = tuple(sorted(found, key=_order))
                self._read = changed
        except (OSError, msgspec.MsgspecError):
            return ()
        return self._lines

    def states(self, line: HandLine) -> tuple[PublicState, ...]:
        """Return the public states of a hand's replay, or () if their file can't be read."""
        if self._folder is None:
            return ()
        try:
            whole = msgspec.json.decode(
                _path(self._folder, line).read_bytes(), type=tuple[msgspec.Raw, ...]
            )
        except (OSError, msgspec.MsgspecError):
            return ()
        read = (state_understood(bytes(one)) for one in whole[:MOST_PICTURES])
        return tuple(one for one in read if one is not None)


def _order(line: HandLine) -> tuple[int, str, int]:
    number = int(line.table) if line.table.isascii() and line.table.isdecimal() else 1 << 30
    return number, line.table, line.number
