"""The end of a player's time by ear: the last ten seconds, then the last five one by one."""

TOLD = (10, 5, 4, 3, 2, 1)
"""Seconds left at which it is said."""


class Countdown:
    """Says when a second is due. Times are in seconds of any clock that does not go back."""

    def __init__(self) -> None:
        self._end: float | None = None
        self._said = TOLD[0] + 1

    @property
    def runs(self) -> bool:
        """Whether there is time that runs out."""
        return self._end is not None

    def start(self, now: float, left: float) -> None:
        """Begin with `left` seconds."""
        self._end = now + left
        self._said = TOLD[0] + 1

    def stop(self) -> None:
        """Count no more."""
        self._end = None

    def due(self, now: float) -> int:
        """Return the seconds left that are to be said now, each once; 0 for none.

        Who comes late hears the newest alone.
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
