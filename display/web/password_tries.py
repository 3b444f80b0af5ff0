"""Limits how many wrong passwords a visitor may enter per minute."""

from collections import OrderedDict
from typing import Final

TRIES: Final = 10
"""The number of wrong attempts allowed per minute for each pair of address and name entered."""

MINUTE_S: Final = 60.0
MOST_KNOWN: Final = 1_000


class Tries:
    """The times at which each visitor entered a wrong password in the last minute."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[tuple[str, str], list[float]] = OrderedDict()

    def may(self, who: tuple[str, str], now: float) -> bool:
        """Return whether a visitor may try another password.

        `who` is the visitor's address and the name entered. `now` is the time in seconds, by a
        monotonic clock.
        """
        return len(self._lately(who, now)) < TRIES

    def wrong(self, who: tuple[str, str], now: float) -> None:
        """Record that a visitor has just entered a wrong password, or one not checked yet.

        `who` is the visitor's address and the name entered. `now` is the time in seconds, by a
        monotonic clock. Attempts that `may` has refused do not make the wait longer.
        """
        lately = self._lately(who, now)
        self._wrong[who] = [*lately, now] if len(lately) < TRIES else lately
        self._wrong.move_to_end(who)
        if len(self._wrong) > MOST_KNOWN:
            self._wrong.popitem(last=False)

    def right(self, who: tuple[str, str]) -> None:
        """Take back the last attempt, because its password was right or was never checked."""
        if self._wrong.get(who):
            self._wrong[who].pop()

    def _lately(self, who: tuple[str, str], now: float) -> list[float]:
        return [at for at in self._wrong.get(who, ()) if now - at < MINUTE_S]
