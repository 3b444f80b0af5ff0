"""Whoever listens to a hall's pages without a browser: many streams in one process.

On stdin come the address, the tables to listen to, one a stream, and later a line that ends it;
into a file go the events that each stream has shown, with the time of each.
"""

import re
import selectors
import socket
import sys
import time
from pathlib import Path

import msgspec

SEQ = re.compile(rb'data-seq="(\d+)"')
END = b"\n\n"


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
        self._seq = 0

    def read(self) -> None:
        """Take in what is there."""
        data = self.socket.recv(262_144)
        now = time.time() * 1000
        if not data:
            self.open = False
        self.bytes += len(data)
        found = SEQ.findall(data)
        if found:
            self._seq = int(found[-1])
        if self._seq and END in data:
            self.shown.append((self._seq, now))
            self._seq = 0


def listen(asked: ListenAsked) -> None:
    """Listen until there is a line on stdin."""
    selector = selectors.DefaultSelector()
    everybody = [Listener(asked.port, table) for table in asked.tables]
    for one in everybody:
        selector.register(one.socket, selectors.EVENT_READ, one)
    selector.register(sys.stdin, selectors.EVENT_READ, None)
    first = len(everybody)
    said = False
    while True:
        for key, _ in selector.select():
            one = key.data
            if one is None:
                shown = [(one.table, one.shown) for one in everybody]
                Path(asked.into).write_bytes(msgspec.msgpack.encode(shown))
                return
            new = not one.bytes
            one.read()
            first -= new
            if not one.open:
                selector.unregister(one.socket)
        if not first and not said:
            said = True
            print(msgspec.json.encode({"up": len(everybody)}).decode(), flush=True)


if __name__ == "__main__":
    listen(msgspec.json.decode(sys.argv[1], type=ListenAsked))
