"""A node's processor time, excluding waits and air time, as measured by `make board`.

`processor.json` names the MicroPython image and the clock rate used for the measurement. A board
with an RP2350 needs less time.
"""

from pathlib import Path
from typing import Final

import msgspec

TABLE: Final = Path(__file__).with_name("processor.json")


class Processor(msgspec.Struct, frozen=True):
    """Processor costs, in microseconds on the emulated RP2040.

    `image` is the MicroPython version, and `clock` the clock rate. `field` is the cost of switching
    a field on and off. `scan` is the overhead of each scan. `question` is the cost of an unanswered
    question, and `answer` that of an answered one. `turn` is the cost of one turn of a loop without
    a role. `asking` is the cost of a turn with questions to tags, without the cost of the
    questions. `begin` is the cost of selecting an antenna, before its field is switched on.
    `snapshot` is the cost of sending a scan (packed, sealed and encoded), and `uid` the extra cost
    of each tag in it. `tidy` is the cost of one `gc.collect`. `between` is the role's time from a
    reply to the next question, and `slots` the extra time if there are slots. While tags are read,
    the work for turns and snapshots takes place during their answers.
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
"""Cost of a turn of a whole node without its questions (us): keys, knocks, the next antenna.

It is a constant because the measuring program has no role in its loop.
"""

BEGIN: Final = 800
"""Cost of selecting an antenna (us), from a step of the role to the field of a scan. This is the
cost with a freshly tidied heap; with 20 kB of garbage on the heap it doubles.
"""

TIDY: Final = 11_000
"""Cost of `gc.collect` on a whole node with its key and its link (us)."""

BETWEEN, SLOTS = 300, 180
"""The role's time between two questions, and the additional time with slots (us). With these values
the dry run matches docs/measurements/nodes.json in read rates and in the time that fields are on.
"""

NONE: Final = Processor()
"""A processor that takes no time."""

MEASURED: Final = msgspec.json.decode(TABLE.read_bytes(), type=Processor)


def costs(figures: dict[str, float]) -> dict[str, float]:
    """Return the processor costs (us), derived from the measurements in `chips/board_program.py`.

    The time between two requests to the tags is the average over all requests in the longest scans.
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
