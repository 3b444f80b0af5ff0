"""The floor's PIN: what opens the floor's panel of a table's own screen, for a short while.

The file holds a line for each person, `name salt hash`, and no PIN. What has been opened is
known to this process alone, and ends by itself.
"""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.config.model import load_config
from controller.contract.errors import N_, Sentence, UnusableFile, WrongOption
from controller.run.access.requests import Refusal
from controller.toml.file import FileProblems, Problem
from controller.toml.own import read_own, write_own
from display.words.command_line.chosen import asked_twice, words_for

OPEN_S = 120.0
"""So long a screen stays the floor's without a command."""

WRONG_MOST = 5
WAIT_S = 60.0
LONGEST_WAIT_S = 960.0

SHARED = "floor"
"""The name of a PIN that every floor of a club knows: it goes with anybody's badge."""

_SALT = 16
_FORM = re.compile(r"[0-9]{4,12}")
_NAME = re.compile(r"[\w.-]{1,40}")


class FloorPin(msgspec.Struct, frozen=True):
    """A PIN as it is kept: whose it is, and what it is known by."""

    name: str
    salt: bytes
    hashed: bytes

    def __repr__(self) -> str:
        """Return whose it is and no more: it may end up in a log."""
        return f"FloorPin(name={self.name!r})"


def _hashed(pin: str, salt: bytes) -> bytes:
    # A few milliseconds on a Pi: the table answers while it is worked out.
    return hashlib.scrypt(pin.encode(), salt=salt, n=2048, r=8, p=1, dklen=32)


def pin_for(name: str, pin: str) -> FloorPin:
    """Return a PIN as it is kept; raises `WrongOption` for one that is not 4 to 12 digits."""
    if not _FORM.fullmatch(pin):
        raise WrongOption(N_("a PIN is 4 to 12 digits"))
    if not _NAME.fullmatch(name):
        raise WrongOption(
            N_('"{name}" is no name of the floor: letters, digits, "." and "-"'), name=name
        )
    salt = secrets.token_bytes(_SALT)
    return FloorPin(name, salt, _hashed(pin, salt))


def load_pins(path: Path) -> tuple[FloorPin, ...]:
    """Read the file of PINs; raises `FileProblems` naming the line, never what stands there."""
    right = Sentence("a file that `tapis floor pin` writes")
    text, problems = read_own(path, right)
    pins = list[FloorPin]()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            name, salt, hashed = words
            pins.append(FloorPin(name, base64.b64decode(salt, validate=True),
                            base64.b64decode(hashed, validate=True)))  # fmt: skip
        except (ValueError, binascii.Error):
            problems.append(
                Problem(str(path), number, "", Sentence("is no name with a hash"), right)
            )
    if problems:
        raise FileProblems(problems)
    return tuple(pins)


def save_pin(path: Path, pin: FloorPin) -> None:
    """Write a PIN into its file, in the place of an earlier one of this name. Raises `OSError`."""
    pins = {one.name: one for one in (load_pins(path) if path.exists() else ())} | {pin.name: pin}
    text = "".join(f"{one.name} {_text(one.salt)} {_text(one.hashed)}\n" for one in pins.values())
    # Ten thousand PINs are soon tried on a hash: it is one user's, and no group's.
    write_own(path, text, 0o600)


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


class Tries(msgspec.Struct):
    """Wrong PINs of one screen: how many in a row, how often that was too many, and its wait."""

    wrong: int = 0
    waits: int = 0
    until: float = 0.0


class FloorLock:
    """Which of a table's own screens is the floor's now, by the owner of its token.

    `now` is in seconds of a clock that never goes back. Each screen has tries of its own: whoever
    keys wrong PINs at one shuts no other.
    """

    def __init__(self, pins: tuple[FloorPin, ...] = ()) -> None:
        self._pins = pins
        self._open: dict[str, tuple[str, float]] = {}
        self._tries: dict[str, Tries] = {}

    @property
    def has_pins(self) -> bool:
        """Whether there is a PIN that opens anything."""
        return bool(self._pins)

    def unlock(self, owner: str, pin: str, now: float, badges: Collection[str] = ()) -> str:
        """Open a screen for whose PIN this is; give the name.

        With `badges`, the names of those that lie on the floor's reader, it has to be the PIN of
        one of them, or the one that all share; the name is the badge's. Raises `Refusal`: for a
        wrong PIN, and, after five of them, for any PIN for a minute, then for two, four and so on.
        """
        if not self._pins:
            raise Refusal("no-badge")
        tries = self._tries.setdefault(owner, Tries())
        if now < tries.until:
            left = int(tries.until - now) + 1
            raise Refusal("too-many-pins", f"too many wrong PINs: try again in {left} s")
        found = ""
        for one in self._pins:
            # Every one is compared: how long it takes tells nothing.
            if hmac.compare_digest(_hashed(pin[:64], one.salt), one.hashed):
                found = one.name
        if found and badges and found not in badges:
            found = min(badges) if found == SHARED else ""
        if not found:
            tries.wrong += 1
            if tries.wrong >= WRONG_MOST:
                wait = min(WAIT_S * 2**tries.waits, LONGEST_WAIT_S)
                tries.wrong, tries.waits, tries.until = 0, tries.waits + 1, now + wait
            raise Refusal("wrong-pin")
        del self._tries[owner]
        self._open[owner] = found, now + OPEN_S
        return found

    def lock(self, owner: str) -> None:
        """Shut a screen again."""
        self._open.pop(owner, None)

    def who(self, owner: str, now: float) -> str:
        """Return whose word a screen's is, for two more minutes; "" when it is shut."""
        name, ends = self._open.get(owner, ("", 0.0))
        if not name or now >= ends:
            self.lock(owner)
            return ""
        self._open[owner] = name, now + OPEN_S
        return name


def floor_pin(
    name: Annotated[str, typer.Argument(help="Owner of the PIN.")] = SHARED,
    config: Annotated[
        Path, typer.Option(help="The table's config, a TOML file.", show_default=False)
    ] = Path("table.toml"),
) -> None:
    """Set the PIN that opens the floor's panel of the table's own screen."""
    where = load_config(config).floor_pin
    if not where:
        raise UnusableFile(
            N_('{file}: has no floor_pin; right would be floor_pin = "floor.pin"'), file=config
        )
    said = words_for("")
    save_pin(Path(where), pin_for(name, asked_twice(said.say(N_("PIN (4 to 12 digits)")), said)))
    done = N_("{file}: {name} has a PIN; it holds from the table's next start")
    typer.echo(said.say(done, file=where, name=name))
