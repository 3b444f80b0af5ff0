"""Reads from a broker in the event loop that serves browsers; reconnects if a connection fails.

The client library paho has its own thread for this, but that thread releases the interpreter lock
whenever it reads. Messages would therefore have to wait while pages are being rendered. Here, all
waiting messages are read after one page has been rendered and before the next.
"""

import asyncio
import contextlib
from typing import Final

from paho.mqtt.client import Client

LOOK_S: Final = 1.0
"""Seconds between keepalive checks of the connection."""

WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 5.0
"""The longest wait before reconnecting; each refusal doubles the wait, up to this limit."""


async def keep_reading(client: Client, host: str, port: int) -> None:
    """Connect a client and process its messages; reconnect whenever the connection is lost.

    The client's callbacks run in the event loop, except those called while a connection is being
    opened, which run in a thread.
    """
    client.connect_async(host, port, keepalive=15)
    wait_s = WAIT_S
    while True:
        try:
            await asyncio.to_thread(client.reconnect)
        except OSError:
            if client.on_connect_fail is not None:
                client.on_connect_fail(client, None)
        read = await _Connection(client).read()
        wait_s = WAIT_S if read else min(2 * wait_s, LONGEST_WAIT_S)
        await asyncio.sleep(wait_s)


class _Connection:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._socket = client.socket()
        self._gone = asyncio.Event()

    async def read(self) -> bool:
        """Read until the connection is lost; return whether the broker ever accepted the client."""
        if self._socket is None:
            return False
        loop = asyncio.get_running_loop()
        number = self._socket.fileno()

        def leave(*_: object) -> None:
            # The socket is about to be closed, and its number may be reused.
            loop.remove_reader(number)

        self._client.on_socket_close = leave
        loop.add_reader(number, self._take)
        known = False
        try:
            while not self._gone.is_set():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await self._gone.wait()
                known = known or self._client.is_connected()
                self._client.loop_misc()
                self._see()
        finally:
            loop.remove_reader(number)
        return known

    def _take(self) -> None:
        """Process the messages that have arrived, then let other tasks run."""
        self._client.loop_read()
        if self._client.socket() is self._socket and self._kept_back():
            asyncio.get_running_loop().call_soon(self._take)
        if self._client.want_write():
            self._client.loop_write()
        self._see()

    def _kept_back(self) -> bool:
        """Return whether the TLS layer has decrypted data that has not been read yet.

        The event loop does not see such data.
        """
        pending = getattr(self._socket, "pending", None)
        return pending is not None and pending() > 0

    def _see(self) -> None:
        if self._client.socket() is not self._socket:
            self._gone.set()
