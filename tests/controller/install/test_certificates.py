"""The certificates are what a client checks a broker by: names, purpose, signature, time."""

import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from controller.install.certificates import CertificateError, make_authority, make_certificate

HOSTS = ("tapis-3.local", "table3", "192.168.4.20", "fe80::1")


@pytest.fixture
def tls(tmp_path: Path) -> Path:
    make_authority(tmp_path / "ca.key", tmp_path / "ca.crt", "Tapis on table3")
    certify(tmp_path, HOSTS)
    return tmp_path


def certify(folder: Path, hosts: tuple[str, ...]) -> None:
    make_certificate(
        folder / "ca.key", folder / "ca.crt", folder / "key", folder / "crt", hosts
    )  # fmt: skip


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_a_client_that_knows_the_authority_trusts_the_broker(tls: Path) -> None:
    for name in ("tapis-3.local", "table3"):
        checked = PolicyBuilder().store(Store([read(tls / "ca.crt")]))
        chain = checked.build_server_verifier(x509.DNSName(name)).verify(read(tls / "crt"), [])
        assert chain == [read(tls / "crt"), read(tls / "ca.crt")]
    with pytest.raises(VerificationError):
        checked.build_server_verifier(x509.DNSName("other")).verify(read(tls / "crt"), [])


def test_names_and_addresses_stand_as_what_they_are(tls: Path) -> None:
    found = read(tls / "crt").extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert found.get_values_for_type(x509.DNSName) == ["tapis-3.local", "table3"]
    addresses = [str(one) for one in found.get_values_for_type(x509.IPAddress)]
    assert addresses == ["192.168.4.20", "fe80::1"]


def test_they_hold_for_ten_years_and_since_yesterday(tls: Path) -> None:
    for name in ("ca.crt", "crt"):
        made = read(tls / name)
        assert made.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=23)
        assert made.not_valid_after_utc > datetime.now(UTC) + timedelta(days=3649)


def test_only_the_owner_reads_a_key(tls: Path) -> None:
    modes = {name: stat.S_IMODE((tls / name).stat().st_mode) for name in ("ca.key", "key", "crt")}
    assert modes == {"ca.key": 0o600, "key": 0o600, "crt": 0o644}


def broken(folder: Path) -> None:
    (folder / "ca.key").write_text("no key\n")


def swapped(folder: Path) -> None:
    (folder / "ca.crt").write_bytes((folder / "ca.key").read_bytes())


@pytest.mark.parametrize("spoil", [broken, swapped])
def test_an_authority_that_cannot_sign_is_told(tls: Path, spoil: Callable[[Path], None]) -> None:
    spoil(tls)
    with pytest.raises(CertificateError, match=r"ca\.key: not a key with its certificate"):
        certify(tls, HOSTS)


def test_a_name_that_no_machine_has_is_told(tls: Path) -> None:
    with pytest.raises(CertificateError, match="table é: not valid machine names"):
        certify(tls, ("table é",))


def test_a_long_name_is_an_alternative_name_all_the_same(tls: Path) -> None:
    long = f"{'a' * 60}.{'b' * 60}.local"
    certify(tls, (long,))
    found = read(tls / "crt").extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert found.get_values_for_type(x509.DNSName) == [long]
