"""The countdown of a player's time to act.

It is announced at ten seconds, and then at each of the last five.
"""

TOLD = (10, 5, 4, 3, 2, 1)
"""The seconds left at which the countdown speaks."""


class Countdown:
    """Decides when to announce the seconds left. Times are in seconds, from any monotonic clock."""

    def __init__(self) -> None:
        self._end: float | None = None
        self._said = TOLD[0] + 1

    @property
    def runs(self) -> bool:
        """Whether a countdown is running."""
        return self._end is not None

    def start(self, now: float, left: float) -> None:
        """Start the countdown with `left` seconds."""
        self._end = now + left
        self._said = TOLD[0] + 1

    def stop(self) -> None:
        """Stop the countdown."""
        self._end = None

    def due(self, now: float) -> int:
        """Return the number of seconds left if it is to be announced now, else 0.

        Each number is returned at most once. If several are overdue, only the smallest is returned,
        and the larger ones are skipped.
        """
        if self._end is None:
            return 0
        left = self._end - now
        if left <= 0:
            self._end = None
            return 0
        passed = [second for second in TOLD if left <= second < self._said]
        if not passed:
            return 0
        self._said = passed[-1]
        return self._said
