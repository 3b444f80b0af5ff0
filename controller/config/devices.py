"""The config for a table's devices and the links to its nodes."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from controller.config.strict import Strict, Words
from controller.contract.errors import Sentence
from controller.contract.scans import AntennaPlan
from controller.toml.file import Mistake
from hardware.keys import KEYS_FILE
from hardware.pepper_protocol import ANTENNAS


class DeviceConfig(Strict, frozen=True):
    """A device: a node on a serial port, a PC/SC reader, or another kind of reader.

    `kind` is `node`, `pcsc`, `lines` (a reader that sends lines of JSON) or `pepper` (a Pepper C1).
    `port` says where the device is: a serial port for a node, the reader's name for a PC/SC reader,
    and a serial port or `socket://host:port` for a Pepper C1 MUX. For a reader that sends lines of
    JSON, it is a serial port, `socket://host:port`, or `run:command`, a command whose standard
    output is read.

    `role` is a node's function at the table. `seat` is the seat (from 1) of a keypad node, whose
    role is `seat`. `baud` is the speed of the serial port.

    `node` is the id that the node must have. If no id is given, the node whose key is named after
    the device is used or, failing that, any node with this role. If `by_name` is true, other serial
    ports are also searched for a node that reports the right id: `node` if given, otherwise the
    device's name.
    """

    name: Words
    kind: Literal["node", "pcsc", "lines", "pepper"]
    port: str = ""
    role: Literal["antennas", "seat", "shoe", "ring"] = "antennas"
    seat: Annotated[int, Meta(ge=0, le=10)] = 0
    baud: Literal[9600, 57600, 115200, 230400, 460800, 921600, 1000000] = 115200
    node: str = ""
    by_name: bool = False


class LinksConfig(Strict, frozen=True):
    """Whether nodes must authenticate with a key, and the file that contains the keys.

    With `keys` set to `optional`, a node without a key is trusted, unless the file has a key for
    it. If `slots` is true, node antennas that interfere with each other take turns to transmit. If
    `gauge` is true, nodes report the tuning of each antenna (`Scan.gauge`).
    """

    keys: Literal["optional", "required"] = "optional"
    key_file: Words = KEYS_FILE
    slots: bool = False
    gauge: bool = False


def pepper_mistakes(
    devices: Sequence[DeviceConfig], antennas: Sequence[AntennaPlan]
) -> Iterator[Mistake]:
    """Yield the mistakes in the config of Pepper C1s: impossible ports, too many antennas."""
    peppers = {device.name: 0 for device in devices if device.kind == "pepper"}
    for index, device in enumerate(devices):
        if device.kind == "pepper" and device.port.startswith("run:"):
            wrong = Sentence("a Pepper C1 is a reader, not a program to run")
            right = Sentence("/dev/serial/by-id/..., or socket://host:1234")
            yield Mistake(("devices", index, "port"), wrong, right)
    for index, antenna in enumerate(antennas):
        if antenna.device in peppers:
            peppers[antenna.device] += 1
            if peppers[antenna.device] > ANTENNAS:
                wrong = Sentence(
                    'a Pepper C1 MUX has {most} antennas, and "{device}" already uses all of them',
                    most=ANTENNAS,
                    device=antenna.device,
                )
                yield Mistake(
                    ("antennas", index, "device"), wrong, Sentence("another [[devices]] entry")
                )
