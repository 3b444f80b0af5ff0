"""Limit the number of wrong passwords that a visitor may enter per minute."""

from collections import OrderedDict
from typing import Final

TRIES: Final = 10
"""The number of wrong attempts allowed per minute for each pair of address and name entered."""

MINUTE_S: Final = 60.0
MOST_KNOWN: Final = 1_000


class Tries:
    """Each visitor's recent wrong attempts."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[tuple[str, str], list[float]] = OrderedDict()

    def may(self, who: tuple[str, str], now: float) -> bool:
        """Return whether another attempt is allowed."""
        return len([at for at in self._wrong.get(who, ()) if now - at < MINUTE_S]) < TRIES

    def wrong(self, who: tuple[str, str], now: float) -> None:
        """Count a wrong attempt."""
        before = [at for at in self._wrong.pop(who, []) if now - at < MINUTE_S]
        self._wrong[who] = [*before, now]
        if len(self._wrong) > MOST_KNOWN:
            self._wrong.popitem(last=False)
