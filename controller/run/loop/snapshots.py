"""Snapshots of a table in the journal; snapshots from older versions can also be read."""

import zlib
from typing import Any, Final

import msgspec

from controller.table.state import Devices, Fittings, Played, Record, Table, Timed


class Kept(msgspec.Struct, frozen=True):
    """The contents of a snapshot: the table, and where chips were moving.

    `moving` maps each such zone to the start time of the motion (ms).
    """

    table: Table
    moving: dict[str, int]


PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    "fittings": Fittings,
    "played": Played,
    "devices": Devices,
    "record": Record,
    "timed": Timed,
}
"""The parts of a table that older versions did not have: each part's type, keyed by its name.

In older versions, the fields of these parts were in the table itself.
"""
OF_THE_HAND: Final = ("seen", "dealt")
"""The fields of a hand that older versions stored in the hand's `cards` instead."""

LARGEST: Final = 16_000_000
"""The maximum size of an unpacked snapshot in bytes: a thousand times the usual size."""

_encode = msgspec.msgpack.Encoder().encode
_plain = msgspec.msgpack.Decoder().decode
_DEFLATED: Final = b"\x78"
"""The first byte of a zlib stream.

Older versions wrote an uncompressed MessagePack map, whose first byte is different.
"""


def pack(kept: Kept) -> bytes:
    """Return a snapshot as compressed MessagePack, about a tenth of the uncompressed size."""
    return zlib.compress(_encode(kept))


def unpack(state: bytes) -> Kept:
    """Return the contents of a snapshot. Raises `msgspec.MsgspecError` if it is invalid."""
    raw: Any = _plain(_inflated(state) if state[:1] == _DEFLATED else state)
    table = raw.get("table") if isinstance(raw, dict) else None
    if isinstance(table, dict):
        _gather_parts(table)
        _mend_hands(table)
    return msgspec.convert(raw, Kept)


def _inflated(state: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(state, LARGEST)
    except zlib.error as error:
        raise msgspec.DecodeError(str(error)) from None
    if not stream.eof:
        raise msgspec.DecodeError("a snapshot that is too large, or truncated")
    return content


def _gather_parts(table: dict[str, Any]) -> None:
    """Convert a table from an older version, in place.

    Older versions stored the fields of the types in `PARTS` directly in the table; each field is
    moved into its part.
    """
    for part, kind in PARTS.items():
        fields = {name: table.pop(name) for name in kind.__struct_fields__ if name in table}
        if fields:
            table[part] = fields
    timed = table.get("timed")
    if isinstance(timed, dict) and not any(timed.values()):
        table["timed"] = None


def _mend_hands(part: object) -> None:
    """Convert hands from an older version, in place.

    Older versions stored the fields `OF_THE_HAND` in a hand's cards; they are moved into the hand
    itself. `part` is any part of a snapshot; hands are converted wherever they occur in it.
    """
    if isinstance(part, dict):
        cards = part.get("cards")
        if isinstance(cards, dict):
            part.update({name: cards.pop(name) for name in OF_THE_HAND if name in cards})
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            _mend_hands(one)
