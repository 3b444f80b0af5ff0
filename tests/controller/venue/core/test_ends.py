"""A core that is told to end does, wherever its broker is."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.mqtt import until

CONFIG = """
name = "{name}"
[broker]
port = {port}
"""


def started(folder: Path, name: str, port: int) -> subprocess.Popen[bytes]:
    folder.mkdir()
    (folder / "venue.toml").write_text(CONFIG.format(name=name, port=port))
    root = Path(__file__).parents[4]
    words = ("-m", "controller.cli", "venue", "run", "--config", "venue.toml")
    return subprocess.Popen(
        (sys.executable, *words), cwd=folder, stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(root)},
    )  # fmt: skip


def test_sigterm_ends_a_core_whose_broker_is_away_or_says_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            ports = {"away": closed.getsockname()[1], "silent": silent.getsockname()[1]}
        cores = [started(tmp_path / name, name, port) for name, port in ports.items()]
        try:
            until(lambda: all((tmp_path / n / f"{n}-venue.sock").exists() for n in ports), 60)
            for core in cores:
                core.send_signal(signal.SIGTERM)
            # One that waits for its broker would never end.
            assert [core.wait(30) for core in cores] == [0, 0]
        finally:
            for core in cores:
                core.kill()
                core.wait()
