"""Reports to systemd that the table is alive, while all its parts make progress."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from controller.run.upkeep.sdnotify import notify

log = logging.getLogger(__name__)


async def feed_watchdog(every: float, stuck: Callable[[], Sequence[str]]) -> None:
    """Report to systemd every `every` seconds, except while a part is stuck.

    If `every` is 0, return at once. `stuck` returns the names of the parts that are stuck.
    """
    while every:
        await asyncio.sleep(every)
        idle = stuck()
        if idle:
            log.error("no progress: %s; systemd is not notified", ", ".join(idle))
        else:
            notify("WATCHDOG=1")
