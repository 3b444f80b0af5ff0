"""The table's own certificate authority, and its broker's certificate."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from controller.contract.errors import TapisError
from controller.toml.private_files import write_own

DAYS: Final = 3650
EARLIER: Final = timedelta(days=1)
"""How long before its creation a certificate becomes valid, for machines whose clocks are slow."""


LONGEST: Final = 64
"""The maximum length of a common name (RFC 5280, appendix A)."""


class CertificateError(TapisError):
    """A certificate can't be created; the message gives the reason."""


def make_authority(key: Path, certificate: Path, name: str) -> None:
    """Create an authority: its key (mode 0600) and its certificate. Raises `OSError`."""
    own, called = ec.generate_private_key(ec.SECP256R1()), _name(name[:LONGEST])
    made = (
        _certificate(called, called, own.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .sign(own, SHA256())
    )
    _write_pair(key, own, certificate, made)


def make_certificate(
    authority_key: Path, authority: Path, key: Path, certificate: Path, hosts: Sequence[str]
) -> None:
    """Create a server key, and a certificate that lists these host names and addresses in order.

    Raises `CertificateError` if the authority can't sign or a name is invalid, and `OSError`.
    """
    signer, issuer = _authority(authority_key, authority)
    own = ec.generate_private_key(ec.SECP256R1())
    try:
        names = x509.SubjectAlternativeName([_host(host) for host in hosts])
        called = _name(hosts[0][:LONGEST])
    except ValueError as error:
        raise CertificateError(f"{', '.join(hosts)}: not valid machine names ({error})") from None
    made = (
        _certificate(called, issuer.subject, own.public_key())
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=False)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, SHA256())
    )
    _write_pair(key, own, certificate, made)


def called(certificate: bytes) -> str:
    """Return the first host name in a server's certificate (PEM), or "" if it has none."""
    try:
        extensions = x509.load_pem_x509_certificate(certificate).extensions
        [first, *_] = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return ""
    return str(first.value)


def _authority(key: Path, certificate: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    try:
        signer = load_pem_private_key(key.read_bytes(), password=None)
        issuer = x509.load_pem_x509_certificate(certificate.read_bytes())
    except (ValueError, TypeError) as error:
        raise CertificateError(f"{key}: not a key with its certificate ({error})") from None
    if not isinstance(signer, ec.EllipticCurvePrivateKey):
        raise CertificateError(f"{key}: not an elliptic-curve key made by tapis install")
    return signer, issuer


def _certificate(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    """Return a certificate's key usage: signing certificates, or signing a server's messages."""
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _write_pair(
    key: Path, own: ec.EllipticCurvePrivateKey, certificate: Path, made: x509.Certificate
) -> None:
    secret = own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_own(key, secret.decode(), 0o600)
    write_own(certificate, made.public_bytes(Encoding.PEM).decode(), 0o644)
