"""A recorded table says again what it said, when it said it."""

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.observations import Declared, Knocked
from controller.contract.scans import Scan
from hardware.ports import Report
from hardware.twin.recording import Recorded, RecordedDriver, read_recording
from tests.mqtt import until
from tests.rig.recorder import Recording

REPORTS = st.lists(
    st.builds(Scan, st.sampled_from(["board.1", "hand.3"]), st.tuples(st.text()), st.integers(0))
    | st.builds(Declared, st.integers(0), st.integers(1, 10), st.just("call"))
    | st.builds(Knocked, st.integers(0), st.integers(1, 10), st.integers(1, 4))
)


def write(path: Path, reports: list[Recorded]) -> None:
    """Make a recording of these reports."""
    with Recording(path) as recording:
        for report in reports:
            recording.write(report)


@given(reports=REPORTS)
def test_what_is_recorded_is_read(
    reports: list[Recorded], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("recording") / "scans.jsonl"
    write(path, reports)
    assert list(read_recording(path)) == reports
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["{", "{}", '{"scan": 3}'])
def test_a_line_that_is_no_report_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "scans.jsonl"
    path.write_text('{"scan": {"antenna": "board.1", "tags": [], "at": 1}}\n' + text, "utf-8")
    with pytest.raises(ValueError, match=r"scans\.jsonl: line 2 is"):
        list(read_recording(path))


def standing_at(at: int) -> Callable[[], int]:
    """Return a clock that stands still."""
    return lambda: at


def test_reports_come_when_the_clock_says_so_with_its_time(tmp_path: Path) -> None:
    path = tmp_path / "scans.jsonl"
    write(path, [Scan("board.1", (), 10), Knocked(10, 3, 2), Scan("board.1", ("E004",), 3_600_000)])
    heard: list[Report] = []
    driver = RecordedDriver(path, standing_at(5_000))
    driver.start(heard.append)
    try:
        until(lambda: len(heard) == 2, what="the first two")
    finally:
        driver.stop()
    assert heard == [Scan("board.1", (), 5_010), Knocked(5_010, 3, 2)]


def test_a_recording_that_breaks_off_is_said_and_ends_the_driver(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "scans.jsonl"
    path.write_text("nonsense\n", "utf-8")
    before = threading.active_count()
    driver = RecordedDriver(path, standing_at(0))
    driver.start(lambda _: None)
    until(lambda: threading.active_count() == before, what="its thread has ended")
    driver.stop()
    assert "the recording ends here" in caplog.text


def test_a_recording_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        RecordedDriver(tmp_path / "none.jsonl", standing_at(0))
