"""`tapis restore`: restores a table from a backup, ready to continue play."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from controller.admin.backups.backup import moment_now
from controller.admin.backups.backup_check import config_values, names_of, read_backup
from controller.admin.backups.backup_contents import CONFIG, SECRETS, value_at
from controller.admin.backups.backup_file import JOURNAL, BackupError, Manifest
from controller.config.model import SYSTEM_DATA, SYSTEM_FOLDER, TableConfig
from controller.journal.integrity.end import SUFFIX
from controller.journal.lock import WriterLock
from controller.toml.private_files import service_user, settle
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_
from display.words.names import Words


def restore(
    backup: Path, folder: Path, *, force: bool = False
) -> tuple[Manifest, tuple[Path, ...]]:
    """Restore a backup's files to a config folder, and its journal to the path in the config.

    Existing files are replaced only if `force` is true. They are then kept under another name
    (`3.db.before-20261121-011400`), which contains the current time.
    Nothing is changed until the whole backup has been read and checked. Returns the manifest and
    the paths of the files kept. Raises `BackupError`, `JournalError`, `FileProblems` and `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".tapis-restore-", dir=folder) as staged_in:
        staged = Path(staged_in)
        manifest, config = read_backup(backup, staged)
        modes = names_of(staged) | {CONFIG: 0o644, JOURNAL: 0o600}
        journal = _journal_of(backup, config, staged, folder)
        targets = {
            part.path: journal if part.path == JOURNAL else folder / part.path
            for part in manifest.parts
        }
        _stay_inside(backup, targets, journal, folder)
        there = [path for path in targets.values() if path.exists()]
        if there and not force:
            raise BackupError(
                N_(
                    "{files}: already present; nothing was changed (use --force to rename them "
                    "and restore)"
                ),
                files=", ".join(map(str, there)),
            )
        journal.parent.mkdir(parents=True, exist_ok=True)
        lock = WriterLock(journal)  # fails if a controller is writing to the journal
        try:
            kept = tuple(_keep_aside(targets.values(), journal, moment_now()))
            for name, target in targets.items():
                target.parent.mkdir(parents=True, exist_ok=True)
                _bring(staged / name, target, modes[name])
        finally:
            lock.release()
    return manifest, kept


def _journal_of(backup: Path, config: TableConfig, staged: Path, folder: Path) -> Path:
    """Return the path at which the journal will be restored.

    It is below `folder`, with one exception: if the config names no journal and is restored to the
    system's config folder, the journal is restored to the system's data folder. `config` was read
    from the unpacked backup in `staged`. Raises `BackupError` if the config names a journal outside
    its own folder.
    """
    path = Path(os.path.normpath(config.journal))
    if not path.is_relative_to(staged.resolve()):
        raise BackupError(
            f'{backup}: its journal would be outside {folder} ("{config.journal}"), where a '
            "backup may not write"
        )
    beside = path.relative_to(staged.resolve())
    if not value_at(config_values(staged), "journal") and folder.resolve() == SYSTEM_FOLDER:
        return SYSTEM_DATA / beside
    return folder.resolve() / beside


def _stay_inside(backup: Path, targets: dict[str, Path], journal: Path, folder: Path) -> None:
    """Raise `BackupError` if a file would be restored outside `folder` or over the journal.

    `targets` maps each file's name in the backup to the path to which it would be restored. Only
    the journal may be restored to the system's data folder instead.
    """
    for name, target in targets.items():
        beside = target.parent.resolve()
        roots = [folder.resolve(), *([SYSTEM_DATA.resolve()] if name == JOURNAL else [])]
        taken = name != JOURNAL and str(beside / target.name).startswith(str(journal))
        if taken or not any(beside.is_relative_to(root) for root in roots):
            raise BackupError(
                N_("{file}: {name} would be restored to {target}, which is not allowed; "
                   "nothing was changed (try --into with an empty folder)"),
                file=backup,
                name=name,
                target=target,
            )  # fmt: skip


def _keep_aside(targets: Iterable[Path], journal: Path, moment: str) -> Iterator[Path]:
    beside = [journal.with_name(journal.name + suffix) for suffix in ("-wal", "-shm", SUFFIX)]
    # SQLite would merge an old WAL into the restored journal. The .end file, which records where a
    # journal ended, must go too: a journal without it is recognised as restored, and numbers its
    # events anew.
    for path in [*targets, *beside]:
        if path.exists():
            aside = path.with_name(f"{path.name}.before-{moment}")
            if path in beside:
                main, suffix = journal.name, path.name.removeprefix(journal.name)
                aside = path.with_name(f"{main}.before-{moment}{suffix}")
            path.replace(aside)
            yield aside


def _bring(staged: Path, target: Path, mode: int) -> None:
    folder = target.parent.stat()
    user = service_user(folder)
    owner = folder.st_uid if user is None else user, folder.st_gid
    if os.geteuid() == 0 and owner[0] == 0 and folder.st_gid and mode == 0o600:
        mode = 0o640  # the folder's group must be able to read it
    _hand_over(staged, owner, mode)
    settle(staged)
    try:
        staged.replace(target)
    except OSError:  # `staged` is on a different file system
        near = target.with_name(f".{target.name}.restored")
        near.unlink(missing_ok=True)
        # Never write through a symbolic link that somebody has put there.
        new = os.open(near, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with staged.open("rb") as file, os.fdopen(new, "wb") as copy:
            shutil.copyfileobj(file, copy, 1 << 20)
        _hand_over(near, owner, mode)
        settle(near)
        near.replace(target)


def _hand_over(file: Path, owner: tuple[int, int], mode: int) -> None:
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        if os.geteuid() == 0:
            os.fchown(descriptor, *owner)
        os.fchmod(descriptor, mode)
    finally:
        os.close(descriptor)


def restore_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A backup file made by tapis backup.")
    ],
    into: Annotated[
        Path,
        typer.Option(
            help="The folder for the config; the journal is written where the config says."
        ),
    ] = SYSTEM_FOLDER,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Restore even if a table already exists there; the old one is kept under a "
            "different name.",
        ),
    ] = False,
    language: LanguageOption = "",
) -> None:
    """Restore a table from a backup file, as it was when the backup was made."""
    said = words_for(language)
    manifest, kept = restore(file, into, force=force)
    for line in lines_of(manifest, kept, into, said):
        typer.echo(line)


def lines_of(manifest: Manifest, kept: Iterable[Path], into: Path, said: Words) -> Iterator[str]:
    """Yield the report on a restored table: files kept, files restored, files still missing."""
    for path in kept:
        yield said.say("previous file kept as {file}", file=path)
    yield said.say(
        "table {table} of {venue}, as of {time}: {parts} restored to {folder}",
        table=manifest.table,
        venue=manifest.venue,
        time=manifest.made,
        parts=", ".join(part.path for part in manifest.parts),
        folder=into,
    )
    for key in SECRETS:
        name = value_at(config_values(into), key)
        if name and not (into / name).exists():
            yield said.say("{file}: not in the backup; add this file yourself", file=into / name)
