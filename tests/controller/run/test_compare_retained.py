"""What the broker retains is compared with the journal, whatever it is and the disk does."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.config.model import BrokerConfig
from controller.run.messages.compare_retained import AGAIN, Retained
from tests.controller.run.test_broker import Table


@pytest.mark.parametrize(
    "told",
    ['"seq": 1%030d', '"seq": -1%030d, "epoch": "{epoch}", "head": "ab"',
     '"seq": -1, "epoch": "{epoch}", "head": "ab"'],
)  # fmt: skip
def test_a_number_that_no_journal_has_ends_no_table(tmp_path: Path, told: str) -> None:
    with closing(Table(tmp_path, BrokerConfig())) as table:
        table.play(3)
        epoch = table.journal.epoch
    with closing(Table(tmp_path, BrokerConfig())) as table:
        retained = Retained(table.journal, lambda: 0, lambda: None)
        text = told.replace("%030d", "0" * 30).replace("{epoch}", epoch)
        retained.take(f"{{{text}}}".encode())
        assert retained.compare(table.broker) == ()
        assert table.journal.epoch == epoch


def test_what_the_disk_does_not_take_is_compared_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Table(tmp_path, BrokerConfig())) as table:
        table.play(3)
    now = 0
    with (
        closing(Table(tmp_path, BrokerConfig())) as table,
        closing(sqlite3.connect(tmp_path / "3.db", isolation_level=None)) as other,
    ):
        epoch = table.journal.epoch
        retained = Retained(table.journal, lambda: now, lambda: None)
        retained.take(b'{"seq": 9, "epoch": "%s"}' % epoch.encode())
        other.execute("BEGIN IMMEDIATE")
        for moment in (0, AGAIN, 2 * AGAIN):
            now = moment
            assert retained.compare(table.broker) == ()
        assert caplog.text.count("is not compared yet") == 1
        assert table.journal.epoch == epoch
        other.execute("ROLLBACK")
        now = 3 * AGAIN - 1
        assert retained.compare(table.broker) == ()
        assert table.journal.epoch == epoch
        now = 3 * AGAIN
        (cut,) = retained.compare(table.broker)
        assert (cut.after, cut.lost) == (3, 6)
        assert table.journal.epoch != epoch
        assert retained.compare(table.broker) == (), "it is compared once"


def test_what_is_retained_is_compared_from_the_first_moment_on(tmp_path: Path) -> None:
    with closing(Table(tmp_path, BrokerConfig())) as table:
        table.play(3)
    with closing(Table(tmp_path, BrokerConfig())) as table:
        epoch, rung = table.journal.epoch, []
        retained = Retained(table.journal, lambda: 0, lambda: rung.append("ring"))
        assert retained.compare(table.broker) == ()
        assert retained.untold() == ()
        retained.take(b'{"seq": 4, "epoch": "%s"}' % epoch.encode())
        assert rung == ["ring"]
        (cut,) = retained.compare(table.broker)
        assert (cut.at, cut.after, cut.lost) == (0, 3, 1)
        assert retained.untold() == (cut,)
