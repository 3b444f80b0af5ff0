"""A file of the table's own: whole, nobody else's to read, and its own user's where root writes."""

import grp
import os
import pwd
import stat
from pathlib import Path

from controller.toml.private_files import service_user, write_own


def test_it_is_nobody_elses_and_no_link_is_written_through(tmp_path: Path) -> None:
    path, outside = tmp_path / "secret", tmp_path / "outside"
    outside.write_text("mine")
    path.symlink_to(outside)
    (tmp_path / "secret.new").symlink_to(outside)
    write_own(path, "one\n")
    write_own(path, "two\n")
    assert (path.read_text(), outside.read_text()) == ("two\n", "mine")
    assert stat.S_IMODE(path.lstat().st_mode) == 0o600
    assert not path.is_symlink()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["outside", "secret"]


def test_a_mode_that_is_asked_for_is_the_files_and_no_links(tmp_path: Path) -> None:
    path, outside = tmp_path / "table.toml", tmp_path / "outside"
    outside.write_text("mine")
    outside.chmod(0o600)
    path.symlink_to(outside)
    write_own(path, "name = 1\n", 0o644)
    assert stat.S_IMODE(path.lstat().st_mode) == 0o644
    assert stat.S_IMODE(outside.stat().st_mode) == 0o600


def test_a_folder_of_one_user_is_told_from_one_of_several_people(tmp_path: Path) -> None:
    # Of root's groups no file is a service's; of others, one with a user of its name is.
    folder, mine = tmp_path / "shared", os.getegid()
    folder.mkdir()
    for mode in (0o755, 0o775):
        folder.chmod(mode)
        found = service_user(folder.stat())
        named = pwd.getpwnam(grp.getgrgid(mine).gr_name).pw_uid if mine and mode == 0o775 else None
        assert found == named


def test_what_root_writes_for_a_service_is_the_services(tmp_path: Path) -> None:
    users = [one for one in pwd.getpwall() if one.pw_uid and one.pw_gid]
    service = next(one for one in users if grp.getgrgid(one.pw_gid).gr_name == one.pw_name)
    if os.geteuid() == 0:
        os.chown(tmp_path, 0, service.pw_gid)
    tmp_path.chmod(0o1775)
    path = tmp_path / "tags.toml"
    path.write_text("")
    write_own(path, "new\n")
    found = path.stat()
    assert found.st_uid == (service.pw_uid if os.geteuid() == 0 else os.geteuid())
    assert stat.S_IMODE(found.st_mode) == 0o600
