"""Identifies inputs that must take effect only once, even if they arrive again.

Such inputs are a device's key presses, knocks and shoe reports, and clients' requests.
"""

import msgspec


class Mark(msgspec.Struct, frozen=True):
    """The identity of an input from a device.

    `boot` identifies the device's start (32 bits). `seq` numbers the inputs since that start.
    """

    device: str
    boot: int
    seq: int


class Asked(msgspec.Struct, frozen=True):
    """The identity of an executed request: its token's owner, its id, and a hash of its content."""

    owner: str
    id: str
    what: bytes


AnyMark = Mark | Asked
