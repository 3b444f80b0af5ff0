"""`tapis backup` and `tapis restore`: a table's journal, enrolment, config and house in one file.

The file is a tar.gz that begins with a manifest: what is in it, whose it is, and a hash of each
part. It holds hole cards, so only its owner may read it.
"""

import contextlib
import gzip
import hashlib
import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
import tomllib
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final

import msgspec
import typer

from controller.config.model import SYSTEM_DATA, SYSTEM_FOLDER, TableConfig, load_config
from controller.contract.errors import TapisError
from controller.houses.loader import SHIPPED, find_house
from controller.journal import verify
from controller.journal.faults import explain
from controller.journal.lock import WriterLock
from controller.journal.readable import readable
from controller.journal.session import SOFTWARE
from controller.toml.file import FileProblems

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.db"
CONFIG: Final = "table.toml"
SECRETS: Final = ("tokens", "floor_pin", "broker.password_file")
LARGEST_MANIFEST: Final = 1_000_000


class BackupError(TapisError):
    """A backup that can't be made or used; the sentence says why, and what to do."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in a backup: its path beside the config, its size in bytes and its SHA-256."""

    path: str
    size: int
    sha256: str
    secret: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds. `made` is a moment in UTC, `format` this file's own version."""

    format: int
    software: str
    made: str
    venue: str
    table: str
    parts: tuple[Part, ...] = ()


class _Source(msgspec.Struct, frozen=True):
    """A file on its way into a backup; `text` stands for a config that was rewritten."""

    path: str
    at: Path
    secret: bool = False
    text: str | None = None

    def data(self) -> bytes:
        return self.at.read_bytes() if self.text is None else self.text.encode()


def back_up(config_file: Path, to: Path, *, with_tokens: bool = False) -> Manifest:
    """Write a backup of the table of a config; a controller may be playing on it.

    Without `with_tokens`, tokens and passwords stay where they are. Raises `BackupError`,
    `JournalError`, `FileProblems` and `OSError`; a file that was there stays as it was then.
    """
    config = load_config(config_file)
    with tempfile.TemporaryDirectory(prefix=".tapis-backup-", dir=to.parent) as folder:
        sources = list(_files(config_file, config, with_tokens=with_tokens))
        journal = Path(config.journal)
        if journal.exists():
            copy = Path(folder) / JOURNAL
            copy_journal(journal, copy)
            sources.append(_Source(JOURNAL, copy, secret=True))
        manifest = Manifest(
            FORMAT,
            SOFTWARE,
            datetime.now(UTC).isoformat(timespec="seconds"),
            config.venue,
            config.name,
            tuple(_part(source) for source in sources),
        )
        packed = Path(folder) / "packed"
        with (
            os.fdopen(os.open(packed, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file,
            gzip.open(file, "wb", compresslevel=6) as squeezed,
            tarfile.open(fileobj=squeezed, mode="w|") as archive,
        ):
            text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
            _add(archive, MANIFEST, len(text), io.BytesIO(text))
            for source, part in zip(sources, manifest.parts, strict=True):
                if source.text is not None:
                    _add(archive, part.path, part.size, io.BytesIO(source.data()))
                else:
                    with source.at.open("rb") as file_in:
                        _add(archive, part.path, part.size, file_in)
        _settle(packed)
        packed.replace(to)
    return manifest


def copy_journal(journal: Path, to: Path) -> None:
    """Copy a journal as it is at one instant, while it is played on; raises `JournalError`."""
    try:
        with readable(journal) as path:
            source = sqlite3.connect(path, timeout=10)
            copy = sqlite3.connect(to)
            try:
                # All pages at once: in parts, each hand that is played would begin it anew.
                source.backup(copy, pages=-1)
                # One file, without a log beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
                source.close()
        to.chmod(0o600)
    except sqlite3.Error as error:
        raise explain(error, journal) from error


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


def unpack(backup: Path, to: Path) -> Manifest:
    """Unpack a backup into an empty folder and check every part of it; raises `BackupError`."""
    try:
        with tarfile.open(backup, "r|gz") as archive:
            members = iter(archive)
            manifest = _manifest(backup, archive, next(members, None))
            wanted = {part.path: part for part in manifest.parts}
            for member in members:
                part = wanted.pop(member.name, None)
                file = archive.extractfile(member) if member.isreg() else None
                if part is None or file is None or not _inside(part.path):
                    raise BackupError(f"{backup}: {member.name!r} is not in its own manifest")
                _write_part(backup, part, file, to / part.path)
            # What is behind the archive's end holds the checksum of all of it.
    except (tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise BackupError(
            f"{backup}: this file is damaged, or is no backup ({error}); take another copy of it"
        ) from error
    if wanted:
        raise BackupError(
            f"{backup}: {', '.join(wanted)} is missing; this file is cut short: take another copy"
        )
    return manifest


def _manifest(backup: Path, archive: tarfile.TarFile, first: tarfile.TarInfo | None) -> Manifest:
    file = archive.extractfile(first) if first is not None and first.isreg() else None
    if first is None or first.name != MANIFEST or file is None or first.size > LARGEST_MANIFEST:
        raise BackupError(f"{backup}: this is no backup of a table")
    text = file.read()
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except msgspec.MsgspecError:
        with contextlib.suppress(msgspec.MsgspecError, TypeError, AttributeError, ValueError):
            newer = int(msgspec.json.decode(text).get("format", 0))
            if newer > FORMAT:
                raise _too_new(backup, str(newer)) from None
        raise BackupError(f"{backup}: its manifest can't be read; take another copy") from None
    if manifest.format > FORMAT:
        raise _too_new(backup, manifest.software)
    return manifest


def _too_new(backup: Path, what: str) -> BackupError:
    return BackupError(
        f"{backup}: a newer version of Tapis ({what}) made this backup; install that version here"
    )


def _write_part(backup: Path, part: Part, file: Any, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    size = 0
    with os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as out:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
            out.write(block)
    if size != part.size or digest.hexdigest() != part.sha256:
        raise BackupError(f"{backup}: {part.path} is damaged; take another copy of the backup")


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
    name = _value(values, "broker.password_file")
    if name and _inside(name) and not (staged / name).exists():
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).touch()
        yield staged / name


def _journal_of(config: TableConfig, staged: Path, folder: Path) -> Path:
    """Return where the journal goes that `config`, read in `staged`, will have in `folder`."""
    path = Path(config.journal)
    if not path.is_relative_to(staged.resolve()):
        return path
    beside = path.relative_to(staged.resolve())
    if not _value(_toml(staged / CONFIG), "journal") and folder.resolve() == SYSTEM_FOLDER:
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
    _settle(staged)
    try:
        staged.replace(target)
    except OSError:  # another file system: /etc and /var
        near = target.with_name(f".{target.name}.restored")
        shutil.copyfile(staged, near)
        _hand_over(near, owner, mode)
        _settle(near)
        near.replace(target)


def _hand_over(file: Path, owner: os.stat_result, mode: int) -> None:
    if os.geteuid() == 0:
        os.chown(file, owner.st_uid, owner.st_gid)
    file.chmod(mode)


def _settle(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _files(config_file: Path, config: TableConfig, *, with_tokens: bool) -> Iterator[_Source]:
    """Return what belongs to a table beside its journal; the config comes first.

    What lies elsewhere than in the config's folder comes into it, and the config says so.
    """
    folder = config_file.resolve().parent
    text = config_file.read_text("utf-8")
    values = tomllib.loads(text)
    others: list[_Source] = []
    wanted = {
        "cards.registry": config.cards.registry,
        "recording": config.recording,
        "broker.ca_file": config.broker.ca_file,
        "tokens": config.tokens,
        "floor_pin": config.floor_pin,
        "broker.password_file": config.broker.password_file,
    }
    for key, name in wanted.items():
        path = Path(name) if name else None
        secret = key in SECRETS
        if path is None or not path.is_file():
            continue
        new, text = _taken_in(folder, path, _value(values, key), text, "")
        if not secret or with_tokens:
            others.append(_Source(new, path, secret))
    journal = _value(values, "journal")
    if journal and (
        Path(journal).is_absolute() or not (folder / journal).resolve().is_relative_to(folder)
    ):
        text = text.replace(f'"{journal}"', '""', 1)  # where a table's journal is by itself
    text, houses = _houses(folder, config.house, _value(values, "house"), text)
    yield _Source(CONFIG, config_file, text=text)
    yield from others
    yield from houses


def _houses(folder: Path, house: str, said: str, text: str) -> tuple[str, list[_Source]]:
    """Return the house's own file and those that it inherits, but for shipped ones."""
    found: list[_Source] = []
    path = find_house(house, folder)
    child: Path | None = None
    while path.parent.resolve() != SHIPPED.resolve() and len(found) < 10:
        own = path.read_text("utf-8")
        new, changed = _taken_in(folder, path, said, text if child is None else "", "houses/")
        if child is None:
            text = changed
        else:
            beside = os.path.relpath(folder / new, (folder / found[-1].path).parent)
            before = found[-1].data().decode()
            found[-1] = msgspec.structs.replace(
                found[-1], text=before.replace(f'"{said}"', f'"{_dotted(beside)}"', 1)
            )
        found.append(_Source(new, path, text=own))
        child, said = path, str(tomllib.loads(own).get("inherits", ""))
        if not said:
            break
        path = find_house(said, child.parent)
    return text, found


def _dotted(path: str) -> str:
    return path if "/" in path else f"./{path}"


def _taken_in(folder: Path, path: Path, said: str, text: str, under: str) -> tuple[str, str]:
    """Return a file's path beside the config, and the config's text naming it so."""
    near = path.resolve()
    inside = near.is_relative_to(folder)
    new = near.relative_to(folder).as_posix() if inside else f"{under}{path.name}"
    if not said or (not Path(said).is_absolute() and (folder / said).resolve() == near):
        return new, text
    return new, text.replace(f'"{said}"', f'"{new}"', 1)


def _value(values: dict[str, Any], key: str) -> str:
    found: Any = values
    for word in key.split("."):
        found = found.get(word, "") if isinstance(found, dict) else ""
    return found if isinstance(found, str) else ""


def _toml(path: Path) -> dict[str, Any]:
    with contextlib.suppress(OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return tomllib.loads(path.read_text("utf-8"))
    return {}


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and name not in {"", "."}


def _part(source: _Source) -> Part:
    if source.text is not None:
        data = source.data()
        return Part(source.path, len(data), hashlib.sha256(data).hexdigest(), source.secret)
    with source.at.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Part(source.path, source.at.stat().st_size, digest, source.secret)


def _add(archive: tarfile.TarFile, name: str, size: int, file: Any) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    archive.addfile(member, file)


ConfigOption = Annotated[
    Path | None,
    typer.Option(help="The table's config; without it table.toml here, or in /etc/tapis."),
]


def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="The file, or a folder for it.")],
    config: ConfigOption = None,
    with_tokens: Annotated[
        bool, typer.Option("--with-tokens", help="With tokens and the broker's password.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
) -> None:
    """Put journal, enrolment, config and house into one file; the table may play on.

    The file holds hole cards: keep it as you keep the journal.
    """
    where = _config_file(config)
    if to.is_dir():
        table = load_config(where)
        moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        to /= f"tapis-{table.venue}-{table.name}-{moment}.tar.gz"
    if to.exists() and not force:
        raise BackupError(f"{to}: there already; give another name, or --force")
    manifest = back_up(where, to, with_tokens=with_tokens)
    size = to.stat().st_size / 1e6
    typer.echo(f"{to}: {size:.1f} MB, {', '.join(part.path for part in manifest.parts)}")
    if not with_tokens:
        typer.echo("without tokens and passwords (--with-tokens takes them along)")


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
        if (name := _value(_toml(into / CONFIG), key)) and not (into / name).exists()
    ]
    for name in missing:
        typer.echo(f"{into / name}: not in the backup; put it there yourself")


def _config_file(path: Path | None) -> Path:
    if path is not None:
        return path
    here = Path(CONFIG)
    return here if here.is_file() else SYSTEM_FOLDER / CONFIG
