"""What drivers report is queued for the engine, and a technician reads what matters of it."""

import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.contract.observations import (
    CardAt,
    DeviceBack,
    DeviceLost,
    FoundMoved,
    Knocked,
    Observation,
)
from controller.contract.once_only import Mark
from controller.contract.scans import Scan
from controller.houses.loader import load_house
from controller.journal import Journal, JournalStalled
from controller.run.loop.pending import MOST_WAITING, Pending
from controller.run.loop.reception import Reception
from controller.run.loop.runtime import Runtime
from controller.sensing.compare_at_start import SCANNED_FOR
from controller.sensing.intake import Intake
from controller.sensing.settings import SETTINGS
from controller.table.state.table import new_table
from hardware.ports import Marked
from hardware.twin.bank import new_registry
from hardware.twin.layout import reference_layout

PLANS = tuple(reference_layout(2))
REGISTRY = new_registry()


class Desk:
    """A table's reception, with the queue behind it."""

    def __init__(self, folder: Path) -> None:
        house = load_house("ppc")
        self.journal = Journal(folder / "1.db", house="ppc", house_hash="h", table="1")
        self.runtime = Runtime(house, new_table(2), name="1", journal=self.journal)
        self.intake = Intake(PLANS, REGISTRY, SETTINGS["clean"], watched=True)
        self.pending = Pending(self.runtime, self.journal, {}, lambda: None)
        self.reception = Reception(self.intake, self.pending, self.runtime)

    @property
    def queued(self) -> list[tuple[Observation | None, Mark | None]]:
        """Return what waits for the engine."""
        return list(self.pending._waiting)

    def remember(self, *, hands: int, **places: str) -> None:
        """Let the table have played so many hands, and remember where cards lie."""
        table = self.runtime.table
        played = msgspec.structs.replace(table.played, hands=hands)
        self.runtime.table = msgspec.structs.replace(table, played=played, places=places)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.journal.close()


SAYS = "moved while the controller was off"


@pytest.mark.parametrize("hands", [0, 3])
@pytest.mark.parametrize("lay", ["hand.1", "hand.2"])
def test_what_was_moved_is_logged_once_hands_have_been_played(
    desk: Desk, caplog: pytest.LogCaptureFixture, lay: str, hands: int
) -> None:
    desk.remember(hands=hands, Kh=lay)
    desk.reception.take(Knocked(5, 1, 2))
    for at in range(0, SCANNED_FOR, 100):
        for plan in PLANS:
            uids = (REGISTRY.card("Kh"),) if plan.zone == "hand.1" else ()
            desk.reception.take(Scan(plan.name, uids, at))
    desk.reception.end_start_up(SCANNED_FOR, compared=True)
    moved = lay != "hand.1"
    assert [type(one) for one, _ in desk.queued] == [FoundMoved] * moved + [Knocked]
    said = [record.getMessage() for record in caplog.records]
    assert said == ([f"{SAYS}: hand.1"] if moved and hands else [])


def test_without_a_state_nothing_is_compared_and_scans_count_at_once(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.remember(hands=3, Kh="hand.2")
    desk.reception.end_start_up(0, compared=False)
    assert (desk.queued, caplog.records) == ([], [])
    for at in range(0, 1000, 100):
        desk.reception.take(Scan("hand.1", (REGISTRY.card("Kh"),), at))
    ((card, mark),) = desk.queued
    assert isinstance(card, CardAt)
    assert (card.card, card.zone, mark) == ("Kh", "hand.1", None)


def test_a_mark_goes_with_the_last_of_what_an_event_means(desk: Desk) -> None:
    desk.reception.end_start_up(0, compared=False)
    inner, outer = Mark("pad", 1, 4), Mark("pad", 1, 5)
    one, two, three = (Knocked(at, 1, 2) for at in (1, 2, 3))
    desk.reception.take(Marked((one, Marked((two,), inner), three), outer))
    assert desk.queued == [(one, None), (two, None), (three, outer)]
    desk.reception.take(Marked((), outer))
    assert desk.queued[3:] == [(None, outer)]


def test_of_a_full_queue_scans_are_only_glanced_at_and_strange_ones_are_dropped(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.reception.end_start_up(0, compared=False)
    for at in range(MOST_WAITING - 1):
        desk.reception.take(Knocked(at, 1, 2))
    assert not desk.pending.full, "the disk takes all of it"
    desk.pending.stall = JournalStalled("full")
    assert not desk.pending.full
    desk.reception.take(Knocked(0, 1, 2))
    assert desk.pending.full
    uid = REGISTRY.card("Kh")
    for at in range(0, 1000, 100):
        desk.reception.take(Scan("hand.1", (uid,), at))
        desk.reception.take(Scan("nowhere", (uid,), at))
    assert len(desk.pending) == MOST_WAITING
    assert desk.intake.sensing.cards_in("hand.1") == frozenset()
    desk.reception.take(Knocked(9, 2, 2))
    assert len(desk.pending) == MOST_WAITING + 1, "a knock comes only once"
    said = [record.getMessage() for record in caplog.records]
    assert said == ["a scan of antenna 'nowhere', which this table does not have, is dropped"] * 10


def test_a_technician_reads_which_devices_answer_and_which_antennas_are_silent(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.remember(hands=3, Kh="hand.1")
    desk.reception.end_start_up(0, compared=False)
    for news in (DeviceLost(5, "pad"), DeviceBack(6, "pad")):
        desk.reception.take(news)
    said = [(record.levelno, record.getMessage()) for record in caplog.records]
    assert said == [
        (logging.WARNING, "pad: does not answer"), (logging.WARNING, "pad: answers again"),
    ]  # fmt: skip
    caplog.clear()
    for plan in PLANS[1:]:
        desk.reception.take(Scan(plan.name, (), 30_000))
    before = len(desk.pending)
    desk.reception.look_around(30_000)
    assert [one for one, _ in desk.queued[before:]] == [
        DeviceLost(30_000, PLANS[0].name, PLANS[0].zone)
    ]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert PLANS[0].name in caplog.text
