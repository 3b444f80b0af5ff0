"""Installs the files of Tapis below a root folder (all of them or none), and uninstalls them."""

import hashlib
import os
import secrets
import socket
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from controller.install.certificates import called, make_authority, make_certificate
from controller.install.join_room import let_in
from controller.install.layout import (
    AUTHORITY,
    ETC,
    PASSWORDS_FILE,
    TEMPLATES,
    TICKETS,
    InstallOptions,
    Kept,
    Planned,
    plan,
    users,
)
from controller.install.room_ticket import ticket_name
from controller.install.root_files import (
    Before,
    Done,
    InstallError,
    Outcome,
    check_below,
    folder_below,
    read_below,
    remove_below,
    text_below,
    write_below,
)
from display.words.locale import N_

RECORD: Final = f"{ETC}/installed.json"
CERTIFICATE: Final = ("etc/mosquitto/certs/tapis.key", "etc/mosquitto/certs/tapis.crt")
TLS: Final = (AUTHORITY, CERTIFICATE)
FOLDERS: Final = (f"{ETC}/houses", f"{ETC}/tls", f"{ETC}/passwords", TICKETS, "var/lib/tapis")
SECRET: Final = (f"{ETC}/passwords", TICKETS)


def install_files(
    wish: InstallOptions,
    root: Path,
    *,
    config: str = "",
    hosts: Sequence[str] = (),
    dry: bool = False,
) -> tuple[Done, ...]:
    """Write all files of an installation below `root`, or only report them if `dry` is true.

    `config` is the text of a table.toml to install, or "" for none. `hosts` are the names and
    addresses for the broker's certificate; by default, those of this machine. Files changed by a
    person since the last installation are kept. Existing passwords, tokens and certificates stay as
    they are. Returns what was done with each file. Raises `InstallError`, `CertificateError` and
    `OSError`.
    """
    passwords = {
        user: text_below(root, f"{ETC}/passwords/{user}").strip() or secrets.token_urlsafe(18)
        for user in users(wish)
    }
    before = _record(root)
    kept = Kept(
        text_below(root, PASSWORDS_FILE),
        text_below(root, f"{ETC}/tokens"),
        read_below(root, f"{ETC}/screen-token") is not None,
    )
    files = plan(wish, passwords, config, kept)
    if dry:
        return _write(wish, root, files, (passwords, before), hosts, dry=True)
    as_it_was = _checked(wish, root, files)
    try:
        return _write(wish, root, files, (passwords, before), hosts, dry=False)
    except BaseException:
        as_it_was.restore()
        raise


def _write(
    wish: InstallOptions,
    root: Path,
    files: Sequence[Planned],
    known: tuple[dict[str, str], dict[str, str]],
    hosts: Sequence[str],
    *,
    dry: bool,
) -> tuple[Done, ...]:
    """Write the planned files, certificates and tickets, and create the data folders.

    `known` contains the broker's passwords, by user, and the hashes of the files as the last
    installation wrote them, by path. Return what was done with each file.
    """
    passwords, before = known
    written = dict(before)
    done = [_put(file, root, before, written, dry=dry) for file in files]
    names = hosts or default_hosts()
    done += _certificates(root, names, dry=dry)
    # Tables must use a broker name from its certificate, which may have been made elsewhere.
    here = called(read_below(root, CERTIFICATE[1]) or b"") or names[0]
    done += let_in(wish, root, f"{here}:{wish.tls_port}", passwords, dry=dry)
    if not dry:
        for name in FOLDERS:
            with folder_below(root, str(Path(name).parent), make=True):
                # The folder may be a link that the administrator has made to a larger disk.
                (root / name).mkdir(exist_ok=True)
        for name in SECRET:
            with folder_below(root, name) as folder:
                os.fchmod(folder, 0o700)
        write_below(root, RECORD, msgspec.json.format(msgspec.json.encode(written)))
    return tuple(done)


def _checked(wish: InstallOptions, root: Path, files: Sequence[Planned]) -> Before:
    """Check that every file and folder can be written, and return their current state.

    No file is written before all have been checked. Raises `InstallError` or `OSError` for the
    first file or folder that can't be written.
    """
    paths = [file.path for file in files] + [f"{file.path}.tapis-new" for file in files]
    paths += [name for pair in TLS for name in pair]
    paths += [f"{TICKETS}/{ticket_name(name)}" for name in wish.elsewhere] + [RECORD]
    as_it_was = Before(root)
    for path in paths:
        check_below(root, path)
        as_it_was.remember(path)
    for name in FOLDERS:
        as_it_was.makes(root / name)
    return as_it_was


def uninstall_files(root: Path, *, dry: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Remove the installed files below `root`; return the removed paths and the kept paths.

    If `dry` is true, nothing is removed. A file that has been changed since its installation is
    kept. Config, tokens, passwords, certificates and all data stay too, but are not in the result.
    Raises `InstallError` if nothing is installed below `root`, or if a path contains a link.
    """
    record = _record(root)
    if not record:
        raise InstallError(N_("{file} is missing: Tapis is not installed here"), file=root / RECORD)
    gone, stay = [], []
    for path, digest in record.items():
        data = None if path.startswith(f"{ETC}/") else read_below(root, path)
        if data is None:
            continue
        if _digest(data) != digest:
            stay.append(path)
            continue
        gone.append(path)
        if not dry:
            remove_below(root, path)
    for path in (*record, *TEMPLATES, PASSWORDS_FILE):
        if not dry and read_below(root, f"{path}.tapis-new") is not None:
            remove_below(root, f"{path}.tapis-new")
    if not dry:
        remove_below(root, RECORD)
    return tuple(gone), tuple(stay)


def default_hosts() -> tuple[str, ...]:
    """Return the default host names and addresses of this machine."""
    name = socket.gethostname().partition(".")[0] or "tapis"
    return (f"{name}.local", name, "localhost", "127.0.0.1")


def _record(root: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(read_below(root, RECORD) or b"{}", type=dict[str, str])
    except msgspec.MsgspecError:
        return {}


def _put(
    file: Planned, root: Path, before: dict[str, str], written: dict[str, str], *, dry: bool
) -> Done:
    data, there = file.text.encode(), read_below(root, file.path)
    if there is None:
        outcome: Outcome = "new"
    elif file.kept:
        return Done(file.path, "kept")
    elif there == data:
        outcome = "same"
    elif file.path in before and _digest(there) == before[file.path]:
        outcome = "changed"
    else:
        if not dry:
            write_below(root, f"{file.path}.tapis-new", data, file.mode, file.group)
        return Done(file.path, "yours")
    if not dry:
        write_below(root, file.path, data, file.mode, file.group)
        written[file.path] = _digest(data)
    return Done(file.path, outcome)


def _certificates(root: Path, hosts: Sequence[str], *, dry: bool) -> list[Done]:
    own, server = ({name: read_below(root, name) for name in pair} for pair in TLS)
    (_, ca), (_, certificate) = TLS
    authority = all(own.values())
    there = authority and all(server.values())
    done = [Done(ca, "kept" if authority else "new"), Done(certificate, "kept" if there else "new")]
    if dry or there:
        return done
    # Create the files in a private folder, then put them in place.
    with TemporaryDirectory() as made:
        folder = Path(made)
        ca_key, ca_file, key, file = (folder / Path(name).name for pair in TLS for name in pair)
        if authority:
            ca_key.write_bytes(own[TLS[0][0]] or b"")
            ca_file.write_bytes(own[ca] or b"")
        else:
            make_authority(ca_key, ca_file, f"Tapis on {hosts[0]}")
            _put_pair(root, TLS[0], (ca_key, ca_file), "root")
        make_certificate(ca_key, ca_file, key, file, hosts)
        _put_pair(root, TLS[1], (key, file), "mosquitto")
    return done


def _put_pair(root: Path, pair: tuple[str, str], made: tuple[Path, Path], group: str) -> None:
    """Copy the files `made`, a key and its certificate, to the paths in `pair` below `root`.

    The members of `group` may read the key.
    """
    (key, certificate), (new_key, new) = pair, made
    write_below(root, key, new_key.read_bytes(), 0o600 if group == "root" else 0o640, group)
    write_below(root, certificate, new.read_bytes())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
