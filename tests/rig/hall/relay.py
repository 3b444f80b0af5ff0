"""A proxy for the servers of a hub, like HAProxy: a client gets the first server that answers.

It is a process of its own, configured on its command line: `{"port": 1883, "to": [1884, 1885]}`.
"""

import asyncio
import contextlib
import sys

import msgspec


class RelayAsked(msgspec.Struct, frozen=True):
    """The local port to listen on, and the ports to forward to."""

    port: int
    to: tuple[int, ...]


class Relay:
    """Forwards connections to one of several local ports."""

    def __init__(self, to: tuple[int, ...]) -> None:
        self._to = list(to)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward bytes in both directions until one side closes."""
        for port in list(self._to):
            try:
                there = await asyncio.open_connection("127.0.0.1", port)
                break
            except OSError:
                # From now on the next server is tried first.
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
    """Run the proxy until it is killed."""
    server = await asyncio.start_server(Relay(asked.to).serve, "127.0.0.1", asked.port)
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(relay(msgspec.json.decode(sys.argv[1], type=RelayAsked)))
