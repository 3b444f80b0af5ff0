"""What a board's drivers and roles do at their pins, with parts that answer by chance.

`Board` stands for the module `machine` and for a board's clock: it writes down every call, and its
chips answer in their own form, but not always, not at once, and not always with sense.
"""

import builtins
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from firmware.drivers import pad, pn532, pn5180, shoe_motors, strip
from firmware.reading import iso14443, iso15693
from firmware.reading.readers import open_reader
from tests.firmware.campaign import Chance
from tests.streams.board import Lines, one_of, tried

WRAP = (1 << 30) - 1


class Part:
    """A part of the module `machine`: whatever is called is written down and answered by chance."""

    IN, OUT, PULL_UP, PULL_DOWN = range(4)

    def __init__(self, board: "Board", name: str, *given: Any, **named: Any) -> None:
        """Be made as the firmware says."""
        self.board, self.name = board, f"{name}{given[0] if given else ''}"
        board.told.append(f"{name} {[str(one) for one in given]} {sorted(named.items(), key=str)}")

    def __str__(self) -> str:
        """Return its name."""
        return self.name

    def __repr__(self) -> str:
        """Return its name."""
        return self.name

    def __call__(self, *level: Any) -> Any:
        """Set a pin, or read one."""
        if level:
            self.board.told.append(f"{self.name} {level[0]}")
            return None
        return int(not self.board.chance.below(self.board.high))

    value = __call__

    def __getattr__(self, word: str) -> Any:
        """Return a call that is written down."""

        def act(*given: Any, **named: Any) -> Any:
            told = [one.hex() if isinstance(one, (bytes, bytearray)) else one for one in given]
            told += sorted((name, one) for name, one in named.items() if name != "callback")
            self.board.told.append(f"{self.name}.{word} {told}")
            answer = self.board.answers.get(word)
            return answer(*given, **named) if answer is not None else None

        return act


class Board:
    """A board whose parts are watched."""

    def __init__(self, seed: int, high: int = 3) -> None:
        """Have chance of one's own; a pin is high once in `high` reads."""
        self.chance, self.high, self.us = Chance(seed), high, WRAP - 300_000
        self.told: list[str] = []
        self.answers: dict[str, Callable[..., Any]] = {}
        self.machine: Any = self
        self.boot = 7

    def __getattr__(self, word: str) -> Any:
        """Return a class of `machine`."""
        made = lambda *given, **named: Part(self, word, *given, **named)  # noqa: E731
        for name in ("IN", "OUT", "PULL_UP", "PULL_DOWN"):
            setattr(made, name, name)
        return made

    def bitstream(self, pin: Part, *given: Any) -> None:
        """Send bits."""
        self.told.append(f"{pin} {given}")

    def sleep_us(self, us: int) -> None:
        """Let time pass."""
        self.us += us
        self.told.append(f"sleep {us}")

    def ticks_us(self) -> int:
        """Return the time, which goes on with each look."""
        self.us += 20
        return self.us & WRAP

    def millis(self) -> int:
        """Return the time in milliseconds."""
        return self.us // 1000

    def tidy(self) -> None:
        """Collect."""
        self.told.append("tidy")

    def taken(self) -> str:
        """Return what was written down since the last time."""
        told, self.told = self.told, []
        return " | ".join(told)


class Ears:
    """A node that hears what a role says; it is up and takes an event most of the time."""

    def __init__(self, board: Board) -> None:
        """Listen to a role on a board."""
        self._board = board
        self.up = True

    def event(self, *given: Any) -> bool:
        """Take an event, or not."""
        taken = self._board.chance.below(6) > 0
        self._board.told.append(f"event {given} {taken}")
        return taken

    def snapshot(self, *given: Any) -> None:
        """Take a reading."""
        self._board.told.append(f"snapshot {given}")

    def log(self, *given: Any) -> None:
        """Take a line."""
        self._board.told.append(f"log {given}")


@contextmanager
def module(name: str, **words: Any) -> Iterator[None]:
    """Have a module of MicroPython's for a while."""
    made = ModuleType(name)
    vars(made).update(words)
    sys.modules[name] = made
    try:
        yield
    finally:
        del sys.modules[name]


def simple() -> Lines:
    """Yield what switches, sounds, motors and a display do."""
    board = Board(21)
    keys = pad.Switches(board, [2, 3, 4, 5, 6, 7, 8])
    inputs = shoe_motors.Inputs(board, (4, None, 5))
    yield f"{[(keys.read(), inputs.read()) for _ in range(40)]} {board.taken()}"
    servo, buzzer = shoe_motors.Servo(board, 9), pad.Buzzer(board, 11)
    for us in (0, 1000, 2000):
        servo.pulse(us)
    for pins in ({"step": 1, "direction": 2}, {"step": 1, "direction": 2, "enable": 3}):
        motor = shoe_motors.Stepper(board, pins)
        for steps in (3, -2, 0, 1):
            motor.move(steps)
            motor.off()
    yield board.taken()
    for now in range(0, 3000, 10):
        tones = one_of(board.chance, (((900, 120), (0, 80), (1, 60)), ((300, 20),)))
        buzzer.play(tones if not board.chance.below(30) else (), now)
        yield f"{now} {board.taken()} {buzzer.due(now)}"
    board.answers["read_u16"] = lambda: (board.chance.below(90) << 6) + board.chance.below(64)
    for refused in (False, True):

        def init(*_given: Any, refused: bool = refused, **_named: Any) -> None:
            if refused and board.told[-1].startswith("Timer-1"):
                raise ValueError

        board.answers["init"] = init
        piezo = pad.Piezo(board, 26)
        for _ in range(300):
            piezo._sample(None)
        yield f"{board.taken()} {piezo.take()} {piezo.take()}"
    for bus in ({"scl": 1, "sda": 2}, {"scl": 1, "sda": 2, "bus": 1}):
        with module("framebuf", FrameBuffer=board.FrameBuffer, MONO_VLSB=0):
            display = pad.Lines(board, bus)
            for number in range(20):
                display.show([f"a line of {number} letters"] * board.chance.below(6))
                yield board.taken()


class Program:
    """An assembler that writes down what it is told."""

    def __init__(self, board: Board) -> None:
        """Write to a board's paper."""
        self._board = board

    def __call__(self, *given: Any) -> "Program":
        """Take an instruction."""
        self._board.told.append(f"{[one for one in given if isinstance(one, (int, str))]}")
        return self

    def __getitem__(self, delay: int) -> "Program":
        """Take a delay."""
        return self(delay)

    side = __call__


def strips() -> Lines:
    """Yield how LEDs are driven, by the processor, by a state machine, and by that with DMA."""
    board = Board(22)
    strip.open_strip(board, 16).write(bytearray(b"\x01\x02\x03"))
    yield board.taken()
    words = ("wrap_target", "label", "out", "jmp", "nop", "wrap", "x", "not_x")

    def assembled(**options: Any) -> Callable[[Callable[[], None]], str]:
        board.told.append(f"{sorted(options.items(), key=str)}")

        def run(program: Callable[[], None]) -> str:
            for word in words:
                setattr(builtins, word, Program(board))
            try:
                program()
            finally:
                for word in words:
                    delattr(builtins, word)
            return "program"

        return run

    parts: dict[str, Any] = {
        "StateMachine": board.StateMachine, "asm_pio": assembled,
        "PIO": type("PIO", (), {"OUT_LOW": "low", "SHIFT_LEFT": "left", "JOIN_TX": "tx"}),
    }  # fmt: skip
    for more in ({}, {"DMA": board.DMA}):
        with module("rp2", **parts, **more):
            leds = strip.open_strip(board, 16)
            for active in (False, True):
                board.answers["active"] = lambda *_, active=active: active
                leds.write(bytearray(b"\x01\x02\x03"))
                yield f"{leds.ready} {board.taken()}"


FRAMES = (
    iso15693.inventory(0, 0), iso15693.inventory(9, 0x155, slots=True), iso15693.NEXT_SLOT,
    iso15693.stay_quiet(bytes(8)), iso15693.inventory(64, 5),
)  # fmt: skip
CALLS = (
    iso14443.Frame(b"\x26", 7, False, 0), iso14443.Frame(b"\x93\x70abcde", 0, True, 0),
    iso14443.Frame(b"\x93\x45abc", 5, False, 5),
)  # fmt: skip
IRQS = (
    1 << 2, 1 << 0, 1 << 0, 1 << 0, 1 << 14, 1 << 14, 1 << 14, 1 << 17, 1 << 9, 1 << 10, 0, 0,
)  # fmt: skip
RECEIVED = (12, 12, 12, 0, 300, 511, 512 + 5, 12 | 1 << 16, 12 | 1 << 17, 12 | 5 << 19 | 1 << 18)


def vicinity_chip(board: Board) -> None:
    """Let a board's SPI answer as a PN5180 with something in its field does."""
    stored = {at: at & 0x7F for at in range(256)}

    def answered(count: int, _fill: int) -> bytes:
        board.told.append("answer")
        last = bytes.fromhex(
            next(told for told in reversed(board.told) if ".write" in told).split("'")[1]
        )
        if last[0] == pn5180.READ_EEPROM:
            if not board.chance.below(30):
                return bytes((one_of(board.chance, (255, 0, 1)),)) * count
            return bytes(stored[at] for at in range(last[1], last[1] + last[2]))
        if last[0] == pn5180.READ_MULTIPLE:
            told = [one_of(board.chance, IRQS), one_of(board.chance, RECEIVED)]
            if len(last) == 2:
                told = [one_of(board.chance, (1 << 2, 0x00F2_A5A5, 0x1234_5678))]
            return b"".join(one.to_bytes(4, "little") for one in told)[:count]
        return board.chance.some(count)

    def written(command: bytes) -> None:
        if command[0] == pn5180.WRITE_EEPROM and board.chance.below(4):
            stored.update(enumerate(command[2:], command[1]))

    board.answers.update(read=answered, write=written)


def chips() -> Lines:
    """Yield what passes over a PN5180's wires, and what is made of its answers."""
    for seed in range(12):
        board = Board(30 + seed, high=(2, 3, 90)[seed % 3])
        vicinity_chip(board)
        chip = pn5180.Pn5180(board, 0, 17, 20, 21, {"baudrate": 4, "sck": 1})
        for _ in range(120):
            what = board.chance.below(8)
            if what == 0:
                told = tried(chip.begin)
            elif what == 1:
                told = tried(chip.on, one_of(board.chance, (pn5180.ISO14443A, pn5180.ISO15693)))
            elif what == 2:
                told = f"{tried(chip.gauge)} {tried(chip.off)}"
            elif what == 3:
                told = tried(chip.keep, 0x59 + board.chance.below(4), b"\x5a\x01")
            elif what < 6:
                told = tried(chip.ask, one_of(board.chance, FRAMES), board.chance.below(2) > 0)
                for _ in range(12):
                    told += f" {tried(chip.heard)} {chip._looks}"
            else:
                told = tried(chip.proximity, one_of(board.chance, CALLS))
            yield f"{what} {told} {chip.slept} {board.taken()}"
        for far in (0, 1, pn5180.LONGEST, pn5180.LONGEST + 1, WRAP):
            chip.wait_until(board.us + far & WRAP)
            yield board.taken()
    yield f"{pn5180.SENT_US} {pn5180._READ!r} {pn5180._STATUS!r} {pn5180.OF_THE_ANTENNA}"


def proximity_chips() -> Lines:
    """Yield what passes over a PN532's wires, and what is made of its answers."""
    turned = pn532.reversed_bits()
    for seed in range(12):
        board = Board(50 + seed)
        last = [b""]

        def written(data: bytes, last: list[bytes] = last) -> None:
            plain = bytes(turned[byte] for byte in data)
            last[0] = plain if plain[0] == pn532.DATA_WRITE else last[0]

        def answered(
            count: int, _fill: int, board: Board = board, last: list[bytes] = last
        ) -> bytes:
            if count == 1:
                return bytes((turned[int(not board.chance.below(3))],))
            if count == 6:
                plain = pn532.ACK if board.chance.below(60) else b"\x00" * 6
            else:
                code = last[0][7]
                found = {0x02: b"\x32\x01\x06\x07", 0x4A: cards(board.chance)}.get(code, b"")
                body = bytes((0xD5, code + (board.chance.below(50) > 0))) + found
                total = bytes((len(body), -len(body) & 255)) + body + bytes((-sum(body) & 255, 0))
                plain = (b"\x00\x00\xff" + total).ljust(count, b"\x00")
                if not board.chance.below(30):
                    plain = plain[: board.chance.below(20)]
            return bytes(turned[byte] for byte in plain)

        board.answers.update(read=answered, write=written)
        chip = pn532.Pn532(board, 0, 17, 21, {"baudrate": 1})
        for _ in range(40):
            yield f"{tried(chip.begin)} {tried(chip.cards)} {board.taken()}"
    chance = Chance(23)
    whole = b"\x00\x00\xff\x05\xfb\xd5\x4b\x01\x02\x03\xda\x00"
    for place in range(len(whole)):
        for byte in (0, 1, 4, 5, 6, 0xD4, 0xD5, 255):
            changed = whole[:place] + bytes((byte,)) + whole[place + 1 :]
            yield f"{[pn532.unframed(one) for one in (changed, changed[:place])]}"
    for size in range(7):
        body = b"\x00\xff" + bytes((size, -size & 255, *b"\xd5" * size, -0xD5 * size & 255))
        yield f"{[pn532.unframed(one) for one in (body, body[:-1])]} {pn532.framed(body).hex()}"
    for _ in range(600):
        told = cards(chance)
        yield f"{told.hex()} {pn532.targets(told)} {pn532.targets(told[: chance.below(20)])}"


def cards(chance: Chance) -> bytes:
    """Return what a PN532 lists: no card, one or two, some with more to say than a uid."""
    count = chance.below(3)
    out = bytes((count,))
    for number in range(count):
        select, size = one_of(chance, (0x08, 0x20, 0x28, 0xDF)), one_of(chance, (4, 7, 10, 8, 5))
        out += bytes((number + 1, 0, 4, select, size)) + bytes((number + 65,)) * size
        if select & 0x20:
            more = chance.below(5)
            out += bytes((more,)) + b"\x99" * max(more - 1, 0)
    return out


def readers() -> Lines:
    """Yield how readers are set up as role files say, and what their scans come to."""
    for role in (
        {}, {"chip": "pn532"}, {"chip": "rc522"}, {"pins": {"nss": 5, "bus": 1}},
        {"eeprom": {"0x59": "5A01"}}, {"eeprom": {"0x58": "00"}}, {"eeprom": {"0x90": "00"}},
        {"eeprom": {"0x90": "0000"}}, {"eeprom": {"0x60": ""}}, {"eeprom": {"0x60": "1"}},
        {"chip": "pn532", "pins": {"sck": 2, "mosi": 3, "miso": 4, "reset": 6}},
    ):  # fmt: skip
        board = Board(24)
        yield f"{role} {tried(lambda r=role, b=board: type(open_reader(r, b)).__name__)}"
        yield board.taken()
    field = iso15693.InventoryTree()
    for seed in range(4):
        board = Board(60 + seed, high=50)
        vicinity_chip(board)
        reader = open_reader({"eeprom": {"0x59": "5A01", "0x5D": "07"}} if seed % 2 else {}, board)
        for number in range(40):
            told = f"{tried(reader.begin)} {reader.news!r}"
            reader.news = reader.news if number % 3 else ""
            kinds = one_of(board.chance, (("iso15693",), ("iso14443a",), reader.can))
            scan = reader.look(field)
            if number % 4:
                scan = reader.scan(kinds, field, number % 3 == 0, number % 2 == 0)
            for _ in range(60):
                said = tried(next, scan) if board.chance.below(9) else ""
                if not said:
                    told += f" {tried(reader.resume, reader.pause())}"
                told += f" {said}"
                if said.startswith(("ended", "Silent")):
                    break
            yield f"{told} {reader.gauged} {board.taken()}"


PARTS: dict[str, Callable[[], Lines]] = {
    "simple": simple, "strips": strips, "pn5180": chips, "pn532": proximity_chips,
    "readers": readers,
}  # fmt: skip
