"""The journal: every observation and all that it caused, on disk before anybody sees it.

`writer` has `Journal` (one process at a time, by `lock`), `reader` has `JournalReader` beside it;
`opening` opens the file, and `migration` brings an older one up to `schema`. `integrity/` links
rows by hashes and knows where a journal ended. `repair/` looks before a start whether it is
damaged, and takes over what `carve` finds. `forget` deletes what is private once its time is over.
`controller.run.loop.replay` plays the observations again. Start with `writer`.
"""

from controller.journal.faults import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalStalled,
    JournalTooNew,
)
from controller.journal.integrity.chain import Fault, Verdict
from controller.journal.reader import Era, JournalReader, JournalRow
from controller.journal.repair.verification import verify
from controller.journal.schema import SCHEMA
from controller.journal.session import new_session
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
