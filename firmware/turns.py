"""Whose turn it is to radiate: the time slots of a node's antennas, as the host has given them.

Pure: times are the node's own milliseconds. The slots count for a minute without the host, and then
each antenna is read when it is due.
"""

LASTS = 60000
"""So long the slots are kept when no host says them again (ms): the clocks drift apart."""

LEAST = 8
"""With less of a slot left no scan is begun (ms): an empty field takes as long."""

FOREVER = 1 << 30


class Turns:
    """The slots. `told` takes them, and before that every antenna may always be read."""

    def __init__(self) -> None:
        self._frame = 0
        self._began = 0
        self._slots: "list[list[int]]" = []
        self._until = 0

    def told(self, slots: dict, now: int) -> None:  # type: ignore[type-arg]
        """Take {"frame": ms, "began": ms, "at": [[start, length], ...]}, an antenna each.

        `began` is when a frame began. None of it (an empty `at`) ends the slots. Raises
        `ValueError` for what makes no sense.
        """
        frame, began, at = slots.get("frame", 0), slots.get("began", 0), slots.get("at", [])
        if not at:
            self._slots = []
            return
        numbers = [frame, began]
        for one in at:
            numbers += one
        if not all(isinstance(number, int) for number in numbers) or frame <= LEAST:
            raise ValueError("slots are whole milliseconds, and a frame holds one at least")
        if not all(len(one) == 2 and one[0] >= 0 and one[0] + one[1] <= frame for one in at):
            raise ValueError("a slot lies within its frame")
        self._frame, self._began, self._slots = frame, began, at
        self._until = now + LASTS

    def left(self, antenna: int, now: int) -> int:
        """Return how long an antenna may still radiate (ms), 0 or less outside of its slot."""
        if not self._slots or now >= self._until or antenna >= len(self._slots):
            return FOREVER
        start, length = self._slots[antenna]
        return start + length - (now - self._began) % self._frame if self._in(antenna, now) else 0

    def opens(self, antenna: int, now: int) -> int:
        """Return when a scan of an antenna may begin, now at the earliest."""
        if self.left(antenna, now) >= LEAST:
            return now
        start = self._slots[antenna][0]
        return now + (start - (now - self._began)) % self._frame

    def _in(self, antenna: int, now: int) -> bool:
        start, length = self._slots[antenna]
        return start <= (now - self._began) % self._frame < start + length
