"""File access below a given folder for the root user, without following symbolic links.

The controller's user can also write to `/etc/tapis`, so it must not be able to redirect root's
writes to other files. Every folder on the path is opened relative to its parent's handle, and a
link is an error.
"""

import contextlib
import errno
import grp
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import msgspec

from controller.contract.errors import TapisError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


OF_THE_SYSTEM: Final = frozenset({"etc/polkit-1/rules.d"})
"""Folders that a system package may assign to its own user.

polkitd owns `rules.d` on Debian 12. `/etc/polkit-1` above it belongs to root, so only root can have
put the folder there.
"""

Outcome = Literal["new", "same", "changed", "kept", "yours"]


class Done(msgspec.Struct, frozen=True):
    """What was done with one file during an installation."""

    path: str
    outcome: Outcome


class InstallError(TapisError):
    """An installation is impossible; the message gives the reason in one sentence."""


@contextmanager
def folder_below(root: Path, path: str, *, make: bool = False) -> Iterator[int]:
    """Yield the handle of a folder below `root`.

    If `make` is true, the folder and its parents are created. Raises `InstallError` for a link or
    another user's folder on the path, and `OSError`.
    """
    if Path(path).is_absolute() or ".." in Path(path).parts:
        raise InstallError(f"{path}: is outside {root}")
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
            theirs = str(gone.relative_to(root)) in OF_THE_SYSTEM
            if os.geteuid() == 0 and os.fstat(here).st_uid != 0 and not theirs:
                raise InstallError(f"{gone}: belongs to another user; expected root")
        yield here
    finally:
        os.close(here)


def read_below(root: Path, path: str) -> bytes | None:
    """Return the contents of a file below `root`, or None if it does not exist.

    Raises `InstallError` for a link or another user's folder on the path, or if the path exists but
    is not a regular file. Raises `OSError` for other failures.
    """
    folder, name = os.path.split(path)
    try:
        with folder_below(root, folder) as here:
            # If there were a pipe at this path, opening it would block for ever.
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


def text_below(root: Path, path: str) -> str:
    """Return the text of a file below `root`, or "" if it does not exist.

    Raises the same errors as `read_below`.
    """
    return (read_below(root, path) or b"").decode()


def write_below(root: Path, path: str, data: bytes, mode: int = 0o644, group: str = "root") -> None:
    """Write a file below `root` atomically.

    If `group` does not exist yet, no group is given access; systemd-tmpfiles grants it later.
    Raises `InstallError` for a link or another user's folder on the path, and `OSError`.
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


def check_below(root: Path, path: str) -> None:
    """Check that a file can be written below `root`, without creating anything.

    Raises `InstallError` for a link or another user's folder on the path, or if the path exists but
    is not a regular file. Raises `OSError` for a folder that can't be written to.
    """
    read_below(root, path)
    folder = Path(path).parent
    while not (root / folder).is_dir():
        if folder == Path():
            return
        folder = folder.parent
    with folder_below(root, str(folder)) as here:
        if not os.access(".", os.W_OK, dir_fd=here, effective_ids=True):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(root / folder))


class Before:
    """The state of the files below a root before an installation, for undoing a failed one."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, tuple[bytes, int, int, int] | None] = {}
        self._made: list[Path] = []

    def remember(self, path: str) -> None:
        """Record a file's current contents, or its absence, and which folders are missing."""
        data, place = read_below(self._root, path), self._root / path
        about = None
        if data is not None:
            facts = place.lstat()
            about = (data, stat.S_IMODE(facts.st_mode), facts.st_uid, facts.st_gid)
        self._files[path] = about
        self.makes(place.parent)

    def makes(self, folder: Path) -> None:
        """Record that the installation will create a folder, with any parents that are missing."""
        for one in (folder, *folder.parents):
            if one == self._root or one.exists():
                break
            if one not in self._made:
                self._made.append(one)

    def restore(self) -> None:
        """Restore every recorded file, and remove the folders that the installation created."""
        for path, about in self._files.items():
            with contextlib.suppress(OSError, InstallError):
                if about is None:
                    remove_below(self._root, path)
                else:
                    data, mode, user, group = about
                    write_below(self._root, path, data, mode)
                    if os.geteuid() == 0:
                        os.chown(self._root / path, user, group, follow_symlinks=False)
        for folder in sorted(self._made, key=lambda one: len(one.parts), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()


def remove_below(root: Path, path: str) -> None:
    """Delete a file below `root`."""
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
    return InstallError(f"{place}: this is a link or something else; expected {right}")
