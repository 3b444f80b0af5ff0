"""What the journal keeps of a table between hands, and how that of an older version is read."""

from typing import Any, Final

import msgspec

from controller.table.state import Table


class Kept(msgspec.Struct, frozen=True):
    """What a snapshot in the journal holds: the table, and the chip motions that are open."""

    table: Table
    moving: dict[str, int]


FITTINGS: Final = ("keyed", "unit", "floor", "decks")
"""What stood in the table itself before 0.2.0, and is of its fittings now."""

pack = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(Kept).decode
_plain = msgspec.msgpack.Decoder().decode


def unpack(state: bytes) -> Kept:
    """Return what a snapshot holds. Raises `msgspec.MsgspecError` for what is none."""
    raw: Any = _plain(state)
    table = raw.get("table") if isinstance(raw, dict) else None
    if not isinstance(table, dict) or not any(name in table for name in FITTINGS):
        return _read(state)
    fittings = {name: table.pop(name) for name in FITTINGS if name in table}
    return msgspec.convert({**raw, "table": {**table, "fittings": fittings}}, Kept)
