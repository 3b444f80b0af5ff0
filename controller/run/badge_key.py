"""The master key of a table's badges, in a file of its own: each badge's key comes of it."""

import re
import secrets
import stat
from pathlib import Path

from controller.toml.file import FileProblems, Problem
from controller.toml.own import write_own

_KEY = re.compile(r"[0-9A-Fa-f]{32}")


def load_badge_key(path: Path) -> bytes:
    """Return the 16 bytes of a key's file; raises `FileProblems`, which never say the key."""
    right = "the file that `tapis floor badge` writes"
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text"
        raise FileProblems(
            [Problem(str(path), 0, "", f"can't be read ({reason})", right)]
        ) from None
    if mode & 0o077:
        problem = Problem(str(path), 0, "", "may be read by others", f"chmod 600 {path}")
        raise FileProblems([problem])
    if not _KEY.fullmatch(text):
        raise FileProblems([Problem(str(path), 1, "", "is no key of 32 hexadecimal digits", right)])
    return bytes.fromhex(text)


def new_badge_key(path: Path) -> bytes:
    """Write a new key into its file; give it. Raises `OSError`."""
    key = secrets.token_bytes(16)
    write_own(path, f"{key.hex()}\n", 0o600)
    return key
