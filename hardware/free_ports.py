"""Free TCP ports for servers that run on this machine temporarily."""

import random
import socket
from collections import deque
from typing import Final

PORTS = range(20_000, 32_000)
"""The ports to choose from. They are below Linux's ephemeral ports, so no outgoing connection can
take one before a server listens on it."""

_KEPT: Final[deque[socket.socket]] = deque(maxlen=128)
"""Sockets bound to the ports returned last, so that no other caller gets one before a server
listens on it."""


def free_ports(count: int) -> list[int]:
    """Return `count` ports on which no server is listening. Raises `OSError` if there are fewer.

    Each port stays bound, so no other caller of this function gets it before the server listens. A
    server that sets `SO_REUSEADDR`, as servers usually do, can still listen on it.
    """
    ports: list[int] = []
    for port in random.SystemRandom().sample(PORTS, min(20 * count, len(PORTS))):
        kept = socket.socket()
        try:
            kept.bind(("", port))
        except OSError:
            kept.close()
            continue
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if len(_KEPT) == _KEPT.maxlen:
            _KEPT.popleft().close()
        _KEPT.append(kept)
        ports.append(port)
        if len(ports) == count:
            return ports
    raise OSError(f"no {count} free ports from {PORTS.start} to {PORTS.stop - 1}")


def free_port() -> int:
    """Return one free port. Raises `OSError` if there is none."""
    return free_ports(1)[0]
