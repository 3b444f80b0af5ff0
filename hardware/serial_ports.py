"""Serial ports: which there are, what is wrong with one, and which of them has which node."""

import errno
import termios
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

BY_ID: Final = Path("/dev/serial/by-id")
BY_PATH: Final = "by-path"

GONE = (OSError, termios.error)
"""What a port that is pulled out raises."""


def serial_ports(folder: Path = BY_ID) -> tuple[str, ...]:
    """Return the serial ports in a folder, by name; then those that only their plug tells apart.

    Cheap adapters have no serial number and share one name, which is then that of one of them: the
    others are in `by-path` beside the folder, and stay the same as long as they stay plugged there.
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
    """Return whether a port of `serial_ports` has no name but its plug's."""
    return Path(port).parent.name == BY_PATH


def ports_beside(port: str) -> tuple[str, ...]:
    """Return all serial ports of the machine that a port is one of, by the folder that it is in."""
    return serial_ports(Path(port).parent.with_name(BY_ID.name))


class Whereabouts:
    """Which port has which node, of nodes that are known by what they say of themselves alone.

    One for all links of a table, each in a thread of its own.
    """

    def __init__(
        self, homes: Mapping[str, str], others: Iterable[str] = (),
        ports: Callable[[str], Sequence[str]] = ports_beside,
    ) -> None:  # fmt: skip
        """Begin with each node at the port of the config; nobody is at those of `others`.

        `ports` gives all ports there are now beside one.
        """
        self._held = dict(homes)
        self._others = [*others]
        self._ports = ports
        self._said: dict[str, str] = {}
        self._lock = threading.Lock()

    def heard(self, port: str, node: str) -> None:
        """Take down that what is at a port says that it is a node."""
        with self._lock:
            self._said[port] = node

    def elsewhere(self, node: str, port: str, opened: bool = True) -> str:
        """Return where to look for a node that is not at `port`: that one again, if nowhere else.

        A port that said it has the node is first, else the next one that no other node is at. What
        a port said holds until it was `opened` and the node was not there: whoever heard it there
        may not have let go of it yet.
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
    """Return the port that comes after one, the first behind the last; "" where there is none."""
    later = [one for one in ports if one > port]
    return next(iter((*later, *ports)), "")


def port_problem(port: str, error: Exception) -> str:
    """Return what is wrong with a serial port, and what to do."""
    number = getattr(error, "errno", None)
    if number is None and isinstance(error.__context__, termios.error):
        number = error.__context__.args[0]
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        return f"there is no {port}: plug the node in, or correct the port in table.toml"
    if number in {errno.EACCES, errno.EPERM}:
        return (
            f"{port} may not be opened: add the controller's user to its group with"
            " sudo usermod -a -G dialout USER"
        )
    if number in {errno.ENOTTY, errno.EINVAL, errno.EISDIR}:
        return f"{port} is no serial port: correct the port of this device in table.toml"
    if number in {errno.EAGAIN, errno.EBUSY}:
        return f"{port} is in use by another program: end that, there may be a second controller"
    if not isinstance(error, OSError):
        return f"the driver of {port} fails ({type(error).__name__}: {error}): plug it out and in"
    return f"the cable of {port} is out or the node is off: plug it in"
