"""Draws docstrings and messages, of the product alone or mixed with those of other projects."""

import ast
import importlib.util
import random
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.display.words.test_catalogues import forms, texts

ROOT = Path(__file__).parents[2]
ROOMS = ("controller", "display", "firmware", "hardware")
OTHERS = ("coverage", "hypothesis", "sqlalchemy.orm", "sqlalchemy.engine")
"""Packages by native speakers that the tests install anyway."""
STANDARD = ("argparse", "calendar", "configparser", "email", "logging", "statistics", "unittest")
"""Modules of the standard library by native speakers."""
DOCSTRINGS, MESSAGES = 60, 40
LONGEST = 700
"""Characters of a docstring that is drawn."""
SHORTEST = 25
"""Characters of a message that is drawn; a shorter one is a label, which means nothing alone."""
CALLS = {"warning", "error", "info", "critical"}


class Item(NamedTuple):
    """A docstring with its signature, or a message; `ours` tells the product's from the others'."""

    text: str
    ours: bool


def drawn(seed: int, *, mixed: bool = False) -> tuple[list[Item], list[Item]]:
    """Return the docstrings and the messages; if `mixed`, half of each are other projects'."""
    rng = random.Random(seed)
    both = []
    for kind, count in enumerate((DOCSTRINGS, MESSAGES)):
        part = count // 2 if mixed else count
        items = [Item(text, True) for text in rng.sample(of_the_product()[kind], part)]
        if mixed:
            items += [Item(text, False) for text in rng.sample(of_others()[kind], count - part)]
        rng.shuffle(items)
        both.append(items)
    return both[0], both[1]


@cache
def of_the_product() -> tuple[list[str], list[str]]:
    """Return all docstrings and messages of the product."""
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    return sorted(set(docstrings(files))), sorted(set(catalogue()))


@cache
def of_others() -> tuple[list[str], list[str]]:
    """Return all docstrings and messages of the other projects."""
    files = others()
    return sorted(set(docstrings(files))), sorted(set(messages(files)))


def others() -> list[Path]:
    """Return the files of the other projects."""
    files: list[Path] = []
    for name in OTHERS:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:
            raise SystemExit(f"{name} is not installed; make check installs it")
        files += sorted(Path(found.origin).parent.rglob("*.py"))
    library = Path(sysconfig.get_path("stdlib"))
    for name in STANDARD:
        files += sorted((library / name).glob("*.py")) or [library / f"{name}.py"]
    return files


def docstrings(files: Iterable[Path]) -> Iterator[str]:
    """Yield each docstring of a function or class in these files, under its signature."""
    for file in files:
        code = file.read_text("utf-8")
        lines = code.split("\n")
        for node in ast.walk(ast.parse(code)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            said = ast.get_docstring(node)
            if said and len(said) <= LONGEST:
                signature = "\n".join(lines[node.lineno - 1 : node.body[0].lineno - 1])
                yield f'{signature}\n    """{said}"""'


def catalogue() -> Iterator[str]:
    """Yield the product's messages, plural forms apart."""
    for message in texts("fr"):
        yield from (one for one in forms(message.id) if len(one) >= SHORTEST)


def messages(files: Iterable[Path]) -> Iterator[str]:
    """Yield what these files say in errors, in logs and as help of an option."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                said = node.exc.args[0] if node.exc.args else None
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CALLS:
                said = node.args[0] if node.args else None
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument":
                said = next((one.value for one in node.keywords if one.arg == "help"), None)
            else:
                continue
            if len(text := literal(said)) >= SHORTEST and " " in text:
                yield text


def literal(node: ast.expr | None) -> str:
    """Return a string of the code, with its fields as {...}; "" for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(literal(part) or "{...}" for part in parts)
        case _:
            return ""
