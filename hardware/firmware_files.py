"""The firmware as installed on a board, and the hash of its files that a node reports."""

import ast
import hashlib
import io
import tokenize
from functools import cache
from pathlib import Path

from firmware import identity

PACKAGE = Path(identity.__file__).parent


def bare(source: str) -> bytes:
    """Return a program without comments and docstrings, which halves its size on the board.

    Line numbers are preserved, and the same source gives the same bytes in every Python version.
    """
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for one in body:
            if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                continue
            assert one.end_lineno is not None
            alone = len(body) == 1 and not isinstance(node, ast.Module)
            lines[one.lineno - 1] = " " * one.col_offset + "pass" if alone else ""
            for row in range(one.lineno, one.end_lineno):
                lines[row] = ""
    return "\n".join(lines).encode() + b"\n"


def package_files() -> dict[str, bytes]:
    """Return the contents of the firmware's files, by their paths within a folder on the board."""
    return {f"/firmware/{name}": bare(text.decode()) for name, text in _sources().items()}


@cache
def our_files() -> frozenset[str]:
    """Return the hashes that a node running this firmware can report.

    There is one for the files as installed, and one for those in this source tree.
    """
    sources = _sources()
    installed = {name: bare(text.decode()) for name, text in sources.items()}
    return frozenset(_hash(files) for files in (sources, installed))


def _sources() -> dict[str, bytes]:
    found = {
        file.relative_to(PACKAGE).as_posix(): file.read_bytes() for file in PACKAGE.rglob("*.py")
    }
    return {name: found[name] for name in sorted(found) if name not in identity.OUTSIDE}


def _hash(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name in sorted(files):
        identity.add(whole, name, hashlib.sha256(files[name]).digest())
    return identity.short(whole)
