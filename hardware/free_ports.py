"""Free TCP ports for servers that run on this machine for a single evening of play."""

import contextlib
import random
import socket

PORTS = range(20_000, 32_000)
"""Below Linux's ephemeral ports: no outgoing connection can take one of these in the meantime."""


def free_ports(count: int) -> list[int]:
    """Return `count` ports on which no server is listening. Raises `OSError` if there are fewer."""
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
    """Return one free port. Raises `OSError` if there is none."""
    return free_ports(1)[0]
