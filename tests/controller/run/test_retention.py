"""When hole cards are deleted: not before they are old enough, and once it is due."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.houses.loader import house_hash
from controller.journal import Journal, verify
from controller.journal.delete_expired import DAY
from controller.run.loop.runtime import Runtime
from controller.run.upkeep import wall_clock
from controller.run.upkeep.retention import CLOCK_AGAIN, Forgetting
from tests.controller.evening import evening
from tests.controller.journal.test_delete_expired import play, system_clock


@contextmanager
def played_before(folder: Path) -> Iterator[tuple[Journal, Runtime]]:
    """Switch a table on whose journal has an evening of long ago."""
    path, tonight = folder / "3.db", evening(1)
    play(path, tonight, slice(None))
    with Journal(path, house="ppc", house_hash=house_hash(tonight.house), table="3") as journal:
        yield journal, Runtime(tonight.house, tonight.table, name="3", journal=journal)


def test_the_cards_go_once_the_clock_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_clock(tmp_path, monkeypatch, "no")
    with played_before(tmp_path) as (journal, runtime):
        forgetting = Forgetting(journal, 30)
        forgetting.at_start(runtime)
        began = time.monotonic()
        (tmp_path / "bin" / "timedatectl").write_text("#!/bin/sh\necho yes\n")
        forgetting.look(began + CLOCK_AGAIN / 2)
        assert verify(journal.path).forgotten == 0
        forgetting.look(began + CLOCK_AGAIN + 1)
        assert verify(journal.path).forgotten > 0


def test_a_clock_that_was_wrong_is_looked_at_again_when_that_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_clock(tmp_path, monkeypatch, "no")
    with played_before(tmp_path) as (journal, _):
        forgetting = Forgetting(journal, 30)
        forgetting.look(0.0)
        (tmp_path / "bin" / "timedatectl").write_text("#!/bin/sh\necho yes\n")
        for now, gone in ((CLOCK_AGAIN - 0.5, False), (CLOCK_AGAIN, True)):
            forgetting.look(now)
            assert (verify(journal.path).forgotten > 0) == gone


@pytest.mark.parametrize(("ms_more", "gone"), [(0, False), (1, True)])
def test_the_last_hand_goes_when_it_is_older_than_so_many_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ms_more: int, gone: bool
) -> None:
    system_clock(tmp_path, monkeypatch, "yes")
    with played_before(tmp_path) as (journal, runtime):
        wall = journal.last_wall + 30 * DAY + ms_more
        clock = SimpleNamespace(
            time_ns=lambda: wall * 1_000_000,
            clock_gettime_ns=time.clock_gettime_ns,
            CLOCK_BOOTTIME=time.CLOCK_BOOTTIME,
        )
        monkeypatch.setattr(wall_clock, "time", clock)
        Forgetting(journal, 30).at_start(runtime)
        assert runtime.state().hand == (0 if gone else 1)
