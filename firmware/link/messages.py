"""The messages in the link's frames: packing them into payloads, and reading payloads safely.

Every `read_...` function returns None for a malformed payload instead of raising an error, because
the far end may be newer, and one damaged frame in 65,536 passes its CRC. Times are in the node's
own milliseconds.
"""

import binascii
import struct
from collections import namedtuple

Hello = namedtuple("Hello", ("node", "role", "firmware", "can", "boot", "now", "oldest"))
"""A node's identity: its id, role, firmware version, capabilities (by name), boot number (32 random
bits) and time, and the seq of its oldest unacknowledged event."""

Welcome = namedtuple("Welcome", ("session", "boot", "node_boot", "oldest"))
"""The host's answer to a `Hello`: the session's number, the boot numbers of the host and the node,
and the seq of the host's oldest unacknowledged command."""

Snapshot = namedtuple("Snapshot", ("antenna", "at", "uids"))
"""All the uids in an antenna's field, as bytes; `at` is the lower 16 bits of the node's time."""

Event = namedtuple("Event", ("what", "at", "place", "value"))
"""An event: its name in EVENTS, the lower 32 bits of the node's time, the seat or part of the node
where it happened, and a value. The value is a key's number, a count of knocks, a state in SHOE, the
bytes of a badge's uid (empty if the badge was taken away), the text of a fault ("" once it has
ended), an antenna's gear times 65536 plus its gain, or, for `longer`, the number of queries that an
unfinished scan has sent so far."""

Command = namedtuple("Command", ("what", "place", "value"))
"""A command for a node: its name in COMMANDS, the part of the node, and a value."""

EVENTS = ("key", "knock", "shoe", "badge", "fault", "gauge", "longer")
SHOE = (
    "loaded", "shuffling", "ready", "card-out", "empty", "jam", "open", "closed", "count",
)  # fmt: skip
COMMANDS = ("leds", "servo", "feed", "config")
LEVELS = ("debug", "info", "warning", "error")

UID_LENGTHS = (4, 7, 8, 10)
"""The possible lengths of uids in bytes: 4, 7 and 10 in ISO 14443 A (single, double and
triple size), and 8 in ISO 15693."""

_HELLO = ">IIB"
_WELCOME = ">HIIB"


def pack_hello(hello: Hello, files: str = "", nonce: bytes = b"") -> bytes:
    """Return the payload of a HELLO, which is the same in every protocol version.

    `files` is the hash of the firmware files. A node that has a key also passes a `nonce`.
    """
    words = "\n".join((hello.node, hello.role, hello.firmware, " ".join(hello.can)))
    if files or nonce:
        words += "\n" + files + "\n" + binascii.hexlify(nonce).decode()
    return struct.pack(_HELLO, hello.boot, hello.now & 0xFFFFFFFF, hello.oldest) + words.encode()


def read_hello(payload: bytes) -> "Hello | None":
    """Return the node's identity from the payload of a HELLO, or None if it is malformed."""
    words = read_text(payload[9:])
    lines = [] if words is None else words.split("\n")
    # A later version may add lines.
    if len(lines) < 4:
        return None
    boot, now, oldest = struct.unpack(_HELLO, payload[:9])
    return Hello(lines[0], lines[1], lines[2], tuple(lines[3].split()), boot, now, oldest)


def read_identity(payload: bytes) -> "tuple[str, bytes]":
    """Return the HELLO fields that `read_hello` omits: the firmware files' hash and the nonce.

    Each is empty if missing (for example, in a HELLO from older firmware).
    """
    lines = (read_text(payload[9:]) or "").split("\n")
    if len(lines) < 6:
        return "", b""
    try:
        return lines[4], binascii.unhexlify(lines[5])
    except ValueError:
        return lines[4], b""


def pack_welcome(welcome: Welcome) -> bytes:
    """Return the payload of a WELCOME."""
    return struct.pack(_WELCOME, *welcome)


def read_welcome(payload: bytes) -> "Welcome | None":
    """Return the contents of a WELCOME, the host's reply to a HELLO, or None if it is malformed."""
    return Welcome(*struct.unpack(_WELCOME, payload)) if len(payload) == 11 else None


def pack_session(session: int) -> bytes:
    """Return the payload of a READY: the number of the session that has begun."""
    return struct.pack(">H", session)


def read_session(payload: bytes) -> "int | None":
    """Return the session number from the payload of a READY, or None if it is malformed."""
    return payload[0] << 8 | payload[1] if len(payload) == 2 else None


def pack_snapshot(antenna: int, at: int, uids: "list[bytes]") -> bytes:
    """Return the payload of a SNAPSHOT, which reports all uids in an antenna's field.

    It begins with 3 bytes: the antenna, and the lower 16 bits of the time `at` (ms). Groups of up
    to 63 uids of equal length follow. Each group begins with a byte that encodes this length and
    the number of uids. `antenna` is 0 to 255, and a uid has 4, 7, 8 or 10 bytes; other values raise
    `ValueError`.
    """
    out = bytearray((antenna, at >> 8 & 255, at & 255))
    alike = [uid for uid in uids if len(uid) == 8]
    if len(alike) == len(uids):
        _add_group(out, 2, alike)
        return bytes(out)
    counted = 0
    for code, length in enumerate(UID_LENGTHS):
        alike = [uid for uid in uids if len(uid) == length]
        counted += len(alike)
        _add_group(out, code, alike)
    if counted != len(uids):
        raise ValueError("a uid has 4, 7, 8 or 10 bytes")
    return bytes(out)


def _add_group(out: bytearray, code: int, alike: "list[bytes]") -> None:
    """Append uids of one length to the snapshot `out`, in groups of up to 63.

    `code` is the code for this length.
    """
    for start in range(0, len(alike), 63):
        group = alike[start : start + 63]
        out.append(code << 6 | len(group))
        out += b"".join(group)


def read_snapshot(payload: bytes) -> "Snapshot | None":
    """Return the snapshot from the payload of a SNAPSHOT, or None if it is malformed."""
    if len(payload) < 3:
        return None
    uids = []
    place = 3
    while place < len(payload):
        length, count = UID_LENGTHS[payload[place] >> 6], payload[place] & 63
        place += 1
        if not count or place + count * length > len(payload):
            return None
        for _ in range(count):
            uids.append(payload[place : place + length])
            place += length
    return Snapshot(payload[0], payload[1] << 8 | payload[2], uids)


def pack_event(event: Event) -> bytes:
    """Return the payload of an EVENT. Raises `ValueError` if `what` is not a known event name."""
    code = EVENTS.index(event.what)
    value: bytes = event.value
    if event.what == "shoe":
        value = bytes((SHOE.index(event.value),))
    elif event.what == "fault":
        value = event.value.encode()
    elif event.what == "gauge":
        value = event.value.to_bytes(3, "big")
    elif event.what != "badge":
        value = bytes((event.value,))
    return struct.pack(">BIB", code, event.at & 0xFFFFFFFF, event.place) + value


def read_event(payload: bytes) -> "Event | None":
    """Return the event from the payload of an EVENT, or None if it is malformed."""
    if len(payload) < 6 or payload[0] >= len(EVENTS):
        return None
    code, at, place = struct.unpack(">BIB", payload[:6])
    what, value = EVENTS[code], payload[6:]
    if what == "fault":
        text = read_text(value)
        return None if text is None else Event(what, at, place, text)
    if what == "badge":
        return Event(what, at, place, value) if not value or len(value) in UID_LENGTHS else None
    if what == "gauge":
        return Event(what, at, place, int.from_bytes(value, "big")) if len(value) == 3 else None
    if len(value) != 1 or (what == "shoe" and value[0] >= len(SHOE)):
        return None
    return Event(what, at, place, SHOE[value[0]] if what == "shoe" else value[0])


def pack_command(command: Command) -> bytes:
    """Return the payload of a COMMAND. Raises `ValueError` for an unknown command name.

    The value depends on the command: for `leds`, a red, a green and a blue byte for each LED; for
    `servo`, the pulse in microseconds, or 0 for none; for `feed`, the number of cards, or 0 to
    stop; for `config`, text.
    """
    code = COMMANDS.index(command.what)
    value: bytes = command.value
    if command.what == "config":
        value = command.value.encode()
    elif command.what != "leds":
        value = struct.pack(">H", command.value)
    return bytes((code, command.place)) + value


def read_command(payload: bytes) -> "Command | None":
    """Return the command from the payload of a COMMAND, or None if it is malformed."""
    if len(payload) < 2 or payload[0] >= len(COMMANDS):
        return None
    what, place, value = COMMANDS[payload[0]], payload[1], payload[2:]
    if what == "config":
        text = read_text(value)
        return None if text is None else Command(what, place, text)
    if what == "leds":
        return Command(what, place, value) if len(value) % 3 == 0 else None
    return Command(what, place, value[0] << 8 | value[1]) if len(value) == 2 else None


def pack_log(level: str, text: str) -> bytes:
    """Return the payload of a LOG. Raises `ValueError` for an unknown level."""
    return bytes((LEVELS.index(level),)) + text.encode()


def read_log(payload: bytes) -> "tuple[str, str] | None":
    """Return (level, text) from the payload of a LOG, or None if it is malformed."""
    text = read_text(payload[1:])
    if text is None or not payload or payload[0] >= len(LEVELS):
        return None
    return LEVELS[payload[0]], text


def read_text(data: bytes) -> "str | None":
    """Return the text that the bytes encode, or None if they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeError:
        return None
