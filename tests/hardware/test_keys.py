"""The file of the nodes' keys, the checks of a port, and who else speaks on a line."""

import grp
import os
import pwd
from pathlib import Path

import pytest

from controller.toml.file import FileProblems
from firmware.link.seal import KEY, NONCE
from hardware import firmware_files
from hardware.keys import keyring, load_keys, new_key, save_key
from hardware.node.traffic import MANY, WHILE, Traffic

SOURCE = """'''Doc.'''
x = 1  # why


def f() -> str:
    '''Return
    it.'''
    return "# no"


class C:
    '''Only.'''
"""


def test_a_key_is_kept_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "node-keys"
    assert load_keys(file) == {}
    keys = {node: new_key() for node in ("seat-1", "shoe")}
    for node, key in keys.items():
        save_key(file, node, key)
    assert load_keys(file) == keys
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_uid == os.geteuid()
    other = new_key()
    save_key(file, "seat-1", other)
    save_key(file, "shoe", None)
    assert load_keys(file) == {"seat-1": other}
    assert [path.name for path in tmp_path.iterdir()] == ["node-keys"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("seat-1\n", "does not contain a node id and a key"),
        ("seat-1 00ff\n", "does not contain a node id and a key"),
        (f"Seat/1 {'00' * KEY}\n", "does not contain a node id and a key"),
        (f"seat-1 {'zz' * KEY}\n", "does not contain a node id and a key"),
        (f"a {'00' * KEY}\na {'11' * KEY}\n", "appears twice"),
        ("é\n", "can't be read"),
    ],
)
def test_a_file_that_can_t_be_used_says_where_and_never_a_key(
    tmp_path: Path, text: str, wrong: str
) -> None:
    file = tmp_path / "node-keys"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(FileProblems) as refused:
        load_keys(file)
    assert wrong in str(refused.value)
    assert "00" * KEY not in str(refused.value)
    assert "00ff" not in str(refused.value)


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "node-keys"
    save_key(file, "seat-1", new_key())
    file.chmod(0o644)
    with pytest.raises(FileProblems, match="is readable by others"):
        load_keys(file)


def test_a_key_that_root_stores_is_the_tables_users(tmp_path: Path) -> None:
    """In the sticky /etc/tapis, the table's user can't replace a file that belongs to root."""
    users = [one for one in pwd.getpwall() if one.pw_uid and one.pw_gid]
    service = next(one for one in users if grp.getgrgid(one.pw_gid).gr_name == one.pw_name)
    root = os.geteuid() == 0
    if root:
        os.chown(tmp_path, 0, service.pw_gid)
    tmp_path.chmod(0o1775)
    file = tmp_path / "node-keys"
    save_key(file, "seat-1", new_key())
    owner = service.pw_uid if root else os.geteuid()
    assert (file.stat().st_uid, file.stat().st_mode & 0o777) == (owner, 0o600)
    assert set(load_keys(file)) == {"seat-1"}


def test_a_keyring_gives_keys_and_nonces() -> None:
    keys = keyring({"seat-1": bytes(KEY)}, required=True)
    assert (keys.key_of("seat-1"), keys.key_of("seat-2")) == (bytes(KEY), b"")
    nonces = {keys.nonce() for _ in range(100)}
    assert {len(nonce) for nonce in nonces} == {NONCE}
    assert len(nonces) == 100


def test_somebody_else_on_a_line_is_named_and_noise_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    traffic = Traffic("seat-1", "/dev/x", 0)
    # One whole frame of noise in a minute, for an hour.
    for minute in range(60):
        traffic.forged(minute, minute * WHILE)
    assert traffic.strangers == ""
    now = 60 * WHILE
    traffic.forged(60, now)
    assert not caplog.messages
    traffic.forged(60 + MANY, now + 10)
    assert "seat-1: /dev/x is receiving frames that its node did not send" in traffic.strangers
    assert caplog.messages == [traffic.strangers]
    traffic.forged(200, now + 20)
    assert caplog.messages == [traffic.strangers]
    traffic.forged(200, now + WHILE)
    traffic.forged(200, now + 2 * WHILE)
    assert traffic.strangers == ""


def test_what_goes_onto_a_board_does_what_the_source_does() -> None:
    text = firmware_files.bare(SOURCE).decode()
    assert "Doc" not in text
    assert "why" not in text
    assert "Only" not in text
    names: dict[str, object] = {}
    exec(text, names)
    assert names["x"] == 1
    assert names["f"]() == "# no"  # type: ignore[operator]
    # A traceback of the board names the line of the source.
    assert text.splitlines()[7] == SOURCE.splitlines()[7] == '    return "# no"'


def test_all_of_the_package_is_smaller_on_a_board_and_still_python() -> None:
    files = firmware_files.package_files()
    assert "/firmware/drivers/pn5180.py" in files
    assert not {"/firmware/slots.py", "/firmware/launch.py"} & set(files)
    for name, text in files.items():
        compile(text, name, "exec")
    sources = sum(
        (firmware_files.PACKAGE.parent / name[1:]).stat().st_size for name in files
    )  # fmt: skip
    assert sum(map(len, files.values())) < 0.75 * sources
