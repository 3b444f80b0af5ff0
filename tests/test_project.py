"""The project is what its documents say: commands, files, packages, imports."""

import ast
import importlib.metadata
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from coverage import Coverage

from controller.cli import app
from tests.conftest import LONG, TRACED

ROOT = Path(__file__).parents[1]
TESTS = Path(__file__).parent
PACKAGES = ("controller", "hardware", "display", "firmware")
FOLDERS = (*PACKAGES, "tests", "docs", ".ci")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NOT_OURS = (".coverage", ".git")  # a file in a work tree of its own
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")


def files(*folders: str) -> Iterator[Path]:
    """Yield the project's own files in some folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def texts() -> Iterator[tuple[str, str]]:
    """Yield every text file of the project: its name and what is in it."""
    top = [path for path in sorted(ROOT.iterdir()) if path.is_file() and path.name not in NOT_OURS]
    for path in [*top, *files(*FOLDERS)]:
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Build the wheel, once."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_holds_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    """Houses, sentences and the contract's document travel with the code; the rig stays here."""
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    ours = {str(path.relative_to(ROOT)) for path in files(*PACKAGES)}
    assert packed == ours
    assert any(name.endswith(".po") for name in packed)
    for name in ("controller/houses/ppc.toml", "controller/contract/asyncapi.yaml"):
        assert name in packed


def test_the_wheel_installs_the_command(wheel: zipfile.ZipFile) -> None:
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "tapis = controller.cli:app" in wheel.read(entry).decode()
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_of_a_document_exists(document: str) -> None:
    """Whoever copies a line out of the documents gets no error about the line itself."""
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line.split("#")[0] for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`((?:tapis|make) [^`\n]*)`", text)
    commands = [shlex.split(line.removeprefix(".venv/bin/")) for line in lines if line.strip()]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    for words in commands:
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets, words
        elif words[0] == "tapis":
            known_command(words[1:])


def known_command(words: list[str]) -> None:
    """Follow the words of a command line through `tapis`: every command and option is known."""
    command: Any = typer.main.get_command(app)
    options = {"--help"}
    for word in words:
        if word.startswith("--"):
            assert word.split("=")[0] in options, f"{word} in {words}"
        elif hasattr(command, "get_command"):
            context = typer.Context(command)
            assert command.get_command(context, word) is not None, f"{word} in {words}"
            _, found, _ = command.resolve_command(context, [word])
            command = found
            options |= {name for one in command.params for name in one.opts + one.secondary_opts}


def test_a_folder_has_at_most_fourteen_files() -> None:
    """Houses, catalogues and pictures are apart."""
    many = Counter(
        str(path.parent.relative_to(ROOT))
        for path in files(*PACKAGES)
        if path.suffix in {".py", ".html", ".mjs", ".js", ".css", ".typ", ".tsv"}
    )
    assert {folder: count for folder, count in many.items() if count > 14} == {}


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    """No folder of a person or a build machine, and no address of a package registry."""
    bounds = r"(?<![\w.~-])"
    strange = re.compile(
        bounds + r"/(?:work|root|home/\w+|Users)/|py" + r"pi\.org|python" + r"hosted|index-" + "url"
    )
    found = [
        (name, match.group())
        for name, text in texts()
        if name not in {"Makefile", "tests/test_project.py"}
        for match in strange.finditer(text)
    ]
    assert found == []


def test_what_is_imported_is_required() -> None:
    """Every package that the code imports is a dependency or belongs to an extra.

    What a table runs needs neither the rig's packages nor those of the tests.
    """
    extras = PROJECT["optional-dependencies"]
    a_table = [extras[extra] for extra in extras if extra not in {"rig", "dev"}]
    on_a_table = package_names([PROJECT["dependencies"], *a_table])
    anywhere = on_a_table | package_names([extras["rig"], extras["dev"]])
    providers = importlib.metadata.packages_distributions()
    on_a_pi = {"smartcard": ["pyscard"], "RPi": ["rpi-lgpio"], "lgpio": ["rpi-lgpio"]}
    of_others = {
        "machine",
        "rp2",
        "micropython",
        "js",
        "framebuf",
        "neopixel",
        "_board",
        "slots",
        "usb",
        "homeassistant",  # its own Python runs what imports it
    }
    ours = sys.stdlib_module_names | {*PACKAGES, "tests"} | of_others
    for path in files(*PACKAGES, "tests"):
        if path.suffix != ".py":
            continue
        code, required = path.read_text(), anywhere if TESTS in path.parents else on_a_table
        for module in words_of_imports(code) - ours:
            found = providers.get(module, on_a_pi.get(module, []))
            names = {name.lower().replace("_", "-") for name in found}
            # Parsing takes long: it tells an import from a text that reads like one.
            if not names & required:
                assert module not in imports(code), f"{path.relative_to(ROOT)} imports {module}"


def package_names(lists: Iterable[list[str]]) -> set[str]:
    """Return the names of the packages of lists of requirements."""
    return {re.split(r"[^\w.-]", line)[0].lower() for lines in lists for line in lines}


def words_of_imports(code: str) -> set[str]:
    """Return what a module imports, and words of lines that only read like an import.

    A formatted module has each import at the beginning of a line.
    """
    lines = re.findall(r"(?m)^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(\w.*))", code)
    ways = [way.split(".")[0].split()[0] for _, ways in lines for way in ways.split(",") if way]
    return {*ways, *(first for first, _ in lines if first)}


def imports(code: str) -> set[str]:
    """Return the first words of everything that a module imports, wherever it does so."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def test_the_lock_has_every_requirement_with_hashes() -> None:
    """Two set-ups are the same: each package has one version, and only files that were seen."""
    extras = PROJECT["optional-dependencies"]
    plays = locked("requirements.lock")
    readers, tests = locked("requirements-pcsc.lock"), locked("requirements-tests.lock")
    assert not plays & readers
    assert not plays & tests
    other = ("pi", "pcsc", "rig", "dev")
    played = [PROJECT["dependencies"], *(extras[name] for name in extras if name not in other)]
    assert package_names(played) <= plays
    assert package_names([extras["pcsc"]]) == readers
    assert package_names([extras["rig"], extras["dev"]]) <= plays | tests


def locked(lock: str) -> set[str]:
    """Return the names of the packages in a lock; each has one version and its hashes."""
    found = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip()):
        assert re.match(r"[\w.-]+==[\w.]+", entry), entry
        assert "--hash=sha256:" in entry, entry
        found[re.split("[=; ]", entry)[0].lower().replace("_", "-")] = entry
    return set(found)


def test_the_command_line_starts_without_what_only_some_commands_need() -> None:
    """A Pi without a screen has no pygame, and no command waits for what it doesn't use."""
    heavy = [
        "pygame", "amqtt", "pokerkit", "hypothesis", "pytest", "RPi", "smartcard", "sqlalchemy",
        "alembic", "starlette", "uvicorn", "jinja2", "typst",
    ]  # fmt: skip
    code = f"import sys, controller.cli; print(*sorted(set({heavy}) & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""


def test_a_mistake_in_the_configuration_is_no_traceback(tmp_path: Path) -> None:
    """Status 2 and one line a mistake."""
    file = tmp_path / "table.toml"
    file.write_text('nane = "1"\n')
    run = subprocess.run(
        [sys.executable, "-c", "from controller.cli import app; app()", "run", "--config", file],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr.splitlines() == [
        f"{file}: name: is missing; expected 1 to 40 letters, digits, dots, hyphens or"
        " underscores, in quotes",
        f'{file}:1: nane: is not a known key; expected "name"',
    ]


def test_the_forge_runs_what_a_machine_runs() -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text("utf-8")
    assert "run: .ci/run" in workflow
    assert "debian:12" in workflow
    for form in ("ruling", "fault", "reader"):
        text = (ROOT / f".github/ISSUE_TEMPLATE/{form}.yml").read_text("utf-8")
        assert text.count("- type: ") == text.count("label: "), form
        assert "required: true" in text


def test_only_the_engine_is_traced() -> None:
    """A traced test takes several times as long, and a worker may begin to trace more than once."""
    assert Coverage.current() is None


@pytest.mark.parametrize("prefix", [*TRACED, *LONG])
def test_tests_that_are_traced_or_not_are_there(prefix: str) -> None:
    path, _, name = prefix.partition("::")
    name, _, parameter = name.partition("[")
    assert (ROOT / path).exists()
    assert not name or f"\ndef {name}" in (ROOT / path).read_text("utf-8")
    assert (ROOT / "tests" / "scenarios" / parameter).is_dir()
