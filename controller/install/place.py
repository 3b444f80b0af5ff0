"""Files below a root, written and read as root without following anybody's link.

In `/etc/tapis` the controller's user writes too: what root does there must not be led elsewhere.
Every folder on the way is opened by its handle, and a link is an error.
"""

import contextlib
import errno
import grp
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from controller.contract.errors import TapisError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


Outcome = Literal["new", "same", "changed", "kept", "yours"]


class Done(msgspec.Struct, frozen=True):
    """What became of a file."""

    path: str
    outcome: Outcome


class InstallError(TapisError):
    """What stands in the way of an installation, in a sentence."""


@contextmanager
def folder_below(root: Path, path: str, *, make: bool = False) -> Iterator[int]:
    """Return the handle of a folder below `root`; `make` makes it, and those on the way.

    Raises `InstallError` for a link or another user's folder on the way, and `OSError`.
    """
    if Path(path).is_absolute() or ".." in Path(path).parts:
        raise InstallError(f"{path}: lies elsewhere than below {root}")
    if make:
        root.mkdir(parents=True, exist_ok=True)
    here = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        gone = root
        for part in Path(path).parts:
            gone /= part
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, 0o755, dir_fd=here)
            try:
                deeper = os.open(part, _FOLDER, dir_fd=here)
            except OSError as error:
                if error.errno in (errno.ELOOP, errno.ENOTDIR):
                    raise _no_link(gone, "a folder") from None
                raise
            os.close(here)
            here = deeper
            if os.geteuid() == 0 and os.fstat(here).st_uid != 0:
                raise InstallError(f"{gone}: belongs to another user; right would be root's")
        yield here
    finally:
        os.close(here)


def read_below(root: Path, path: str) -> bytes | None:
    """Return what is in a file below `root`, None where there is none.

    Raises `InstallError` for a link, or for another thing than a file, and `OSError`.
    """
    folder, name = os.path.split(path)
    try:
        with folder_below(root, folder) as here:
            # A pipe in its place would make us wait for ever.
            way = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with os.fdopen(os.open(name, way, dir_fd=here), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise _no_link(root / path, "a file")
                return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _no_link(root / path, "a file") from None
        raise


def write_below(root: Path, path: str, data: bytes, mode: int = 0o644, group: str = "root") -> None:
    """Write a file below `root`, whole or not at all.

    Where there is no such group yet, the group reads nothing: systemd-tmpfiles gives it its right.
    Raises `InstallError` for a link on the way, and `OSError`.
    """
    folder, name = os.path.split(path)
    near = f".{name}.tapis"
    with folder_below(root, folder, make=True) as here:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(near, dir_fd=here)
        way = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(near, way, 0o600, dir_fd=here), "wb") as file:
            file.write(data)
            _hand_over(file.fileno(), mode, group)
        os.rename(near, name, src_dir_fd=here, dst_dir_fd=here)


def remove_below(root: Path, path: str) -> None:
    """Take a file below `root` away."""
    folder, name = os.path.split(path)
    with folder_below(root, folder) as here:
        os.unlink(name, dir_fd=here)


def _hand_over(file: int, mode: int, group: str) -> None:
    if os.geteuid() == 0 and group != "root":
        try:
            os.fchown(file, 0, grp.getgrnam(group).gr_gid)
        except KeyError:
            mode &= 0o700
    os.fchmod(file, mode)


def _no_link(place: Path, right: str) -> InstallError:
    return InstallError(f"{place}: this is a link, or another thing; right would be {right}")
