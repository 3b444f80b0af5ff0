"""The identity of a controller start: its ULID and the version of the software."""

import secrets
import time
from importlib.metadata import PackageNotFoundError, version
from typing import Final

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def _version() -> str:
    try:
        return version("tapis-table")
    except PackageNotFoundError:
        return "unpackaged"


SOFTWARE: Final = _version()


def new_session() -> str:
    """Return a new ULID: 26 characters, sortable by creation time (ms)."""
    number = time.time_ns() // 1_000_000 << 80 | secrets.randbits(80)
    return "".join(_LETTERS[number >> shift & 31] for shift in range(125, -1, -5))
