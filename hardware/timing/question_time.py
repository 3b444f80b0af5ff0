"""The duration of one query to the tags: driver waits, frames on the air, and processor time.

It is computed from the driver (`firmware/drivers/pn5180.py`), the frames of a scan
(`firmware/reading/iso15693.py`) and the processor costs (`hardware/timing/processor.py`).
"""

from typing import Final

from firmware.drivers.pn5180 import ANSWER_US, BIT_US, HEARD_US
from hardware.timing.processor import MEASURED, Processor

EMPTY_LEAVES: Final = 0.44
"""The number of unanswered queries for each tag, if a field has several tags: 1/ln 2 - 1, as for
the empty leaves of a binary trie.

With random uids, the number is 0.41 to 0.47. A field with just two tags has one unanswered query
on average.
"""

ONE, SEVERAL, QUIET = 3, 4, 10
"""Lengths in bytes: of a query in a field with at most one tag, of a query in a field with
several tags, and of a Stay Quiet command."""


def silent_ms(count: int, processor: Processor = MEASURED) -> float:
    """Return how long (ms) a query or command of `count` bytes takes if no tag replies."""
    return ((count * 8 + 19) * BIT_US + HEARD_US + processor.question) / 1000


def answered_ms(count: int, processor: Processor = MEASURED) -> float:
    """Return how long (ms) a query of `count` bytes takes, including a tag's reply."""
    return ((count * 8 + 19) * BIT_US + HEARD_US + ANSWER_US + processor.answer) / 1000
