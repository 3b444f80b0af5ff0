"""`make setup` says what it lacks when it can't go on, and does nothing by halves."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a folder of commands for a machine on which nobody is root and little is there."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("sh", "make", "grep", "uname", "mktemp", "tail", "rm", "touch", "env"):
        (commands / name).symlink_to(shutil.which(name) or name)
    # An environment is there much sooner without pip, which nobody asks of it here.
    say(
        commands / "python3",
        f'case "$*" in "-m venv "*) set -- "$@" --without-pip;; esac; exec {sys.executable} "$@"',
    )
    say(commands / "id", "echo 1000")
    return commands


def say(command: Path, script: str) -> None:
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)


def setup(machine: Path, *words: str, step: str = ".packages") -> tuple[int, str]:
    """Run a step of the set-up on that machine, the first one; give its status and what it said."""
    run = subprocess.run(
        [machine / "make", "--no-print-directory", f"VENV={machine}/venv", *words,
         f"{machine}/venv/{step}"],
        cwd=ROOT, env={"PATH": str(machine), "HOME": os.environ.get("HOME", "/")},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return run.returncode, run.stdout + run.stderr


def test_neither_root_nor_sudo(machine: Path) -> None:
    say(machine / "dpkg-query", "exit 1")
    status, said = setup(machine, "DEB=mosquitto fonts-dejavu-core")
    assert status != 0
    assert said.startswith(
        "setup: you are not root, and there is no sudo. Ask an administrator to run: apt-get"
        " install mosquitto fonts-dejavu-core\n"
    )
    assert not (machine / "venv").exists()


def test_what_is_missing_is_installed_through_sudo(machine: Path) -> None:
    say(machine / "dpkg-query", 'case "$*" in *there*) echo install ok installed;; esac')
    say(machine / "sudo", 'exec "$@"')
    say(machine / "apt-get", f'echo "$@" >> {machine}/asked')
    status, said = setup(machine, "DEB=there mosquitto")
    assert (status, said) == (0, "setup: installing mosquitto\n")
    assert (machine / "asked").read_text().splitlines() == [
        "-qq update", "-qq -y --no-install-recommends install mosquitto",
    ]  # fmt: skip
    assert (machine / "venv" / "bin" / "python").exists()


@pytest.mark.parametrize("goal", ["demo", "table"])
def test_what_only_plays_waits_for_no_reader_and_no_test(machine: Path, goal: str) -> None:
    """A browser, a type checker and a compiler are most of what `make test` fetches."""
    plan = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", f"VENV={machine}/venv", goal], cwd=ROOT,
        capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    assert re.findall(r"requirements\S*\.lock", plan) == ["requirements.lock"]
    assert "mosquitto" in plan
    assert not re.search(r"swig|pcscd|chromium|postgresql", plan)


def test_readers_and_tests_have_packages_of_their_own(machine: Path) -> None:
    say(machine / "dpkg-query", "exit 1")
    say(machine / "sudo", 'exec "$@"')
    say(machine / "apt-get", f'echo "$@" >> {machine}/asked')
    for_readers = {"pcscd", "swig", "libpcsclite-dev"}
    for_tests = {"chromium", "chromium-headless-shell", "postgresql", "fish", "mosquitto-clients"}
    assert setup(machine)[0] == 0
    asked = (machine / "asked").read_text().split()
    assert "mosquitto" in asked
    assert not (for_readers | for_tests) & set(asked)
    assert setup(machine, step=".reader-packages")[0] == 0
    asked = (machine / "asked").read_text().split()
    assert for_readers <= set(asked)
    assert not for_tests & set(asked)
    assert setup(machine, step=".test-packages")[0] == 0
    assert len(for_tests & set((machine / "asked").read_text().split())) == len(for_tests) - 1


def test_what_apt_says_is_shown_when_it_fails(machine: Path) -> None:
    say(machine / "dpkg-query", "exit 1")
    say(machine / "sudo", 'exec "$@"')
    say(machine / "apt-get", "echo no network; exit 100")
    status, said = setup(machine, "DEB=mosquitto")
    assert status != 0
    assert "no network\nsetup: apt-get could not install mosquitto\n" in said


def test_a_python_that_is_too_old_is_named(machine: Path) -> None:
    say(machine / "dpkg-query", "echo install ok installed")
    say(
        machine / "python3.9",
        'case "$*" in *version_info*) exit 1;; --version) echo Python 3.9.2;; esac',
    )
    status, said = setup(machine, "PYTHON=python3.9")
    assert status != 0
    assert "setup: Tapis needs Python 3.11 or newer, and this is Python 3.9.2." in said


def test_another_system_is_told_what_to_see_to(machine: Path) -> None:
    status, said = setup(machine, "DEB=mosquitto fonts-dejavu-core")
    assert status == 0
    assert said.splitlines()[0].endswith("that these are installed: mosquitto fonts-dejavu-core")
