"""Tells systemd that all is well, as long as every part of the controller gets on."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from controller.run.upkeep.sdnotify import notify

log = logging.getLogger(__name__)


async def feed_watchdog(every: float, stuck: Callable[[], Sequence[str]]) -> None:
    """Feed the watchdog every so many seconds while `stuck` names no part; 0 is no watchdog."""
    while every:
        await asyncio.sleep(every)
        idle = stuck()
        if idle:
            log.error("no progress: %s; systemd is not told that all is well", ", ".join(idle))
        else:
            notify("WATCHDOG=1")
