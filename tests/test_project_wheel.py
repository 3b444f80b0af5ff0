"""The wheel in a fresh environment without any extra: all works, or says what it needs.

The environment sees what the wheel requires, and that alone: no package of an extra is there.
"""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path

import pytest

from controller.contract.errors import PARTS, MissingPart
from controller.demo.broker import demo_broker

ROOT = Path(__file__).parents[1]
SCENARIO = next((ROOT / "tests/scenarios/tda").rglob("*.scn"))
HANDS = ROOT / "controller/demo/scenes/1-evening.phhs"

ALL_HELP = """
from typer.testing import CliRunner
from controller.cli import app
from controller.commands import COMMANDS
for name in COMMANDS:
    told = CliRunner().invoke(app, [*name.split(), "-h"])
    print(told.exit_code, name, told.output.strip() if told.exit_code else "")
"""


class Fresh:
    """An environment with the wheel in it, and a folder to work in."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.python = home / "bin" / "python"
        self.site = next(home.glob("lib/python*/site-packages"))
        self.folder = folder
        self.env = {"PATH": f"{self.python.parent}:{os.defpath}", "HOME": str(folder),
                    "COLUMNS": "200"}  # fmt: skip

    def run(self, *words: str | Path, seconds: float = 60) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment to its end."""
        return subprocess.run(
            [self.python.parent / words[0], *words[1:]], cwd=self.folder, env=self.env, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=seconds,
        )  # fmt: skip

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command of the environment."""
        return subprocess.Popen(
            [self.python.parent / words[0], *words[1:]], cwd=self.folder, env=self.env, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip


def needed(lines: list[str]) -> Iterator[str]:
    """Yield the names of the packages that requirements ask for, without any extra."""
    for line in lines:
        text, _, marker = line.partition(";")
        name = re.split(r"[^\w.-]", text.strip())[0]
        if "extra" in marker:
            continue
        try:
            yield from (name, *needed(requires(name) or []))
        except PackageNotFoundError:
            continue  # for another platform


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Fresh:
    """Return an environment with the wheel in it, which all workers share, and a folder of ours."""
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "wheel"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "ready").exists():
            install(shared)
            (shared / "ready").touch()
    return Fresh(shared / "venv", tmp_path_factory.mktemp("fresh"))


def install(folder: Path) -> None:
    """Build the wheel and install it, without network, into an environment of its own."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]

    def do(*words: str | Path) -> None:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr

    do(
        *pip,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        folder,
        ROOT,
    )
    wheel = next(folder.glob("*.whl"))
    do(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    made = Fresh(folder / "venv", folder)
    shutil.unpack_archive(wheel, folder / "unpacked", "zip")
    metadata = next(folder.glob("unpacked/*.dist-info/METADATA")).read_text("utf-8")
    for name in set(needed(re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE))):
        found = distribution(name)
        for top in {path.parts[0] for path in found.files or () if path.parts[0] != ".."}:
            if not (made.site / top).exists():
                (made.site / top).symlink_to(Path(str(found.locate_file(top))))
    # pip looks by itself whether all that the wheel requires is there: it has no index to ask.
    do(*pip, "--python", made.python, "install", "--no-index", "--no-compile", wheel)


@pytest.mark.parametrize("module", [*PARTS, "psutil", "pytest", "tests.rig"])
def test_nothing_of_an_extra_is_there(fresh: Fresh, module: str) -> None:
    said = fresh.run("python", "-c", f"import {module}").stderr
    assert said.splitlines()[-1].startswith("ModuleNotFoundError: No module named")


def test_every_command_tells_what_it_is_for(fresh: Fresh) -> None:
    """But for the benches, which are no part of a table, and say so."""
    told = fresh.run("python", "-c", ALL_HELP).stdout.splitlines()
    assert [line for line in told if not line.startswith("0 ")] == [
        f"2 {line.split()[1]} {line.split()[2]} the benchmarks are not part of an installed table:"
        ' run them in the project\'s source, after pip install --editable ".[rig]" there'
        for line in told if line.split()[1] == "bench"
    ]  # fmt: skip
    assert len(told) > 30


def test_the_list_of_commands_has_those_that_are_there(fresh: Fresh) -> None:
    for word in ("-h", "--help"):
        told = fresh.run("tapis", word)
        assert told.returncode == 0, told.stderr
        assert all(f" {command} " in told.stdout for command in ("demo", "run", "play", "house"))
        assert " bench " not in told.stdout
    assert fresh.run("tapis", "--version").stdout == f"tapis {version('tapis-table')}\n"


def test_scenarios_hands_and_houses_need_no_extra(fresh: Fresh) -> None:
    played = fresh.run("tapis", "play", "--depth", "sensed", SCENARIO)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.startswith("held ")
    replayed = fresh.run("tapis", "replay", "--hands", "3", HANDS)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    checked = fresh.run("tapis", "house", "check", "ppc")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("display", "--seconds", "1"),
        ("replay", HANDS, "--hands", "1", "--card", "card.png"),
        ("demo", "--seconds", "1", "--frames", "frames"),
    ],
)
def test_a_picture_names_what_draws_it(fresh: Fresh, words: tuple[str | Path, ...]) -> None:
    told = fresh.run("tapis", *words)
    assert (told.returncode, told.stdout, told.stderr) == (2, "", f"{PARTS['pygame'].missing()}\n")


def test_the_demo_plays_with_the_machines_broker_and_without_a_window(fresh: Fresh) -> None:
    with fresh.start("tapis", "demo", "--seconds", "60") as demo:
        assert demo.stdout is not None
        assert demo.stderr is not None
        said = any("  Hand 1, Fanny has the button" in line for line in demo.stdout)
        demo.send_signal(signal.SIGINT)
        demo.stdout.read()
        told = demo.stderr.read()
        assert demo.wait(30) == 0, told
    assert said, told
    assert told.splitlines()[0] == f"no window: {PARTS['pygame'].missing()}"


def test_without_any_broker_the_demo_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "amqtt", None)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(MissingPart) as told, demo_broker(0):
        pass
    assert str(told.value) == (
        "the demo's own broker needs amqtt, which is not installed here; expected: "
        'pip install "tapis-table[demo]"; or apt install mosquitto'
    )
