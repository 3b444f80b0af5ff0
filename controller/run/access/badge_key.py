"""The master key of a table's badges, kept in its own file.

Every badge's own key is derived from this key.
"""

import re
import secrets
from pathlib import Path

from controller.contract.errors import Sentence
from controller.toml.file import FileProblems, Problem
from controller.toml.private_files import read_own, write_own

_KEY = re.compile(r"[0-9A-Fa-f]{32}")


def load_badge_key(path: Path) -> bytes:
    """Return the 16 bytes in a key file.

    Raises `FileProblems` if the file is unusable; the message never quotes the key.
    """
    right = Sentence("the file that `tapis floor badge` writes")
    text, problems = read_own(path, right)
    if not _KEY.fullmatch(text.strip()):
        problems.append(
            Problem(str(path), 1, "", Sentence("is not a key of 32 hexadecimal digits"), right)
        )
    if problems:
        raise FileProblems(problems)
    return bytes.fromhex(text.strip())


def new_badge_key(path: Path) -> bytes:
    """Create a random key, write it to a file and return it. Raises `OSError` if that fails."""
    key = secrets.token_bytes(16)
    write_own(path, f"{key.hex()}\n", 0o600)
    return key
