"""What the journal keeps of a table between hands, and how that of an older version is read."""

from typing import Any, Final

import msgspec

from controller.table.state import Devices, Fittings, Played, Table


class Kept(msgspec.Struct, frozen=True):
    """What a snapshot in the journal holds: the table, and the chip motions that are open."""

    table: Table
    moving: dict[str, int]


PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    "fittings": Fittings,
    "played": Played,
    "devices": Devices,
}
"""Parts of a table whose fields stood in the table itself in older versions."""

pack = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(Kept).decode
_plain = msgspec.msgpack.Decoder().decode


def unpack(state: bytes) -> Kept:
    """Return what a snapshot holds. Raises `msgspec.MsgspecError` for what is none."""
    raw: Any = _plain(state)
    table = raw.get("table") if isinstance(raw, dict) else None
    if not isinstance(table, dict) or not _gather_parts(table):
        return _read(state)
    return msgspec.convert(raw, Kept)


def _gather_parts(table: dict[str, Any]) -> bool:
    """Put what stands in a table itself into its parts; return whether anything did."""
    found = False
    for part, kind in PARTS.items():
        fields = {name: table.pop(name) for name in kind.__struct_fields__ if name in table}
        if fields:
            table[part] = fields
            found = True
    return found
