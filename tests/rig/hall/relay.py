"""Stands before the servers of a hub as HAProxy does: who connects gets the first one that answers.

A process of its own, told where on its command line: `{"port": 1883, "to": [1884, 1885]}`.
"""

import asyncio
import contextlib
import sys

import msgspec


class RelayAsked(msgspec.Struct, frozen=True):
    """At which port of this machine to listen, and the ports that it stands for."""

    port: int
    to: tuple[int, ...]


class Relay:
    """Stands for some ports of this machine."""

    def __init__(self, to: tuple[int, ...]) -> None:
        self._to = list(to)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes, both ways, until one of them goes."""
        for port in list(self._to):
            try:
                there = await asyncio.open_connection("127.0.0.1", port)
                break
            except OSError:
                # The next one is asked first from now on.
                self._to.append(self._to.pop(0))
        else:
            writer.close()
            return
        ways = (_pass(reader, there[1]), _pass(there[0], writer))
        _, left = await asyncio.wait(
            [asyncio.create_task(way) for way in ways], return_when=asyncio.FIRST_COMPLETED
        )
        for one in left:
            one.cancel()
        writer.close()
        there[1].close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


async def relay(asked: RelayAsked) -> None:
    """Stand there until somebody ends it."""
    server = await asyncio.start_server(Relay(asked.to).serve, "127.0.0.1", asked.port)
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(relay(msgspec.json.decode(sys.argv[1], type=RelayAsked)))
