"""Checks that a backup contains a valid journal and no files other than those its config names."""

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from controller.admin.backups.backup_contents import BESIDE, CONFIG, MOST_HOUSES, UNSAID, value_at
from controller.admin.backups.backup_file import JOURNAL, BackupError, Manifest, inside, unpack
from controller.config.model import TableConfig, load_config
from controller.journal import verify
from controller.journal.faults import explain
from controller.journal.schema import BESIDE as TABLES_BESIDE
from controller.journal.schema import OLD_INDICES, TABLES
from controller.toml.file import FileProblems
from controller.toml.parse import NotToml, parse

READABLE: Final = ("broker.ca_file",)
"""The config keys that name files without secrets; other programs may read these files."""
MOST_SCHEMA: Final = 50
STEPS: Final = 1_000_000
"""The maximum number of SQLite VM steps for listing a journal's SQL tables and indices.

No genuine journal reaches it.
"""


def read_backup(backup: Path, staged: Path) -> tuple[Manifest, TableConfig]:
    """Unpack a backup into the empty folder `staged`; check that it contains a table's files.

    Returns the manifest and the unpacked config. Raises `BackupError` and `JournalError`.
    """
    manifest = unpack(backup, staged)
    known = {CONFIG, JOURNAL, *names_of(staged)}
    for part in manifest.parts:
        if part.path not in known or (part.path.startswith(JOURNAL) and part.path != JOURNAL):
            raise BackupError(f"{backup}: its config does not mention the file {part.path!r}")
    try:
        stands_in = [*_without_secrets(staged)]
        config = load_config(staged / CONFIG)
    except FileProblems as problems:
        what = str(problems).replace(f"{staged}/", f"{backup}: ")
        raise BackupError(f"{what}\nthis version of Tapis can't use that config") from None
    for path in stands_in:
        path.unlink()
    if (staged / JOURNAL).exists():
        _check_journal(backup, staged / JOURNAL)
    return manifest, config


def names_of(folder: Path) -> dict[str, int]:
    """Return the permission bits for each file that the config in `folder` names.

    The files include the house files from which the table's own house inherits.
    """
    values = config_values(folder)
    names = {
        name: 0o644 if key in READABLE else 0o600
        for key in BESIDE
        if (name := _plain(value_at(values, key) or UNSAID.get(key, "")))
    }
    house = _plain(value_at(values, "house"))
    for _ in range(MOST_HOUSES):
        if not house.endswith(".toml") or house in names:
            break
        names[house] = 0o644
        above = value_at(_toml(folder / house), "inherits")
        house = _plain(os.path.join(os.path.dirname(house), above))  # noqa: PTH118, PTH120
    return names


def config_values(folder: Path) -> dict[str, Any]:
    """Return the values from a folder's config, or an empty dict if it can't be read."""
    return _toml(folder / CONFIG)


def _plain(name: str) -> str:
    """Return a path from a config as it is written in a backup, with `.` and `..` resolved.

    Return "" for a path that no file in a backup may have, such as one outside the config's folder.
    """
    plain = os.path.normpath(name) if name else ""
    return plain if inside(plain) else ""


def _toml(path: Path) -> dict[str, Any]:
    with contextlib.suppress(OSError, NotToml, UnicodeDecodeError):
        return parse(path.read_text("utf-8"))
    return {}


def _without_secrets(staged: Path) -> Iterator[Path]:
    # A backup may leave out the password file. An empty one is created here, because the config is
    # valid only with such a file.
    name = _plain(value_at(config_values(staged), "broker.password_file"))
    if name and not (staged / name).exists():
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).touch()
        yield staged / name


def _check_journal(backup: Path, journal: Path) -> None:
    """Check a journal's schema before any of its SQL can run, and then its hash chain.

    Raises `BackupError` if either is faulty.
    """
    try:
        strange = _strange_in(journal)
    except UnicodeDecodeError:
        # SQLite's error messages quote a damaged file, and such a quotation is not always UTF-8.
        raise BackupError(f"{backup}: its journal is damaged; use an older backup") from None
    except sqlite3.Error as error:
        raise BackupError(
            f"{backup}: its journal is damaged or not a journal ({explain(error, Path(JOURNAL))})"
        ) from error
    if strange:
        raise BackupError(f"{backup}: its journal {strange}; use an older backup")
    faults = verify(journal).faults
    if faults:
        raise BackupError(
            f"{backup}: its journal was altered or damaged before the backup was made "
            f"({faults[0].where} {faults[0].what}); use an older backup"
        )


def _strange_in(journal: Path) -> str:
    """Describe in English any suspicious content in a journal file; return "" if there is none.

    A table or index is suspicious if its SQL contains a word that does not occur in a genuine
    journal's schema. This check also finds triggers, computed columns and virtual tables, because
    their SQL needs other keywords. Anything in the schema except a table or an index, such as a
    view, is suspicious too, and so is a damaged page.
    """
    steps = iter(range(STEPS // 1000))
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
        found = connection.execute(
            "SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(sql AS TEXT) FROM sqlite_master"
            " LIMIT ?",
            (MOST_SCHEMA,),
        ).fetchall()
        ours = _words_of_ours()
        for kind, name, sql in found:
            if kind not in ("table", "index") or not _words(sql or "") <= ours:
                return f"contains what no journal has ({kind} {name})"[:120]
        connection.set_progress_handler(None, 0)
        # If a damaged file refers to a page twice, reading it might never end.
        fault = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        return "" if fault == "ok" else f"is damaged ({fault.splitlines()[-1]})"[:200]


def _words_of_ours() -> set[str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(f"{TABLES}{TABLES_BESIDE}{';'.join(OLD_INDICES)};")
        return {'"'}.union(
            *(_words(sql or "") for (sql,) in connection.execute("SELECT sql FROM sqlite_master"))
        )


def _words(sql: str) -> set[str]:
    return set(re.findall(r"\w+|[^\w\s]", re.sub(r"--[^\n]*", "", sql)))
