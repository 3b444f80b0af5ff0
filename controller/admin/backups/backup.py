"""`tapis backup`: saves a table's journal, tags, config and house rules in one file.

It also works while the table is in play.
"""

import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from controller.admin.backups.backup_check import read_backup
from controller.admin.backups.backup_contents import sources_of
from controller.admin.backups.backup_file import (
    FORMAT,
    JOURNAL,
    BackupError,
    BackupSource,
    Manifest,
    pack,
)
from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import load_config
from controller.contract.errors import TapisError
from controller.journal.faults import explain
from controller.journal.repair.readable import readable
from controller.journal.session import SOFTWARE
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_

BackupArgument = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="The backup file to write, or the folder to put it in."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]


def back_up(where: Path, to: Path, *, with_tokens: bool = False) -> Manifest:
    """Write a backup of the table whose config is at `where`, even while its controller is running.

    Tokens and passwords are included only if `with_tokens` is true. The finished backup is checked
    by reading it as `restore` does. Raises `BackupError`, `JournalError`, `FileProblems` and
    `OSError`; after an error, any existing file at `to` is unchanged.
    """
    config = load_config(where)
    with tempfile.TemporaryDirectory(prefix=".tapis-backup-", dir=to.parent) as folder:
        sources = list(sources_of(where, config, with_tokens=with_tokens))
        journal = Path(config.journal)
        if journal.exists():
            copy = Path(folder) / JOURNAL
            copy_journal(journal, copy)
            sources.append(BackupSource(JOURNAL, copy, secret=True))
        made = datetime.now(UTC).isoformat(timespec="seconds")
        parts = tuple(source.part() for source in sources)
        manifest = Manifest(FORMAT, SOFTWARE, made, config.venue, config.name, parts)
        packed = Path(folder) / "packed"
        pack(manifest, sources, packed)
        _read_again(packed, to, Path(folder) / "read")
        packed.replace(to)
    return manifest


def _read_again(packed: Path, to: Path, staged: Path) -> None:
    staged.mkdir()
    try:
        read_backup(packed, staged)
    except TapisError as error:
        why = str(error).replace(f"{packed}: ", "")
        raise BackupError(
            N_("{file}: no backup was made, because it would fail to restore: {why}"),
            file=to,
            why=why,
        ) from error


def copy_journal(journal: Path, to: Path) -> None:
    """Copy a journal to `to` as a consistent snapshot, even while a controller is writing to it.

    Raises `JournalError`.
    """
    try:
        with readable(journal) as path:
            copy_database(path, to)
    except sqlite3.Error as error:
        raise explain(error, journal) from error


def copy_database(there: Path, to: Path) -> None:
    """Copy the SQLite database `there` to `to` as a consistent snapshot.

    Only the owner can read the copy. Raises `sqlite3.Error`.
    """
    with (
        closing(sqlite3.connect(there, timeout=10)) as source,
        closing(sqlite3.connect(to)) as copy,
    ):
        # All pages at once: a copy in parts would restart with each hand played.
        source.backup(copy, pages=-1)
        # The copy must be a single file, without a WAL next to it.
        copy.execute("PRAGMA journal_mode = DELETE")
    to.chmod(0o600)


def backup(
    to: BackupArgument,
    config: ConfigOption = HERE,
    with_tokens: Annotated[
        bool, typer.Option("--with-tokens", help="Include tokens and the broker password.")
    ] = False,
    force: ForceOption = False,
    language: LanguageOption = "",
) -> None:
    """Back up the journal, enrolments, config and house file to one file; play can continue.

    The backup contains hole cards, so protect it as carefully as the journal.
    """
    said = words_for(language)
    where = config_file(config)
    if to.is_dir():
        table = load_config(where)
        to /= f"tapis-{table.venue}-{table.name}-{moment_now()}.tar.gz"
    check_new(to, force=force)
    manifest = back_up(where, to, with_tokens=with_tokens)
    size = to.stat().st_size / 1e6
    parts = ", ".join(part.path for part in manifest.parts)
    typer.echo(said.say("{file}: {n} MB, {parts}", file=to, n=said.decimal(size), parts=parts))
    if not with_tokens:
        typer.echo(
            said.say("tokens and passwords are not included (use --with-tokens to include them)")
        )


def check_new(file: Path, *, force: bool) -> None:
    """Raise `BackupError` if the file exists and `force` is false."""
    if file.exists() and not force:
        raise BackupError(
            N_("{file} already exists; choose a different name or use --force"), file=file
        )


def moment_now() -> str:
    """Return the current time (UTC) for use in a file name."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
