"""An installation is whole or not there."""

import os
import stat
from pathlib import Path

import pytest

from controller.install.certificates import CertificateError
from controller.install.installed_files import install_files
from controller.install.layout import InstallOptions
from controller.install.root_files import InstallError
from tests.controller.install.test_install import TAPIS, tapis


def everything_below(root: Path) -> dict[str, str | None]:
    """Return all that lies below a folder, with the text of each file."""
    return {
        str(one.relative_to(root)): one.read_text() if one.is_file() else None
        for one in root.rglob("*")
    }


def test_a_folder_that_a_package_gave_to_its_own_user_stays_that_users(tmp_path: Path) -> None:
    """Debian 12's polkitd ships its folder of rules as `drwx------ polkitd root`."""
    rules = tmp_path / "etc/polkit-1/rules.d"
    rules.mkdir(parents=True)
    rules.chmod(0o700)
    if os.geteuid() == 0:
        os.chown(rules, 994, 0)
    owner = rules.stat().st_uid
    told = tapis("install", "--root", tmp_path)
    assert told.exit_code == 0, told.output
    assert (rules / "50-tapis.rules").exists()
    assert (rules.stat().st_uid, stat.S_IMODE(rules.stat().st_mode)) == (owner, 0o700)
    assert tapis("uninstall", "--root", tmp_path).exit_code == 0
    assert [*rules.iterdir()] == []


@pytest.mark.parametrize("place", ["etc/tapis/display.env", "etc/mosquitto/tapis.acl"])
def test_an_installation_that_is_refused_leaves_nothing(tmp_path: Path, place: str) -> None:
    (tmp_path / place).mkdir(parents=True)
    before = everything_below(tmp_path)
    with pytest.raises((InstallError, OSError)):
        install_files(InstallOptions(TAPIS), tmp_path)
    assert everything_below(tmp_path) == before


def test_what_was_written_is_taken_back_when_a_later_step_fails(tmp_path: Path) -> None:
    """A certificate can't hold this host's name, which only shows after the files are written."""
    with pytest.raises(CertificateError):
        install_files(InstallOptions(TAPIS), tmp_path, hosts=("salle café",))
    assert everything_below(tmp_path) == {}
    install_files(InstallOptions(TAPIS), tmp_path)
    before = everything_below(tmp_path)
    for lost in ("etc/mosquitto/certs/tapis.key", "etc/systemd/system/tapis.service"):
        (tmp_path / lost).unlink()
        del before[lost]
    with pytest.raises(CertificateError):
        install_files(InstallOptions("/opt/new/tapis"), tmp_path, hosts=("salle café",))
    assert everything_below(tmp_path) == before
