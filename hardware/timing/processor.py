"""A node's processor time, excluding waits and air time, as measured by `make board`.

`processor.json` names the MicroPython image and the clock rate used for the measurement. A board
with an RP2350 needs less time.
"""

from pathlib import Path
from typing import Final

import msgspec

TABLE: Final = Path(__file__).with_name("processor.json")


class Processor(msgspec.Struct, frozen=True):
    """The processor time that a node's work takes, in microseconds on the emulated RP2040.

    Measured with: `image` is the MicroPython version, and `clock` the clock rate.

    Reading: `begin` is for selecting an antenna. `field` is for switching its field on and off.
    `scan` is for each scan, whatever it finds. `question` is for a query that no tag answers,
    and `answer` for one that a tag answers. `between` is from a reply to the next query, and
    `slots` is added to it if there are time slots.

    Other work: `turn` is for one pass of the node's loop without a role. `asking` is for a pass in
    which tags are queried, not counting the queries. `snapshot` is for sending a scan to the host
    (packed, sealed and encoded), and `uid` is added for each tag in it. `tidy` is for one
    `gc.collect`. During a scan, passes and snapshots take place while the tags answer.
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


NONE: Final = Processor()
"""A processor that takes no time."""

MEASURED: Final = msgspec.json.decode(TABLE.read_bytes(), type=Processor)
