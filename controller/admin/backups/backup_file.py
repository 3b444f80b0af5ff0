"""The backup file format: a tar.gz that begins with a manifest of the other files and their hashes.

A backup contains hole cards, so only its owner may read it. Nothing in a backup is trusted when it
is read: names, sizes and headers are limited while it is streamed.
"""

import contextlib
import gzip
import hashlib
import io
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, cast

import msgspec

from controller.contract.errors import TapisError
from controller.toml.private_files import settle

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.db"
LARGEST_MANIFEST: Final = 64_000
LARGEST_HEADER: Final = 32_000
"""The maximum size, in bytes, of an archive member's headers, which include the file name."""
LARGEST_TEXT: Final = 4_000_000
LARGEST_FILE: Final = 16_000_000_000
MOST_PARTS: Final = 32
PLAIN: Final = 64_000_000
TIMES: Final = 50
"""The maximum ratio of a backup's unpacked size to its file size.

The first `PLAIN` bytes of the unpacked data are not counted. The limit is ample, because a journal
is 3 to 10 times as large as its compressed form.
"""


class BackupError(TapisError):
    """A backup that can't be made or used; the message gives the reason and the remedy."""


class BackupEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in a backup.

    `path` is relative to the config's folder. `size` is in bytes. `secret` is true for the journal,
    and for files with passwords, tokens or keys.
    """

    path: str
    size: int
    sha256: str
    secret: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """The contents of a backup.

    `format` is the version of the file format, and `software` the version of Tapis. `made` is the
    time of the backup in UTC. `venue` and `table` are names. `parts` lists the files in the order
    in which they are packed.
    """

    format: int
    software: str
    made: str
    venue: str
    table: str
    parts: tuple[BackupEntry, ...] = ()


class BackupSource(msgspec.Struct, frozen=True):
    """A file to back up.

    `path` is its path in the backup, and `at` its path on this machine. `secret` is as in
    `BackupEntry`. `text`, if given, is written instead of the file's own contents.
    """

    path: str
    at: Path
    secret: bool = False
    text: str | None = None

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open the contents that go into the backup."""
        if self.text is not None:
            yield io.BytesIO(self.text.encode())
            return
        with self.at.open("rb") as file:
            yield file

    def part(self) -> BackupEntry:
        """Return the entry for this file in the manifest."""
        with self.open() as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
            return BackupEntry(self.path, file.seek(0, os.SEEK_END), digest, self.secret)


def pack(manifest: Manifest, sources: Sequence[BackupSource], to: Path) -> None:
    """Write a backup with this manifest, and sync it to disk.

    `sources` contains one source for each part of the manifest, in the same order.
    """
    with (
        os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file,
        gzip.open(file, "wb", compresslevel=6) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w|") as archive,
    ):
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        _add(archive, MANIFEST, len(text), io.BytesIO(text))
        for source, part in zip(sources, manifest.parts, strict=True):
            with source.open() as data:
                _add(archive, part.path, part.size, data)
    settle(to)


def unpack(backup: Path, to: Path) -> Manifest:
    """Unpack a backup into an empty folder and check every file in it; raises `BackupError`."""
    try:
        with gzip.open(backup, "rb") as squeezed:
            metered = _Metered(backup, squeezed)
            with tarfile.open(fileobj=cast("IO[bytes]", metered), mode="r|") as archive:
                metered.allow(LARGEST_HEADER)
                manifest = _manifest(backup, archive, archive.next(), metered)
                _bounded(backup, manifest, to)
                wanted = {part.path: part for part in manifest.parts}
                metered.allow(LARGEST_HEADER)
                while (member := archive.next()) is not None:
                    part = wanted.pop(member.name, None)
                    file = archive.extractfile(member) if member.isreg() else None
                    if part is None or file is None:
                        raise BackupError(f"{backup}: {member.name!r} is not in its own manifest")
                    if member.size != part.size:
                        raise _damaged(backup, part.path)
                    metered.allow(part.size + LARGEST_HEADER)
                    _write_part(backup, part, file, to / part.path)
                    metered.allow(LARGEST_HEADER)
            # Reading past the archive's end checks the checksum of all of it.
            while metered.read(1 << 16):
                pass
    except (tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise BackupError(
            f"{backup}: this file is damaged or not a backup ({error}); use a different copy"
        ) from error
    if wanted:
        raise BackupError(
            f"{backup}: {', '.join(wanted)} is missing; the file is truncated: use a different copy"
        )
    return manifest


class _Metered:
    """The decompressed data of a backup, as a stream that limits how many bytes can be read.

    Reading more than was last allowed raises `BackupError`.
    """

    def __init__(self, backup: Path, file: gzip.GzipFile) -> None:
        self._backup = backup
        self._file = file
        self._left = LARGEST_HEADER

    def allow(self, most: int) -> None:
        self._left = most

    def read(self, most: int) -> bytes:
        data = self._file.read(most)
        self._left -= len(data)
        if self._left < 0:
            raise BackupError(
                f"{self._backup}: it unpacks to more than a backup can hold; use a different copy"
            )
        return data


def _bounded(backup: Path, manifest: Manifest, to: Path) -> None:
    """Check that a manifest's file names and sizes are plausible, before any file is written.

    Also check that the disk that contains `to` has enough free space. Raises `BackupError`.
    """
    if len(manifest.parts) > MOST_PARTS:
        raise BackupError(f"{backup}: {len(manifest.parts)} files are more than a table can have")
    if len({part.path for part in manifest.parts}) < len(manifest.parts):
        raise BackupError(f"{backup}: its manifest lists a file twice; use a different copy")
    for part in manifest.parts:
        if not inside(part.path):
            raise BackupError(f"{backup}: {part.path!r} is not a valid file name for a table")
        most = LARGEST_TEXT if part.path.endswith(".toml") else LARGEST_FILE
        if not 0 <= part.size <= most:
            raise BackupError(f"{backup}: {part.path} is too large ({part.size} bytes)")
    total = sum(part.size for part in manifest.parts)
    if total > PLAIN + TIMES * backup.stat().st_size:
        raise BackupError(
            f"{backup}: it would unpack to {total} bytes, too much for a backup of its size"
        )
    free = shutil.disk_usage(to).free
    if total > free:
        raise BackupError(
            f"{backup}: it unpacks to {total / 1e6:.0f} MB, and {to.parent} has "
            f"{free / 1e6:.0f} MB free; free some space there"
        )


def _manifest(
    backup: Path, archive: tarfile.TarFile, first: tarfile.TarInfo | None, metered: _Metered
) -> Manifest:
    file = archive.extractfile(first) if first is not None and first.isreg() else None
    if first is None or first.name != MANIFEST or file is None or first.size > LARGEST_MANIFEST:
        raise BackupError(f"{backup}: this is not a table backup")
    metered.allow(first.size + LARGEST_HEADER)
    text = file.read()
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        with contextlib.suppress(
            msgspec.MsgspecError, TypeError, AttributeError, ValueError, RecursionError
        ):
            newer = int(msgspec.json.decode(text).get("format", 0))
            if newer > FORMAT:
                raise _too_new(backup, str(newer)) from None
        raise BackupError(f"{backup}: its manifest can't be read; use a different copy") from None
    if manifest.format > FORMAT:
        raise _too_new(backup, manifest.software)
    return manifest


def _too_new(backup: Path, what: str) -> BackupError:
    return BackupError(
        f"{backup}: a newer version of Tapis ({what}) made this backup; install that version here"
    )


def _write_part(backup: Path, part: BackupEntry, file: Any, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
            out.write(block)
    if size != part.size or digest.hexdigest() != part.sha256:
        raise _damaged(backup, part.path)


def _damaged(backup: Path, name: str) -> BackupError:
    return BackupError(f"{backup}: {name} is damaged; use a different copy of the backup")


def inside(name: str) -> bool:
    """Return whether a file with this name may be restored.

    The file must be inside the folder to which the backup is restored. Hidden files are refused,
    because they could be another program's settings. Names with control characters are refused too.
    """
    path = PurePosixPath(name)
    return (
        bool(path.parts)
        and str(path) == name
        and not path.is_absolute()
        and not any(step.startswith(".") for step in path.parts)
        and name.isprintable()
    )


def _add(archive: tarfile.TarFile, name: str, size: int, file: IO[bytes]) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    archive.addfile(member, file)
