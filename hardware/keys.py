"""The nodes' keys: a file next to the table's config, readable only by its owner and its group.

Each line is `name key`. `tapis firmware install` generates a key and writes it to the board and to
this file. This module also checks which node is allowed on a port.
"""

import contextlib
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from controller.contract.errors import Sentence
from controller.toml.file import FileProblems, Problem
from controller.toml.private_files import entries, read_own, write_own
from firmware.link.handshake import Keys
from firmware.link.messages import Hello
from firmware.link.seal import KEY, NONCE

KEYS_FILE = "node-keys"
"""The default name of the key file, beside the config."""

NODE = re.compile(r"[a-z0-9][a-z0-9.-]{0,30}")
"""The form of a node's id."""

Check = Callable[[Hello], str]


def anybody(_: Hello) -> str:
    """Accept every node, by returning "": a check that refuses a node returns the reason."""
    return ""


def only(node: str, role: str) -> Check:
    """Return a check that accepts only a node with this id and role.

    If `node` is "", any id is accepted. For a node that it refuses, the check returns the reason
    and a remedy.
    """

    def check(hello: Hello) -> str:
        if hello.role != role:
            return (
                f'this port is for a node of role "{role}", but "{hello.node}" on it has role'
                f' "{hello.role}": swap the two cables, or change the ports in table.toml'
            )
        if node and hello.node != node:
            return (
                f'this port is for the node "{node}", but "{hello.node}" is on it:'
                " swap the two cables, or change the ports in table.toml"
            )
        return ""

    return check


def new_key() -> bytes:
    """Return a new random key."""
    return secrets.token_bytes(KEY)


def load_keys(path: Path) -> dict[str, bytes]:
    """Return each node's key, or an empty dict if there is no file.

    Raises `FileProblems`, whose message names the line but never a key.
    """
    with contextlib.suppress(OSError):  # `read_own` reports it
        if not path.exists():
            return {}
    # The group may read the file, because root may have written it for the table's user.
    right = Sentence("the file that tapis firmware install writes")
    text, problems = read_own(path, right, shut=0o037)
    keys: dict[str, bytes] = {}
    for number, words in entries(text):
        node, key = words[0], _key(words[1]) if len(words) == 2 else None
        if key is None or not NODE.fullmatch(node):
            wrong = Sentence("does not contain a node id and a key")
            right = Sentence("the node id and {digits} hexadecimal digits", digits=2 * KEY)
            problems.append(Problem(str(path), number, "", wrong, right))
        elif node in keys:
            wrong, right = Sentence("appears twice"), Sentence("one line per node")
            problems.append(Problem(str(path), number, node, wrong, right))
        else:
            keys[node] = key
    if problems:
        raise FileProblems(problems)
    return keys


def save_key(path: Path, node: str, key: bytes | None) -> None:
    """Store a node's key in the file, replacing any earlier one, or remove it if `key` is None.

    Raises `FileProblems` if the existing file is invalid or can't be read, and `OSError` if the new
    one can't be written.
    """
    keys = load_keys(path)
    keys.pop(node, None)
    save_keys(path, keys if key is None else {**keys, node: key})


def save_keys(path: Path, keys: Mapping[str, bytes]) -> None:
    """Write the nodes' key file with `write_own`, which keeps it private. Raises `OSError`."""
    head = "# The nodes' keys: keep them secret. tapis firmware install writes them.\n"
    write_own(path, head + "".join(f"{name} {one.hex()}\n" for name, one in sorted(keys.items())))


def keyring(keys: Mapping[str, bytes], *, required: bool) -> Keys:
    """Return the keys for the host's end of a link, with a source of random nonces.

    If `required` is true, a node without a key is refused.
    """
    return Keys(lambda node: keys.get(node, b""), lambda: secrets.token_bytes(NONCE), required)


def _key(text: str) -> bytes | None:
    return bytes.fromhex(text) if re.fullmatch(f"[0-9a-fA-F]{{{2 * KEY}}}", text) else None
