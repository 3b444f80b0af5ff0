"""What both ends of a board's link write and read: frames, messages, seals and whole sessions."""

import struct
from collections.abc import Callable, Iterator
from typing import Any

from firmware import main, slots
from firmware.link import messages, seal, wire
from firmware.link.handshake import HostHalf, Keys, NodeHalf, key_problem, version_problem
from firmware.link.messages import Command, Event, Hello, Welcome
from firmware.link.reliable import ReceiveWindow, SendWindow
from firmware.link.session import Session
from tests.firmware.campaign import Chance
from tests.firmware.line import Table
from tests.streams.board import Lines, one_of, tried

READS = tuple(
    getattr(messages, f"read_{name}")
    for name in (
        "hello", "identity", "welcome", "session", "snapshot", "event", "command", "log", "text",
    )
)  # fmt: skip
HELLO = Hello("seat-3", "seat", "1.0.0", ("keys", "knock"), 9, (1 << 32) + 77, 200)


def said() -> Iterator[bytes]:
    """Yield payloads of every kind."""
    for files, nonce in (("", b""), ("0a", b""), ("", bytes(8)), ("0a", bytes(range(8)))):
        yield messages.pack_hello(HELLO, files, nonce)
    yield b"123456789a\nb\nc\nd\n" + b"files\nzz"
    yield messages.pack_welcome(Welcome(0xFFFE, 1 << 31, 77, 255))
    yield messages.pack_session(0xABCD)
    for count, size in ((0, 8), (1, 4), (2, 7), (63, 8), (64, 8), (124, 8), (65, 4), (3, 10)):
        uids = [bytes((index,) * size) for index in range(count)]
        yield messages.pack_snapshot(255, 0x1FFFE, uids)
        yield messages.pack_snapshot(3, 0x01FE, [*uids, bytes(7), bytes(8)])
    for what in messages.EVENTS:
        value: Any = {"shoe": "jam", "fault": "é", "gauge": 0xF03FF, "badge": bytes(7)}.get(what, 9)
        yield messages.pack_event(Event(what, (1 << 32) + 5, 255, value))
    for word in messages.SHOE:
        yield messages.pack_event(Event("shoe", 5, 0, word))
    for what in messages.COMMANDS:
        value = {"leds": bytes((1, 2, 3)), "config": "{é}"}.get(what, 0xABCD)
        yield messages.pack_command(Command(what, 7, value))
    for level in messages.LEVELS:
        yield messages.pack_log(level, "said é")


def payloads() -> Lines:
    """Yield each payload, and what is read of it whole, cut, longer, and with a byte changed."""
    chance = Chance(11)
    for whole in said():
        yield whole.hex()
        changed = [whole[:end] for end in range(min(len(whole), 24))]
        changed += [whole[:-1], whole + b"\x00", whole + b"abc", b"\x07" + whole, whole * 2]
        for place in range(min(len(whole), 12)):
            for byte in (0, 1, 4, 7, 9, 63, 64, 255):
                changed.append(whole[:place] + bytes((byte,)) + whole[place + 1 :])
        for one in (whole, *changed):
            yield f"{one.hex()} {[tried(read, one) for read in READS]}"
    for _ in range(300):
        noise = chance.some(chance.below(20))
        yield f"{noise.hex()} {[tried(read, noise) for read in READS]}"
    for uids in ([bytes(5)], [bytes(9)], [bytes(8), bytes(3)], [bytes(4), bytes(7), bytes(10)]):
        yield tried(messages.pack_snapshot, 1, 2, uids)


def frames() -> Lines:
    """Yield frames on the line, what is refused, and what a decoder makes of pieces and noise."""
    chance, decoder = Chance(12), wire.Decoder()
    for given in ((0, 0), (15, 255), (16, 0), (3, 256), (-1, 0), (3, -1)):
        for version in (-1, 0, 1, 2, 15, 16):
            yield f"{given} {version} {tried(wire.encode, *given, b'', version)}"
    for size in (1000, 1001, 1004, 1005, 1006):
        for version in (1, 2, 3):
            yield f"{size} {version} {tried(wire.encode, 3, 4, bytes(size), version)}"
            whole = struct.pack("BB", version << 4 | 3, 4) + b"\x07" * size
            crc = wire.portable_crc(whole) ^ 0xFFFF
            stuffed = wire.portable_stuff(whole + crc.to_bytes(2, "big"))
            yield f"{wire.decode(stuffed)} {decoder.feed(stuffed)} {decoder.feed(bytes(1))}"
            yield f"{decoder.good} {decoder.bad}"
    for size in (wire._ENCODED - 1, wire._ENCODED, wire._ENCODED + 1):
        full = wire.Decoder()
        for piece in (b"\x01" * size, b"\x01", b"\x00", wire.encode(3, 4)):
            yield f"{size} {full.feed(piece)} {full.bad} {full.good} {len(full._part)}"
    for data in (b"\x02\x00", b"\x03\x01\x00", b"\x03\x00\x01", b"\x00", b"\x03\x01"):
        yield f"{wire.portable_unstuff(data)!r}"
    yield f"{[wire.longest(size) for size in range(0, 1100, 7)]}"
    for size in range(245, 265):
        for data in (b"\x01" * size, b"\x01" * size + b"\x00", b"\x00" + b"\x02" * size):
            stuffed = wire.portable_stuff(data)
            yield f"{stuffed.hex()} {wire.portable_unstuff(stuffed) == data}"
    for _ in range(1500):
        data = chance.some(chance.below(9))
        yield f"{wire.portable_stuff(data)!r} {wire.portable_unstuff(data)!r} {wire.decode(data)}"
        frame = wire.encode(chance.below(16), chance.below(256), data)
        sent = one_of(chance, (frame, frame, frame[:-2], frame[3:], b"\x05" * chance.below(900)))
        for piece in (sent[:4], sent[4:]):
            yield f"{decoder.feed(piece)} {decoder.good} {decoder.bad}"


def windows() -> Lines:
    """Yield what a sender and a receiver make of acknowledgements that come, fail and lie."""
    chance, sender, taker, now = Chance(13), SendWindow(12), ReceiveWindow(), 0
    for number in range(6000):
        now += one_of(chance, (0, 1, 1, 2, 2, 3, 4, 9, 10, 11, 29, 30, 31, 149))
        what = chance.below(9)
        told: Any = None
        if what < 2:
            told = sender.push(5, b"%d" % number)
        elif what < 5:
            told = sender.next()
            if told is not None:
                sender.sent(told.seq, now)
        elif what == 5:
            far = one_of(chance, (0, 1, 1, 1, 1, 2, 2, 3, 9))
            sender.acknowledged(sender.oldest + far & 255, now)
        elif what == 6:
            sender.arrived(sender.oldest + chance.below(11) & 255, now)
        elif what == 7:
            told = sender.overdue(now)
        elif not chance.below(9):
            told = one_of(chance, (sender.begin, sender.rewind, sender.give_up))()
        yield f"{now} {what} {told} {sender.oldest} {sender.again} {sender.due()}"
        seq = taker.expected + one_of(chance, (0, 0, 0, 1, 255)) & 255
        far = one_of(chance, (0, 1, 2, 9))
        sure = not chance.below(4 if number % 500 < 250 else 12)
        got = taker.take(seq), sure and taker.confirm(taker.confirmed + far & 255)
        if not chance.below(9):
            oldest = taker.expected - chance.below(11) & 255
            taker.begin(one_of(chance, (1, 1, 1, 2)), oldest)
        yield f"{got} {taker.boot} {taker.expected} {taker.confirmed} {taker.over}"


def lines() -> Lines:
    """Yield all that passes over lines that damage it, with both ends reset in the midst."""
    for seed, key in ((1, b""), (2, b""), (3, bytes(range(16))), (4, bytes(range(16)))):
        table = Table(seed, key)
        for number in range(60):
            for act in (table.press, table.order):
                if table.rng.random() < 0.6:
                    act()
            table.node.show(wire.SNAPSHOT, number % 3, b"S%c" % (number % 3))
            table.damage((0.0, 0.0, 0.002, 0.02)[number // 4 % 4])
            if number % 9 == 7:
                table.rng.choice((table.reset_node, table.reset_host))()
            if number % 14 == 5:
                table.plug(plugged=False)
            if number % 14 == 8:
                table.plug(plugged=True)
            table.run(table.now + 400)
            ends = (table.node, table.host)
            yield f"{table.now} {[(end.up, end.forged, end.waiting()) for end in ends]}"
            yield f"{[[list(end.passed[way])[-20:] for way in ('in', 'out')] for end in ends]}"
            yield f"{table.heard[-5:]} {table.done[-5:]} {table.unconfirmed} {table.wrong}"
            yield f"{[end.due(table.now) for end in ends]} {table.host_half.impostor}"


def shakes() -> Lines:
    """Yield what two ends say that lose frames, are replayed old ones, and know other keys."""
    key = bytes(range(16))
    for seed in range(40):
        chance, now = Chance(100 + seed), 0
        mine, theirs = one_of(chance, ((b"", b""), (key, key), (key, key), (key, b""), (b"", key)))
        count = iter(range(1000))

        def known(
            _: str, count: Iterator[int] = count, theirs: bytes = theirs, must: bool = seed % 3 == 0
        ) -> Keys:
            return Keys(lambda _: theirs, lambda: next(count).to_bytes(8, "big"), must)

        def checked(hello: Hello, seed: int = seed) -> str:
            return "no" if hello.boot % 7 == seed % 7 else ""

        host = Session(HostHalf(0xFFFD + seed % 4, checked, known("")), 0, confirms=seed % 2 == 0)
        node = Session(NodeHalf(HELLO, "f", mine, b"s"), 0)
        kept: list[bytes] = []
        for turn in range(120):
            now += one_of(chance, (1, 20, 60, 250, 300, 600, 1199, 1200))
            if not chance.below(25):
                node = Session(NodeHalf(HELLO._replace(boot=turn), "f", mine, b"%d" % turn), now)
            if not chance.below(6):
                node.send(wire.EVENT, b"e%d" % turn)
                host.send(wire.COMMAND, b"c%d" % turn)
            for _ in range(chance.below(4)):
                part = chance.below(2)
                node.show(one_of(chance, (wire.SNAPSHOT, wire.LOG)), part, b"%d %d" % (part, turn))
            if not chance.below(30):
                yield f"{(node if chance.below(2) else host).drop('pulled', now)}"
            room = one_of(chance, (1 << 20, 1 << 20, 40, 60))
            down, up = host.outgoing(now, room), node.outgoing(now, room)
            kept = [*kept[-12:], down, up]
            yield f"{down.hex()} {up.hex()}"
            if not chance.below(5):
                down += one_of(chance, kept)
                up += one_of(chance, kept)
            if not chance.below(12):
                shake = wire.HELLO, 0, messages.pack_hello(HELLO, "", bytes(8)), chance.below(4)
                up += wire.encode(*shake) * chance.below(7) + wire.encode(wire.READY, 0, bytes(2))
            heard = node.receive(down if chance.below(9) else b"", now)
            told = host.receive(up if chance.below(9) else b"", now)
            for one in told:
                if getattr(one, "kind", 0) == wire.EVENT and host.inbox.boot is not None:
                    host.confirm(host.inbox.boot, one.seq)
            yield f"{now} {heard} {told} {host.due(now)} {node.due(now)} {host.forged}"
    for size in (wire.PAYLOAD, wire.PAYLOAD + 1):
        yield f"{size} {tried(node.send, wire.EVENT, bytes(size))}"
    for version in range(5):
        yield version_problem("n", version)
    for number in range(8):
        given = bool(number & 1), b"k" * (number >> 1 & 1), bool(number & 4)
        yield f"{given} {key_problem('n', *given)}"


def seals() -> Lines:
    """Yield seals, with keys of every length, and what is opened after frames were lost."""
    for size in (0, 1, 16, 63, 64, 65, 100):
        mac = seal.Mac(bytes(range(size)))
        yield f"{mac.of(b'data').hex()} {seal.nonce_of(bytes(size), b'seed', size).hex()}"
        yield seal.proven(bytes(size), 4, b"said").hex()
        yield seal.session_key(bytes(size), b"n", b"h", b"about").hex()
    for lost in (0, 1, 254, 255, 256):
        ours, theirs = seal.Seal(bytes(16), is_host=True), seal.Seal(bytes(16), is_host=False)
        told = [ours.close(3, 4, b"x") for _ in range(lost + 2)]
        yield f"{[theirs.open(3, 4, one) for one in (told[0], told[-1], told[-1])]} {theirs.heard}"
        yield f"{told[-1].hex()} {[theirs.open(3, 4, bytes(size)) for size in range(4, 8)]}"


class Serial:
    """A UART or a USB port that takes only some of what is written."""

    def __init__(self, *_given: object, **options: object) -> None:
        """Keep how it was set up."""
        self.told: list[object] = [sorted(options.items())]

    def write(self, data: bytes) -> "int | None":
        """Take at most five bytes of a write, and none at times."""
        self.told.append(bytes(data))
        return min(len(data), 5) if len(self.told) % 3 else None

    def any(self) -> int:
        """Return how many bytes have come."""
        return len(self.told) % 3

    def read(self, count: int) -> "bytes | None":
        """Return so many bytes."""
        return b"r" * min(count, 3) or None


class Ports:
    """What of `machine` has to do with a UART."""

    UART = Serial

    @staticmethod
    def Pin(number: int) -> str:  # noqa: N802 - as on a board
        """Return a pin's name."""
        return f"pin {number}"


def ports() -> Lines:
    """Yield how a board's ports are set up, what they take, and which copy a board starts."""
    for options in ({}, {"id": 1, "tx": 4, "rx": 5}):
        line = main.Uart(Ports, options, 9600)
        for now in (0, 1, 50, 2000, 2001):
            yield f"{line.read()!r} {line.room(now)} {line.room(now + 9)}"
            line.write(bytes(900), now)
        yield f"{line._uart.told}"
    usb = main.Usb.__new__(main.Usb)
    usb._port, usb._waiting = Serial(), b""
    for now in range(9):
        usb.write(b"written", now)
        yield f"{usb.read()!r} {usb.room(now)} {usb._port.told}"
    texts = [slots.text_of(slots.Pointer("a", "b", 1, True)), "7", '{"current": "a"}']
    texts += [slots.text_of(slots.Pointer(one, two, 0, False)) for one in "abc" for two in "abc"]
    yield f"{[slots.read(text) for text in texts]}"
    for starts in range(6):
        for previous in ("", "b"):
            for good in (False, True):
                one = slots.Pointer("a", previous, starts, good)
                told = slots.starting(one), slots.free(one), slots.switched(one, "b")
                yield f"{one} {told} {slots.confirmed(one)} {slots.switched(None, 'b')}"


LINKS: dict[str, Callable[[], Lines]] = {
    "payloads": payloads, "frames": frames, "windows": windows, "lines": lines, "shakes": shakes,
    "seals": seals, "ports": ports,
}  # fmt: skip
