"""What a config says of the table's devices, and of the links to its nodes."""

from typing import Annotated, Literal

from msgspec import Meta

from controller.config.strict import Strict, Words
from hardware.keys import KEYS_FILE


class DeviceConfig(Strict, frozen=True):
    """One device: a node on a serial port, a PC/SC reader (`port` is its name), or lines of JSON.

    Lines come from a serial port, from `socket://host:port`, or from the standard output of
    `run:command`.
    `role` is what a node does, and `seat` whose keys a node of role `seat` has (from 1). `node` is
    the id of the node that has to be there; without it, the one with a key that is called as the
    device, or else any of the role. With `by_name` it is looked for at other serial ports as well,
    by the id that it says: that of `node`, or the device's name.
    """

    name: Words
    kind: Literal["node", "pcsc", "lines"]
    port: str = ""
    role: Literal["antennas", "seat", "shoe", "ring"] = "antennas"
    seat: Annotated[int, Meta(ge=0, le=10)] = 0
    baud: Literal[9600, 57600, 115200, 230400, 460800, 921600, 1000000] = 115200
    node: str = ""
    by_name: bool = False


class LinksConfig(Strict, frozen=True):
    """Whether a node has to prove with a key who it is, and the file with the nodes' keys.

    With `optional`, a node is believed without one unless its id has a key in the file. With
    `slots`, antennas of nodes that disturb each other radiate by turns; with `gauge`, nodes say of
    each antenna how it is fed.
    """

    keys: Literal["optional", "required"] = "optional"
    key_file: Words = KEYS_FILE
    slots: bool = False
    gauge: bool = False
