"""The journal as an outbox: what comes from memory is what lies on the disk."""

from pathlib import Path

from controller.contract.observations import TimePassed
from controller.contract.public import CardDealt
from controller.journal import Journal, JournalReader
from controller.run.messages.journal_outbox import JournalOutbox


def test_what_was_just_written_is_as_it_will_be_read(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with (
        Journal(path, house="ppc", house_hash="h", table="t") as journal,
        JournalReader(path) as reader,
    ):
        outbox = JournalOutbox(journal, reader)
        told = 0
        for hand in range(1, 5):
            events = [CardDealt(1, 1), CardDealt(2, 1)][: hand % 3]
            journal.record(TimePassed(journal.at + 10), events, hand=hand)
            assert list(outbox.events(told)) == list(reader.events(told))
            told = outbox.committed
        assert told == 4
        assert [event.seq for event in outbox.events(0)] == [1, 2, 3, 4]
        assert [event.seq for event in outbox.events(1, limit=1)] == [2]
        outbox.confirm(3)
        assert outbox.confirmed == 3
        assert not list(outbox.events(4))


def test_as_many_as_were_just_written_come_without_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with Journal(path, house="ppc", house_hash="h", table="t") as journal:
        reader = JournalReader(path)
        outbox = JournalOutbox(journal, reader)
        journal.record(TimePassed(10), [CardDealt(1, 1), CardDealt(2, 1)], hand=1)
        reader.close()
        assert [event.seq for event in outbox.events(0, limit=2)] == [1, 2]
