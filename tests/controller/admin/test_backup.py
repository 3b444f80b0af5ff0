"""One file each way: a table that was backed up while it was played goes on elsewhere."""

import gzip
import hashlib
import io
import sqlite3
import stat
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from controller.admin.backups.backup import back_up
from controller.admin.backups.backup_file import BackupError, unpack
from controller.admin.backups.restore import restore
from controller.cli import app
from controller.config.model import load_config
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal, JournalBusy, verify
from controller.run.access.badge_key import load_badge_key, new_badge_key
from controller.run.loop.runtime import Runtime
from controller.table.state.table import Table
from hardware.keys import load_keys, save_key
from tests.controller.evening import Evening, evening

CONFIG = """\
name = "3"
seats = 4
hardware = "twin"
layout = "reference"
house = "{house}"
tokens = "tokens"

[cards]
decks = 1
registry = "{registry}"

[broker]
user = "table-3"
password_file = "broker-password"
"""


def tapis(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def write_table(folder: Path, house: str = "ppc", registry: str = "tags.toml") -> Path:
    folder.mkdir()
    for name, text in (("tokens", "anne a-secret-for-tests\n"), ("broker-password", "hush")):
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)
    (folder / registry).write_text('[deck.1]\nE00401500A1B2C3D = "Kh"\n')
    (folder / "table.toml").write_text(CONFIG.format(house=house, registry=registry))
    return folder / "table.toml"


def with_badge_key(config: Path) -> bytes:
    """Give a table a master key for its floor's badges, and return the key."""
    config.write_text(f'badge_key = "badge.key"\n{config.read_text()}')
    return new_badge_key(config.with_name("badge.key"))


def open_table(config_file: Path, tonight: Evening) -> tuple[Journal, Runtime]:
    config = load_config(config_file)
    house = load_house(config.house)
    journal = Journal(
        config.journal, house=house.name, house_hash=house_hash(house), table=config.name
    )
    return journal, Runtime(house, tonight.table, name="3", journal=journal)


def test_the_same_table_goes_on_elsewhere(tmp_path: Path) -> None:
    tonight = evening(2, seed=3)
    config = write_table(tmp_path / "here")
    middle = len(tonight.observations) // 2
    journal, runtime = open_table(config, tonight)
    with journal:
        for observation in tonight.observations[:middle]:
            runtime.observe(observation)
        manifest = back_up(config, tmp_path / "a.tar.gz")
        for observation in tonight.observations[middle:]:
            runtime.observe(observation)
        stacks = tuple(seat.stack for seat in runtime.table.seats)
    assert stacks == tonight.stacks
    assert [part.path for part in manifest.parts] == ["table.toml", "tags.toml", "journal.db"]
    assert stat.S_IMODE((tmp_path / "a.tar.gz").stat().st_mode) == 0o600

    there = tmp_path / "there"
    _, kept = restore(tmp_path / "a.tar.gz", there)
    assert kept == ()
    assert sorted(path.name for path in there.iterdir()) == [
        "3.db",
        "3.db.lock",
        "table.toml",
        "tags.toml",
    ]
    assert stat.S_IMODE((there / "3.db").stat().st_mode) == 0o600
    (there / "tokens").write_text("anne another-secret-here\n")
    (there / "broker-password").write_text("hush")
    journal, runtime = open_table(there / "table.toml", tonight)
    with journal:
        for observation in tonight.observations[middle:]:
            runtime.observe(observation)
        assert tuple(seat.stack for seat in runtime.table.seats) == tonight.stacks
    assert verify(there / "3.db").faults == ()


def test_a_backup_while_the_table_plays_is_of_one_moment(tmp_path: Path) -> None:
    tonight = evening(2, seed=3)
    config = write_table(tmp_path / "here")
    journal, runtime = open_table(config, tonight)
    made: list[int] = []
    stop = threading.Event()

    def keep_making() -> None:
        while not stop.is_set():
            back_up(config, tmp_path / f"{len(made)}.tar.gz")
            made.append(1)

    with journal:
        beside = threading.Thread(target=keep_making)
        beside.start()
        for observation in tonight.observations:
            runtime.observe(observation)
        stop.set()
        beside.join(30)
    assert made
    for number in range(len(made)):
        restore(tmp_path / f"{number}.tar.gz", tmp_path / f"into-{number}")
        assert verify(tmp_path / f"into-{number}" / "3.db").faults == ()


def test_tokens_and_nodes_keys_go_along_when_asked(tmp_path: Path) -> None:
    config = write_table(tmp_path / "here")
    save_key(tmp_path / "here" / "node-keys", "seat-1", bytes(16))
    badges = with_badge_key(config)
    open_table(config, evening(1))[0].close()
    told = tapis("backup", tmp_path, "--config", config, "--with-tokens")
    assert told.exit_code == 0, told.output
    (file,) = tmp_path.glob("tapis-home-3-*.tar.gz")
    told = tapis("restore", file, "--into", tmp_path / "there")
    assert told.exit_code == 0, told.output
    assert (tmp_path / "there" / "tokens").read_text() == "anne a-secret-for-tests\n"
    assert stat.S_IMODE((tmp_path / "there" / "tokens").stat().st_mode) == 0o600
    assert load_keys(tmp_path / "there" / "node-keys") == {"seat-1": bytes(16)}
    assert load_badge_key(tmp_path / "there" / "badge.key") == badges
    assert "not in the backup" not in told.output


def test_without_them_it_says_what_is_missing(tmp_path: Path) -> None:
    config = write_table(tmp_path / "here")
    badges = with_badge_key(config)
    open_table(config, evening(1))[0].close()
    save_key(tmp_path / "here" / "node-keys", "seat-1", bytes(16))
    assert tapis("backup", tmp_path / "a.tar.gz", "--config", config).exit_code == 0
    assert b"node-keys" not in gzip.decompress((tmp_path / "a.tar.gz").read_bytes())
    assert b"a-secret" not in gzip.decompress((tmp_path / "a.tar.gz").read_bytes())
    told = tapis("restore", tmp_path / "a.tar.gz", "--into", tmp_path / "there")
    assert told.exit_code == 0, told.output
    assert "tokens: not in the backup" in told.output
    assert "broker-password: not in the backup" in told.output
    assert "badge.key: not in the backup" in told.output
    assert badges.hex().encode() not in gzip.decompress((tmp_path / "a.tar.gz").read_bytes())


def test_houses_and_files_from_elsewhere_come_along(tmp_path: Path) -> None:
    clubs = tmp_path / "clubs"
    clubs.mkdir()
    (clubs / "club.toml").write_text('name = "club"\ntitle = "Our club"\ninherits = "ppc"\n')
    (clubs / "friday.toml").write_text(
        'name = "friday"\ntitle = "Friday"\ninherits = "./club.toml"\n'
    )
    config = write_table(tmp_path / "here", house=f"{clubs}/friday.toml")
    tags = tmp_path / "all-tags.toml"
    tags.write_text('[deck.1]\nE00401500A1B2C3D = "Kh"\n')
    config.write_text(config.read_text().replace('"tags.toml"', f'"{tags}"'))
    open_table(config, evening(1))[0].close()
    back_up(config, tmp_path / "a.tar.gz", with_tokens=True)
    for gone in (*clubs.iterdir(), tags):
        gone.unlink()
    restore(tmp_path / "a.tar.gz", tmp_path / "there")
    after = load_config(tmp_path / "there" / "table.toml")
    assert load_house(after.house).name == "friday"
    assert Path(after.house).is_relative_to(tmp_path / "there")
    assert after.cards.registry == str(tmp_path / "there" / "all-tags.toml")
    journal, runtime = open_table(tmp_path / "there" / "table.toml", evening(1))
    journal.close()
    assert isinstance(runtime.table, Table)


def test_what_is_there_is_kept_and_only_with_force(tmp_path: Path) -> None:
    tonight = evening(1)
    config = write_table(tmp_path / "here")
    open_table(config, tonight)[0].close()
    back_up(config, tmp_path / "a.tar.gz")
    journal, runtime = open_table(config, tonight)
    for observation in tonight.observations[:20]:
        runtime.observe(observation)
    here = str(tmp_path / "here")
    with journal:
        told = tapis("restore", tmp_path / "a.tar.gz", "--into", here, "--force")
        assert told.exit_code == 2
        assert "another controller is already using" in told.output
    told = tapis("restore", tmp_path / "a.tar.gz", "--into", here)
    assert told.exit_code == 2
    assert "nothing was changed" in told.output
    later = (tmp_path / "here" / "3.db").read_bytes()
    told = tapis("restore", tmp_path / "a.tar.gz", "--into", here, "--force")
    assert told.exit_code == 0, told.output
    kept, end = sorted((tmp_path / "here").glob("3.db.before-*"))
    assert end.name == f"{kept.name}.end"
    assert kept.read_bytes() == later
    assert verify(tmp_path / "here" / "3.db").rows == 0
    assert not [*(tmp_path / "here").glob(".tapis-*")]


def test_what_is_put_back_begins_a_new_epoch(tmp_path: Path) -> None:
    """Numbers that were given out after the backup come again, and are other events."""
    tonight = evening(1)
    config = write_table(tmp_path / "here")
    journal, runtime = open_table(config, tonight)
    for observation in tonight.observations[:10]:
        runtime.observe(observation)
    journal.close()
    back_up(config, tmp_path / "a.tar.gz")
    first = journal.epoch
    with open_table(config, tonight)[0] as journal:
        assert journal.epoch == first
    told = tapis("restore", tmp_path / "a.tar.gz", "--into", str(tmp_path / "here"), "--force")
    assert told.exit_code == 0, told.output
    with open_table(config, tonight)[0] as journal:
        begun = journal.untold()
        assert begun is not None
        assert begun.reason == "restored"
        assert journal.epoch not in {"", first}


def test_a_log_of_the_old_journal_does_not_get_into_the_new_one(tmp_path: Path) -> None:
    tonight = evening(1)
    config = write_table(tmp_path / "here")
    open_table(config, tonight)[0].close()
    back_up(config, tmp_path / "a.tar.gz")
    journal, runtime = open_table(config, tonight)
    for observation in tonight.observations[:20]:
        runtime.observe(observation)
    # As after a power cut: the log is there, and nobody has the journal.
    files = {path.name: path.read_bytes() for path in (tmp_path / "here").glob("3.db*")}
    journal.close()
    for name, data in files.items():
        (tmp_path / "here" / name).write_bytes(data)
    assert (tmp_path / "here" / "3.db-wal").stat().st_size > 0
    restore(tmp_path / "a.tar.gz", tmp_path / "here", force=True)
    assert verify(tmp_path / "here" / "3.db").rows == 0
    kept = [*(tmp_path / "here").glob("3.db.before-*[0-9]")]
    assert len(kept) == 1
    assert verify(kept[0]).rows == 20


def repacked(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """Change the parts of a backup, and write it as a whole archive again."""
    parts: dict[str, bytes] = {}
    with tarfile.open(file) as archive:
        for member in archive:
            packed = archive.extractfile(member)
            assert packed is not None
            parts[member.name] = packed.read()
    change(parts)
    with tarfile.open(file, "w:gz") as archive:
        for name, data in parts.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def newer(parts: dict[str, bytes]) -> None:
    parts["manifest.json"] = parts["manifest.json"].replace(b'"format": 1', b'"format": 9')


def newer_manifest(parts: dict[str, bytes]) -> None:
    parts["manifest.json"] = b'{"format": 9, "everything": "else"}'


def other_config(parts: dict[str, bytes]) -> None:
    parts["table.toml"] += b"\n# changed\n"


def climbing(parts: dict[str, bytes]) -> None:
    sign(parts, "../outside", b"x")


def unknown_key(parts: dict[str, bytes]) -> None:
    sign(parts, "table.toml", b"colour = 3\n" + parts["table.toml"])


def altered_journal(parts: dict[str, bytes]) -> None:
    file = Path("altered.db")
    file.write_bytes(parts["journal.db"])
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE observations SET hand = 9 WHERE n = 3")
    connection.close()
    sign(parts, "journal.db", file.read_bytes())


def missing(parts: dict[str, bytes]) -> None:
    del parts["journal.db"]


def sign(parts: dict[str, bytes], name: str, data: bytes) -> None:
    """Put a part in with the hash that the manifest should have for it."""
    parts[name] = data
    manifest = msgspec.json.decode(parts["manifest.json"])
    others = [part for part in manifest["parts"] if part["path"] != name]
    mine = {"path": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest["parts"] = [*others, mine]
    parts["manifest.json"] = msgspec.json.encode(manifest)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (newer, "a newer version of Tapis"),
        (newer_manifest, "a newer version of Tapis"),
        (other_config, "table.toml is damaged"),
        (climbing, "not a valid file name for a table"),
        (unknown_key, "colour: is not a known key"),
        (altered_journal, "row 3 has been altered"),
        (missing, "journal.db is missing"),
        (lambda parts: parts.pop("manifest.json"), "not a table backup"),
    ],
)
def test_a_backup_that_cannot_be_used_is_refused_and_nothing_touched(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[dict[str, bytes]], None],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    tonight = evening(1)
    config = write_table(tmp_path / "here")
    journal, runtime = open_table(config, tonight)
    with journal:
        for observation in tonight.observations[:20]:
            runtime.observe(observation)
    file = tmp_path / "a.tar.gz"
    back_up(config, file)
    repacked(file, change)
    told = tapis("restore", file, "--into", tmp_path / "there")
    assert told.exit_code == 2, told.output
    assert sentence in told.output
    assert [*(tmp_path / "there").iterdir()] == []
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_a_file_that_is_cut_or_scratched_is_refused(tmp_path: Path, share: float) -> None:
    config = write_table(tmp_path / "here")
    open_table(config, evening(1))[0].close()
    back_up(config, tmp_path / "a.tar.gz")
    data = (tmp_path / "a.tar.gz").read_bytes()
    at = int(len(data) * share)
    for name, broken in (
        ("cut", data[:at]),
        (
            "scratched",
            data[:at] + bytes(byte ^ 0xFF for byte in data[at : at + 16]) + data[at + 16 :],
        ),
        ("no archive", b"Anne: 5000\n" * 100),
        ("empty", b""),
    ):
        (tmp_path / name).write_bytes(broken)
        with pytest.raises(BackupError, match=r"different copy|not a backup"):
            restore(tmp_path / name, tmp_path / "there")
    assert [*(tmp_path / "there").iterdir()] == []


def test_a_bit_that_turned_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    """A bit of a distance in the compressed data may point at another copy of the same bytes."""
    config = write_table(tmp_path / "here")
    open_table(config, evening(1))[0].close()
    back_up(config, tmp_path / "a.tar.gz")
    data = (tmp_path / "a.tar.gz").read_bytes()
    whole = tmp_path / "whole"
    whole.mkdir()
    unpack(tmp_path / "a.tar.gz", whole)
    refused = 0
    for at in range(10, len(data), max(1, len(data) // 100)):
        (tmp_path / "turned").write_bytes(data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :])
        there = tmp_path / f"there-{at}"
        there.mkdir()
        try:
            unpack(tmp_path / "turned", there)
        except BackupError:
            refused += 1
        else:
            assert contents(there) == contents(whole)
    assert refused > 80


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, by its path in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_backup_is_not_written_over(tmp_path: Path) -> None:
    config = write_table(tmp_path / "here")
    open_table(config, evening(1))[0].close()
    (tmp_path / "a.tar.gz").write_text("mine")
    told = tapis("backup", tmp_path / "a.tar.gz", "--config", config)
    assert told.exit_code == 2
    assert "--force" in told.output
    assert (tmp_path / "a.tar.gz").read_text() == "mine"


def test_the_journal_of_a_running_table_is_never_replaced(tmp_path: Path) -> None:
    config = write_table(tmp_path / "here")
    open_table(config, evening(1))[0].close()
    back_up(config, tmp_path / "a.tar.gz")
    journal, _ = open_table(config, evening(1))
    with journal, pytest.raises(JournalBusy):
        restore(tmp_path / "a.tar.gz", tmp_path / "here", force=True)
