"""`tapis venue hub`: keeps retained messages in a NATS cluster's memory, not on its disks.

The sender of a retained message can always repeat it, whether the sender is a table's bridge (when
it reconnects), a room or a page. So the cluster need not write these messages to disk. They would
account for most of its disk writes.
"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.contract.errors import N_, ExitCode, TapisError
from controller.toml.private_files import text_of
from display.words.command_line.chosen import words_for

if TYPE_CHECKING:
    from nats.aio.client import Client

RETAINED = "$MQTT_rmsgs"
RETAINED_SUBJECTS = "$MQTT.rmsgs.>"
"""The subjects stored in the stream `RETAINED`, which holds the retained messages.

If the stream does not exist when the first client speaks MQTT to a server, the server creates it on
disk (`server/mqtt.go` of NATS 2.15). A stream can't be moved from disk to memory."""

HOME = "nats://127.0.0.1:4222"
ANSWERS_WITHIN_S = 5

IN_MEMORY = N_("Retained messages are kept in memory by {servers} servers.")
ON_DISK = N_(
    "Retained messages are already on disk: a client connected first. To keep them in "
    "memory, stop all servers of the hub, empty their stores, start them, and run this again "
    "before any client connects."
)


NOT_DONE = N_("the request to the hub at {where} failed: {why}")


class NoHub(TapisError):
    """Raised if the hub (a NATS cluster) refuses or does not answer; the message says why."""

    def __init__(self, where: str, why: Exception) -> None:
        """Build the message from the server's address `where` and the reason `why`."""
        super().__init__(NOT_DONE, where=where, why=str(why) or type(why).__name__)


async def keep_in_memory(where: str, user: str = "", password: str = "", servers: int = 3) -> bool:
    """Make a cluster keep retained messages in memory; return whether it now does.

    `where` is the client URL of one of the cluster's NATS servers (`nats://address:port`);
    `servers` is their number. Return False if a client connected first, in which case the messages
    are already on disk. Raises `NoHub` if the hub refuses or does not answer.
    """
    try:
        async with asyncio.timeout(3 * ANSWERS_WITHIN_S):
            return await _kept(where, user, password, servers)
    except TimeoutError as why:
        raise NoHub(where, why) from why


async def _kept(where: str, user: str, password: str, servers: int) -> bool:
    import nats
    from nats.errors import Error
    from nats.js.api import StorageType, StreamConfig
    from nats.js.errors import NotFoundError

    async def quiet(_: Exception) -> None:
        """Ignore errors from individual attempts, because the final failure is raised anyway."""

    try:
        client: Client = await nats.connect(
            where, user=user or None, password=password or None, error_cb=quiet,
            allow_reconnect=False, max_reconnect_attempts=1, reconnect_time_wait=0,
            connect_timeout=ANSWERS_WITHIN_S,
        )  # fmt: skip
    except (Error, OSError, ValueError) as why:
        raise NoHub(where, why) from why
    try:
        hub = client.jetstream(timeout=ANSWERS_WITHIN_S)
        try:
            found = await hub.stream_info(RETAINED)
        except NotFoundError:
            found = await hub.add_stream(
                StreamConfig(
                    name=RETAINED, subjects=[RETAINED_SUBJECTS], storage=StorageType.MEMORY,
                    num_replicas=servers, max_msgs_per_subject=1,
                )
            )  # fmt: skip
        return found.config.storage == StorageType.MEMORY
    except Error as why:
        raise NoHub(where, why) from why
    finally:
        await client.close()


def hub_command(
    where: Annotated[
        str, typer.Argument(help="The NATS client address of one of the hub's servers.")
    ] = HOME,
    user: Annotated[str, typer.Option(help="Your user name on the hub.")] = "",
    password_file: Annotated[
        Path | None, typer.Option(help="A file that contains the password on its first line.")
    ] = None,
    servers: Annotated[
        int, typer.Option(min=1, max=5, help="The number of servers in the hub.")
    ] = 3,
) -> None:
    """Keep a hub's retained messages in memory. Status 1: a client has already connected."""
    said = words_for("")
    password = text_of(password_file).partition("\n")[0].strip() if password_file else ""
    if not asyncio.run(keep_in_memory(where, user, password, servers)):
        typer.echo(said.say(ON_DISK), err=True)
        raise typer.Exit(ExitCode.NOT_SO)
    typer.echo(said.say(IN_MEMORY, servers=servers))
