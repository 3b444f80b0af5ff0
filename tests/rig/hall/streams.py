"""Listeners to a hall's pages without a browser: many streams in one process.

It gets the tables to listen to, one per stream, and at the end, on stdin, the last event of each
table: it ends once those are shown. It writes the events that each stream has shown to a file, with
the time of each.
"""

import re
import selectors
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

SEQ = re.compile(rb'data-seq="(\d+)"')
END = b"\n\n"
LAST_WITHIN = 10.0
"""Maximum wait for the last events (s)."""


class ListenAsked(msgspec.Struct, frozen=True):
    """The port of the pages, the table of each stream, and the file for the results."""

    port: int
    tables: list[int]
    into: str


class Listener:
    """A stream of one table's page; `shown` is the last event of each picture, with its time."""

    def __init__(self, port: int, table: int) -> None:
        """Request the stream. Raises `OSError`."""
        self.table = table
        self.shown: list[tuple[int, float]] = []
        self.bytes = 0
        self.open = True
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.socket.sendall(
            f"GET /table/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Accept: text/event-stream\r\n\r\n".encode()
        )
        self._begun = b""
        self.last = 0

    def read(self) -> None:
        """Read the available data."""
        data = self.socket.recv(262_144)
        now = time.time() * 1000
        if not data:
            self.open = False
        self.bytes += len(data)
        whole, end, self._begun = (self._begun + data).rpartition(END)
        found = SEQ.findall(whole) if end else ()
        if found:
            self.last = int(found[-1])
            self.shown.append((self.last, now))


def listen(asked: ListenAsked) -> None:
    """Listen until the last events are shown."""
    everybody = [Listener(asked.port, table) for table in asked.tables]
    with selectors.DefaultSelector() as selector:
        for one in everybody:
            selector.register(one.socket, selectors.EVENT_READ, one)
        _read(selector, lambda: all(one.bytes for one in everybody))
        print(msgspec.json.encode({"up": len(everybody)}).decode(), flush=True)
        selector.register(sys.stdin, selectors.EVENT_READ, None)
        _read(selector, lambda: False)
        selector.unregister(sys.stdin)
        last = msgspec.json.decode(sys.stdin.readline() or "{}", type=dict[int, int])
        ends = time.monotonic() + LAST_WITHIN
        _read(
            selector,
            lambda: (
                time.monotonic() > ends
                or all(one.last >= last.get(one.table, 0) for one in everybody if one.open)
            ),
        )
    shown = [(one.table, one.shown) for one in everybody]
    Path(asked.into).write_bytes(msgspec.msgpack.encode(shown))


def _read(selector: selectors.BaseSelector, done: Callable[[], bool]) -> None:
    """Read incoming data until it is enough, or until there is input on stdin."""
    while not done():
        for key, _ in selector.select(0.5):
            if key.data is None:
                return
            key.data.read()
            if not key.data.open:
                selector.unregister(key.fileobj)


if __name__ == "__main__":
    listen(msgspec.json.decode(sys.argv[1], type=ListenAsked))
