"""The journal: every observation and all that it caused, on disk before anybody sees it.

`writer` has `Journal` (one process at a time, by `lock`), `reader` has `JournalReader` beside it;
`opening` opens the file, and `migration` brings an older one up to `schema`. `chain` links the rows
by hashes and `verification` walks along them; `forget` deletes what is private once its time is
over. `end` notes how far the journal went, in a second file, and `numbering` begins a new one of
the `epochs` where that is missing. Before a start `mending` looks whether it is damaged; `salvage`
takes over what `carve` finds, sorted by `finds`, and the chain verifies. The observations are
played again by `controller.run.loop.replay`. Start with `writer`.
"""

from controller.journal.chain import Fault, Verdict
from controller.journal.faults import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalStalled,
    JournalTooNew,
)
from controller.journal.reader import Era, JournalReader, JournalRow
from controller.journal.schema import SCHEMA
from controller.journal.session import new_session
from controller.journal.verification import verify
from controller.journal.writer import Journal, ResumePoint

__all__ = [
    "SCHEMA",
    "Era",
    "Fault",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalReader",
    "JournalRow",
    "JournalStalled",
    "JournalTooNew",
    "ResumePoint",
    "Verdict",
    "new_session",
    "verify",
]
