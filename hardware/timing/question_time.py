"""How long a question to tags takes a node: the driver's waits, the frames on the air, the rest.

From the driver (`firmware/drivers/pn5180.py`), the frames of a scan (`firmware/iso15693.py`), and
what the processor takes (`hardware/timing/processor.py`).
"""

from typing import Final

from firmware.drivers.pn5180 import ANSWER_US, BIT_US, HEARD_US
from hardware.timing.processor import MEASURED, Processor

EMPTY_LEAVES: Final = 0.36
"""So many questions for each of several tags find nobody, as counted over uids by chance."""

ONE, SEVERAL, QUIET = 3, 4, 10
"""The bytes of a question for one tag, for one of several, and of a word to be quiet."""


def silent_ms(count: int, processor: Processor = MEASURED) -> float:
    """Return how long a frame of so many bytes takes that nobody answers (ms)."""
    return ((count * 8 + 19) * BIT_US + HEARD_US + processor.question) / 1000


def answered_ms(count: int, processor: Processor = MEASURED) -> float:
    """Return how long a frame of so many bytes takes that a tag answers (ms)."""
    return ((count * 8 + 19) * BIT_US + HEARD_US + ANSWER_US + processor.answer) / 1000
