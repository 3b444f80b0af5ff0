"""A node's processor time, excluding waits and air time, as measured by `make board`.

`processor.json` names the MicroPython image and the clock rate used for the measurement. A board
with an RP2350 needs less time.
"""

from pathlib import Path
from typing import Final

import msgspec

TABLE: Final = Path(__file__).with_name("processor.json")


class Processor(msgspec.Struct, frozen=True):
    """The processor time that a node's work costs, in microseconds on the emulated RP2040.

    Measured with: `image` is the MicroPython version, and `clock` the clock rate.

    Reading: `begin` is for selecting an antenna. `field` is for switching its field on and off.
    `scan` is for each scan, whatever it finds. `question` is for a query that no tag answers,
    and `answer` for one that a tag answers. `between` is from a reply to the next query, and
    `slots` is added to it if there are time slots.

    Other work: `turn` is for one turn of the node's loop without a role. `asking` is for a turn in
    which tags are queried, not counting the queries. `snapshot` is for sending a scan to the host
    (packed, sealed and encoded), and `uid` is added for each tag in it. `tidy` is for one
    `gc.collect`. During a scan, turns and snapshots take place while the tags answer.
    """

    image: tuple[int, ...] = ()
    clock: int = 0
    field: float = 0
    scan: float = 0
    question: float = 0
    answer: float = 0
    turn: float = 0
    asking: float = 0
    begin: float = 0
    snapshot: float = 0
    uid: float = 0
    tidy: float = 0
    between: float = 0
    slots: float = 0


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

NONE: Final = Processor()
"""A processor that takes no time."""

MEASURED: Final = msgspec.json.decode(TABLE.read_bytes(), type=Processor)


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
