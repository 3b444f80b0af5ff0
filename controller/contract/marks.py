"""How far a table has taken in what a device reports once and for all: keys, knocks, the shoe."""

import msgspec


class Mark(msgspec.Struct, frozen=True):
    """One event of a device: the number of the device's start (32 bits), and its seq in it."""

    device: str
    boot: int
    seq: int
