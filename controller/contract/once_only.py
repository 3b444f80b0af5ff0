"""Inputs that take effect only once: a device's keys, knocks and shoe reports; client requests."""

import msgspec


class Mark(msgspec.Struct, frozen=True):
    """An event from a device: the device's boot number (32 bits), and the event's number since."""

    device: str
    boot: int
    seq: int


class Asked(msgspec.Struct, frozen=True):
    """An executed request: its owner, its id, and a hash of its content."""

    owner: str
    id: str
    what: bytes


AnyMark = Mark | Asked
