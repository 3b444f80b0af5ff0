"""What a table has taken in once and for all: a device's keys, knocks and shoe; a client's word."""

import msgspec


class Mark(msgspec.Struct, frozen=True):
    """One event of a device: the number of the device's start (32 bits), and its seq in it."""

    device: str
    boot: int
    seq: int


class Asked(msgspec.Struct, frozen=True):
    """A request that was carried out: whose it is, its id, and a hash of what it asked for."""

    owner: str
    id: str
    what: bytes


AnyMark = Mark | Asked
