"""The watchdog, which reports to systemd that all is well while every part makes progress."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from controller.run.upkeep.sdnotify import notify

log = logging.getLogger(__name__)


async def feed_watchdog(every: float, stuck: Callable[[], Sequence[str]]) -> None:
    """Feed the watchdog every `every` seconds while no part is stuck; 0 means no watchdog.

    `stuck` returns the names of the parts that are stuck.
    """
    while every:
        await asyncio.sleep(every)
        idle = stuck()
        if idle:
            log.error("no progress: %s; systemd is not told that all is well", ", ".join(idle))
        else:
            notify("WATCHDOG=1")
