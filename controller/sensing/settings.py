"""How patient sensing is: one set of numbers for each level of noise.

What they are made for, and why each is what it is, stands in docs/SENSING.md. All counts are scans
of one antenna.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

Noise = Literal["clean", "typical", "harsh"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The thresholds of sensing.

    A tag arrives with `card_reads` (`chip_reads`) reads within `window` scans; a chip that lies
    where it is seldom scanned, with `sure_reads`, for its own antenna can't say in that time that
    it was overheard only. It has left after
    `absent` missed scans in a row, so many that a tag at rest reaches them once in 10,000 hours
    of play (in a pile 15% of reads are missed: 0.15 ** 12 is 1 in 8 billion); a card in no case
    before `card_absent` ms, which is longer than a card takes from one zone to the next. A chip
    motion ends after `motion` scans without a new tag. After `suspect` missed scans a tag is
    doubted: nothing is said of its zone until it is read or has left. A card waits at most `hold`
    ms for one that was read first. A tag that was never enrolled is a card with `unknown_reads`
    reads within `unknown_window` scans, or `unknown_sure` within `unknown_soon`.
    """

    card_reads: int = 3
    chip_reads: int = 2
    sure_reads: int = 5
    window: int = 8
    absent: int = 12
    card_absent: int = 2400
    motion: int = 8
    suspect: int = 4
    hold: int = 800
    unknown_reads: int = 11
    unknown_window: int = 20
    unknown_sure: int = 7
    unknown_soon: int = 8

    def is_there(self, reads: Sequence[int], n: int) -> bool:
        """Return whether a tag that was never enrolled lies there, by the scans that read it.

        `n` is the latest scan.
        """
        soon = sum(read > n - self.unknown_soon for read in reads)
        return len(reads) >= self.unknown_reads or soon >= self.unknown_sure


def in_frames(settings: Settings, frame: int) -> Settings:
    """Return the thresholds where antennas are read once in a frame of time slots (ms).

    Counts are scans, and stay; a card waits for one that was read first as long as it takes to be
    sure of that one.
    """
    return replace(settings, hold=max(settings.hold, settings.window * frame))


SETTINGS: dict[str, Settings] = {
    "clean": Settings(absent=4, card_absent=1200, suspect=2),
    "typical": Settings(),
    "harsh": Settings(window=13, absent=20, card_absent=4800, motion=13, suspect=8, hold=1300),
}
