"""Whoever listens to a hall's pages without a browser: many streams in one process.

It is told the tables to listen to, one a stream, and on stdin, at last, which event each table has
said last: it ends when that is shown. Into a file go the events that each stream has shown, with
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
"""What was said last is waited for so many seconds at most."""


class ListenAsked(msgspec.Struct, frozen=True):
    """Where the pages are, the table of each stream, and where to write what they showed."""

    port: int
    tables: list[int]
    into: str


class Listener:
    """A stream of one table's page; `shown` is up to which event each picture goes, and when."""

    def __init__(self, port: int, table: int) -> None:
        """Ask for it. Raises `OSError`."""
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
        """Take in what is there."""
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
    """Listen until what was said last is shown."""
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
    """Read what comes until it is enough, or there is a word on stdin."""
    while not done():
        for key, _ in selector.select(0.5):
            if key.data is None:
                return
            key.data.read()
            if not key.data.open:
                selector.unregister(key.fileobj)


if __name__ == "__main__":
    listen(msgspec.json.decode(sys.argv[1], type=ListenAsked))
