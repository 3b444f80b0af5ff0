"""The private connection of each seat: a Unix socket that carries the seat's hole cards.

It is separate from MQTT, from the logs and from the public loudspeaker. Each message is one line of
JSON. The seat receives a `SeatSecret` whenever its contents change. It sends `Pressed` (a key
press) or `EarSaid` (whether its sound device is connected).

Where Tapis is installed, each seat has its own user (`tapis-seat-3`), and the socket belongs to
that user's group. The kernel reports which user connects, so no one else can read the connection.
Where there are no such users, only the controller's own user may connect.
"""

import asyncio
import logging
import os
import pwd
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

import msgspec

from controller.contract.observations import (
    Declaration,
    Declared,
    DeviceBack,
    DeviceLost,
)
from controller.contract.private import EarSaid, Pressed, SeatSecret
from controller.contract.public import EAR
from controller.run.sockets.unix_socket import close_at, serve_at, user_at
from controller.table.state import Table
from controller.table.view import secret
from hardware.node.rate_limits import AT_ONCE, MOST_EVENTS, Bucket
from hardware.ports import wall_ticks

log = logging.getLogger(__name__)

LONGEST = 1_000
MOST_LISTENERS = 4
MOST_UNREAD = 64 * 1024
WAITS = 0.02

Said = Declared | DeviceBack | DeviceLost

_SAID = msgspec.json.Decoder(Pressed | EarSaid)
_KEYS = frozenset(get_args(Declaration))


class SeatUser(msgspec.Struct, frozen=True):
    """The user who may connect to a seat's socket, and the group to which the socket belongs.

    `group` is None if the socket belongs to the controller's own group.
    """

    uid: int
    group: int | None = None


def seat_user(seat: int) -> SeatUser:
    """Return a seat's user on this machine, or the controller's own user if the seat has none."""
    return user_named(f"tapis-seat-{seat}")


def user_named(name: str) -> SeatUser:
    """Return the user with this name, or the controller's own user if there is none."""
    try:
        known = pwd.getpwnam(name)
    except KeyError:
        return SeatUser(os.geteuid())
    return SeatUser(known.pw_uid, known.pw_gid)


def socket_of(folder: Path, table: str, seat: int) -> Path:
    """Return the path of a seat's socket in a folder."""
    return folder / f"{table}-seat-{seat}.sock"


class SeatSockets:
    """The private connections of all seats at a table; used only in the table's loop."""

    def __init__(
        self, folder: Path, table: str, seats: int, put: Callable[[Said], None],
        clock: Callable[[], int], *, users: Callable[[int], SeatUser] = seat_user,
        refused: Callable[[int, int], None] | None = None,
    ) -> None:  # fmt: skip
        """Prepare the sockets in `folder`, without opening them yet.

        Messages from seats are passed to `put`, with the time that `clock` returns (ms). `users`
        returns the user who may connect to a seat's socket. `refused` is called with the seat and
        the uid of any other user.
        """
        self._users = users
        self._refused = refused
        self._folder = folder
        self._table = table
        self._put = put
        self._clock = clock
        self._servers: dict[Path, asyncio.Server] = {}
        self._listeners: dict[int, set[asyncio.StreamWriter]] = {
            seat: set() for seat in range(1, seats + 1)
        }
        # Messages that come faster than anyone can press keys wait on their own connection, and do
        # not slow down anyone else.
        self._budgets = {
            seat: Bucket(MOST_EVENTS, AT_ONCE, wall_ticks()) for seat in self._listeners
        }
        self._told: dict[int, bytes] = {}
        self._shown: Table | None = None

    async def open(self) -> None:
        """Open the sockets; if one fails, log the error and leave its seat without a connection."""
        for seat in self._listeners:
            path = socket_of(self._folder, self._table, seat)
            user = self._users(seat)
            try:
                self._servers[path] = await serve_at(
                    path, partial(self._serve, seat, user.uid), limit=LONGEST, group=user.group
                )
            except OSError as error:
                log.warning("seat %d has no private line: %s: %s", seat, path, error.strerror)

    def show(self, table: Table) -> None:
        """Send each connected seat its own private data, if that has changed."""
        if table is self._shown:
            return
        self._shown = table
        for seat, writers in self._listeners.items():
            if not writers:
                continue
            line = _line(secret(table, seat))
            if self._told.get(seat) == line:
                continue
            self._told[seat] = line
            for writer in tuple(writers):
                if writer.transport.get_write_buffer_size() < MOST_UNREAD:
                    writer.write(line)
                else:
                    # After a reconnect it gets the current state; the unread lines are outdated.
                    log.warning("seat %d: nothing reads its private line, so it is closed", seat)
                    writers.discard(writer)
                    writer.transport.abort()

    async def close(self) -> None:
        """Close all connections and remove the sockets."""
        for writers in self._listeners.values():
            for writer in writers:
                writer.close()
        for path, server in self._servers.items():
            close_at(path, server)

    async def _serve(
        self, seat: int, user: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        there = user_at(writer.get_extra_info("socket"))
        if there != user:
            if self._refused is not None:
                self._refused(seat, there)
            writer.close()
            return
        listeners = self._listeners[seat]
        if len(listeners) >= MOST_LISTENERS:
            log.warning("seat %d: too many clients on its private line", seat)
            writer.close()
            return
        listeners.add(writer)
        try:
            if self._shown is not None:
                self._told[seat] = _line(secret(self._shown, seat))
                writer.write(self._told[seat])
            while line := await reader.readline():
                while not self._budgets[seat].take(wall_ticks()):
                    await asyncio.sleep(WAITS)
                self._hear(seat, line)
        except (OSError, ValueError):
            # An endless line, or a listener that has disconnected.
            pass
        finally:
            listeners.discard(writer)
            writer.close()

    def _hear(self, seat: int, line: bytes) -> None:
        try:
            pressed = _SAID.decode(line)
        except Exception:  # noqa: BLE001
            # The cause may be anything, even lists nested deeper than the stack allows.
            log.warning("seat %d: its private line sent something that is not a key", seat)
            return
        at = self._clock()
        if isinstance(pressed, EarSaid):
            device = f"{EAR}{seat}"
            self._put(DeviceBack(at, device) if pressed.ok else DeviceLost(at, device))
            return
        if pressed.what not in _KEYS:
            log.warning("seat %d: its private line pressed a key that does not exist", seat)
            return
        self._put(Declared(at, seat, pressed.what, pressed.target, pressed.amount))


def _line(told: SeatSecret) -> bytes:
    return msgspec.json.encode(told) + b"\n"
