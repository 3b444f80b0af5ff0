"""What the board of the link's tests does; it runs on MicroPython.

`config press N` makes it send N events; every other command comes back as an event. Antennas 0 to
3 are read every 100 ms, and hold a tag each that counts.
"""

from firmware import messages, wire
from firmware.handshake import NodeHalf
from firmware.session import Message, Session


class Node:
    """The one board: its session, and what it still has to say."""

    session: Session
    presses = 0
    pressed = 0
    done: "list[bytes]" = []
    read_at = 0
    turn = 0


def start(boot: int, options: "dict[str, str]") -> None:
    """Switch on, as a node of the id, role and version that the options say."""
    about = messages.Hello(
        options.get("id", "seat-3"), options.get("role", "seat"), "1.0.0", ("keys", "leds"), boot, 0, 0
    )  # fmt: skip
    Node.session = Session(NodeHalf(about), 0, kept=10)


def turn(data: bytes, now: int, room: int) -> bytes:
    """Hear, act and speak."""
    for message in Node.session.receive(data, now):
        if isinstance(message, Message) and message.kind == wire.COMMAND:
            command = messages.read_command(message.payload)
            if command is None:
                continue
            if command.what == "config" and command.value.startswith("press "):
                Node.presses += int(command.value[6:])
            else:
                text = command.what + " " + str(command.place)
                Node.done.append(messages.pack_event(messages.Event("fault", now, 0, text)))
    while Node.done and Node.session.send(wire.EVENT, Node.done[0]):
        Node.done.pop(0)
    while Node.pressed < Node.presses:
        event = messages.Event("key", now, Node.pressed >> 8, Node.pressed & 255)
        if not Node.session.send(wire.EVENT, messages.pack_event(event)):
            break
        Node.pressed += 1
    if now >= Node.read_at:
        Node.read_at = now + 100
        Node.turn += 1
        for antenna in range(4):
            uid = b"\xe0\x04\x01\x00\x00" + bytes((antenna, Node.turn >> 8 & 255, Node.turn & 255))
            snapshot = messages.pack_snapshot(antenna, now, [uid])
            Node.session.show(wire.SNAPSHOT, antenna, snapshot)
    return Node.session.outgoing(now, room)


def due(now: int) -> int:
    """Give when `turn` is to be called at the latest."""
    return min(Node.session.due(now), Node.read_at)
