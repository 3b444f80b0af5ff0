"""The loudspeaker's process knows nothing private, and the types refuse to hand it over."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
MODULES = ("line", "answers", "seat", "pad")
APART = ("controller.contract.private", *(f"display.voice.{name}" for name in MODULES))
LISTS = """
import sys
from controller.cli import app
sys.argv = ["tapis", "announce", "--port", "1", "--seconds", "0.2", "--device", "none",
            "--cache", {cache!r}]
try:
    app()
finally:
    print("LOADED", *sorted(sys.modules))
"""


def test_the_announcing_process_never_loads_what_is_private(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LISTS.format(cache=str(tmp_path / "kept"))],
        capture_output=True, text=True, timeout=120, cwd=ROOT,
    )  # fmt: skip
    loaded = next(line for line in ran.stdout.splitlines() if line.startswith("LOADED")).split()
    assert "display.voice.room_loudspeaker" in loaded, ran.stderr
    assert not set(APART) & set(loaded)


def test_the_types_refuse_what_is_private_at_the_loudspeaker(tmp_path: Path) -> None:
    snippet = tmp_path / "leak.py"
    snippet.write_text(
        "from display.voice.speaking.speech_queue import Mouth\n"
        "from display.voice.speaking.sound import Loudspeaker, PrivatePhrase, PublicPhrase\n"
        "def leak(speaker: Loudspeaker, mouth: Mouth[PublicPhrase]) -> None:\n"
        '    speaker.say(PublicPhrase("x"))\n'
        '    speaker.say(PrivatePhrase("x"))\n'
        '    mouth.then(PrivatePhrase("x"))\n'
    )
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-incremental",
         "--cache-dir", str(tmp_path / "cache"), str(snippet)],
        capture_output=True, text=True, timeout=280, cwd=ROOT,
    )  # fmt: skip
    lines = [line for line in ran.stdout.splitlines() if "leak.py" in line]
    assert [line.split(":")[1] for line in lines] == ["5", "6"], ran.stdout + ran.stderr
    assert all("PrivatePhrase" in line for line in lines)
