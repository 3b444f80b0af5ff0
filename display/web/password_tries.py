"""Limit how many wrong passwords a visitor may enter per minute."""

from collections import OrderedDict
from typing import Final

TRIES: Final = 10
"""The number of wrong attempts allowed per minute for each pair of address and name entered."""

MINUTE_S: Final = 60.0
MOST_KNOWN: Final = 1_000


class Tries:
    """Each visitor's wrong passwords of the last minute."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[tuple[str, str], list[float]] = OrderedDict()

    def may(self, who: tuple[str, str], now: float) -> bool:
        """Return whether the visitor `who` may try another password; `now` is in seconds."""
        return len([at for at in self._wrong.get(who, ()) if now - at < MINUTE_S]) < TRIES

    def wrong(self, who: tuple[str, str], now: float) -> None:
        """Count a wrong password entered by the visitor `who`; `now` is in seconds."""
        before = [at for at in self._wrong.pop(who, []) if now - at < MINUTE_S]
        self._wrong[who] = [*before, now]
        if len(self._wrong) > MOST_KNOWN:
            self._wrong.popitem(last=False)
