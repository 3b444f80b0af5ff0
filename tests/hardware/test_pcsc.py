"""PC/SC readers under a real pcscd: what is laid on them becomes scans, whatever goes wrong."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import psutil
import pytest

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from hardware.ports import Alive, Driver, Report
from hardware.readers.card_authentication import Proof
from hardware.readers.ntag424 import BadgeProof, badge_key
from hardware.readers.pcsc import PcscDriver
from hardware.readers.reader_names import match_readers
from hardware.readers.scard import reader_names
from hardware.twin.cards.pcscd import NoPcscd, Pcscd
from hardware.twin.cards.virtual_card import Card, Pn532Cards, StorageCard
from tests.hardware.faulty_pcscd import FaultyPcscd, NoticedCard
from tests.hardware.ntag424_card import Ntag424Card
from tests.hardware.odd_cards import (
    GarbageCard,
    LateCard,
    MuteCard,
    SlowCard,
    VanishingCard,
)
from tests.mqtt import until

ANNE = "04A1B2C3D4E5F6"
BEA = "04A1B2C3D4E5F7"
PERIOD = 50
DEADLINE = 20.0
NAMES = ("Tapis reader A", "Tapis reader B", "ACS ACR122U PICC Interface")


class Heard:
    """All that a driver has reported, and what is waited for in it."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self._changed = threading.Condition()

    def put(self, report: Report) -> None:
        """Take a report in, from any thread."""
        with self._changed:
            self.reports.append(report)
            self._changed.notify_all()

    def clear(self) -> None:
        """Forget what was heard."""
        with self._changed:
            self.reports.clear()

    def wait(self, what: str, true: Callable[[list[Report]], object]) -> None:
        """Wait until it is true of the reports."""
        with self._changed:
            assert self._changed.wait_for(lambda: true(self.reports), DEADLINE), what

    def scan(self, antenna: str, *uids: str, count: int = 1) -> None:
        """Wait for scans of an antenna with exactly these uids, from now on."""
        self.clear()
        self.wait(
            f"{count} scans of {antenna} with {len(uids)} uids",
            lambda reports: (
                sum(
                    isinstance(r, Scan) and r.antenna == antenna and r.tags == uids for r in reports
                )
                >= count
            ),
        )

    def device(self, kind: type[DeviceLost | DeviceBack], device: str) -> None:
        """Wait for a device to be lost, or back, since the last `clear`."""
        self.wait(
            f"{kind.__name__} {device}",
            lambda reports: any(isinstance(r, kind) and r.device == device for r in reports),
        )

    def states(self, device: str) -> list[type[Report]]:
        """Return what was said of a device, in order."""
        return [
            type(r)
            for r in self.reports
            if isinstance(r, DeviceLost | DeviceBack) and r.device == device
        ]


@pytest.fixture
def pcscd() -> Iterator[FaultyPcscd]:
    with FaultyPcscd(NAMES) as daemon:
        yield daemon


def table(*ports: str, proofs: Mapping[str, Proof] | None = None) -> PcscDriver:
    """Return the driver of devices a, b, ... with an antenna each."""
    began = time.monotonic()
    names = "abcdefghijklmnop"[: len(ports)]
    named = dict(zip(names, ports, strict=True))
    plans = [
        AntennaPlan(name, f"badge.{n}", PERIOD, device=name) for n, name in enumerate(names, 1)
    ]
    return PcscDriver(named, plans, lambda: int((time.monotonic() - began) * 1000), proofs=proofs)


def eventually(true: Callable[[], bool]) -> None:
    """Wait for what the system does in its own time: a thread ends a little after its join."""
    deadline = time.monotonic() + DEADLINE
    while not true():
        assert time.monotonic() < deadline
        os.sched_yield()


@contextmanager
def running(driver: PcscDriver) -> Iterator[Heard]:
    heard = Heard()
    driver.start(heard.put)
    try:
        yield heard
    finally:
        driver.stop()


def test_laid_down_and_taken_away(pcscd: Pcscd) -> None:
    driver = table(*NAMES)
    assert isinstance(driver, Driver)
    assert isinstance(driver, Alive)
    with running(driver) as heard:
        heard.scan("a", count=3)
        pcscd.reader(0).insert(ANNE)
        heard.scan("a", ANNE, count=5)
        heard.scan("b", count=3)
        pcscd.reader(0).remove()
        heard.scan("a", count=5)
        assert driver.alive()
        times = [r.at for r in heard.reports if isinstance(r, Scan) and r.antenna == "a"]
        assert times == sorted(set(times))
        assert not heard.states("a")


def test_what_lies_there_at_the_start_is_read(pcscd: Pcscd) -> None:
    card = NoticedCard(BEA)
    pcscd.reader(1).insert(card)
    assert card.noticed.wait(DEADLINE)
    with running(table(*NAMES)) as heard:
        heard.scan("b", BEA, count=3)


def test_a_like_card_that_takes_the_place_of_another_is_noticed(pcscd: Pcscd) -> None:
    card = StorageCard(ANNE)
    with running(table(NAMES[0])) as heard:
        pcscd.reader(0).insert(card)
        heard.scan("a", ANNE)
        for uid in (BEA, ANNE, BEA):
            card.uid = uid
            heard.scan("a", uid, count=3)
        pcscd.reader(0).insert(ANNE)
        heard.scan("a", ANNE, count=3)
        assert not heard.states("a")


def test_two_cards_on_a_pn532(pcscd: Pcscd) -> None:
    place = pcscd.reader(2)
    with running(table(*NAMES)) as heard:
        place.lay(BEA, ANNE)
        heard.scan("c", ANNE, BEA, count=3)
        place.lay(BEA)
        heard.scan("c", BEA, count=3)
        place.lay()
        heard.scan("c", count=3)
        assert not heard.states("c")
    card = Pn532Cards(ANNE, BEA)
    pcscd.reader(1).insert(card)
    with running(table(*NAMES)) as heard:
        # A reader that is not known to have a PN532 is not sent what is none of its commands.
        heard.scan("b", ANNE, count=3)
    assert card.lists == 0


def test_a_reader_is_unplugged_and_plugged_in_again(pcscd: FaultyPcscd) -> None:
    pcscd.reader(0).insert(ANNE)
    with running(table(*NAMES)) as heard:
        heard.scan("a", ANNE)
        pcscd.unplug(0)
        heard.device(DeviceLost, "a")
        heard.scan("b", count=10)
        assert not [r for r in heard.reports if isinstance(r, Scan) and r.antenna == "a"]
        pcscd.plug(0)
        heard.device(DeviceBack, "a")
        heard.scan("a", ANNE, count=3)
        assert not heard.states("b")


def test_a_reader_that_is_plugged_in_later(pcscd: FaultyPcscd) -> None:
    pcscd.unplug(1)
    pcscd.stop()
    pcscd.start()
    assert list(reader_names()) == [pcscd.names[0], pcscd.names[2]]
    with running(table(*NAMES)) as heard:
        heard.device(DeviceLost, "b")
        pcscd.plug(1)
        heard.device(DeviceBack, "b")
        heard.scan("b", count=2)
        assert not heard.states("a")


@pytest.mark.parametrize("end", [FaultyPcscd.stop, FaultyPcscd.crash])
def test_pcscd_is_restarted(pcscd: FaultyPcscd, end: Callable[[FaultyPcscd], None]) -> None:
    pcscd.reader(0).insert(ANNE)
    with running(table(*NAMES)) as heard:
        heard.scan("a", ANNE)
        heard.clear()
        end(pcscd)
        for device in "abc":
            heard.device(DeviceLost, device)
        pcscd.start()
        for device in "abc":
            heard.device(DeviceBack, device)
        assert [heard.states(device) for device in "abc"] == [[DeviceLost, DeviceBack]] * 3
        heard.scan("a", ANNE, count=3)


def test_pcscd_is_there_after_the_table(pcscd: Pcscd) -> None:
    pcscd.stop()
    with running(table(*NAMES)) as heard:
        heard.device(DeviceLost, "a")
        pcscd.start()
        heard.device(DeviceBack, "a")
        heard.scan("a", count=2)


def test_pcscd_hangs(pcscd: FaultyPcscd) -> None:
    pcscd.reader(0).insert(ANNE)
    driver = table(*NAMES)
    with running(driver) as heard:
        heard.scan("a", ANNE)
        heard.clear()
        pcscd.freeze()
        try:
            for device in "abc":
                heard.device(DeviceLost, device)
            assert driver.alive()
        finally:
            pcscd.thaw()
        for device in "abc":
            heard.device(DeviceBack, device)
        heard.scan("a", ANNE, count=3)


@pytest.mark.parametrize("card", [GarbageCard(), GarbageCard(b"\x6a\x81"), MuteCard()])
def test_nonsense_makes_a_zone_blind_when_it_lasts(
    pcscd: Pcscd, card: Card, caplog: pytest.LogCaptureFixture
) -> None:
    driver = table(*NAMES)
    with running(driver) as heard:
        heard.scan("a")
        began = time.monotonic()
        pcscd.reader(0).insert(card)
        heard.device(DeviceLost, "a")
        assert time.monotonic() - began > 1
        assert driver.statuses()[0].damaged > 1
        assert driver.statuses()[1].damaged == 0
        pcscd.reader(1).insert(BEA)
        heard.scan("b", BEA, count=3)
        assert not heard.states("b")
        heard.clear()
        pcscd.reader(0).insert(ANNE)
        heard.device(DeviceBack, "a")
        heard.scan("a", ANNE, count=3)
    words = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert len(words) == 1
    assert words[0].startswith(("a: its reply makes no sense: ", "a: the card on it can't be read"))


def test_a_card_that_gave_no_answer_when_it_came_is_asked_again(pcscd: Pcscd) -> None:
    """A card that lies badly at first, or a machine that is busy just then, needs no hand."""
    card = LateCard(ANNE)
    with running(table(*NAMES)) as heard:
        heard.scan("a")
        pcscd.reader(0).insert(card)
        heard.device(DeviceLost, "a")
        card.awake = True
        heard.device(DeviceBack, "a")
        heard.scan("a", ANNE, count=3)


def test_a_card_that_gave_no_answer_is_asked_again_after_pcscd_hung(pcscd: FaultyPcscd) -> None:
    """What was told of such a reader meanwhile is taken back like that of any other."""
    card = LateCard(ANNE)
    with running(table(*NAMES)) as heard:
        heard.scan("a")
        pcscd.reader(0).insert(card)
        heard.device(DeviceLost, "a")
        pcscd.freeze()
        try:
            heard.device(DeviceLost, "b")
        finally:
            pcscd.thaw()
        heard.device(DeviceBack, "b")
        card.awake = True
        heard.device(DeviceBack, "a")
        heard.scan("a", ANNE, count=3)


def test_cards_that_give_no_answer_hold_up_no_other_reader(pcscd: Pcscd) -> None:
    """To ask libpcsclite from 2.0.1 on for the state of one holds up all threads for 0.4 s."""
    with running(table(*NAMES)) as heard:
        for place, device in ((0, "a"), (1, "b")):
            pcscd.reader(place).insert(MuteCard())
            heard.device(DeviceLost, device)
        heard.scan("c")
        for _ in range(3):
            pcscd.reader(2).insert(ANNE)
            heard.scan("c", ANNE, count=20)
            pcscd.reader(2).remove()
            heard.scan("c", count=20)
        assert not heard.states("c")
        for place, device in ((0, "a"), (1, "b")):
            pcscd.reader(place).remove()
            heard.device(DeviceBack, device)
            heard.scan(device, count=3)


def test_a_little_nonsense_is_no_news(pcscd: Pcscd) -> None:
    driver = table(*NAMES)
    uid = bytes.fromhex(ANNE) + b"\x90\x00"
    with running(driver) as heard:
        pcscd.reader(0).insert(GarbageCard(uid, b"\x07", uid, bytes(30)))
        heard.scan("a", ANNE)
        heard.scan("a", ANNE, count=8)
        assert driver.statuses()[0].damaged > 3
        assert not heard.states("a")
        assert {r.tags for r in heard.reports if isinstance(r, Scan) and r.antenna == "a"} == {
            (ANNE,)
        }


def test_a_slow_card_holds_up_nobody_else(pcscd: Pcscd) -> None:
    with running(table(*NAMES)) as heard:
        pcscd.reader(1).insert(BEA)
        heard.scan("b", BEA)
        pcscd.reader(0).insert(SlowCard(ANNE, 0.6))
        heard.scan("a", ANNE, count=3)
        scans = [r.antenna for r in heard.reports if isinstance(r, Scan)]
        assert scans.count("b") > 3 * scans.count("a")
        assert not heard.states("a")
        heard.clear()
        pcscd.reader(0).insert(SlowCard(ANNE, 60))
        heard.device(DeviceLost, "a")
        heard.scan("b", BEA, count=3)
        assert not heard.states("b")
        pcscd.reader(0).insert(ANNE)
        heard.device(DeviceBack, "a")
        heard.scan("a", ANNE)


def test_a_card_that_is_taken_away_while_it_is_read(pcscd: Pcscd) -> None:
    with running(table(*NAMES)) as heard:
        for reads in (0, 1, 2):
            card = VanishingCard(ANNE, reads)
            pcscd.reader(0).insert(card)
            assert card.noticed.wait(DEADLINE)
            heard.scan("a", count=12)
        pcscd.reader(0).insert(StorageCard(BEA))
        heard.scan("a", BEA, count=3)
        assert not heard.states("a")


def test_a_hundred_cards_come_and_go_and_nothing_leaks() -> None:
    me = psutil.Process()

    def all_read(heard: Heard, *uids: str) -> None:
        heard.clear()
        heard.wait(
            f"all with {len(uids)} uids",
            lambda reports: (
                len({r.antenna for r in reports if isinstance(r, Scan) and r.tags == uids}) == 16
            ),
        )

    with FaultyPcscd(16) as pcscd:
        places = [pcscd.reader(number) for number in range(16)]
        driver = table(*pcscd.names)

        def round_of_cards(heard: Heard) -> None:
            for place in places:
                place.insert(ANNE)
            all_read(heard, ANNE)
            for place in places:
                place.remove()
            all_read(heard)

        with running(driver) as heard:
            round_of_cards(heard)
            before = me.num_threads(), me.num_fds()
            for _ in range(6):
                round_of_cards(heard)
            for _ in range(3):
                heard.clear()
                pcscd.crash()
                pcscd.start()
                heard.device(DeviceBack, "a")
                heard.device(DeviceBack, "p")
            round_of_cards(heard)
            eventually(lambda: me.num_threads() <= before[0] and me.num_fds() <= before[1])
        after = me.num_threads(), me.num_fds()
        for _ in range(10):
            with running(driver) as heard:
                heard.scan("a")
            driver.stop()
        eventually(lambda: me.num_threads() <= after[0] and me.num_fds() <= after[1])


def test_where_a_proof_is_asked_for_a_uid_alone_is_not_there(
    pcscd: Pcscd, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    master = bytes(range(16))
    driver = table(*NAMES, proofs={"a": BadgeProof(master), "c": BadgeProof(master)})
    clone = Ntag424Card(ANNE)
    with running(driver) as heard:
        for place, antenna in ((0, "a"), (2, "c")):  # the second has a PN532
            pcscd.reader(place).insert(Ntag424Card(ANNE, badge_key(master, ANNE)))
            heard.scan(antenna, ANNE, count=5)
        assert [status.problem for status in driver.statuses()] == [""] * 3
        for cheat in (StorageCard(ANNE), clone):
            pcscd.reader(0).insert(cheat)
            until(lambda: "failed its identity" in driver.statuses()[0].problem)
            heard.scan("a", count=12)
            assert not [
                r for r in heard.reports if isinstance(r, Scan) and r.antenna == "a" and r.tags
            ]
            assert "failed its identity" in driver.statuses()[0].problem
            assert driver.statuses()[0].up
        assert clone.asked <= 6
        # What lies on the others is what it always was, and the true one is believed again.
        pcscd.reader(1).insert(StorageCard(BEA))
        heard.scan("b", BEA, count=3)
        pcscd.reader(0).insert(Ntag424Card(ANNE, badge_key(master, ANNE)))
        heard.scan("a", ANNE, count=5)
        assert driver.statuses()[0].problem == ""
        assert not heard.states("a")
    told = [r.getMessage() for r in caplog.records if "failed its identity" in r.getMessage()]
    assert len(told) == 2
    assert ANNE not in caplog.text


def test_a_driver_that_was_never_started_stops() -> None:
    driver = table(NAMES[0])
    driver.stop()
    assert driver.alive()


@pytest.mark.parametrize(
    ("ports", "found"),
    [
        (["Desk 01 00", "ACS"], [("Desk 01 00", ""), ("ACS ACR122U 00 00", "")]),
        (["Desk 00 00", "Desk"], [("Desk 00 00", ""), ("Desk 01 00", "")]),
        (["Desk"], [("", '"Desk" matches 2 readers; give one full name: "Desk 00 00", "Desk'
                         ' 01 00"')]),
        (["Omni"], [("", 'no reader is called "Omni"; available: "Desk 00 00", "Desk 01 00",'
                         ' "ACS ACR122U 00 00"')]),
    ],
)  # fmt: skip
def test_a_reader_is_named_whole_or_by_a_beginning(
    ports: list[str], found: list[tuple[str, str]]
) -> None:
    names = ["Desk 00 00", "Desk 01 00", "ACS ACR122U 00 00"]
    assert match_readers(ports, names) == found
    assert match_readers(["Desk"], []) == [("", 'no reader is called "Desk"; available: none')]


def test_without_pyscard_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['smartcard'] = None; import hardware.readers.pcsc"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert (
        "PC/SC readers need pyscard, which is not installed here; expected: "
        'pip install "tapis-table[pcsc]" (it is compiled: apt install pcscd ' in run.stderr
    )


def test_one_pcscd_at_a_time(pcscd: Pcscd) -> None:
    other = Pcscd(1)
    with pytest.raises(NoPcscd, match="stop it first"):
        other.start()
    other.close()
    with pytest.raises(ValueError, match="1 to 16 readers"):
        Pcscd(17)
    assert os.environ["PCSCLITE_CSOCK_NAME"].endswith("/run/pcscd/pcscd.comm")
    until(lambda: len(reader_names()) == len(pcscd.names))
