"""How patient sensing is: one set of numbers for each level of noise.

What they are made for, and why each is what it is, stands in docs/SENSING.md. All counts are scans
of one antenna.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from controller.contract.scans import AntennaPlan, slowest_in_order

Noise = Literal["clean", "typical", "harsh"]


SHOE_READS: Final = 2
"""So many reads in time slots say that a card is at the exit of the shoe.

One that lies beside it is read by its own antenna besides, which speaks against each of them.
"""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The thresholds of sensing.

    A tag arrives with `card_reads` (`chip_reads`) reads within `window` scans, a card at the exit
    of the shoe with `shoe_reads`, for it is gone again soon; a chip that lies where it is seldom
    scanned, with `sure_reads`, for its own antenna can't say in that time that it was overheard
    only. It has left after
    `absent` missed scans in a row, so many that a tag at rest reaches them once in 10,000 hours
    of play (in a pile 15% of reads are missed: 0.15 ** 12 is 1 in 8 billion); a card in no case
    before `card_absent` ms, which is longer than a card takes from one zone to the next. A chip
    motion ends after `motion` scans without a new tag, and not before `motion_ms`, however quickly
    its antenna is read: so long somebody may reach for the rest of a bet. After `suspect` missed
    scans a tag is
    doubted: nothing is said of its zone until it is read or has left. A card waits at most `hold`
    ms for one that was read first. A tag that was never enrolled is a card with `unknown_reads`
    reads within `unknown_window` scans, or `unknown_sure` within `unknown_soon`.
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

    def reads_of_a_card(self, zone: str) -> int:
        """Return how many reads say that a card that is enrolled has come to a zone."""
        return self.shoe_reads if zone == "shoe" else self.card_reads

    def is_over(self, scans: int, ms: int) -> bool:
        """Return whether a motion is over, by how long ago its last new chip was first read."""
        return scans >= self.motion and ms >= self.motion_ms

    def is_there(self, reads: Sequence[int], n: int) -> bool:
        """Return whether a tag that was never enrolled lies there, by the scans that read it.

        `n` is the latest scan.
        """
        soon = sum(read > n - self.unknown_soon for read in reads)
        return len(reads) >= self.unknown_reads or soon >= self.unknown_sure


def as_read(settings: Settings, plans: Iterable[AntennaPlan], *, slots: bool) -> Settings:
    """Return the thresholds for a table whose antennas are read as these plans say.

    Counts are scans, and stay; a card waits for one that was read first as long as it takes to be
    sure of that one. In time slots one that leaves the shoe is there for three frames or four.
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
