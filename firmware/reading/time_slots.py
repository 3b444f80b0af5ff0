"""The time slots in which a node's antennas may radiate, as set by the host.

Slots are parts of a frame, a period that repeats. Times are in the node's own milliseconds, and are
passed in. The standing slots apply for a minute after the host last sent them; after that, each
antenna is read when it is due. A "round" is a temporary set of slots. It replaces the standing
slots between its start and its end, even in the middle of a slot.
"""

LASTS = 60000
"""How long (ms) slots last if the host does not send them again; the time is limited because clocks
drift apart."""

LEAST = 8
"""The minimum time (ms) left in a slot to begin a scan: even an empty field takes this long."""

BEFORE = 3
"""All other slots close this long (ms) before a round starts, because clocks differ."""

FOREVER = (1 << 30) - 1
"""No limit: the largest number that a board stores without allocating memory."""

KEPT = 2
"""The number of rounds stored: the current one and the next."""


class Slots:
    """The slots for a node's antennas, and the period during which they apply.

    The slots apply from `since` to `until`, and repeat every `frame` ms. `began` is a time at which
    a frame begins, possibly long before `since`. `at` holds [start, length, ...] for each antenna,
    in ms; a start is counted from the beginning of a frame.
    """

    def __init__(
        self, frame: int, began: int, since: int, until: int, at: "list[list[int]]"
    ) -> None:
        self.frame = frame
        self.began = began
        self.since = since
        self.until = until
        self.at = at

    def left(self, antenna: int, now: int) -> int:
        """Return how much longer (ms) an antenna may radiate, or 0 outside its slots."""
        at = (now - self.began) % self.frame
        slots = self.at[antenna]
        for place in range(0, len(slots), 2):
            passed = at - slots[place]
            if 0 <= passed < slots[place + 1]:
                return slots[place + 1] - passed
        return 0

    def opens(self, antenna: int, now: int) -> int:
        """Return the time (ms) at which the antenna's next slot begins: `now` or later.

        A slot that began before `now` does not count, even if it is still open.
        """
        slots = self.at[antenna]
        starts = [slots[place] + self.began - now for place in range(0, len(slots), 2)]
        return now + min([start % self.frame for start in starts])


class Turns:
    """A node's time slots. Until they are set, any antenna may be read at any time."""

    def __init__(self) -> None:
        self._standing: "Slots | None" = None
        self._rounds: "list[Slots]" = []

    def told(self, slots: dict, now: int) -> None:  # type: ignore[type-arg]
        """Set the standing slots from {"frame": ms, "began": ms, "at": [[start, length], ...]}.

        `at` holds one entry per antenna. An antenna with two slots in a frame has [start, length,
        start, length]. `began` is a time at which a frame begins. An empty `at` removes all slots.
        Raises `ValueError` for an invalid value.
        """
        if not slots.get("at"):
            self._standing, self._rounds = None, []
            return
        self._standing = _slots(slots, now, now + LASTS)

    def round(self, slots: dict) -> None:  # type: ignore[type-arg]
        """Set temporary slots, which apply from "since" until "until" (node time, ms).

        The other keys of `slots` are as in `told`. Raises `ValueError` for an invalid value.
        """
        told = _slots(slots, slots.get("since"), slots.get("until"))
        self._rounds = self._rounds[1 - KEPT :] + [told]

    def left(self, antenna: int, now: int) -> int:
        """Return how much longer (ms) an antenna may radiate: 0 or less outside its slots.

        For an antenna to which no slots apply, return `FOREVER`.
        """
        slots = self._counts(now)
        if slots is None or antenna >= len(slots.at):
            return FOREVER
        left = slots.left(antenna, now)
        for one in self._rounds:
            if one.since > now:
                left = min(left, one.since - BEFORE - now)
        return left

    def opens(self, antenna: int, now: int) -> int:
        """Return when a scan of an antenna may begin, which is `now` if it may begin immediately.

        If other slots take effect before the scan may begin, return the time when they do; the
        caller must ask again then.
        """
        slots = self._counts(now)
        if slots is None or self.left(antenna, now) >= LEAST:
            return now
        changes = [slots.until] + [one.since for one in self._rounds if one.since > now]
        return min(changes + [slots.opens(antenna, now)])

    def _counts(self, now: int) -> "Slots | None":
        for one in reversed(self._rounds):
            if one.since <= now < one.until:
                return one
        standing = self._standing
        return standing if standing is not None and now < standing.until else None


def _slots(told: dict, since: "int | None", until: "int | None") -> Slots:  # type: ignore[type-arg]
    frame, began, at = told.get("frame", 0), told.get("began", 0), told.get("at", [])
    numbers = [frame, began, since, until]
    for one in at:
        numbers += one
    if since is None or until is None or not all(isinstance(number, int) for number in numbers):
        raise ValueError("slots must be in whole milliseconds")
    if frame <= LEAST:
        raise ValueError(f"a frame must have room for a slot: over {LEAST} ms")
    for one in at:
        if not one or len(one) % 2:
            raise ValueError("a slot must have a start and a length")
        for place in range(0, len(one), 2):
            if one[place] < 0 or one[place] + one[place + 1] > frame:
                raise ValueError("a slot must lie within its frame")
    return Slots(frame, began, since, until, at)
