"""TCP ports for servers that live for an evening of play on this machine alone."""

import contextlib
import random
import socket

PORTS = range(20_000, 32_000)
"""Below those that Linux gives to connections: none of these can take one in the meantime."""


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens at now. Raises `OSError` when there are not so many."""
    ports: list[int] = []
    for port in random.SystemRandom().sample(PORTS, min(20 * count, len(PORTS))):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("", port))
            ports.append(port)
        if len(ports) == count:
            return ports
    raise OSError(f"no {count} free ports from {PORTS.start} to {PORTS.stop - 1}")


def free_port() -> int:
    """Return one such port. Raises `OSError` when there is none."""
    return free_ports(1)[0]
