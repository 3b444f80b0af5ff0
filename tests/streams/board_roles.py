"""What a board's roles do whole: their scans of tags and cards, and their turns beside each other.

Parts answer as in `board_parts.py`; tags answer as in `tests/firmware/air.py`.
"""

import json
from collections.abc import Callable, Generator
from typing import Any

from firmware.link.messages import Command
from firmware.reading import iso14443, iso15693
from firmware.reading.antennas import AntennasRole
from firmware.roles import open_role
from tests.firmware.air import Proximity, Vicinity, parts_of, reply_of
from tests.firmware.campaign import Chance
from tests.streams.board import CONFIGS, SLOTS, Lines, one_of, tried
from tests.streams.board_parts import Board, Ears, module


def alike(chance: Chance, size: int, count: int) -> list[bytes]:
    """Return uids of a size, some of which differ in their last or first bits only."""
    made = {chance.some(size - 1).replace(b"\x88", b"\x89") + b"\x01" for _ in range(count)}
    some = sorted(made)[: count // 2]
    made |= {one[:-1] + bytes((one[-1] ^ 1 << chance.below(7),)) for one in some}
    made |= {bytes((one[0] ^ 0x20,)) + one[1:] for one in some[:2]}
    return sorted(made)


def vicinity() -> Lines:
    """Yield each question to tags that come, go, drown others, and answer harmed."""
    for seed in range(10):
        chance = Chance(200 + seed)
        tags = alike(chance, 8, (1, 2, 6, 30)[seed % 4])
        tags += [bytes((0x80, *tags[0][1:])), bytes(8)]
        air, field = Vicinity(tags), iso15693.InventoryTree()
        told: list[str] = []
        harms: tuple[Callable[[Any], Any], ...] = (
            lambda reply: reply, lambda reply: reply, lambda reply: reply, lambda _: None,
            lambda reply: reply[:-1] if reply else reply, lambda _: b"",
            lambda reply: reply_of(bytes((reply[9], *b"\x55" * 7))) if reply else reply,
            lambda reply: b"\x01" + reply[1:] if reply else reply,
        )  # fmt: skip
        some = harms[: one_of(chance, (3, 4, 8))]

        def harmed(reply: "bytes | None", chance: Chance = chance, some: Any = some) -> Any:
            return one_of(chance, some)(reply)

        hear = air._hear

        def heard(frame: iso15693.Frame) -> "bytes | None":
            told.append(f"{frame.data.hex()} {frame.replies} {field.expected}")  # noqa: B023
            return hear(frame)  # noqa: B023

        air._hear = heard  # type: ignore[method-assign]
        for number in range(60):
            air.harm = harmed if number % 20 > 14 else harms[0]
            if number % 8 == 0:
                air.uids = {tag for tag in tags if chance.below(3)}
                air.drowning = {tag for tag in tags if not chance.below(4)}
            thorough, sixteen = not chance.below(4), chance.below(2) > 0
            if chance.below(9):
                found = air.scan(field, thorough, sixteen=sixteen)
                told.append(f"{number} {thorough} {sixteen} {sorted(found)}")
            else:
                air.look(field)
            told.append(f"{field.fresh} {field.last} {list(field.leaves.items())}")
        yield from told
        yield f"{air.asked}"
    for wild in (b"\x01", b""):
        field, asked = iso15693.InventoryTree(), 0
        for thorough in (True, False):
            scan = field.scan(thorough)
            told = [str(next(scan))]
            while not told[-1].startswith("ended"):
                told.append(tried(scan.send, wild if asked % 7 else reply_of(bytes(8))))
                asked += 1
            yield f"{asked} {told[-20:]} {len(field.leaves)}"
    for reply in (bytes(12), reply_of(b"12345678"), bytes(11), b"\x01" + reply_of(bytes(8))[1:]):
        yield f"{iso15693.uid_of(reply)!r} {iso15693.portable_crc16(reply)}"


def proximity() -> Lines:
    """Yield each question to cards of ISO 14443, in whole scans and in pieces, some harmed."""
    for seed in range(14):
        chance = Chance(300 + seed)
        cards = [one for size in (4, 7, 10) for one in alike(chance, size, (1, 3, 12)[seed % 3])]
        air = Proximity({card for card in cards if chance.below(4)}, (0, 0, 1, -1)[seed % 4])
        told: list[str] = []
        hear = air._hear

        def heard(frame: iso14443.Frame) -> "iso14443.Answer | None":
            told.append(f"{frame.data.hex()} {frame[1:]}")  # noqa: B023
            answer = hear(frame)  # noqa: B023
            if answer is None or chance.below(12) or seed < 7:  # noqa: B023
                return answer
            harm = chance.below(5)  # noqa: B023
            data = answer.data[:-1] if harm == 1 else answer.data + b"\x01" * (harm == 2)
            changed = bytes((data[0] ^ 1 << chance.below(8),)) + data[1:] if data else data  # noqa: B023
            where = chance.below(41) if harm == 4 else answer.collision  # noqa: B023
            return None if harm == 0 else iso14443.Answer(changed if harm == 3 else data, where)

        air._hear = heard  # type: ignore[method-assign]
        for number in range(4):
            told.append(f"scan {number} {tried(air.scan)}")
            pieces = [1 + chance.below(60) for _ in range(300)]
            try:
                told.append(f"{air.scan_in_pieces(pieces)}")
            except AssertionError as error:
                told.append(f"{error}")
        yield from told
    for noise in (b"\xff" * 5, b"\xff" * 9, b"\x01", b"\x93\x70abc"):
        for where in (None, 0, 3, 40):
            scan, frames = iso14443.scan(), 0
            said = f"{next(scan)}"
            while not said.startswith("ended"):
                said = tried(scan.send, iso14443.Answer(noise, where))
                frames += 1
            yield f"{noise!r} {where} {frames} {said}"
    for card in (b"1234", b"1234567", b"1234567890"):
        yield f"{parts_of(card)} {iso14443.crc_a(card)}"


class Chip:
    """A reader's chip: its clock and its waits."""

    def __init__(self, board: Board) -> None:
        """Live on a board."""
        self.clock = board.ticks_us
        self._board = board

    def sleep(self, us: int) -> None:
        """Wait."""
        self._board.sleep_us(us)

    def wait_until(self, at: int) -> None:
        """Wait for a time."""
        left = at - self._board.us & (1 << 30) - 1
        self._board.sleep_us(left if left < 1 << 20 else 0)


class Reader:
    """A reader whose scans take as many questions as chance has it."""

    can = ("iso15693",)

    def __init__(self, board: Board) -> None:
        """Belong to a board."""
        self._board = board
        self.chip = Chip(board)
        self.news = ""
        self.gauged: tuple[int, int] | None = None

    def begin(self) -> None:
        """Begin, with something to tell."""
        self._board.told.append("begin")
        self.news = "news"

    def scan(self, *given: Any) -> "Generator[int | None, None, Any]":
        """Ask some questions."""
        self._board.told.append(f"scan {given[0]} {given[2:]}")
        return self._questions(given[1])

    def look(self, field: Any) -> "Generator[int | None, None, Any]":
        """Ask some questions about who is drowned."""
        self._board.told.append("look")
        return self._questions(field)

    def _questions(self, field: Any) -> "Generator[int | None, None, Any]":
        chance = self._board.chance
        count = one_of(chance, (1, 1, 2, 2, 3, 9, 30))
        field.fresh = not chance.below(5)
        for _ in range(count):
            if not chance.below(150):
                raise OSError("silent")
            if chance.below(4):
                yield self._board.us + one_of(chance, (600, 2100, 4300, 4300)) & (1 << 30) - 1
            else:
                self._board.us += one_of(chance, (100, 900, 3000, 7800))
            yield None
        self.gauged = one_of(chance, (None, (512, 3)))
        field.last = [bytes(8)] * chance.below(3)
        return field.last

    def pause(self) -> str:
        """Pause."""
        self._board.told.append("pause")
        return "paused"

    def resume(self, state: object) -> None:
        """Go on."""
        self._board.told.append(f"resume {state}")


def antennas() -> Lines:
    """Yield what the antennas' role does in each turn, without slots, in slots and in rounds."""
    for role_file in (
        {"antennas": 0}, {"antennas": 1}, {"antennas": 16}, {"antennas": 17},
        {"mux": [1], "antennas": 3}, {"settle": 100}, {"settle": 101}, {"settle": 0},
        {"settle": -1}, {"settle": "x"}, {"antennas": [{"protocols": ["nfc"]}]},
    ):  # fmt: skip
        yield tried(AntennasRole, role_file, Board(1), 0, Reader(Board(1))).partition(" object")[0]
    for seed in range(8):
        board = Board(70 + seed)
        several = [{"period": 50}, {"period": 499, "settle": 2}, {"period": 500}, {}, {}]
        role = AntennasRole({"antennas": several[: 2 + seed % 4]}, board, 5, Reader(board))
        ears, now = Ears(board), 5
        yield f"{role.can} {board.taken()}"
        for number in range(1500):
            if not chance_of(board, 100):
                config: dict[str, Any] = {}
                if board.chance.below(2):
                    config["periods"] = [10 + board.chance.below(90) for _ in range(3)]
                if seed % 2 and board.chance.below(2):
                    config["slots"] = one_of(board.chance, (*SLOTS[:4], SLOTS[11], SLOTS[12]))
                if seed % 2 and not board.chance.below(3):
                    since = now + board.chance.below(40)
                    config["round"] = {**SLOTS[2], "since": since, "until": since + 300}
                config["gauge"] = board.chance.below(2)
                text = json.dumps(config)
                yield f"{text} {tried(role.command, Command('config', 0, text), now)}"
            if not chance_of(board, 80):
                role.hurry(board.chance.below(2) > 0)
                ears.up = board.chance.below(3) > 0
            due = role.due(now)
            if now >= due or not chance_of(board, 40):
                began = board.us
                role.step(now, ears)  # type: ignore[arg-type]
                now += (board.us - began) // 1000
            else:
                board.us += 1000
                now += 1
            if number == 1200:
                now += 60_000
            if board.told:
                yield f"{now} {due} {board.taken()}"
    for text in ('{"periods": [1.5]}', '{"slots": {"at": [[1]]}}', "x"):
        board = Board(1)
        role = AntennasRole({}, board, 0, Reader(board))
        given = Command("config", 0, text), 9
        yield f"{tried(role.command, *given)} {board.taken()}"


def chance_of(board: Board, times: int) -> int:
    """Return 0 once in so many times."""
    return board.chance.below(times)


SEAT = {"node": "s", "role": "seat", "keys": [2, 3, 4, 5, 6, 7, 8], "buzzer": 15, "piezo": 26}
ROLES: tuple[dict[str, Any], ...] = (
    SEAT, {**SEAT, "display": {"scl": 1, "sda": 2}, "knock": {"floor": 30}},
    {"role": "seat", "keys": [2, 3, 4]}, {**SEAT, "antennas": 2, "chip": "pn532"},
    {"role": "shoe", "barrier": 13}, {"role": "shoe", "barrier": 13, "gate": 14},
    {
        "role": "shoe", "barrier": 13, "gate": 14, "motor": {"step": 2, "direction": 3},
        "shuffler": {"hopper": 5, "fault": 7}, "shoe": {"card": 40, "reach": 90, "back": 12},
    },
    {"role": "ring", "data": 16, "leds": 2}, {"role": "ring", "data": 16, "leds": 4, "fade": 0},
)  # fmt: skip
COMMANDS = (
    Command("feed", 0, 2), Command("feed", 0, 0), Command("servo", 0, 1500),
    Command("servo", 0, 1499), Command("leds", 0, b"\x09\x08\x07"), Command("leds", 0, bytes(6)),
    Command("leds", 0, bytes(99)), Command("leds", 0, bytes(range(6))),
    Command("leds", 0, b"\x99\x88\x77"), Command("leds", 0, b"\x19\xf8\x07"),
    Command("config", 0, '{"periods": [90, 80]}'), Command("config", 0, '{"slots": {}}'),
    Command("config", 0, '{"round": {}}'),
    *(Command("config", 0, text) for text in CONFIGS),
)  # fmt: skip


def roles() -> Lines:
    """Yield what each role says and moves, whatever its pins read and its host commands."""
    for number, file in enumerate(ROLES):
        board = Board(90 + number, high=(3, 2, 9)[number % 3])
        board.answers.update(
            read_u16=lambda board=board: board.chance.below(1 << 16),
            read=lambda count, _fill=0, board=board: board.chance.some(count),
        )
        with module("framebuf", FrameBuffer=board.FrameBuffer, MONO_VLSB=0):
            role = open_role(dict(file), board, 3)
            ears, now = Ears(board), 3
            yield f"{role.can} {board.taken()}"
            for _ in range(2000):
                if not chance_of(board, 30):
                    command = one_of(board.chance, COMMANDS)
                    yield f"{command} {tried(role.command, command, now)} {role.due(now)}"
                if not chance_of(board, 200):
                    role.silent(now)
                    ears.up = board.chance.below(3) > 0
                    now += one_of(board.chance, (0, 0, 5000))
                if now >= role.due(now) or not chance_of(board, 9):
                    told = tried(role.step, now, ears)
                    yield f"{now} {told} {role.due(now)} {board.taken()}"
                now += 1 + chance_of(board, 9)
                board.us += 1000
    for leds in ({}, {"leds": 0}, {"leds": 1}, {"leds": 300}, {"leds": 301}):
        file = {"role": "ring", "data": 16, **leds}
        yield tried(lambda file=file: len(open_role(file, Board(1), 0)._fader._to))


WHOLE: dict[str, Callable[[], Lines]] = {
    "iso15693": vicinity, "iso14443": proximity, "antennas": antennas, "roles": roles,
}  # fmt: skip
