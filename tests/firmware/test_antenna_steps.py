"""An antenna node step by step, with a reader whose questions are counted and timed exactly."""

import json
from collections.abc import Generator
from types import SimpleNamespace
from typing import Any, cast

from firmware.link.messages import Command
from firmware.node import Node
from firmware.reading.antennas import (
    MUCH_UNTIDY,
    REPORT_EVERY,
    TIDY_MS,
    TIDY_US,
    UNTIDY,
    AntennasRole,
)  # fmt: skip
from firmware.reading.iso15693 import InventoryTree
from hardware.dry_run import Pins

ANSWER_US = 5000


class Reader:
    """A reader, its chip and its clock (us); the next scans ask so many questions each."""

    can = ("iso15693",)
    news = ""
    gauged = None

    def __init__(self) -> None:
        self.us = 0
        self.questions = 1
        self.scans = 0

    @property
    def chip(self) -> "Reader":
        """Return what has the clock: the reader itself."""
        return self

    def begin(self) -> None:
        """Be there."""

    def clock(self) -> int:
        """Return the time."""
        return self.us

    def wait_until(self, at: int) -> None:
        """Let the time pass."""
        self.us = max(self.us, at)

    def scan(
        self, _protocols: object, field: InventoryTree, *_: bool
    ) -> Generator[int | None, None, list[bytes]]:
        """Ask; the last answer ends the scan."""
        self.scans += 1
        for left in reversed(range(self.questions)):
            yield self.us + ANSWER_US
            if left:
                yield None
        return field.last


class Bench:
    """A node of one antenna at such a reader, and what it has said and done."""

    up = True

    def __init__(self, **config: object) -> None:
        self.reader = Reader()
        self.events: list[tuple[str, int, int, object]] = []
        self.logs: list[str] = []
        self.read: list[int] = []
        self.tidied: list[int] = []
        board = SimpleNamespace(
            machine=SimpleNamespace(Pin=Pins()),
            tidy=lambda: self.tidied.append(self.reader.scans),
        )
        self.role = AntennasRole({}, board, 0, self.reader)
        self.role.command(Command("config", 0, json.dumps(config)), 0)

    def step(self, now: int) -> None:
        """Take one step at a time (ms)."""
        self.reader.us = max(self.reader.us, 1000 * now)
        self.role.step(now, cast("Node", self))

    def run(self, until: int) -> None:
        """Take each step when it is due."""
        now = self.reader.us // 1000
        while now <= until:
            self.step(now)
            now = max(self.role.due(now), self.reader.us // 1000)

    def event(self, what: str, at: int, place: int, value: object) -> bool:
        """Take an event."""
        self.events.append((what, at, place, value))
        return True

    def log(self, _level: str, text: str) -> None:
        """Take a line."""
        self.logs.append(text)

    def snapshot(self, antenna: int, *_: Any) -> None:
        """Take a reading."""
        self.read.append(antenna)


def test_a_role_file_that_says_nothing_of_antennas_has_one() -> None:
    bench = Bench()
    bench.run(990)
    assert bench.read == [0] * 10


def test_a_scan_is_longer_once_it_asks_a_quarter_more_than_the_last_two_and_a_first_at_once() -> (
    None
):
    bench = Bench(slots={"frame": 1000, "began": 0, "at": [[0, 900]]})
    told = []
    for questions in (5, 5, 6, 9, 2, 8, 8, 2, 2, 8):
        bench.reader.questions = questions
        scans = len(bench.read)
        while len(bench.read) == scans:
            bench.run(bench.role.due(bench.reader.us // 1000))
        told.append([value for _, _, _, value in bench.events])
        bench.events.clear()
    assert told == [[1], [], [], [7], [], [], [], [], [], [2]]


def test_garbage_is_collected_after_a_scan_once_there_is_enough_of_it() -> None:
    """Each report leaves as much as 4 questions; the last answer of a scan is not counted."""
    bench = Bench()
    assert UNTIDY == 5
    bench.run(1190)
    assert bench.reader.scans == 12
    assert bench.tidied == [3, 6, 9, 12]


def test_garbage_is_collected_during_an_answer_that_is_long_enough_if_the_slot_is_too() -> None:
    bench = Bench(slots={"frame": 1000, "began": 0, "at": [[0, 900]]})
    bench.reader.questions = MUCH_UNTIDY + 9
    while bench.reader.us < MUCH_UNTIDY * ANSWER_US:
        assert bench.tidied == []
        bench.step(bench.reader.us // 1000)
    at = bench.reader.us + ANSWER_US
    for left_us, left_ms, now in (
        (TIDY_US, 2 * TIDY_MS, True), (TIDY_US - 1, 2 * TIDY_MS, False),
        (TIDY_US, 2 * TIDY_MS - 1, False),
    ):  # fmt: skip
        bench.reader.us = at - left_us
        assert bench.role.due(900 - left_ms) == 900 - left_ms + (0 if now else 1)
    bench.reader.us = at - TIDY_US
    bench.role.step(900 - 2 * TIDY_MS, cast("Node", bench))
    assert bench.tidied == [1]


def test_each_minute_the_scans_of_that_minute_are_told_and_the_longest_delay() -> None:
    bench = Bench(periods=[1000])
    bench.run(REPORT_EVERY - 1000)
    bench.reader.us = 1000 * (REPORT_EVERY + 7)
    bench.run(2 * REPORT_EVERY + 1000)
    assert bench.logs == ["61 scans, up to 7 ms late", "61 scans, up to 0 ms late"]
