"""What a release says of itself: who made what lies in it, and that nobody has changed it since."""

import re
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
SITE = next((Path(sys.prefix) / "lib").glob("python3*/site-packages"))
FIELD = re.compile(r"^([A-Z][A-Za-z-]*):(.*)$")


def copyright_of(site: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(PROJECT / "debian/copyright.py"), str(site)],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def paragraphs(text: str) -> list[dict[str, str]]:
    """Return the paragraphs of a DEP-5 file; a line that is none of a field fails."""
    found = []
    for block in text.strip().split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            start = FIELD.match(line)
            if start:
                name = start[1]
                assert name not in fields
                fields[name] = start[2].strip()
            else:
                assert name, line
                assert line.startswith(" "), line
                fields[name] += f"\n{line[1:]}"
        found.append(fields)
    return found


def test_the_copyright_file_names_all_that_is_bundled_with_its_licence() -> None:
    told = copyright_of(SITE)
    assert told.returncode == 0, told.stderr
    head, *stanzas = paragraphs(told.stdout)
    assert head["Format"].endswith("/copyright-format/1.0/")
    for stanza in stanzas:
        assert {"Files", "Copyright", "License"} <= stanza.keys()
        assert stanza["Copyright"]
        licence, _, text = stanza["License"].partition("\n")
        assert re.fullmatch(r"[\w.+-]+(?: (?:or|and) [\w.+-]+)*", licence), licence
        assert len(text) > 40, stanza["Files"]
    said = {
        stanza["Comment"].split()[0].lower(): stanza["License"].partition("\n")[0]
        for stanza in stanzas if "Comment" in stanza
    }  # fmt: skip
    assert said["paho-mqtt"] == "EPL-2.0 or BSD-3-clause"
    assert said["pygame-ce"] == "LGPL-2.1"
    assert said["pyscard"] == "LGPL-2+"
    assert said["pyserial"] == "BSD-3-clause"
    installed = {one.metadata["Name"].lower() for one in distributions(path=[str(SITE)])}
    assert installed - {"tapis-table"} <= said.keys()
    libraries = {file.name for file in SITE.glob("*.libs/*.so*")}
    assert libraries
    assert libraries <= {stanza["Files"].rpartition("/")[2] for stanza in stanzas}


@pytest.mark.parametrize(
    ("metadata", "library", "said"),
    [
        ("", "", "thing: says no licence"),
        ("License: my own terms\n", "", "is no short name of a licence"),
        ("License: MIT\n", "thing.libs/libsecret-1.so.3", "whose library is this"),
    ],
)
def test_what_nobody_knows_the_licence_of_ends_the_build(
    tmp_path: Path, metadata: str, library: str, said: str
) -> None:
    about = tmp_path / "thing-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: thing\nVersion: 1\n{metadata}")
    if library:
        (tmp_path / library).parent.mkdir()
        (tmp_path / library).write_text("")
    told = copyright_of(tmp_path)
    assert told.returncode == 1
    assert said in told.stderr


def run(*words: object, folder: Path, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in words], cwd=folder, input=text, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release with its hashes, signed with a key that is made for it."""
    out = tmp_path / "dist"
    out.mkdir()
    (out / "tapis-table_1_arm64.deb").write_text("a package")
    (out / "tapis-table_1_arm64.cdx.json").write_text("{}")
    key = tmp_path / "key"
    made = run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key, folder=tmp_path)
    assert made.returncode == 0, made.stderr
    signed = run("sh", PROJECT / "debian/sign", out, key, folder=tmp_path)
    assert "is signed by SHA256:" in signed.stdout, signed.stderr
    return out


def verified(out: Path) -> bool:
    """Check a release as docs/INSTALL.md tells a club to."""
    signature = run(
        "ssh-keygen", "-Y", "verify", "-f", "release-signers", "-I", "releases@tapis",
        "-n", "tapis-release", "-s", "SHA256SUMS.sig",
        folder=out, text=(out / "SHA256SUMS").read_text(),
    )  # fmt: skip
    hashes = run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=out)
    return signature.returncode == 0 and hashes.returncode == 0


def test_a_release_is_what_was_signed(release: Path) -> None:
    listed = [line.split()[1] for line in (release / "SHA256SUMS").read_text().splitlines()]
    assert listed == ["tapis-table_1_arm64.cdx.json", "tapis-table_1_arm64.deb"]
    assert verified(release)


def test_a_changed_package_and_a_changed_list_are_found(release: Path) -> None:
    package, sums = release / "tapis-table_1_arm64.deb", release / "SHA256SUMS"
    package.write_text("another package")
    assert not verified(release)
    hashed = run("sha256sum", package.name, folder=release).stdout
    sums.write_text(f"{sums.read_text().splitlines()[0]}\n{hashed}")
    assert run("sha256sum", "--check", "SHA256SUMS", folder=release).returncode == 0
    assert not verified(release)


def test_without_a_key_nothing_is_signed_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.deb").write_text("a package")
    told = run("sh", PROJECT / "debian/sign", tmp_path, "", folder=tmp_path)
    assert "NOT SIGNED" in told.stderr
    assert not (tmp_path / "SHA256SUMS.sig").exists()


@pytest.mark.parametrize("name", ["RPi.GPIO", "rpi-lgpio", "release"])
def test_what_a_pi_and_a_release_need_besides_is_locked_with_hashes(name: str) -> None:
    text = (PROJECT / f"requirements-{name}.lock").read_text()
    blocks = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    assert all("--hash=sha256:" in block and "==" in block for block in blocks)
    names = {block.partition("==")[0].lower().replace(".", "-") for block in blocks}
    assert {"release": "cyclonedx-bom"}.get(name, name.lower().replace(".", "-")) in names
    for maker in ("Makefile", "debian/build"):
        # No library of the pins comes from anywhere but its lock.
        assert not re.search(r'install[^\n]*"\$[({]GPIO', (PROJECT / maker).read_text())
