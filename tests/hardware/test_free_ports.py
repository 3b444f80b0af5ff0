"""Ports for servers of one's own: free, and out of the way of the system's connections."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.free_ports import PORTS, free_port, free_ports


def test_they_are_several_and_somebody_can_listen_there() -> None:
    ports = free_ports(8)
    assert len(set(ports)) == 8
    for port in ports:
        with socket.socket() as server:
            # As every server does: connections of one that was there before may still linger.
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind(("127.0.0.1", port))
            server.listen()


def test_no_connection_can_take_one_in_the_meantime() -> None:
    least, _ = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    assert max(PORTS) < least


def test_one_that_is_taken_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", taken := free_port()))
        server.listen()
        monkeypatch.setattr("hardware.free_ports.PORTS", range(taken, taken + 1))
        with pytest.raises(OSError, match=f"from {taken}"):
            free_port()


def test_no_other_process_is_given_one_before_the_server_listens() -> None:
    """Two workers of the suite were given the same port now and then: one server found it taken."""
    given = free_port()
    other = (
        "import hardware.free_ports as ports\n"
        f"ports.PORTS = range({given}, {given + 1})\n"
        "try: print(ports.free_port())\n"
        "except OSError: print('none')"
    )
    ran = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True, check=True)
    assert ran.stdout == "none\n"
