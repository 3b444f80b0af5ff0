"""Snapshots of a table in the journal."""

import zlib
from typing import Final

import msgspec

from controller.table.state import Table


class Kept(msgspec.Struct, frozen=True):
    """The contents of a snapshot: the table, and where chips were moving.

    `moving` maps each such zone to the start time of the motion (ms).
    """

    table: Table
    moving: dict[str, int]


LARGEST: Final = 16_000_000
"""The maximum size of an unpacked snapshot in bytes: a thousand times the usual size."""

_encode = msgspec.msgpack.Encoder().encode


def pack(kept: Kept) -> bytes:
    """Return a snapshot as compressed MessagePack, about a tenth of the uncompressed size."""
    return zlib.compress(_encode(kept))


def unpack(state: bytes) -> Kept:
    """Return the contents of a snapshot. Raises `msgspec.MsgspecError` if it is invalid."""
    return msgspec.msgpack.decode(_inflated(state), type=Kept)


def _inflated(state: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(state, LARGEST)
    except zlib.error as error:
        raise msgspec.DecodeError(str(error)) from None
    if not stream.eof:
        raise msgspec.DecodeError("a snapshot that is too large, or truncated")
    return content
