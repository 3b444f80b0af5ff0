"""How long a question to tags takes a node: the driver's waits, the frames on the air, the rest.

From the driver (`firmware/drivers/pn5180.py`), the frames of a scan (`firmware/iso15693.py`), and
what SPI and interpreter are taken for, which nobody has measured.
"""

from typing import Final

from firmware.drivers.pn5180 import BIT_US

QUESTION_MS: Final = 0.7
"""What SPI (some 60 bytes at 4 MHz) and interpreter take for a question, as is taken (ms)."""

HEARD_US: Final = 600
"""After a frame the driver waits so long until it looks for an answer."""

ANSWER_US: Final = 3700
"""And so long for the answer to end."""

EMPTY_LEAVES: Final = 0.36
"""So many questions for each of several tags find nobody, as counted over uids by chance."""

ONE, SEVERAL, QUIET = 3, 4, 10
"""The bytes of a question for one tag, for one of several, and of a word to be quiet."""


def silent_ms(count: int, question_ms: float = QUESTION_MS) -> float:
    """Return how long a frame of so many bytes takes that nobody answers (ms)."""
    return ((count * 8 + 19) * BIT_US + HEARD_US) / 1000 + question_ms


def answered_ms(count: int, question_ms: float = QUESTION_MS) -> float:
    """Return how long a frame of so many bytes takes that a tag answers (ms)."""
    return silent_ms(count, question_ms) + ANSWER_US / 1000
