"""The identity of a board in any role: its secret key, and the hash of the files it runs.

The installer writes the key (`tapis firmware install`). The key file is outside the two firmware
folders, so updates leave it in place.
"""

import binascii
import hashlib
import os

from firmware.link.seal import KEY

KEY_FILE = "/node.key"

OUTSIDE = ("slots.py", "launch.py")
"""Files of the package that are in a board's root, outside the folders of the two copies."""

HASH = 16
"""The number of hexadecimal digits in the file hash that a node reports (a truncated SHA-256)."""

_FOLDER = 0x4000


def read_key(path: str = KEY_FILE) -> bytes:
    """Return the board's key, or empty bytes if it has no valid one."""
    try:
        with open(path) as file:
            key = binascii.unhexlify(file.read().strip())
    except (OSError, ValueError):
        return b""
    return key if len(key) == KEY else b""


def own_files() -> str:
    """Return the hash of the running firmware's own files, or "" if the files can't be found."""
    try:
        return hash_of(__file__.rsplit("/", 1)[0])
    except OSError:
        return ""


def hash_of(folder: str) -> str:
    """Return the hash of all Python files in a folder. Raises `OSError`."""
    whole = hashlib.sha256()
    for name in sorted(_names(folder, "")):
        part = hashlib.sha256()
        with open(folder + "/" + name, "rb") as file:
            piece = file.read(1024)
            while piece:
                part.update(piece)
                piece = file.read(1024)
        add(whole, name, part.digest())
    return short(whole)


def add(whole: "hashlib._Hash", name: str, digest: bytes) -> None:
    """Add one file to a folder's hash `whole`: its path within the folder, and its SHA-256."""
    whole.update(name.encode() + b"\x00" + digest)


def short(whole: "hashlib._Hash") -> str:
    """Return the finished hash `whole` as short hexadecimal text, the form reported to the host."""
    return binascii.hexlify(whole.digest()).decode()[:HASH]


def _names(folder: str, within: str) -> "list[str]":
    found = []
    for name in os.listdir(folder):
        if os.stat(folder + "/" + name)[0] & _FOLDER:
            found += _names(folder + "/" + name, within + name + "/")
        elif name.endswith(".py") and within + name not in OUTSIDE:
            found.append(within + name)
    return found
