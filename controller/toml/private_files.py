"""Files that belong to one table: written atomically, and readable only by the table's user."""

import contextlib
import grp
import os
import pwd
import stat
from collections.abc import Iterator
from pathlib import Path

from controller.contract.errors import N_, Sentence, UnusableFile
from controller.toml.file import Problem, about_file


def text_of(path: Path) -> str:
    """Return a file's text. Raises `UnusableFile` if it is not UTF-8 text, or `OSError`."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UnusableFile(
            N_("{path} is not UTF-8 text: save it in that encoding"), path=path
        ) from None


def read_own(
    path: Path, right: str, *, shut: int = 0o077, encoding: str = "ascii"
) -> tuple[str, list[Problem]]:
    """Return the text of a file that holds secrets, and a list of problems with its permissions.

    The list is empty if none of the mode bits in `shut` is set for the file. Raises `FileProblems`,
    with `right` as the correction, if the file can't be read.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or Sentence("not text")
        wrong = Sentence("can't be read ({reason})", reason=reason)
        raise about_file(path, wrong, right) from None
    if not mode & shut:
        return text, []
    group = bool(shut & 0o070)
    wrong = Sentence("is readable by others") if group else Sentence("is readable by everybody")
    return text, [Problem(str(path), 0, "", wrong, f"chmod 600 {path}")]


def entries(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of each line of a token, PIN or key file.

    `#` starts a comment. Lines without words are left out.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.partition("#")[0].split():
            yield number, words


def write_own(path: Path, text: str, mode: int | None = None) -> None:
    """Write a table's own file; without a `mode`, only the table's user may read it.

    The write is atomic: even a power cut leaves either the old file or the new one. In a folder
    where a group may write, the user with the same name as the group becomes the owner of the file.
    If that fails and no `mode` is given, the group may read the file. A symbolic link at the path
    is not followed, and its mode is not changed. Raises `OSError`.
    """
    half = path.with_name(path.name + ".new")
    half.unlink(missing_ok=True)
    new = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(new, "w", encoding="utf-8") as file:
        _hand_over(path, file.fileno(), mode)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
    settle(path.parent)


def settle(path: Path) -> None:
    """Wait until a file, or the list of the files in a folder, is on disk. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def service_user(folder: os.stat_result) -> int | None:
    """Return the uid of the user named after the folder's group, if the group may write there.

    Return None if no group may write there, or if no user has the group's name.
    """
    if not folder.st_mode & 0o020 or folder.st_gid == 0:
        return None
    try:
        return pwd.getpwnam(grp.getgrgid(folder.st_gid).gr_name).pw_uid
    except KeyError:
        return None


def _hand_over(path: Path, new: int, mode: int | None) -> None:
    """Make the table's user the owner of a new file, and set the file's mode.

    `path` is the file's final path, and `new` the descriptor of the open file. `mode` is as in
    `write_own`.
    """
    folder = path.parent.stat()
    shared = bool(folder.st_mode & 0o020) and folder.st_gid not in (0, os.getegid())
    service = service_user(folder) if os.geteuid() == 0 else None
    owner = -1
    if os.geteuid() == 0:
        owner = (path.stat() if path.exists() else folder).st_uid if service is None else service
    with contextlib.suppress(PermissionError):
        os.fchown(new, owner, folder.st_gid)
        if mode is None and shared and service is None:
            os.fchmod(new, 0o640)
    if mode is not None:
        os.fchmod(new, mode)
