"""The processor time of a node's work, derived from the measurements of `board_program.py`."""

from typing import Final

ASKING: Final = 1500
"""Processor time (us) of one turn of a node's loop while it reads tags, excluding the queries to
them. The time is for keys, the knock sensor, and choosing the next antenna.

It is a constant because the program that measures the other costs runs no role in its loop.
"""

BEGIN: Final = 800
"""Processor time (us) for selecting an antenna: from the beginning of the role's step until the
field is switched on for the scan. This applies just after garbage collection; with 20 kB of garbage
on the heap, the time doubles.
"""

TIDY: Final = 11_000
"""Processor time (us) of `gc.collect` on a whole node with its key and its link."""

BETWEEN, SLOTS = 300, 180
"""The role's processor time (us) between two queries, and its additional time (us) if there are
time slots. With these values the dry run matches docs/measurements/nodes.json in read rates and in
the time that fields are on.
"""


def costs(figures: dict[str, float]) -> dict[str, float]:
    """Return the processor costs (us), derived from the measurements in `board_program.py`.

    The time between two queries to the tags is the average over all queries in the longest scans.
    """
    field = figures["on"] + figures["off"]
    silent, answered = figures["silent"], figures["answered"]
    asked = figures["asked-8"] + figures["asked-20"]
    between = figures["rest-8"] + figures["rest-20"] - 2 * field
    between -= 28 * answered + (asked - 28) * silent
    between /= asked
    told = (figures["told-12"] - figures["told-2"]) / 10
    return {
        "field": field - figures["on-waits"],
        "scan": max(figures["rest-0"] - field - figures["silent-3"] - between, 0),
        "question": silent - figures["silent-air"] + between,
        "answer": answered - figures["answered-air"] + between,
        "turn": figures["turn"],
        "asking": ASKING,
        "begin": BEGIN,
        "snapshot": figures["told-2"] - 2 * told - figures["turn"],
        "uid": told,
        "tidy": TIDY,
        "between": BETWEEN,
        "slots": SLOTS,
    }
