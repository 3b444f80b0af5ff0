"""`tapis venue run`, `verify`, `staff` and `forget`: commands that act on a room's own database.

Modules that need the log's libraries are imported where they are used, so that `--help` lists the
commands even if the libraries are not installed.
"""

import asyncio
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from controller.contract.errors import N_, ExitCode, WrongOption
from controller.contract.venue.rights import Role
from controller.run.upkeep.garbage import keep_settled
from controller.run.upkeep.sdnotify import feed_watchdog, notify, watchdog_interval
from controller.run.upkeep.wall_clock import wall_ms
from controller.venue.core.config import is_server, load_venue
from display.words.command_line.chosen import asked_twice, words_for

if TYPE_CHECKING:
    from controller.venue.store.database import Database

Config = Annotated[Path, typer.Option("--config", help="The room's config.")]
HERE = Path("venue.toml")

TURN_S = 0.001
"""Python's thread switch interval while a room runs, in seconds."""
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]

staff_app = typer.Typer(
    no_args_is_help=True, help="A room's staff and their roles.", add_completion=False
)


def run(config: Config = HERE) -> None:
    """Run a room until SIGTERM, with its log, its commands to the tables and its clock."""
    from controller.venue.core.standby import Standby

    sys.setswitchinterval(TURN_S)
    core = Standby(load_venue(config))

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(one, core.stop)
        beside = [
            asyncio.create_task(keep_settled()),
            asyncio.create_task(feed_watchdog(watchdog_interval(), lambda: ())),
        ]
        await core.run()
        notify("STOPPING=1")
        for task in beside:
            task.cancel()

    asyncio.run(serve())


def verify_command(config: Config = HERE, as_json: AsJson = False) -> None:
    """Verify a room's log: its hash chain, and a replay under the rules. Status 1: a mismatch."""
    from controller.venue.store.verify import verify

    with closing(_beside(config)) as database, database.transaction() as connection:
        found = verify(connection)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for fault in found.faults:
            typer.echo(fault)
        holds = N_("the log is valid: {rows} rows, {tournaments} tournaments")
        broken = N_("the log is NOT valid: {rows} rows, {tournaments} tournaments")
        told = broken if found.faults else holds
        typer.echo(words_for("").say(told, rows=found.rows, tournaments=found.tournaments))
    if found.faults:
        raise typer.Exit(ExitCode.NOT_SO)


def forget(
    person: Annotated[str, typer.Argument(help="The person's id, p_...")], config: Config = HERE
) -> None:
    """Delete all data that names a person.

    If the room is running, use its Registration page instead.
    """
    from controller.venue.store.database import Database
    from controller.venue.store.persons import people

    where = load_venue(config).database
    if not is_server(where) and not Path(where).exists():
        raise WrongOption(N_("there is no room at {where} yet"), where=where)
    database = Database(where)
    with database.transaction() as connection:
        if not people.forget(connection, person):
            raise WrongOption(N_("there is no person with the id {person}"), person=person)
    database.vacuum()
    database.close()
    gone = N_("{person}'s data has been deleted: seats, places and the log keep only this id")
    typer.echo(words_for("").say(gone, person=person))


@staff_app.command("add")
def staff_add(
    name: Annotated[str, typer.Argument(help="Name to sign in with.")],
    role: Annotated[Role, typer.Option(help="The role, which sets the person's rights.")],
    password: Annotated[
        str,
        typer.Option(
            help="The password; if omitted, you are asked for it.", envvar="TAPIS_PASSWORD"
        ),
    ] = "",
    config: Config = HERE,
) -> None:
    """Add a person to the staff, or give a staff member a new role and password."""
    from controller.venue.store.persons import staff

    said, database = words_for(""), _beside(config)
    secret = password or asked_twice(said.say("Password"), said)
    with database.transaction() as connection:
        staff.add(connection, name, role, secret, wall_ms())
    database.close()
    typer.echo(said.say(N_("{name} is on the staff: {role}"), name=name, role=role))


@staff_app.command("remove")
def staff_remove(name: Annotated[str, typer.Argument()], config: Config = HERE) -> None:
    """Remove a person from the staff; their actions stay in the log."""
    from controller.venue.store.persons import staff

    with closing(_beside(config)) as database, database.transaction() as connection:
        gone = staff.remove(connection, name)
    if not gone:
        raise WrongOption(N_("nobody called {name} is on the staff"), name=name)
    typer.echo(words_for("").say(N_("{name} is no longer on the staff"), name=name))


@staff_app.command("list")
def staff_list(config: Config = HERE) -> None:
    """List the staff."""
    from controller.venue.store.persons import staff

    with closing(_beside(config)) as database, database.transaction() as connection:
        found = staff.everybody(connection)
    for name, role in found:
        typer.echo(f"{name}: {role}")


def _beside(config: Path) -> "Database":
    """Open the database of the room with this config, without claiming sole use of it.

    A core (the process that runs the room) may be using the database at the same time.
    """
    from controller.venue.store.database import Database

    return Database(load_venue(config).database, alone=False)
