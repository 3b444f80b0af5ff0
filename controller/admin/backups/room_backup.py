"""`tapis venue backup` and `restore`: a snapshot of a poker room's database in one file.

Modules that need the log's libraries are imported where they are used, so that `--help` lists the
commands even if the libraries are not installed.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.admin.backups.backup import (
    BackupArgument,
    ForceOption,
    check_new,
    copy_database,
    moment_now,
)
from controller.admin.backups.backup_file import BackupError
from controller.contract.errors import ExitCode, WrongOption
from controller.venue.core.config import VenueConfig, is_server, load_venue
from display.words.command_line.chosen import words_for
from display.words.locale import N_

if TYPE_CHECKING:
    from controller.venue.store.database import Database
    from controller.venue.store.verify import Verdict

Config = Annotated[Path, typer.Option("--config", help="The room's config.")]
HERE = Path("venue.toml")
BESIDE = ("-wal", "-shm")
NONE = N_("{file} is not a room backup")


def back_up(config: VenueConfig, to: Path) -> "Verdict":
    """Back up a room's database to one file, even while the room is running.

    Returns the result of verifying the room's log. Raises `WrongOption` if the database is on a
    server or missing. Also raises `BackupError`, `StoreFailed` and `OSError`.
    """
    from controller.venue.store.verify import verify

    there = _file_of(config)
    if not there.exists():
        raise WrongOption(N_("there is no room at {where} yet"), where=there)
    with tempfile.TemporaryDirectory(prefix=".tapis-backup-", dir=to.parent) as folder:
        copy = Path(folder) / "room"
        try:
            copy_database(there, copy)
        except sqlite3.Error as error:
            raise BackupError(N_("{file} can't be copied: {why}"), file=there, why=error) from None
        with _opened(copy, to) as database, database.transaction() as connection:
            verdict = verify(connection)
        _in_one_file(copy)
        copy.replace(to)
    return verdict


def restore(
    config: VenueConfig, backup: Path, *, force: bool = False
) -> "tuple[Verdict, Path | None]":
    """Restore a room from a backup of its database.

    An existing database is replaced only if `force` is true, and is kept under another name. The
    room will send its next orders to tables under new ids, so that no table mistakes one for an
    order already carried out. Nothing is changed until the backup has been read.

    Returns the result of verifying the log, and the path of the previous database, if any. Raises
    `BackupError`, `WrongOption`, `StoreFailed`, `StoreBusy` and `OSError`.
    """
    from controller.venue.store.engines.file import locked
    from controller.venue.store.names import put_back
    from controller.venue.store.verify import verify

    there = _file_of(config)
    if there.exists() and not force:
        raise BackupError(
            N_("{files}: already present; nothing was changed (use --force to rename them and "
               "restore)"),
            files=there,
        )  # fmt: skip
    there.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".tapis-restore-", dir=there.parent) as folder:
        staged = Path(folder) / "room"
        if not backup.exists():
            raise BackupError(N_("{file}: there is no such file"), file=backup)
        try:
            copy_database(backup, staged)
        except sqlite3.Error:
            raise BackupError(NONE, file=backup) from None
        with _opened(staged, backup) as database, database.transaction() as connection:
            verdict = verify(connection)
            put_back(connection)
        _in_one_file(staged)
        owner = there.parent.stat()
        if os.geteuid() == 0:
            os.chown(staged, owner.st_uid, owner.st_gid)
        lock = locked(there)
        try:
            kept = _keep_aside(there)
            staged.replace(there)
        finally:
            lock.release()
    return verdict, kept


def _in_one_file(database: Path) -> None:
    """Switch a database out of WAL mode, so that it is a single file and remains one when read."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _file_of(config: VenueConfig) -> Path:
    if is_server(config.database):
        raise WrongOption(
            N_(
                "this room's database is on a server: back it up with a standby server or "
                "pg_dump (docs/SCALE.md)"
            )
        )
    return Path(config.database)


@contextmanager
def _opened(file: Path, called: Path) -> "Iterator[Database]":
    """Open a file as a room's database, and yield the database.

    Raises `BackupError` if the file is not a room's database, or if a newer version of Tapis made
    it. The error message refers to the file as `called`.
    """
    from alembic.util import CommandError

    from controller.venue.store.database import Database

    try:
        with closing(sqlite3.connect(file)) as connection:
            [room] = connection.execute("SELECT count(*) FROM meta WHERE key = 'id'").fetchone()
    except sqlite3.DatabaseError:
        room = 0
    if not room:
        raise BackupError(NONE, file=called)
    try:
        database = Database(file)
    except CommandError:
        raise BackupError(
            N_("{file}: a newer version of Tapis made this backup; install that version first"),
            file=called,
        ) from None
    try:
        yield database
    finally:
        database.close()


def _keep_aside(there: Path) -> Path | None:
    """Rename a database and its WAL; return its new path, or None if there is no database."""
    if not there.exists():
        return None
    kept = there.with_name(f"{there.name}.before-{moment_now()}")
    for beside in BESIDE:
        log = there.with_name(there.name + beside)
        if log.exists():
            log.replace(kept.with_name(kept.name + beside))
    there.replace(kept)
    return kept


def backup_command(
    to: BackupArgument,
    config: Config = HERE,
    force: ForceOption = False,
) -> None:
    """Back up a room's log, people and staff to one file. Status 1: the log is damaged.

    The room can keep running. The file contains names and hashed passwords, so protect it as
    carefully as the room itself.
    """
    said, room = words_for(""), load_venue(config)
    if to.is_dir():
        to /= f"tapis-{room.name}-venue-{moment_now()}.db"
    check_new(to, force=force)
    verdict = back_up(room, to)
    size = said.decimal(to.stat().st_size / 1e6)
    typer.echo(said.say(N_("{file}: {n} MB, {rows} rows"), file=to, n=size, rows=verdict.rows))
    _tell_faults(verdict)


def restore_command(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A backup file made by tapis venue backup."),
    ] = None,
    config: Config = HERE,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Restore even if a room already exists there; the old one is kept under a "
            "different name.",
        ),
    ] = False,
) -> None:
    """Restore a room. Status 1: the backup's log is damaged.

    Stop the room first. If its database is on a server, restore it with the server's own tools,
    then run this command without a FILE.
    """
    said, room = words_for(""), load_venue(config)
    kept = None
    if is_server(room.database) and file is None:
        verdict = _told_so(room.database)
    elif file is None:
        raise WrongOption(N_("give the backup FILE to restore"))
    else:
        verdict, kept = restore(room, file, force=force)
    if kept is not None:
        typer.echo(said.say("previous file kept as {file}", file=kept))
    back = N_("room {room} has been restored to row {rows} of its log")
    typer.echo(said.say(back, room=room.name, rows=verdict.rows))
    _tell_faults(verdict)


def _told_so(server: str) -> "Verdict":
    """Mark a room's database as restored; return the result of verifying its log.

    `server` is the URL of the database.
    """
    from controller.venue.store.database import Database
    from controller.venue.store.names import put_back
    from controller.venue.store.verify import verify

    with closing(Database(server)) as database, database.transaction() as connection:
        put_back(connection)
        return verify(connection)


def _tell_faults(verdict: "Verdict") -> None:
    for fault in verdict.faults:
        typer.echo(fault)
    if verdict.faults:
        raise typer.Exit(ExitCode.NOT_SO)
