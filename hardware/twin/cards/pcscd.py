"""A private instance of the real pcscd, with virtual readers that can be plugged in and unplugged.

It runs as the current user with its own root folder, so several instances can run side by side. Its
readers are on a simulated USB bus (`pcscd_bus/`), and their cards are connected over vpcd's
sockets.
"""

import atexit
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Self

from controller.contract.errors import TapisError
from hardware.free_ports import free_ports
from hardware.twin.cards.virtual_card import VirtualReader

BUS = Path(__file__).parents[1] / "pcscd_bus"
VPCD = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
SOCKET = "PCSCLITE_CSOCK_NAME"
VENDOR = 0x7A91
MOST_READERS = 16
UP_WITHIN = 20.0
TRIES = 5

PLIST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleName</key><string>tapis-{number}</string>
<key>CFBundleExecutable</key><string>reader.so</string>
<key>ifdVendorID</key><array><string>0x{vendor:04X}</string></array>
<key>ifdProductID</key><array><string>0x{number:04X}</string></array>
<key>ifdFriendlyName</key><array><string>{name}</string></array>
</dict></plist>
"""


@cache
def _open_to_all(program: str) -> tuple[str, ...]:
    """Return the option that disables polkit, or () if `program` has no such option.

    From version 2.0 on, pcscd has this option, and disconnects clients unless polkit is disabled.
    """
    told = subprocess.run([program, "--help"], capture_output=True, text=True, check=False)
    return ("--disable-polkit",) if "--disable-polkit" in told.stdout + told.stderr else ()


class NoPcscd(TapisError, OSError):
    """pcscd can't be started on this machine; the message says what to do."""


class Pcscd:
    """A pcscd with 1 to 16 virtual readers, given as a number or by name.

    A process can only ever talk to one pcscd socket, because libpcsclite looks up the socket's name
    once. All instances in one process therefore share a socket, and only one of them may run at a
    time. Child processes use the same socket.
    """

    def __init__(self, readers: int | Sequence[str]) -> None:
        """Set up the readers, given as a number or by name.

        Raises `NoPcscd` if a program is missing.
        """
        names = (
            [f"Tapis reader {n}" for n in range(readers)] if isinstance(readers, int) else readers
        )
        if not 1 <= len(names) <= MOST_READERS or len(set(names)) != len(names):
            raise ValueError(f"pcscd serves 1 to {MOST_READERS} readers, each with a unique name")
        self._program = _program("pcscd", Path("/usr/sbin/pcscd"))
        if not VPCD.exists():
            raise NoPcscd("virtual readers need vsmartcard-vpcd: apt-get install vsmartcard-vpcd")
        self._root = _root()
        self._process: subprocess.Popen[bytes] | None = None
        self.names = [f"{name} 00 00" for name in names]
        """The names that clients see once pcscd is running."""
        self._friendly = list(names)
        self._readers = [VirtualReader() for _ in names]
        atexit.register(self.close)

    def reader(self, number: int) -> VirtualReader:
        """Return the reader with this number, counting from 0."""
        return self._readers[number]

    def start(self) -> None:
        """Start pcscd; returns once clients can connect and see the readers. Raises `NoPcscd`."""
        if self._process is not None:
            return
        if self._runs():
            raise NoPcscd("this process already runs a pcscd: stop it first")
        self._build()
        for _ in range(TRIES):
            if self._readers[0].port == 0:
                for reader, port in zip(self._readers, free_ports(len(self.names)), strict=True):
                    reader.port = port
            self._lay_out()
            self._launch()
            if self._wait_up():
                return
            self.stop()
            for reader in self._readers:
                reader.port = 0  # another program took one of the ports meanwhile
        log = (self._root / "log").read_text(errors="replace")[-2000:]
        raise NoPcscd(f"pcscd does not start:\n{log}")

    def stop(self) -> None:
        """Stop pcscd, leaving the cards on the readers."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with contextlib.suppress(FileNotFoundError):
            (self._root / "run/pcscd/pcscd.comm").unlink()

    def close(self) -> None:
        """Remove all cards, stop pcscd, and delete its folder."""
        for reader in self._readers:
            reader.remove()
        self.stop()
        atexit.unregister(self.close)
        if not self._runs():
            shutil.rmtree(self._root, ignore_errors=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _runs(self) -> bool:
        """Return whether any instance in this process is running a pcscd."""
        return (self._root / "run/pcscd/pcscd.comm").exists()

    def _build(self) -> None:
        """Compile the simulated bus and reader driver once per process; copy it for each reader."""
        root = self._root
        shutil.rmtree(root / "usr", ignore_errors=True)
        if not (root / "bus.so").exists():
            compiler = _program("cc", Path("/usr/bin/gcc"))
            flags = ["-shared", "-fPIC", "-O1", "-I/usr/include/PCSC"]
            for part in ("bus", "reader"):
                built = subprocess.run(
                    [compiler, *flags, "-o", root / f"{part}.so", BUS / f"{part}.c"],
                    capture_output=True, text=True, check=False,
                )  # fmt: skip
                if built.returncode:
                    raise NoPcscd(f"the virtual readers could not be compiled:\n{built.stderr}")
        for number, name in enumerate(self._friendly):
            bundle = root / f"usr/lib/pcsc/drivers/tapis-{number}.bundle/Contents"
            (bundle / "Linux").mkdir(parents=True)
            text = PLIST.format(number=number, name=name, vendor=VENDOR)
            (bundle / "Info.plist").write_text(text)
            # Copies, not links: a library loaded twice from one file is a single library.
            shutil.copyfile(root / "reader.so", bundle / "Linux/reader.so")
            shutil.copyfile(VPCD, bundle / "Linux/vpcd.so")

    def _lay_out(self) -> None:
        for folder in ("run", "usb", "reader.conf.d"):
            shutil.rmtree(self._root / folder, ignore_errors=True)
            (self._root / folder).mkdir()
        for number, reader in enumerate(self._readers):
            (self._root / "usb" / str(number)).write_text(str(reader.port))
        (self._root / "events").unlink(missing_ok=True)
        os.mkfifo(self._root / "events")

    def _launch(self) -> None:
        with (self._root / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [self._program, "--foreground", *_open_to_all(str(self._program)),
                 "--config", self._root / "reader.conf.d"],
                env={"LD_PRELOAD": str(self._root / "bus.so"), "TAPIS_PCSCD": str(self._root)},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    def _wait_up(self) -> bool:
        """Wait until pcscd accepts clients, which is when all readers are up or have failed.

        Return False if a reader has failed, or if pcscd has ended or takes too long.
        """
        assert self._process is not None
        deadline = time.monotonic() + UP_WITHIN
        while time.monotonic() < deadline and self._process.poll() is None:
            with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
                client.connect(os.environ[SOCKET])
                return b"init failed" not in (self._root / "log").read_bytes()
            time.sleep(0.01)
        return False


def _root() -> Path:
    """Return the folder for this process's pcscd, and tell libpcsclite to use its socket."""
    name = os.environ.get(SOCKET, "")
    root = Path(name).parents[2] if name else Path(tempfile.gettempdir()) / f"tapis-{os.getpid()}"
    if root.name != f"tapis-{os.getpid()}":
        # libpcsclite may have looked up the name already; only a new process can choose another.
        raise NoPcscd(f"this process already talks to the pcscd at {name}")
    root.mkdir(mode=0o700, exist_ok=True)
    os.environ[SOCKET] = str(root / "run/pcscd/pcscd.comm")
    return root


def _program(name: str, place: Path) -> str:
    found = shutil.which(name) or (str(place) if place.exists() else "")
    if not found:
        raise NoPcscd(f"{name} is missing: apt-get install pcscd vsmartcard-vpcd gcc libc6-dev")
    return found
