"""A certificate authority of the table's own, and the broker's certificate, made by openssl."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from controller.contract.errors import TapisError

CA_DAYS = 3650
DAYS = 3650


class CertificateError(TapisError):
    """Certificates that can't be made; the sentence says why."""


def make_authority(key: Path, certificate: Path, name: str) -> None:
    """Make an authority: its key (mode 0600) and its certificate; raises `CertificateError`."""
    _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
    key.chmod(0o600)
    _openssl(
        "req", "-x509", "-new", "-key", key, "-sha256", "-days", str(CA_DAYS), "-out", certificate,
        "-subj", f"/CN={name}", "-addext", "keyUsage=critical,keyCertSign,cRLSign",
    )  # fmt: skip
    certificate.chmod(0o644)


def make_certificate(
    authority_key: Path, authority: Path, key: Path, certificate: Path, hosts: Sequence[str]
) -> None:
    """Make a server's key and its certificate for hosts' names and addresses, the first in front.

    Raises `CertificateError`.
    """
    names = ",".join(f"{'IP' if _is_address(host) else 'DNS'}:{host}" for host in hosts)
    with tempfile.TemporaryDirectory(prefix="tapis-tls-") as folder:
        request, extensions = Path(folder) / "request", Path(folder) / "extensions"
        extensions.write_text(
            f"subjectAltName={names}\nbasicConstraints=CA:FALSE\n"
            "keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"
        )
        _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
        key.chmod(0o600)
        _openssl("req", "-new", "-key", key, "-out", request, "-subj", f"/CN={hosts[0]}")
        _openssl(
            "x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority_key, "-sha256",
            "-days", str(DAYS), "-out", certificate, "-extfile", extensions, "-set_serial",
            f"0x{_serial()}",
        )  # fmt: skip
    certificate.chmod(0o644)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _serial() -> str:
    import secrets

    return secrets.token_hex(12)


def _openssl(*arguments: str | Path) -> None:
    if shutil.which("openssl") is None:
        raise CertificateError("openssl is not here; right would be: apt install openssl")
    done = subprocess.run(
        ["openssl", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["nothing said"])[-1]
        raise CertificateError(f"openssl {arguments[0]} failed: {said}")
