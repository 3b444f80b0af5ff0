"""The Debian package: what it holds is locked, and holds no tool of ours."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from controller.commands import COMMANDS

PROJECT = Path(__file__).parents[1]


def test_the_package_holds_what_a_table_needs_and_each_with_its_hash() -> None:
    told = subprocess.run(
        [sys.executable, str(PROJECT / "debian" / "runtime_lock.py"),
         "display", "pcsc", "page", "stream", "notices"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    blocks = re.split(r"\n(?=[A-Za-z0-9])", told.stdout.strip())
    names = {block.partition("==")[0] for block in blocks}
    assert {"msgspec", "paho-mqtt", "pygame-ce", "pyscard", "rich", "babel"} <= names
    assert {"cryptography", "tomlkit", "starlette", "argon2-cffi", "numpy", "apprise"} <= names
    assert not names & {
        "pokerkit",
        "amqtt",
        "pytest",
        "mypy",
        "ruff",
        "hypothesis",
        "import-linter",
        "hatchling",
    }
    assert all("--hash=sha256:" in block for block in blocks)


def test_scripts_of_the_package_are_shell() -> None:
    scripts = "build postinst prerm postrm release repository roots sign table walk"
    for script in scripts.split():
        subprocess.run(["sh", "-n", str(PROJECT / "debian" / script)], check=True, timeout=30)


def test_without_a_package_it_is_said_how_a_clone_makes_one() -> None:
    script = str(PROJECT / "debian" / "table")
    told = subprocess.run(["sh", script], capture_output=True, text=True, timeout=30, check=False)
    assert (told.returncode, told.stdout) == (2, "")
    [_, clone] = told.stderr.splitlines()
    assert clone.startswith("from a clone: make machine TABLE=keyed ")
    planned = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "machine", "TABLE=whole"], cwd=PROJECT,
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    build, become = "debian/build .venv/bin/python dist", "sh debian/table "
    assert planned.stdout.index(build) < planned.stdout.index(become)
    assert planned.stdout.rstrip().endswith(" whole")


def test_the_package_for_a_pi_has_the_pins_of_a_pi_5() -> None:
    build = (PROJECT / "debian" / "build").read_text()
    [chosen] = re.findall(r'arm\*\) install .*requirements-\$\{GPIO:-(.+?)\}\.lock"', build)
    lock = (PROJECT / f"requirements-{chosen}.lock").read_text()
    assert re.search(r"^rpi-lgpio==.* \\$", lock, re.MULTILINE)
    assert "RPi.GPIO==" not in lock


@pytest.mark.parametrize(
    ("kernel", "library"),
    [("6.1.21-v8+", "RPi.GPIO"), ("6.5.0", "RPi.GPIO"), ("6.6.20+rpt-rpi-v8", "rpi-lgpio"),
     ("6.12.47+rpt-rpi-2712", "rpi-lgpio"), ("7.0.1", "rpi-lgpio")],
)  # fmt: skip
def test_the_library_of_the_pins_is_chosen_by_the_kernel(kernel: str, library: str) -> None:
    """RPi.GPIO detects no edges from Linux 6.6 on."""
    planned = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "pi", f"KERNEL={kernel}"], cwd=PROJECT,
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert re.findall(r'"requirements-(\S+)\.lock"', planned.stdout) == [library]


def test_the_manual_page_has_every_command_and_no_fault(tmp_path: Path) -> None:
    page = tmp_path / "tapis.1"
    made = subprocess.run(
        [sys.executable, str(PROJECT / "debian" / "manual.py")],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    page.write_text(made.stdout)
    lint = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", str(page)], capture_output=True, text=True
    )
    assert lint.stdout + lint.stderr == ""
    told = made.stdout.replace("\\-", "-")
    for name in COMMANDS:
        assert (f".SS \\fBtapis {name}\\fR" in told) is not name.startswith("bench "), name
