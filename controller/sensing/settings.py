"""The thresholds used in sensing, with a set of values for each level of noise.

docs/SENSING.md explains their purpose and each value. All counts are scans by one antenna.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from controller.contract.scans import AntennaPlan, slowest_in_order

SHOE_READS: Final = 2
"""The number of reads that show that a card is at the shoe's exit, if antennas use time slots.

That is enough, because a card beside the exit is also read by its own antenna, and each such read
counts against the exit.
"""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The thresholds used in sensing.

    A card has arrived after `card_reads` reads within `window` scans. A chip has arrived after
    `chip_reads` reads within `window` scans. At the shoe's exit, a card has arrived after
    `shoe_reads` reads, because it soon leaves again. A chip known to be at a rarely scanned antenna
    has arrived elsewhere only after `sure_reads` reads. It may still be at that antenna, which
    can't show this in time.

    A tag has left after `absent` consecutive missed scans. A tag at rest is missed that often only
    once in 10,000 hours of play (in a pile, 15% of reads are missed: 0.15 ** 12 is 1 in 8 billion).
    A card never leaves until `card_absent` ms have passed, which is longer than a card takes to
    move from one zone to the next.

    A chip motion ends after `motion` scans without a new chip, but not until `motion_ms` ms have
    passed without one, because a player may take that long to reach for the rest of a bet. After
    `suspect` missed scans, a chip is in doubt, and its zone reports no chips until the chip is read
    again or has left. A card waits at most `hold` ms for any card that was read before it and is
    still undecided.

    An unenrolled tag counts as a card after `unknown_reads` reads within `unknown_window` scans. It
    also counts as a card after `unknown_sure` reads within `unknown_soon` scans.
    """

    card_reads: int = 3
    shoe_reads: int = 3
    chip_reads: int = 2
    sure_reads: int = 5
    window: int = 8
    absent: int = 12
    card_absent: int = 2400
    motion: int = 8
    motion_ms: int = 1400
    suspect: int = 4
    hold: int = 800
    unknown_reads: int = 11
    unknown_window: int = 20
    unknown_sure: int = 7
    unknown_soon: int = 8

    def is_over(self, scans: int, ms: int) -> bool:
        """Return whether a chip motion is over, given the scans and ms since its last new chip."""
        return scans >= self.motion and ms >= self.motion_ms

    def is_there(self, reads: Sequence[int], n: int) -> bool:
        """Return whether an unenrolled tag counts as present, given the scans that read it.

        `reads` are the numbers of those scans, and `n` is the number of the latest scan.
        """
        soon = sum(read > n - self.unknown_soon for read in reads)
        return len(reads) >= self.unknown_reads or soon >= self.unknown_sure


def as_read(settings: Settings, plans: Iterable[AntennaPlan], *, slots: bool) -> Settings:
    """Return the thresholds adapted to how often the antennas in `plans` are read.

    `hold` is extended, so that a card waits until an earlier card can be confirmed. If the antennas
    are read in time slots (`slots`), `shoe_reads` is lowered, because a card leaving the shoe is
    readable for only three or four cycles of the slots. All other thresholds stay unchanged.
    """
    return replace(
        settings,
        hold=max(settings.hold, settings.window * slowest_in_order(plans)),
        shoe_reads=SHOE_READS if slots else settings.shoe_reads,
    )


SETTINGS: dict[str, Settings] = {
    "clean": Settings(absent=4, card_absent=1200, suspect=2),
    "typical": Settings(),
    "harsh": Settings(window=13, absent=20, card_absent=4800, motion=13, suspect=8, hold=1300),
}
