"""How often somebody may be wrong with a password, within a minute."""

from collections import OrderedDict
from typing import Final

TRIES: Final = 10
"""Somebody may be wrong so often within a minute, by their address and what they give."""

MINUTE_S: Final = 60.0
MOST_KNOWN: Final = 1_000


class Tries:
    """How often each has been wrong of late."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[tuple[str, str], list[float]] = OrderedDict()

    def may(self, who: tuple[str, str], now: float) -> bool:
        """Return whether somebody may try once more."""
        return len([at for at in self._wrong.get(who, ()) if now - at < MINUTE_S]) < TRIES

    def wrong(self, who: tuple[str, str], now: float) -> None:
        """Count a try that was wrong."""
        before = [at for at in self._wrong.pop(who, []) if now - at < MINUTE_S]
        self._wrong[who] = [*before, now]
        if len(self._wrong) > MOST_KNOWN:
            self._wrong.popitem(last=False)
