"""What a text names is there: files, and the functions, classes and constants in them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = ("controller", "hardware", "display", "firmware", "tests")
FOLDERS = (*CODE, "docs")
DOCUMENTS = sorted(
    str(file.relative_to(ROOT))
    for place in (".", "docs", "docs/measurements", "hardware/build")
    for file in (ROOT / place).glob("*.md")
)
SOURCES = sorted(
    str(file.relative_to(ROOT)) for folder in CODE for file in (ROOT / folder).rglob("*.py")
)
ROOMS = sorted(
    str(file.parent.relative_to(ROOT))
    for folder in CODE
    for file in (ROOT / folder).rglob("__init__.py")
)
MACHINERY = ("Makefile", "pyproject.toml", "debian/build", "debian/runtime_lock.py", ".ci/run")

PATH = rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)(?::([A-Za-z_][\w.]*))?`"
DOTTED = rf"`((?:{'|'.join(CODE)})(?:\.[A-Za-z_]\w*)+)`"
IMPORT = re.compile(rf"^ *from ((?:{'|'.join(CODE)})[\w.]*) import (\w+(?:, \w+)*)$", re.MULTILINE)
NOT_PYTHON = ("*.md", "*.mjs", "*.yml", "*.toml", "walk", "roots", "build", "table", "release")
"""Files that may have Python in them, which no checker of types reads."""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(document: str) -> None:
    text = (ROOT / document).read_text()
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        assert "://" in link or (ROOT / document).parent.joinpath(link).exists(), link


def test_everything_that_a_text_names_is_there() -> None:
    """In documents and in the code: `folder/file.py:Name`, `folder/`, `room.module.Name`."""
    named, missing = 0, []
    for name in (*DOCUMENTS, *SOURCES):
        text = (ROOT / name).read_text()
        for path, inside in re.findall(PATH, text):
            file = ROOT / path
            if not file.exists() or (inside and inside not in defined(file)):
                missing.append(f"{name}: {path}" + f":{inside}" * bool(inside))
            named += 1
        for dotted in re.findall(DOTTED, text):
            missing += [] if is_there(dotted) else [f"{name}: {dotted}"]
            named += 1
    assert missing == []
    assert named > 100


def test_every_path_that_the_machinery_names_is_there() -> None:
    """The Makefile, the package and the checks: paths that they take, stars and all."""
    for name in MACHINERY:
        text = (ROOT / name).read_text()
        for path in re.findall(rf"(?<![\w/.$-])((?:{'|'.join(FOLDERS)})/[\w./*-]+)", text):
            assert list(ROOT.glob(path.partition("**")[0])), f"{name} names {path}"


def test_every_import_in_a_script_or_a_document_is_there() -> None:
    """The walk through an installed system, the board's prompt, examples in documents."""
    found, missing = 0, []
    for folder in ("debian", "docs", "firmware", "hardware", ".github"):
        for pattern in NOT_PYTHON:
            for file in (one for one in (ROOT / folder).rglob(pattern) if one.is_file()):
                for module, names in IMPORT.findall(file.read_text("utf-8")):
                    wanted = [f"{module}.{name}" for name in names.split(", ")]
                    found += len(wanted)
                    missing += [f"{file.name}: {one}" for one in wanted if not is_there(one)]
    assert missing == []
    assert found > 8


@pytest.mark.parametrize("room", ROOMS)
def test_whom_a_room_says_to_hold_lives_there(room: str) -> None:
    """A room's first words name modules, folders, files and what is in them; all are there."""
    folder = ROOT / room
    words = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    inside = frozenset[str]().union(*(defined(file) for file in folder.glob("*.py")))
    for name in re.findall(r"`(\w[\w.*/-]*)`", words):
        here = list(folder.glob(name.removesuffix("/"))) + list(folder.glob(f"{name}.py"))
        module, _, rest = name.partition(".")
        if not here and rest and (folder / f"{module}.py").exists():
            here = [folder] if rest in defined(folder / f"{module}.py") else []
        assert here or name in inside or (ROOT / name).exists() or is_there(name), name


@cache
def defined(file: Path) -> frozenset[str]:
    """Return what a module defines, methods and fields as `Class.method`."""
    names = set()
    for node in ast.parse(file.read_text()).body:
        names |= _names(node)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{one}" for inner in node.body for one in _names(inner)}
    return frozenset(names)


def _names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.AnnAssign):
        return {node.target.id} if isinstance(node.target, ast.Name) else set()
    if isinstance(node, ast.Assign):
        return {one.id for one in node.targets if isinstance(one, ast.Name)}
    return set()


def is_there(dotted: str) -> bool:
    """Return whether a module, or a name in one, is there."""
    place, rest = ROOT, dotted.split(".")
    while rest and (place / rest[0]).is_dir():
        place /= rest.pop(0)
    if not rest:
        return True
    module, inside = place / f"{rest[0]}.py", ".".join(rest[1:])
    return module.exists() and (not inside or inside in defined(module))
