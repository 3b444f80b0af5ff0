"""Prints the lock entries that a table needs at run time, without those for development and tests.

`python debian/runtime_lock.py display pcsc` prints what the package and these extras need, with
their hashes. The dependencies are read from the environment in which this script runs.
"""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = (ROOT / "requirements.lock", ROOT / "requirements-pcsc.lock")


def normal(name: str) -> str:
    """Return a package's normalised name, as spelled in the lock file."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(extras: list[str]) -> set[str]:
    """Return the names of all packages needed by the project with these extras."""
    found: set[str] = set()
    todo = [(project(extras), frozenset[str]())]
    while todo:
        lines, wanted = todo.pop()
        for line in lines:
            text, _, marker = line.partition(";")
            extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", marker)
            if extra and extra.group(1) not in wanted:
                continue
            match = re.match(r"([\w.-]+)(?:\[([\w,\s-]+)\])?", text.strip())
            if match is None:
                continue
            other = normal(match.group(1))
            if other not in found:
                found.add(other)
                asked = (match.group(2) or "").replace(" ", "").split(",")
                todo.append((_requires(other), frozenset(filter(None, asked))))
    return found


def project(extras: list[str]) -> list[str]:
    """Return the project's own direct requirements with these extras."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = about["optional-dependencies"]
    return [*about["dependencies"], *(line for extra in extras for line in optional[extra])]


def _requires(name: str) -> list[str]:
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []  # for another platform: pip reads the lock's own marker


def blocks(text: str) -> dict[str, str]:
    """Return each package's block of lines from a lock file, by package name."""
    found = {}
    for block in re.split(r"\n(?=[A-Za-z0-9])", text):
        match = re.match(r"([\w.-]+)==", block)
        if match:
            found[normal(match.group(1))] = block.rstrip()
    return found


def main() -> None:
    """Print the lock entries for the extras given on the command line."""
    names = needed(sys.argv[1:])
    locked = "\n".join(lock.read_text("utf-8") for lock in LOCKS)
    for name, block in sorted(blocks(locked).items()):
        if name in names:
            print(block)


if __name__ == "__main__":
    main()
