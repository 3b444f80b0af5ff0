"""Unix sockets that only their owner or one group can open.

They also show which user connects.
"""

import asyncio
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_CREDENTIALS = struct.Struct("3i")  # struct ucred: pid, uid, gid


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def serve_at(
    path: Path, serve: Serve, *, limit: int, group: int | None = None
) -> asyncio.Server:
    """Serve connections at `path` on a socket that only its owner or `group` can open.

    Return the server. `serve` is called for each connection. `limit` is the maximum length of a
    line in bytes. Raises `OSError`.
    """
    listening = listen_at(path, group)
    try:
        return await asyncio.start_unix_server(serve, sock=listening, limit=limit)
    except BaseException:
        listening.close()
        raise


def close_at(path: Path, server: asyncio.Server | None) -> None:
    """Close a server and remove its socket; do nothing if `server` is None."""
    if server is not None:
        server.close()
        with suppress(OSError):
            path.unlink(missing_ok=True)


def listen_at(path: Path, group: int | None = None) -> socket.socket:
    """Return a socket bound to `path`, which only its owner, or `group` if given, can open.

    Raises `OSError` if the socket can't be created, or if this process may not assign the group.
    """
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    try:
        with reachable(path) as name:
            # No one else may connect, not even before the mode is set.
            before = os.umask(0o177)
            try:
                listening.bind(name)
            finally:
                os.umask(before)
        if group is not None:
            os.chown(path, -1, group, follow_symlinks=False)
            path.chmod(0o660)
    except BaseException:
        listening.close()
        raise
    return listening


def user_at(line: socket.socket) -> int:
    """Return the uid of the process at the other end of a connection, as reported by the kernel."""
    return _credentials(line)[1]


def process_at(path: Path) -> int:
    """Return the id of the process that listens at `path`, or 0 if there is none."""
    try:
        with socket.socket(socket.AF_UNIX) as line, reachable(path) as name:
            line.settimeout(1)
            line.connect(name)
            return _credentials(line)[0]
    except OSError:
        return 0


def _credentials(line: socket.socket) -> tuple[int, int, int]:
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, uid, gid = _CREDENTIALS.unpack(told)
    return pid, uid, gid


@contextmanager
def reachable(path: Path) -> Iterator[str]:
    """Yield a path by which the socket at `path` can be opened while the block runs.

    It is `path` itself or, if that is too long for the kernel, a shorter path to the same place.
    """
    if len(os.fsencode(path)) < 100:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
