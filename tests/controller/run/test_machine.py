"""What is known of the machine, and what is told to systemd of a table that goes on."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from controller.run.upkeep import sdnotify
from controller.run.upkeep.health import celsius, disk_free
from controller.run.upkeep.sdnotify import feed_watchdog, watchdog_interval


@pytest.mark.parametrize(
    ("said", "degrees"),
    [("48312\n", 48.3), ("48360", 48.4), ("0", 0.0), ("-1500", -1.5), ("hot", None), ("", None)],
)
def test_heat_is_told_in_tenths_of_a_degree(
    tmp_path: Path, said: str, degrees: float | None
) -> None:
    heat = tmp_path / "temp"
    heat.write_text(said)
    assert celsius(heat) == degrees


def test_what_cannot_be_read_of_a_machine_is_not_known(tmp_path: Path) -> None:
    assert (celsius(tmp_path / "heat"), disk_free(tmp_path / "none")) == (None, None)
    free = disk_free(tmp_path)
    assert free is not None
    assert free > 4096


def test_systemd_is_told_three_times_as_often_as_it_expects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert watchdog_interval() == 10
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_interval() == 0


def test_systemd_is_told_while_nothing_is_stuck(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    stuck = [["broker", "journal"], [], ["broker"], []]
    monkeypatch.setattr(sdnotify, "notify", told.append)

    def look() -> list[str]:
        return stuck.pop(0) if stuck else ["over"]

    async def feed() -> None:
        await feed_watchdog(0, look)
        assert len(stuck) == 4
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                feeding = asyncio.create_task(feed_watchdog(0.001, look))
                while stuck:
                    await asyncio.sleep(0.001)
                feeding.cancel()

    asyncio.run(feed())
    assert told == ["WATCHDOG=1", "WATCHDOG=1"]
    assert caplog.messages[:2] == [
        "no progress: broker, journal; systemd is not notified",
        "no progress: broker; systemd is not notified",
    ]
