"""Tunes Python's garbage collector, so that no request has to wait for a full collection."""

import asyncio
import gc
from typing import NoReturn

EVERY_S = 10.0
"""The interval in seconds between rounds of `keep_settled`."""

WHOLE = 360
"""The number of rounds of `keep_settled` between full collections.

Full collections free long-lived objects that have become part of a garbage cycle.
"""

YOUNG = 10_000
"""The number of new objects that triggers a young collection; most are freed without one."""

MIDDLE = 20
"""The number of young collections before a collection of the middle generation."""

NEVER = 1_000_000
"""The number of middle collections before a full one: so many that none ever starts on its own."""


def settle() -> None:
    """Collect garbage, and exclude all remaining objects from later collections."""
    gc.collect()
    gc.freeze()


async def keep_settled(every_s: float = EVERY_S, whole: int = WHOLE) -> NoReturn:
    """Exclude long-lived objects from collections every `every_s` seconds; never returns.

    A venue with 8,000 players has several hundred thousand objects, and a collection of all of them
    takes 0.1 to 0.2 s. Excluded objects are still freed when their last reference disappears.
    Cycles among them are collected only every `whole` rounds.
    """
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    rounds = 0
    while True:
        await asyncio.sleep(every_s)
        rounds += 1
        if rounds % whole == 0:
            gc.unfreeze()
        settle()
