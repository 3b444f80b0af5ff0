"""A backup that somebody else made: it gets its files where a table has them, or nothing."""

import gzip
import io
import sqlite3
import stat
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from controller.admin.backups.backup import back_up
from controller.admin.backups.backup_file import BackupError
from controller.admin.backups.restore import restore
from controller.journal.opening import PAGE
from tests.controller.admin.test_backup import open_table, repacked, sign, tapis, write_table
from tests.controller.evening import evening

Change = Callable[[dict[str, bytes]], None]


def backup_of_an_evening(tmp_path: Path, *, with_tokens: bool = False, rows: int = 20) -> Path:
    tonight = evening(1)
    config = write_table(tmp_path / "here")
    journal, runtime = open_table(config, tonight)
    with journal:
        for observation in tonight.observations[:rows]:
            runtime.observe(observation)
    back_up(config, tmp_path / "a.tar.gz", with_tokens=with_tokens)
    return tmp_path / "a.tar.gz"


def journal_at(place: str) -> Change:
    def change(parts: dict[str, bytes]) -> None:
        sign(parts, "table.toml", f'journal = "{place}"\n'.encode() + parts["table.toml"])

    return change


def extra(name: str) -> Change:
    return lambda parts: sign(parts, name, b"#!/bin/sh\n")


def named_by_config(name: str) -> Change:
    """A file that the config names as its tokens."""

    def change(parts: dict[str, bytes]) -> None:
        config = parts["table.toml"].replace(b'tokens = "tokens"', f'tokens = "{name}"'.encode())
        sign(parts, "table.toml", config)
        sign(parts, name, b"anne a-secret-for-tests\n")

    return change


def in_journal(statement: str) -> Change:
    def change(parts: dict[str, bytes]) -> None:
        file = Path("changed.db")
        file.write_bytes(parts["journal.db"])
        with sqlite3.connect(file) as connection:
            connection.executescript(statement)
        connection.close()
        sign(parts, "journal.db", file.read_bytes())

    return change


ENDLESS = """
DROP TABLE head;
CREATE VIEW head AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
SELECT max(x) AS n, 0 AS seq, 0 AS at, 0 AS hash, 0 AS acknowledged FROM c;
"""
TRIGGER = "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM observations; END;"
COMPUTED = "ALTER TABLE marks ADD COLUMN a AS (hex(zeroblob(1000000000)));"
NO_TEXT = """
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = CAST(sql || ' /* strange */' AS BLOB) WHERE name = 'marks';
"""
VIRTUAL = "CREATE VIRTUAL TABLE v USING fts5(a);"


def many(parts: dict[str, bytes]) -> None:
    for number in range(100):
        sign(parts, f"houses/{number}.toml", b"")


def bomb(parts: dict[str, bytes]) -> None:
    sign(parts, "journal.db", bytes(500_000_000))


def large_house(parts: dict[str, bytes]) -> None:
    sign(parts, "tags.toml", b"#" * 5_000_000)


def deep(parts: dict[str, bytes]) -> None:
    sign(parts, "table.toml", b"a = " + b"[" * 20_000)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (journal_at("{outside}/3.db"), "outside"),
        (journal_at("../outside/3.db"), "outside"),
        (journal_at("a/../../outside/3.db"), "outside"),
        (journal_at("tags.toml"), "which is not allowed"),
        (journal_at("table.toml"), "which is not allowed"),
        (extra("cron.sh"), "does not mention the file"),
        (extra("houses/other.toml"), "does not mention the file"),
        (extra("/outside/x"), "not a valid file name for a table"),
        (extra(".profile"), "not a valid file name for a table"),
        (extra("a//b"), "not a valid file name for a table"),
        (named_by_config(".profile"), "not a valid file name for a table"),
        (named_by_config("journal.db-wal"), "does not mention the file"),
        (named_by_config("3.db-wal"), "which is not allowed"),
        (many, "more than a table can have"),
        (bomb, "too much for a backup of its size"),
        (large_house, "too large"),
        (deep, "nested too deep"),
        (in_journal(ENDLESS), "contains what no journal has (view head)"),
        (in_journal(TRIGGER), "contains what no journal has (trigger t)"),
        (in_journal(COMPUTED), "contains what no journal has (table marks)"),
        (in_journal(NO_TEXT), "contains what no journal has (table marks)"),
        (in_journal(VIRTUAL), "contains what no journal has (table v)"),
    ],
)
def test_what_no_table_has_is_refused_and_nothing_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Change, sentence: str
) -> None:
    file = backup_of_an_evening(tmp_path)
    monkeypatch.chdir(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir()

    def placed(parts: dict[str, bytes]) -> None:
        change(parts)
        if b"{outside}" in parts["table.toml"]:
            said = parts["table.toml"].replace(b"{outside}", str(outside).encode())
            sign(parts, "table.toml", said)

    repacked(file, placed)
    told = tapis("restore", file, "--into", tmp_path / "there")
    assert told.exit_code == 2, told.output
    assert sentence in told.output
    assert [*(tmp_path / "there").iterdir()] == []
    assert [*outside.iterdir()] == []


def test_a_manifest_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path)

    def no_text(parts: dict[str, bytes]) -> None:
        parts["manifest.json"] = parts["manifest.json"].replace(b"home", b"h\xe9me")

    repacked(file, no_text)
    with pytest.raises(BackupError, match="its manifest can't be read"):
        restore(file, tmp_path / "there")


def test_a_journal_of_which_sqlite_says_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path)

    def misspelt(parts: dict[str, bytes]) -> None:
        sign(
            parts,
            "journal.db",
            parts["journal.db"].replace(b"CREATE TABLE e", b"CREATE TABL\xe9 e"),
        )

    repacked(file, misspelt)
    with pytest.raises(BackupError, match="its journal"):
        restore(file, tmp_path / "there")


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.REGTYPE])
def test_a_header_that_does_not_end_is_not_read(tmp_path: Path, kind: bytes) -> None:
    file = tmp_path / "a.tar.gz"
    header = tarfile.TarInfo("manifest.json")
    header.type, header.size = kind, 200_000_000
    with gzip.open(file, "wb", compresslevel=1) as squeezed:
        squeezed.write(header.tobuf(tarfile.GNU_FORMAT))
        for _ in range(200):
            squeezed.write(bytes(1_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(BackupError):
            restore(file, tmp_path / "there")
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_what_lies_behind_the_last_file_is_not_read_for_ever(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path)
    with gzip.open(file, "ab", compresslevel=1) as squeezed:
        for _ in range(20):
            squeezed.write(bytes(1_000_000))
    with pytest.raises(BackupError, match="unpacks to more"):
        restore(file, tmp_path / "there")


def test_modes_are_those_of_the_files_and_not_of_the_manifest(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path, with_tokens=True)

    def in_the_open(parts: dict[str, bytes]) -> None:
        manifest = msgspec.json.decode(parts["manifest.json"])
        for part in manifest["parts"]:
            part["secret"] = False
        parts["manifest.json"] = msgspec.json.encode(manifest)

    repacked(file, in_the_open)
    restore(file, tmp_path / "there")
    modes = {
        path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "there").iterdir()
    }
    assert modes.pop("3.db.lock") == 0o600
    assert modes == {
        "table.toml": 0o644,
        "tags.toml": 0o600,
        "tokens": 0o600,
        "broker-password": 0o600,
        "3.db": 0o600,
    }


def test_a_link_in_the_folder_leads_nothing_outside(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path)
    repacked(file, named_by_config("keys/tokens"))
    outside, there = tmp_path / "outside", tmp_path / "there"
    outside.mkdir()
    there.mkdir()
    (there / "keys").symlink_to(outside)
    with pytest.raises(BackupError, match="which is not allowed"):
        restore(file, there)
    assert [*outside.iterdir()] == []
    assert [path.name for path in there.iterdir()] == ["keys"]


def test_a_link_in_a_file_s_place_is_replaced_and_not_followed(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path)
    outside, there = tmp_path / "outside", tmp_path / "there"
    outside.write_text("mine")
    there.mkdir()
    (there / "tags.toml").symlink_to(outside)
    restore(file, there, force=True)
    assert outside.read_text() == "mine"
    assert not (there / "tags.toml").is_symlink()


def test_hidden_files_of_a_table_are_backed_up_in_plain_sight(tmp_path: Path) -> None:
    config = write_table(tmp_path / "here")
    (tmp_path / "here" / "tokens").rename(tmp_path / "here" / ".tokens")
    config.write_text(config.read_text().replace('tokens = "tokens"', 'tokens = ".tokens"'))
    open_table(config, evening(1))[0].close()
    back_up(config, tmp_path / "a.tar.gz", with_tokens=True)
    restore(tmp_path / "a.tar.gz", tmp_path / "there")
    assert (tmp_path / "there" / "tokens").read_text() == "anne a-secret-for-tests\n"
    assert 'tokens = "tokens"' in (tmp_path / "there" / "table.toml").read_text()


@pytest.mark.parametrize(
    "statement", ["UPDATE observations SET hand = 9 WHERE n = 3", "CREATE VIEW mine AS SELECT 1"]
)
def test_no_backup_is_made_that_restore_would_refuse(tmp_path: Path, statement: str) -> None:
    backup_of_an_evening(tmp_path)
    with sqlite3.connect(tmp_path / "here" / "3.db") as connection:
        connection.execute(statement)
    connection.close()
    made = tmp_path / "b.tar.gz"
    told = tapis("backup", made, "--config", tmp_path / "here" / "table.toml")
    assert told.exit_code == 2
    assert "would fail to restore" in told.output
    assert not made.exists()


def test_a_journal_whose_pages_lie_in_two_places_is_refused(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path, rows=200)

    def doubled(parts: dict[str, bytes]) -> None:
        data = bytearray(parts["journal.db"])
        interior = next(at for at in range(PAGE, len(data), PAGE) if data[at] == 5)
        first_cell = interior + int.from_bytes(data[interior + 12 : interior + 14], "big")
        data[interior + 8 : interior + 12] = data[first_cell : first_cell + 4]
        sign(parts, "journal.db", bytes(data))

    repacked(file, doubled)
    with pytest.raises(BackupError, match=r"is damaged .*out of order"):
        restore(file, tmp_path / "there")


def test_an_archive_with_a_file_twice_is_refused(tmp_path: Path) -> None:
    file = backup_of_an_evening(tmp_path)
    members: list[tuple[str, bytes]] = []
    with tarfile.open(file) as archive:
        for member in archive:
            packed = archive.extractfile(member)
            assert packed is not None
            members.append((member.name, packed.read()))
    with tarfile.open(file, "w:gz") as archive:
        for name, data in [*members, members[1]]:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    with pytest.raises(BackupError, match="not in its own manifest"):
        restore(file, tmp_path / "there")
