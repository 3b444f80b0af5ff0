"""The relay in front of a hub: the first server that answers, and the next when it is gone."""

import asyncio

from tests.rig.hall.relay import Relay


async def said_by(port: int) -> bytes:
    """Return the greeting of the server behind a port."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = await reader.read(100)
    writer.close()
    return said


async def speaker(word: bytes) -> asyncio.Server:
    """Start a server that says one word and hangs up."""

    async def says(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(word)
        writer.close()

    return await asyncio.start_server(says, "127.0.0.1", 0)


def test_who_comes_gets_the_first_server_that_answers() -> None:
    async def tried() -> list[bytes]:
        first, second = await speaker(b"first"), await speaker(b"second")
        ports = [one.sockets[0].getsockname()[1] for one in (first, second)]
        relay = await asyncio.start_server(Relay(tuple(ports)).serve, "127.0.0.1", 0)
        port = relay.sockets[0].getsockname()[1]
        said = [await said_by(port)]
        first.close()
        said += [await said_by(port), await said_by(port)]
        second.close()
        said.append(await said_by(port))
        relay.close()
        return said

    assert asyncio.run(tried()) == [b"first", b"second", b"second", b""]
