"""`tapis firmware install`: installs the firmware of a node on its microcontroller board.

If that fails, the board keeps its old firmware. The board has two folders for firmware
(`firmware/slots.py`). The package is written to the folder that is not in use, and every file is
verified by its hash. The last step changes the pointer, a file that says which folder is in use.
The board is also given a key, by which the table recognises it (`hardware/keys.py`); an update
leaves the key unchanged.
"""

import contextlib
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import serial
import typer

from controller.config.default_config import config_to_make, key_file_of
from controller.contract.errors import TapisError
from firmware import slots
from firmware.identity import KEY_FILE
from firmware.link import messages
from firmware.link.handshake import HostHalf, Keys, Refused, Up
from firmware.link.session import Session
from firmware.roles import ROLES
from hardware.firmware_files import PACKAGE, bare, package_files
from hardware.keys import NODE, anybody, keyring, load_keys, new_key, save_key
from hardware.serial_ports import GONE, port_problem

ROOT = {"slots.py": "/slots.py", "launch.py": "/main.py"}
"""The package files stored outside the two firmware folders, and their paths on the board."""

BACK = 30.0
"""The time in seconds that a reset board may take to return to its port."""

SILENCE = 5.0
"""The time in seconds without an answer after which a board counts as having no prompt."""

CHUNK = 2048

HASHES = """\
import binascii, hashlib
for path in {}:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            piece = file.read(1024)
            if not piece:
                break
            digest.update(piece)
    print(path, binascii.hexlify(digest.digest()).decode())
"""

Tell = Callable[[str], None]


class NotInstalled(TapisError, OSError):
    """The firmware could not be installed on the board; the message states why and what to do."""


def role_problem(role: Any) -> str:
    """Return what is wrong with `role`, the content of a role file, or "" if it is valid."""
    if not isinstance(role, dict):
        return 'a role file is a JSON object, such as {"node": "seat-1", "role": "seat"}'
    if role.get("role") not in tuple(ROLES):
        return f'"{role.get("role", "")}" is not a role: use {", ".join(ROLES)}'
    node = role.get("node", "")
    if not isinstance(node, str) or not NODE.fullmatch(node):
        return f'"{node}" is not a node id: use lower-case letters, digits and dashes, as in seat-1'
    return ""


class Prompt:
    """A board's MicroPython prompt, which runs programs, and writes and hashes files."""

    def __init__(self, port: str) -> None:
        """Stop the program on the board at `port`.

        Raises `NotInstalled` if the port can't be opened, or if the board has no MicroPython
        prompt.
        """
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        self._errors = (TransportError, OSError, *GONE)
        self.port = port
        try:
            # Open the port here first, because mpremote's own message says less.
            serial.Serial(port, exclusive=True).close()
        except GONE as error:
            raise NotInstalled(port_problem(port, error)) from None
        with self._failing("there is no MicroPython prompt"):
            self._transport = SerialTransport(port, baudrate=115200, timeout=SILENCE)
            self._transport.enter_raw_repl(soft_reset=False)

    def close(self) -> None:
        """Release the port."""
        with contextlib.suppress(*self._errors):
            self._transport.close()

    def run(self, program: str) -> str:
        """Run a program on the board, and return its output."""
        with self._failing("the board did not do what it was told"):
            return str(bytes(self._transport.exec(program)).decode().strip())

    def reset(self) -> None:
        """Reset the board, and release the port."""
        with contextlib.suppress(*self._errors):
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def read(self, path: str) -> str | None:
        """Return the text of a file in the board's root, or None if there is no such file."""
        with self._failing(f"{path} can't be read"):
            names = self._transport.eval("__import__('os').listdir('/')")
            if path[1:] not in names:
                return None
            return bytes(self._transport.fs_readfile(path, CHUNK)).decode()

    def write(self, files: Mapping[str, bytes], tell: Tell) -> None:
        """Write `files` (contents by path) to the board, and verify that they arrived intact.

        `tell` is called with a progress message for each file. Raises `NotInstalled` if a file
        can't be written, or still differs after a second attempt.
        """
        missing = list(files)
        for _ in range(2):
            for number, path in enumerate(missing, 1):
                tell(f"{number} of {len(missing)}: {path}")
                with self._failing(f"{path} can't be written"):
                    self._transport.fs_writefile(path, files[path], CHUNK)
            there = self.hashes(files)
            missing = [
                path for path in files if there.get(path) != hashlib.sha256(files[path]).hexdigest()
            ]
            if not missing:
                return
        raise NotInstalled(
            f"{self.port}: {missing[0]} did not reach the board intact: its memory may be full or"
            " worn out; the previous firmware still runs"
        )

    def hashes(self, paths: Iterable[str]) -> dict[str, str]:
        """Return the SHA-256 hash of each of these files on the board, by path."""
        lines = self.run(HASHES.format(list(paths))).split()
        return dict(zip(lines[::2], lines[1::2], strict=True))

    def swap(self, path: str, data: bytes) -> None:
        """Write a file under a temporary name, then move it into place atomically."""
        self.write({path + ".new": data}, lambda _: None)
        self.run(f"import os\nos.rename({path + '.new'!r}, {path!r})")

    def folder(self, path: str) -> None:
        """Create a folder if it does not exist."""
        self.run(f"import os\ntry:\n os.mkdir({path!r})\nexcept OSError:\n pass")

    @contextlib.contextmanager
    def _failing(self, what: str) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            lines = str(error).strip().splitlines()
            raise NotInstalled(
                f"{self.port}: {what} ({lines[-1] if lines else 'no answer'}): check that the"
                " board has MicroPython 1.24 or newer and that no other program uses the port, then"
                " try again"
            ) from None


def stop_node(port: str, tell: Tell) -> Prompt:
    """Stop the node program on a board, including its watchdog, and return the board's prompt.

    `tell` is called with a progress message. Raises `NotInstalled` if the prompt can't be reached.
    """
    prompt = Prompt(port)
    if prompt.read(slots.POINTER) is None:
        return prompt
    tell("stopping the node")
    prompt.run(f"open({slots.HOLD!r}, 'w').close()")
    prompt.reset()
    until = time.monotonic() + BACK
    while True:
        try:
            return Prompt(port)
        except NotInstalled:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def install(prompt: Prompt, role: dict[str, Any], key_file: Path, tell: Tell, *,
            another_key: bool = False) -> str:  # fmt: skip
    """Install the package, key, role and pointer on the board, in that order.

    `role` is the content of the role file; if it is empty, the board keeps its current role file.
    The key is also stored in `key_file`. A board keeps a key that is in that file unless
    `another_key` is set. `tell` is called with progress messages. Returns the firmware folder that
    is now in use. Raises `NotInstalled`, in which case the board runs its previous firmware.
    """
    meant = role or _role_on(prompt)
    if role_problem(meant):
        raise NotInstalled(
            f"{prompt.port}: the board has no role yet: give it one, such as"
            " --node seat-1 --role antennas"
        )
    node = str(meant["node"])
    # Read before anything is written: an unreadable file must not cost a board its firmware.
    before = load_keys(key_file).get(node)
    pointer = slots.read(prompt.read(slots.POINTER) or "")
    slot = slots.free(pointer)
    files = package_files()
    for folder in sorted({str(Path(path).parent) for path in files} | {"/"}, key=len):
        prompt.folder(f"/{slot}" + folder.rstrip("/"))
    prompt.write({f"/{slot}{path}": data for path, data in files.items()}, tell)
    for name, place in ROOT.items():
        prompt.swap(place, bare((PACKAGE / name).read_text()))
    has = (prompt.read(KEY_FILE) or "").strip()
    if another_key or before is None or has != before.hex():
        _give_key(prompt, node, before, key_file)
        tell(f"{node} has a new key, stored in {key_file}")
    if role:
        prompt.swap("/role.json", json.dumps(role).encode())
    prompt.swap(slots.POINTER, slots.text_of(slots.switched(pointer, slot)).encode())
    return slot


def _role_on(prompt: Prompt) -> Any:
    """Return the content of the role file on a board, or {} if it has none that can be read."""
    try:
        return json.loads(prompt.read("/role.json") or "{}")
    except ValueError:
        return {}


def _give_key(prompt: Prompt, node: str, before: bytes | None, key_file: Path) -> None:
    """Give a node's board a new key, and store the key in `key_file`.

    `before` is the node's previous key from that file, or None. If the board can't be given the new
    key, the file is restored.
    """
    key = new_key()
    try:
        save_key(key_file, node, key)
    except OSError as error:
        raise NotInstalled(
            f"{key_file}: the node's key can't be stored there ({error.strerror}): run this as"
            " the user who runs the table (sudo -u tapis), or give a different --config"
        ) from None
    try:
        prompt.swap(KEY_FILE, key.hex().encode())
    except NotInstalled:
        save_key(key_file, node, before)
        raise


def wait_for_hello(
    port: str, baud: int, seconds: float = BACK, keys: Keys | None = None
) -> messages.Hello:
    """Wait up to `seconds` for the node on a port to identify itself, and return its message.

    If `keys` contains the node's key, the node must prove that it has that key. By default, no key
    is required. Raises `NotInstalled` if no node responds, or if the node is refused.
    """
    until = time.monotonic() + seconds
    began = time.monotonic()
    half = HostHalf(secrets.randbits(32), anybody, keys or keyring({}, required=False))
    session = Session(half, 0)
    refused = ""
    line: serial.Serial | None = None
    try:
        while time.monotonic() < until:
            try:
                line = line or serial.Serial(port, baud, timeout=0.05, exclusive=True)
                now = int((time.monotonic() - began) * 1000)
                for one in session.receive(line.read(4096), now):
                    if isinstance(one, Up):
                        hello: messages.Hello = one.peer
                        return hello
                    if isinstance(one, Refused):
                        refused = f"{port}: {one.why}"
                line.write(session.outgoing(now))
            except GONE:
                # The board is starting; its port reappears when it is ready.
                if line is not None:
                    line.close()
                line = None
                time.sleep(0.1)
    finally:
        if line is not None:
            line.close()
    silent = (
        f"{port}: the firmware is on the board, and nobody answers here within {seconds:.0f} s: if"
        " the node's line is another port, name it with --link; if its wires are right, the copy"
        " that ran before comes back by itself"
    )
    raise NotInstalled(refused or silent)


def firmware_install(
    port: Annotated[
        str, typer.Argument(help="The board's own USB port, a path in /dev/serial/by-id.")
    ],
    node: Annotated[str, typer.Option(help="The node's id, such as seat-1.")] = "",
    role: Annotated[
        Literal["", "antennas", "seat", "shoe", "ring"], typer.Option(help="The node's role.")
    ] = "",
    antennas: Annotated[int, typer.Option(help="Number of antennas on the node.")] = 1,
    chip: Annotated[
        Literal["pn5180", "pn532"], typer.Option(help="The antennas' reader chip.")
    ] = "pn5180",
    baud: Annotated[int, typer.Option(help="The speed of the node's serial line.")] = 115200,
    role_file: Annotated[
        Path | None, typer.Option(help="A complete role file, to use instead of the other options.")
    ] = None,
    link: Annotated[
        str, typer.Option(help="The port of the node's serial line, if it has changed.")
    ] = "",
    wait: Annotated[bool, typer.Option(help="Wait until the node answers.")] = True,
    config: Annotated[
        Path, typer.Option(help="The table's config; the node's key is stored beside it.")
    ] = Path("table.toml"),
    another_key: Annotated[
        bool, typer.Option("--another-key", help="Replace the key of a board that already has one.")
    ] = False,
) -> None:
    """Flash the firmware onto a board that has MicroPython, and check that it starts."""
    told: dict[str, Any] = {}
    if role_file is not None:
        try:
            told = json.loads(role_file.read_text())
        except (OSError, ValueError) as error:
            raise NotInstalled(f"{role_file}: the role file can't be read: {error}") from None
    elif node or role:
        told = {"node": node, "role": role, "baud": baud}
        if role == "antennas":
            told |= {"antennas": antennas, "chip": chip}
    if told or role_file is not None:
        why = role_problem(told)
        if why:
            raise NotInstalled(f"{role_file or 'the role'}: {why}")
    key_file = key_file_of(config_to_make(config))
    # Read early, so that an unreadable file stops no node.
    load_keys(key_file)
    prompt = stop_node(port, typer.echo)
    try:
        slot = install(prompt, told, key_file, typer.echo, another_key=another_key)
        kept = told or _role_on(prompt)
    except NotInstalled:
        prompt.close()
        raise
    prompt.reset()
    typer.echo(f"the new firmware is in folder {slot}; the board starts it now")
    if wait:
        keys = keyring(load_keys(key_file), required=True)
        hello = wait_for_hello(link or port, int(kept.get("baud", baud)), keys=keys)
        typer.echo(f"{hello.node} ({hello.role}) is running firmware {hello.firmware}")
