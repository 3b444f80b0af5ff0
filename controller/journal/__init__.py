"""The journal, which writes every observation and its effects to disk before anyone sees them.

`writer` contains `Journal`, which one process at a time may open (see `lock`). `reader` contains
`JournalReader`, which may run at the same time. `opening` opens the file, and `migration` upgrades
an older file to `schema`. `integrity/` links rows by hashes and records where a journal ended.
`repair/` checks a journal for damage before the controller starts, and salvages rows found by
`damaged_pages`. `caused` finds the events that a row caused. `delete_expired` deletes private data
at the end of its retention time. `controller.run.loop.replay` replays the observations. Start with
`writer`.
"""

from controller.journal.faults import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalStalled,
    JournalTooNew,
)
from controller.journal.integrity.chain import Fault
from controller.journal.reader import Era, JournalReader, JournalRow
from controller.journal.repair.verification import verify
from controller.journal.writer import Journal
