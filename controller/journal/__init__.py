"""The journal: every observation and all that it caused, on disk before anybody sees it.

`Journal` writes (one process at a time), `JournalReader` reads beside it, `verify` walks the
chain of hashes, `controller.run.replay` plays the observations again.
"""

from controller.journal.chain import Fault, Verdict
from controller.journal.faults import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalStalled,
    JournalTooNew,
)
from controller.journal.reader import Era, JournalReader, Row
from controller.journal.schema import SCHEMA
from controller.journal.session import new_session
from controller.journal.verification import verify
from controller.journal.writer import Journal, Resume

__all__ = [
    "SCHEMA",
    "Era",
    "Fault",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalReader",
    "JournalStalled",
    "JournalTooNew",
    "Resume",
    "Row",
    "Verdict",
    "new_session",
    "verify",
]
