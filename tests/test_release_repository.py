"""The apt repository of a release: apt itself takes what was signed, and refuses anything else."""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
DEBIANS = ("12", "13")


def run(*words: object, home: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=60, check=False,
        env={"PATH": os.environ["PATH"], "GNUPGHOME": str(home), "LC_ALL": "C"},
    )  # fmt: skip


def package(out: Path, version: str, debian: str) -> None:
    """Build a package that holds one file."""
    root = out.parent / f"package-{version}-{debian}"
    (root / "DEBIAN").mkdir(parents=True)
    (root / "opt/tapis").mkdir(parents=True)
    (root / "opt/tapis/version").write_text(version)
    (root / "DEBIAN/control").write_text(
        f"Package: tapis-table\nVersion: {version}+deb{debian}\nArchitecture: all\n"
        "Maintainer: Nobody <nobody@example.org>\nDescription: a table\n"
    )
    name = out / f"tapis-table_{version}+deb{debian}_all.deb"
    built = run("dpkg-deb", "--root-owner-group", "-Znone", "--build", root, name, home=out)
    assert built.returncode == 0, built.stderr


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of gpg with a key of its own. Its agent's socket wants a short path."""
    home = tmp_path_factory.mktemp("gpg")
    home.chmod(0o700)
    made = run(
        "gpg", "--batch", "--passphrase", "", "--quick-gen-key", "Tapis releases", "ed25519",
        "sign", "1y", home=home,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    yield home
    run("gpgconf", "--kill", "all", home=home)


@pytest.fixture
def release(tmp_path: Path, home: Path) -> Path:
    """The packages of a release, and their repository."""
    out = tmp_path / "dist"
    out.mkdir()
    for debian in DEBIANS:
        package(out, "0.2.0", debian)
        package(out, "0.3.0", debian)
    told = run("sh", PROJECT / "debian/repository", out, "Tapis releases", home=home)
    assert told.returncode == 0, told.stderr
    assert "is signed by" in told.stdout
    return out / "apt"


class Apt:
    """The apt of a machine of its own, which trusts the repository's key and has nothing else."""

    def __init__(self, root: Path, repository: Path, debian: str) -> None:
        self._home = root
        for folder in (
            "lists/partial",
            "cache/archives/partial",
            "etc/preferences.d",
            "etc/apt.conf.d",
            "state",
        ):
            (root / folder).mkdir(parents=True)
        (root / "state/status").touch()
        key = root / "tapis.gpg"
        shutil.copy(repository / "tapis.gpg", key)
        sources = (repository / f"tapis-{debian}.sources").read_text()
        sources = sources.replace("https://ADDRESS/apt", f"file:{repository}")
        (root / "tapis.sources").write_text(
            sources.replace("/etc/apt/keyrings/tapis.gpg", str(key))
        )
        settings = {
            "Dir::Etc": root / "etc", "Dir::Etc::sourcelist": root / "tapis.sources",
            "Dir::Etc::sourceparts": "/dev/null", "Dir::State": root / "state",
            "Dir::State::lists": root / "lists", "Dir::State::status": root / "state/status",
            "Dir::Cache": root / "cache", "Debug::NoLocking": "true", "APT::Sandbox::User": "root",
        }  # fmt: skip
        with (root / "apt.conf").open("w") as conf:
            conf.writelines(f'{name} "{value}";\n' for name, value in settings.items())

    def __call__(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run apt-get."""
        return subprocess.run(
            ["apt-get", "-q", *words], capture_output=True, text=True, timeout=60, check=False,
            env={
                "PATH": os.environ["PATH"], "APT_CONFIG": str(self._home / "apt.conf"),
                "LC_ALL": "C",
            },
            cwd=self._home,
        )  # fmt: skip

    @property
    def fetched(self) -> list[str]:
        """The packages that were downloaded."""
        return sorted(file.name for file in self._home.glob("*.deb"))


@pytest.mark.parametrize("debian", DEBIANS)
def test_apt_takes_the_newest_package_for_its_debian(
    release: Path, tmp_path: Path, debian: str
) -> None:
    apt = Apt(tmp_path / "machine", release, debian)
    updated = apt("update")
    assert updated.returncode == 0, updated.stderr
    assert not updated.stderr, "a warning of apt is one too many"
    assert apt("download", "tapis-table").returncode == 0
    assert [name.replace("%2b", "+") for name in apt.fetched] == [
        f"tapis-table_0.3.0+deb{debian}_all.deb"
    ]
    simulated = apt("install", "--simulate", "tapis-table")
    assert f"Inst tapis-table (0.3.0+deb{debian}" in simulated.stdout, simulated.stderr


def test_a_changed_package_is_refused(release: Path, tmp_path: Path) -> None:
    apt = Apt(tmp_path / "machine", release, "12")
    assert apt("update").returncode == 0
    changed = release / "12/tapis-table_0.3.0+deb12_all.deb"
    data = bytearray(changed.read_bytes())
    data[-1] ^= 1
    changed.write_bytes(data)
    refused = apt("download", "tapis-table")
    assert refused.returncode != 0
    assert "Hash Sum mismatch" in refused.stderr
    assert apt.fetched == []


def test_a_list_that_somebody_else_signed_is_refused(
    release: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    apt = Apt(tmp_path / "machine", release, "12")
    other = tmp_path_factory.mktemp("other")
    other.chmod(0o700)
    with contextlib.ExitStack() as after:
        after.callback(run, "gpgconf", "--kill", "all", home=other)
        made = run(
            "gpg", "--batch", "--passphrase", "", "--quick-gen-key", "Tapis releases", "ed25519",
            "sign", "1y", home=other,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        told = run(
            "sh", PROJECT / "debian/repository", release.parent, "Tapis releases", home=other
        )
        assert told.returncode == 0, told.stderr
    refused = apt("update")
    # apt 2 asks gpgv, apt 3 asks sqv.
    assert re.search("NO_PUBKEY|Missing key", refused.stdout + refused.stderr)
    assert apt("download", "tapis-table").returncode != 0
    # A list without any signature is none either.
    for name in ("InRelease", "Release.gpg"):
        (release / "12" / name).unlink()
    assert apt("update").returncode != 0
    assert apt("download", "tapis-table").returncode != 0


def test_without_a_key_there_is_no_repository_and_that_is_said(tmp_path: Path, home: Path) -> None:
    package(tmp_path, "1", "12")
    told = run("sh", PROJECT / "debian/repository", tmp_path, "", home=home)
    assert told.returncode == 0
    assert "NO REPOSITORY" in told.stderr
    assert not (tmp_path / "apt").exists()
