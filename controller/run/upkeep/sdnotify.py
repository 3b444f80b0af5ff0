"""Notifies systemd that a service is ready, alive or stopping; does nothing without systemd."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)


def notify(state: str) -> bool:
    """Send systemd a state: `READY=1`, `WATCHDOG=1`, `STOPPING=1` or `STATUS=...`.

    Return False if that fails, or if this process was not started by systemd (no `NOTIFY_SOCKET`).
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as end:
            end.sendto(state.encode(), address)
    except OSError:
        return False
    return True


def watchdog_interval() -> float:
    """Return the interval (s) at which to send `WATCHDOG=1`: a third of systemd's time limit.

    Return 0 if systemd has not set a limit for this process.
    """
    try:
        microseconds = int(os.environ.get("WATCHDOG_USEC", "0"))
        mine = int(os.environ.get("WATCHDOG_PID", str(os.getpid()))) == os.getpid()
    except ValueError:
        return 0.0
    return microseconds / 3_000_000 if mine else 0.0


async def feed_watchdog(every: float, stuck: Callable[[], Sequence[str]]) -> None:
    """Report to systemd every `every` seconds, except while a part is stuck.

    If `every` is 0, return immediately. `stuck` returns the names of the parts that are stuck.
    """
    while every:
        await asyncio.sleep(every)
        idle = stuck()
        if idle:
            log.error("no progress: %s; systemd is not notified", ", ".join(idle))
        else:
            notify("WATCHDOG=1")
