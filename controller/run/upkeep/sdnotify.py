"""A service's notifications to systemd: ready, alive, stopping. They do nothing without systemd."""

import os
import socket


def notify(state: str) -> bool:
    """Send a state (`READY=1`, `WATCHDOG=1`, `STOPPING=1`, `STATUS=...`) over NOTIFY_SOCKET.

    Return False if there is no such socket because systemd has not started this table.
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


def watchdog_seconds() -> float:
    """Return the watchdog interval in seconds, or 0 if systemd sets none."""
    try:
        microseconds = int(os.environ.get("WATCHDOG_USEC", "0"))
        mine = int(os.environ.get("WATCHDOG_PID", str(os.getpid()))) == os.getpid()
    except ValueError:
        return 0.0
    return microseconds / 1_000_000 if mine else 0.0
