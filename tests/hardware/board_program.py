"""What the board of the link's tests does; it runs on MicroPython.

`config press N` makes it send N events, and so does the option `presses`; every other command
comes back as an event, with what it says if the option `echoes` is given. Antennas 0 to 3 (or as
many as `antennas` says) are read every 100 ms, and hold a tag each that counts. `key` is the node's
key (hexadecimal), `files` what it says of its firmware's files.
"""

import binascii

from firmware import identity
from firmware.link import messages, wire
from firmware.link.handshake import NodeHalf
from firmware.link.session import Message, Session


class Node:
    """The one board: its session, and what it still has to say."""

    def __init__(self, half: NodeHalf) -> None:
        self.session = Session(half, 0, kept=10)
        self.presses = 0
        self.pressed = 0
        self.done: list[bytes] = []
        self.read_at = 0
        self.turn = 0
        self.antennas = 4
        self.echoes = False


NODES: list[Node] = []


def start(boot: int, options: "dict[str, str]") -> None:
    """Switch on, as a node of the id and role that the options say."""
    if "version" in options:
        encode, version = wire.encode, int(options["version"])

        def other(kind: int, seq: int, payload: bytes = b"", _version: int = 0) -> bytes:
            return encode(kind, seq, payload, version)

        wire.encode = other  # type: ignore[assignment]
    node, role = options.get("id", "seat-3"), options.get("role", "seat")
    firmware = options.get("firmware", "1.0.0")
    about = messages.Hello(node, role, firmware, ("keys", "leds"), boot, 0, 0)
    key = binascii.unhexlify(options.get("key", ""))
    files = options.get("files", identity.own_files())
    NODES.append(Node(NodeHalf(about, files, key, boot.to_bytes(16, "big"))))
    NODES[0].antennas = int(options.get("antennas", 4))
    NODES[0].echoes = "echoes" in options
    NODES[0].presses = int(options.get("presses", 0))


def turn(data: bytes, now: int, room: int) -> bytes:
    """Hear, act and speak."""
    node = NODES[0]
    for message in node.session.receive(data, now):
        if isinstance(message, Message) and message.kind == wire.COMMAND:
            command = messages.read_command(message.payload)
            if command is None:
                continue
            if command.what == "config" and command.value.startswith("press "):
                node.presses += int(command.value[6:])
            else:
                text = (
                    str(command.value) if node.echoes else command.what + " " + str(command.place)
                )
                node.done.append(messages.pack_event(messages.Event("fault", now, 0, text)))
    while node.done and node.session.send(wire.EVENT, node.done[0]):
        node.done.pop(0)
    while node.pressed < node.presses:
        event = messages.Event("key", now, node.pressed >> 8, node.pressed & 255)
        if not node.session.send(wire.EVENT, messages.pack_event(event)):
            break
        node.pressed += 1
    if now >= node.read_at:
        node.read_at = now + 100
        node.turn += 1
        for antenna in range(node.antennas):
            uid = b"\xe0\x04\x01\x00\x00" + bytes((antenna, node.turn >> 8 & 255, node.turn & 255))
            snapshot = messages.pack_snapshot(antenna, now, [uid])
            node.session.show(wire.SNAPSHOT, antenna, snapshot)
    return node.session.outgoing(now, room)


def due(now: int) -> int:
    """Return when `turn` is to be called at the latest."""
    node = NODES[0]
    return min(node.session.due(now), node.read_at)
