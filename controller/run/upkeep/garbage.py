"""Keeps Python's collector from walking through all that a process has while somebody waits."""

import asyncio
import gc
from typing import NoReturn

EVERY_S = 10.0
"""What has stayed for so many seconds is expected to stay."""

WHOLE = 360
"""In each round of so many everything is walked through: what stayed may be circles by now."""

YOUNG = 10_000
"""So many things are new before a collection: nearly all of them go by themselves before that."""

MIDDLE = 20
"""Of so many collections of what is new one looks at what was new before, too."""

NEVER = 1_000_000
"""So seldom what has stayed is walked through by itself."""


def settle() -> None:
    """Leave out of every later collection what is there and is no garbage."""
    gc.collect()
    gc.freeze()


async def keep_settled(every_s: float = EVERY_S, whole: int = WHOLE) -> NoReturn:
    """Settle what has stayed, again and again, so that no collection finds much.

    A room of 8,000 players has some hundred thousand objects, and a walk through them takes 0.1 to
    0.2 s. What is left out is freed as ever when nobody refers to it; a circle of it waits for the
    `whole`-th round.
    """
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    rounds = 0
    while True:
        await asyncio.sleep(every_s)
        rounds += 1
        if rounds % whole == 0:
            gc.unfreeze()
        settle()
