"""Serial ports: the ones on this machine, their faults, and the node connected to each."""

import errno
import termios
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from controller.contract.errors import Sentence

BY_ID: Final = Path("/dev/serial/by-id")
BY_PATH: Final = "by-path"

GONE = (OSError, termios.error)
"""The errors that a port raises once its adapter is unplugged."""


def serial_ports(folder: Path = BY_ID) -> tuple[str, ...]:
    """Return the serial ports in a folder, sorted by name, then those with only a by-path name.

    Adapters without a serial number (cheap ones) share one name, which points to only one of them.
    The others are found by their names in the folder `by-path` next to `folder`. Such a name is
    valid until the adapter is plugged into another socket.
    """
    named = sorted(folder.iterdir()) if folder.is_dir() else []
    known = {port.resolve() for port in named}
    by_path = folder.with_name(BY_PATH)
    for port in sorted(by_path.iterdir()) if by_path.is_dir() else ():
        if port.resolve() not in known:
            known.add(port.resolve())
            named.append(port)
    return tuple(map(str, named))


def nameless(port: str) -> bool:
    """Return whether a port from `serial_ports` is identified only by its physical socket."""
    return Path(port).parent.name == BY_PATH


def ports_beside(port: str) -> tuple[str, ...]:
    """Return all serial ports on the machine; `port` determines which folder to search."""
    return serial_ports(Path(port).parent.with_name(BY_ID.name))


class Whereabouts:
    """The port to which each node is connected, for nodes identified only by the id they report.

    All links of a table share one instance; each link calls it from its own thread.
    """

    def __init__(
        self, homes: Mapping[str, str], others: Iterable[str] = (),
        ports: Callable[[str], Sequence[str]] = ports_beside,
    ) -> None:  # fmt: skip
        """Start with each node on the port that the config gives for it.

        `homes` maps each node's id to that port. `others` lists the ports of other devices, which
        are never searched for a node. Given a port, `ports` returns all ports that currently exist.
        """
        self._held = dict(homes)
        self._others = [*others]
        self._ports = ports
        self._said: dict[str, str] = {}
        self._lock = threading.Lock()

    def heard(self, port: str, node: str) -> None:
        """Record which node id the board on a port has reported."""
        with self._lock:
            self._said[port] = node

    def elsewhere(self, node: str, port: str, opened: bool = True) -> str:
        """Return the next port to try for a node not found on `port`, and reserve it for the node.

        This is a port on which the node has reported its id or, failing that, the next port that is
        not reserved for another node or device. If there is neither, return `port`.

        `opened` is true if `port` could be opened. If so, the record that the node reported its id
        on `port` is deleted, because it is no longer true. If not, the record is kept: the link
        that received the report may not have closed the port yet.
        """
        with self._lock:
            if opened and self._said.get(port) == node:
                del self._said[port]
            known = [at for at, who in self._said.items() if who == node]
            taken = {Path(held).resolve() for who, held in self._held.items() if who != node}
            taken |= {Path(other).resolve() for other in self._others}
            there = self._ports(port)
            free = [one for one in there if Path(one).resolve() not in taken]
            found = next((at for at in known if at in there), "") or _after(port, free) or port
            self._held[node] = found
            return found


def _after(port: str, ports: Sequence[str]) -> str:
    """Return the port after `port`, wrapping around after the last, or "" if there are no ports."""
    later = [one for one in ports if one > port]
    return next(iter((*later, *ports)), "")


class SerialPort(Protocol):
    """The part of an open serial port used by a link."""

    def fileno(self) -> int:
        """Return the port's file descriptor."""

    def read(self, size: int = 1, /) -> bytes:
        """Return up to `size` bytes received."""

    def close(self) -> None:
        """Close the port."""


def port_problem(port: str, error: Exception) -> Sentence:
    """Return the problem with a serial port, and how to fix it."""
    number = getattr(error, "errno", None)
    if number is None and isinstance(error.__context__, termios.error):
        number = error.__context__.args[0]
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        return Sentence(
            "{port} does not exist: plug the device in, or correct the port in table.toml",
            port=port,
        )
    if number in {errno.EACCES, errno.EPERM}:
        return Sentence(
            "{port} can't be opened: add the controller's user to the dialout group with sudo "
            "usermod -a -G dialout USER",
            port=port,
        )
    if number in {errno.ENOTTY, errno.EINVAL, errno.EISDIR}:
        return Sentence(
            "{port} is not a serial port: correct the port of this device in table.toml", port=port
        )
    if number in {errno.EAGAIN, errno.EBUSY}:
        return Sentence(
            "{port} is in use by another program, perhaps a second controller: stop that program",
            port=port,
        )
    if not isinstance(error, OSError):
        return Sentence(
            "the driver for {port} failed ({error}): unplug the device and plug it in again",
            port=port,
            error=f"{type(error).__name__}: {error}",
        )
    return Sentence("the cable on {port} is unplugged or the device is off: check both", port=port)
