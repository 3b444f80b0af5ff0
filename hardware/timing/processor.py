"""What a node's processor takes of its time besides waits and the air, as `make board` measured it.

`processor.json` says of which image of MicroPython, and at what clock. A board with an RP2350 takes
less.
"""

from pathlib import Path
from typing import Final

import msgspec

TABLE: Final = Path(__file__).with_name("processor.json")


class Processor(msgspec.Struct, frozen=True):
    """The costs, in microseconds of the emulated RP2040.

    `field` is taken by switching a field on and off, `scan` by each scan besides, `question` by a
    question, `answer` by one that is answered instead, `turn` by a turn of the loop in which
    nothing is said, `snapshot` by telling of a scan (packed, sealed and encoded), and `uid` by each
    tag in it. `asking` is a turn in which tags are asked, besides its questions, and `tidy` what
    `gc.collect` takes. `between` is what the role takes from an answer to the next question,
    and `slots` by how much more where it has time slots. From `turn` to `tidy` all passes while
    tags answer, where something is read.
    """

    image: tuple[int, ...] = ()
    clock: int = 0
    field: float = 0
    scan: float = 0
    question: float = 0
    answer: float = 0
    turn: float = 0
    asking: float = 0
    snapshot: float = 0
    uid: float = 0
    tidy: float = 0
    between: float = 0
    slots: float = 0


ASKING: Final = 1500
"""What a turn takes a whole node besides its questions (us): keys, knocks, whose turn it is.

The program that measures has no role in its loop.
"""

TIDY: Final = 11_000
"""What `gc.collect` takes a whole node with its key and its link (us)."""

BETWEEN, SLOTS = 170, 280
"""What the role takes between two questions, and more in slots (us): with these the dry run reads
as often as the nodes of docs/measurements/nodes.json, and lights their fields for as long.
"""

NONE: Final = Processor()
"""One that takes no time."""

MEASURED: Final = msgspec.json.decode(TABLE.read_bytes(), type=Processor)


def costs(figures: dict[str, float]) -> dict[str, float]:
    """Return the costs from what `chips/board_program.py` has measured (us).

    What a scan takes between its questions is shared out over the questions of its longest ones.
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
        "snapshot": figures["told-2"] - 2 * told - figures["turn"],
        "uid": told,
        "tidy": TIDY,
        "between": BETWEEN,
        "slots": SLOTS,
    }
