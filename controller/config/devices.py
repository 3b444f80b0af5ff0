"""The config of a table's devices and of the links to its nodes."""

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
    """One device: a node on a serial port, a PC/SC reader (`port` is its name), or a bought reader.

    Lines of JSON come from a serial port, from `socket://host:port`, or from the standard output of
    `run:command`. A Pepper C1 MUX is on a serial port, or at `socket://host:port`.

    `role` is the task of a node, and `seat` the seat (from 1) of a keypad node of role `seat`.
    `node` is the id of the required node; without it, the node whose key is named after the device,
    or else any node of the role. With `by_name` the node is also searched for at other serial
    ports, by the id that it reports: `node`, or else the device's name.
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
    """Whether a node must prove its identity with a key, and the file with the nodes' keys.

    With `optional`, a node without a key is trusted unless its id has a key in the file. With
    `slots`, antennas of nodes that disturb each other transmit in turns. With `gauge`, nodes report
    how each antenna is driven.
    """

    keys: Literal["optional", "required"] = "optional"
    key_file: Words = KEYS_FILE
    slots: bool = False
    gauge: bool = False


def pepper_mistakes(
    devices: Sequence[DeviceConfig], antennas: Sequence[AntennaPlan]
) -> Iterator[Mistake]:
    """Yield the ports that no Pepper C1 has, and the antennas beyond its maximum."""
    peppers = {device.name: 0 for device in devices if device.kind == "pepper"}
    for index, device in enumerate(devices):
        if device.kind == "pepper" and device.port.startswith("run:"):
            wrong = Sentence("a Pepper C1 is not a program")
            right = Sentence("/dev/serial/by-id/..., or socket://host:1234")
            yield Mistake(("devices", index, "port"), wrong, right)
    for index, antenna in enumerate(antennas):
        if antenna.device in peppers:
            peppers[antenna.device] += 1
            if peppers[antenna.device] > ANTENNAS:
                wrong = Sentence(
                    'a Pepper C1 MUX has {most} antennas, and "{device}" already has them',
                    most=ANTENNAS,
                    device=antenna.device,
                )
                yield Mistake(
                    ("antennas", index, "device"), wrong, Sentence("a [[devices]] of its own")
                )
