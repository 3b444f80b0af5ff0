"""The air of antennas that radiate by turns: each waits for its slot, and none is disturbed."""

from collections.abc import Iterable, Sequence

from controller.contract.scans import AntennaPlan
from hardware.rounds import GLANCE, Rounds, tags_read
from hardware.slots import FIELD_MS, TAG_MS
from hardware.twin.antenna import TwinAntenna


class TurnAir:
    """Says when scans are over: what a slot has no time for goes on in the antenna's next one."""

    def __init__(self, plans: Sequence[AntennaPlan]) -> None:
        self.rounds = Rounds(plans)
        self._due = dict.fromkeys(self.rounds.standing.slots, 0)
        self._left: dict[str, int] = {}
        """How many tags of a scan that goes on are still to be read."""

    @property
    def frame(self) -> int:
        """Return how long the longest frame of usual fields is (ms)."""
        return self.rounds.standing.frame

    def takes(self, antenna: TwinAntenna) -> int:
        """Return how long an antenna is scanned at most, as its field is now: frames, in ms."""
        return self.frame * -(-max(len(antenna.field), 1) // GLANCE)

    def lay(
        self, antennas: Iterable[TwinAntenna], since: int
    ) -> tuple[list[tuple[int, TwinAntenna]], int]:
        """Return the scans that end in the next frame from a time on, in order, and its end."""
        one = self.rounds.counts(since)
        frame = one.schedule.frame
        began = since + (one.began - since) % frame
        ended = []
        for antenna in antennas:
            slot = one.schedule.slots[antenna.name]
            start = began + slot.start
            left = self._left.pop(antenna.name, None)
            if left is None:
                if start < self._due[antenna.name]:
                    continue
                period = antenna.period if antenna.period > self.frame else 0
                self._due[antenna.name] = start + period
                left = max(len(antenna.field), 1)
            room = tags_read(slot.length)
            if left > room:
                self._left[antenna.name] = left - room
            else:
                ended.append((round(start + FIELD_MS + left * TAG_MS), antenna))
        ended.sort(key=lambda entry: entry[0])
        return ended, began + frame
