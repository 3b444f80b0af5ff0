"""`tapis restore`: puts a backup back, where it becomes a table that plays on."""

import contextlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.care.backup import JOURNAL
from controller.care.backup_contents import CONFIG, SECRETS, value_at
from controller.care.backup_file import BackupError, Manifest, inside, settle, unpack
from controller.config.model import SYSTEM_DATA, SYSTEM_FOLDER, TableConfig, load_config
from controller.journal import verify
from controller.journal.lock import WriterLock
from controller.toml.file import FileProblems


def restore(
    backup: Path, folder: Path, *, force: bool = False, now: datetime | None = None
) -> tuple[Manifest, tuple[Path, ...]]:
    """Put a backup's files into a config folder and its journal where that config has it.

    What is there already is kept beside (`3.db.before-20261121-011400`), and only with `force`.
    Gives the manifest and what was kept. Raises `BackupError`, `JournalError`, `FileProblems`
    and `OSError`; until everything has been read and checked nothing is touched.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".tapis-restore-", dir=folder) as staged_in:
        staged = Path(staged_in)
        manifest = unpack(backup, staged)
        config = _checked(backup, staged)
        journal = _journal_of(config, staged, folder)
        targets = {
            part.path: journal if part.path == JOURNAL else folder / part.path
            for part in manifest.parts
        }
        there = [path for path in targets.values() if path.exists()]
        if there and not force:
            raise BackupError(
                f"{', '.join(map(str, there))}: there already, and nothing was touched; with "
                "--force they are kept under another name"
            )
        journal.parent.mkdir(parents=True, exist_ok=True)
        moment = (now or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S")
        lock = WriterLock(journal)  # a controller that plays would go on writing the old file
        try:
            kept = tuple(_keep_aside(targets.values(), journal, moment))
            secret = {part.path for part in manifest.parts if part.secret}
            for name, target in targets.items():
                target.parent.mkdir(parents=True, exist_ok=True)
                _bring(staged / name, target, 0o600 if name in secret else 0o644)
        finally:
            lock.release()
    return manifest, kept


def _checked(backup: Path, staged: Path) -> TableConfig:
    """Read what was unpacked as a table would; raises what it says."""
    try:
        stands_in = [*_without_secrets(staged)]
        config = load_config(staged / CONFIG)
    except FileProblems as problems:
        what = str(problems).replace(f"{staged}/", f"{backup}: ")
        raise BackupError(f"{what}\nthis version of Tapis can't use that config") from None
    for path in stands_in:
        path.unlink()
    journal = staged / JOURNAL
    if journal.exists():
        faults = verify(journal).faults
        if faults:
            raise BackupError(
                f"{backup}: its journal was altered or damaged before the backup was made "
                f"({faults[0].where} {faults[0].what}); take an older backup"
            )
    return config


def _without_secrets(staged: Path) -> Iterator[Path]:
    # A config whose password file stays behind is right, once somebody puts that file there.
    values = _toml(staged / CONFIG)
    name = value_at(values, "broker.password_file")
    if name and inside(name) and not (staged / name).exists():
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).touch()
        yield staged / name


def _journal_of(config: TableConfig, staged: Path, folder: Path) -> Path:
    """Return where the journal goes that `config`, read in `staged`, will have in `folder`."""
    path = Path(config.journal)
    if not path.is_relative_to(staged.resolve()):
        return path
    beside = path.relative_to(staged.resolve())
    if not value_at(_toml(staged / CONFIG), "journal") and folder.resolve() == SYSTEM_FOLDER:
        return SYSTEM_DATA / beside
    return folder.resolve() / beside


def _keep_aside(targets: Iterable[Path], journal: Path, moment: str) -> Iterator[Path]:
    beside = [journal.with_name(journal.name + suffix) for suffix in ("-wal", "-shm")]
    # A log that stayed would be folded into the journal that takes the old one's place.
    for path in [*targets, *beside]:
        if path.exists():
            aside = path.with_name(f"{path.name}.before-{moment}")
            if path in beside:
                main, suffix = journal.name, path.name.removeprefix(journal.name)
                aside = path.with_name(f"{main}.before-{moment}{suffix}")
            path.replace(aside)
            yield aside


def _bring(staged: Path, target: Path, mode: int) -> None:
    owner = target.parent.stat()
    if os.geteuid() == 0 and owner.st_uid == 0 and owner.st_gid and mode == 0o600:
        mode = 0o640  # the table's own user is in the group of /etc/tapis
    _hand_over(staged, owner, mode)
    settle(staged)
    try:
        staged.replace(target)
    except OSError:  # another file system: /etc and /var
        near = target.with_name(f".{target.name}.restored")
        shutil.copyfile(staged, near)
        _hand_over(near, owner, mode)
        settle(near)
        near.replace(target)


def _hand_over(file: Path, owner: os.stat_result, mode: int) -> None:
    if os.geteuid() == 0:
        os.chown(file, owner.st_uid, owner.st_gid)
    file.chmod(mode)


def _toml(path: Path) -> dict[str, Any]:
    with contextlib.suppress(OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return tomllib.loads(path.read_text("utf-8"))
    return {}


def restore_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that tapis backup made.")],
    into: Annotated[
        Path, typer.Option(help="The config's folder; the journal goes where the config says.")
    ] = SYSTEM_FOLDER,
    force: Annotated[
        bool, typer.Option("--force", help="Where there is a table already: it is kept aside.")
    ] = False,
) -> None:
    """Put a table back from one file; it plays on where the backup was made."""
    manifest, kept = restore(file, into, force=force)
    for path in kept:
        typer.echo(f"kept: {path}")
    typer.echo(
        f"table {manifest.table} of {manifest.venue}, as it was {manifest.made}: "
        f"{', '.join(part.path for part in manifest.parts)} are in {into}"
    )
    missing = [
        name
        for key in SECRETS
        if (name := value_at(_toml(into / CONFIG), key)) and not (into / name).exists()
    ]
    for name in missing:
        typer.echo(f"{into / name}: not in the backup; put it there yourself")
