"""The floor's PIN, which unlocks the floor panel on a table's own screen for a short time.

The PIN file does not contain the PINs themselves, only a line `name salt hash` for each person. The
list of unlocked screens is kept only in this process's memory. A screen locks again automatically.
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

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import load_config
from controller.contract.errors import N_, Sentence, UnusableFile, WrongOption
from controller.run.access.floor_token import NAME, in_base64
from controller.run.access.requests import Refusal
from controller.toml.file import FileProblems, Problem
from controller.toml.private_files import entries, read_own, write_own
from display.words.command_line.chosen import asked_twice, words_for

OPEN_S = 120.0
"""The time in seconds after which a screen locks again if no command is given."""

WRONG_MOST = 5
WAIT_S = 60.0
LONGEST_WAIT_S = 960.0

SHARED = "floor"
"""The name of the PIN that all floor staff of a club share; it works with any floor badge."""

_SALT = 16
_FORM = re.compile(r"[0-9]{4,12}")


class FloorPin(msgspec.Struct, frozen=True):
    """A PIN as it is stored: its owner, its salt and its hash."""

    name: str
    salt: bytes
    hashed: bytes

    def __repr__(self) -> str:
        """Return the owner without salt or hash, because the text may end up in a log."""
        return f"FloorPin(name={self.name!r})"


def _hashed(pin: str, salt: bytes) -> bytes:
    # This takes only a few milliseconds on a Pi, so that the table's loop is not held up.
    return hashlib.scrypt(pin.encode(), salt=salt, n=2048, r=8, p=1, dklen=32)


def pin_for(name: str, pin: str) -> FloorPin:
    """Return a PIN in its stored form.

    Raises `WrongOption` unless it has 4 to 12 digits and `name` is a valid name.
    """
    if not _FORM.fullmatch(pin):
        raise WrongOption(N_("a PIN has 4 to 12 digits"))
    if not NAME.fullmatch(name):
        raise WrongOption(
            N_('"{name}" is not a valid name: use letters, digits, "." and "-"'), name=name
        )
    salt = secrets.token_bytes(_SALT)
    return FloorPin(name, salt, _hashed(pin, salt))


def load_pins(path: Path) -> tuple[FloorPin, ...]:
    """Return the PINs in a PIN file.

    Raises `FileProblems`, which states the numbers of wrong lines but never quotes them.
    """
    right = Sentence("a file that `tapis floor pin` writes")
    text, problems = read_own(path, right)
    pins = list[FloorPin]()
    for number, words in entries(text):
        try:
            name, salt, hashed = words
            pins.append(FloorPin(name, base64.b64decode(salt, validate=True),
                            base64.b64decode(hashed, validate=True)))  # fmt: skip
        except (ValueError, binascii.Error):
            problems.append(
                Problem(
                    str(path), number, "", Sentence("does not contain a name and a hash"), right
                )
            )
    if problems:
        raise FileProblems(problems)
    return tuple(pins)


def save_pin(path: Path, pin: FloorPin) -> None:
    """Write a PIN to a PIN file, replacing any earlier PIN of the same owner.

    Raises `OSError` if the file can't be written, and `FileProblems` if it can't be read.
    """
    pins = {one.name: one for one in (load_pins(path) if path.exists() else ())} | {pin.name: pin}
    lines = [f"{one.name} {in_base64(one.salt)} {in_base64(one.hashed)}\n" for one in pins.values()]
    # All ten thousand four-digit PINs can be tried quickly against a hash, so only the file's owner
    # may read it.
    write_own(path, "".join(lines), 0o600)


class Tries(msgspec.Struct):
    """The wrong PINs that have been entered at one screen.

    `wrong` is the number of wrong PINs in a row since the last lock-out. `waits` is the number of
    lock-outs so far. `until` is the time at which the last lock-out ends, in seconds of a monotonic
    clock.
    """

    wrong: int = 0
    waits: int = 0
    until: float = 0.0


class FloorLock:
    """Keeps track of which of a table's screens are unlocked for the floor.

    A screen is identified by `owner`, the owner of its token. `now` is in seconds of a monotonic
    clock. Each screen counts its own attempts, so wrong PINs at one screen do not lock out another.
    """

    def __init__(self, pins: tuple[FloorPin, ...] = ()) -> None:
        self._pins = pins
        self._open: dict[str, tuple[str, float]] = {}
        self._tries: dict[str, Tries] = {}

    @property
    def has_pins(self) -> bool:
        """Whether any PIN is stored."""
        return bool(self._pins)

    def unlock(self, owner: str, pin: str, now: float, badges: Collection[str] = ()) -> str:
        """Unlock the screen of `owner` with a PIN; return the name of the person who unlocks it.

        `badges` are the names on the badges on the floor's reader. If there are none, any stored
        PIN is accepted, and the name is that of the PIN's owner. Otherwise, the PIN must belong to
        the owner of one of the badges, or be the PIN that all staff share; the name is the one on
        the badge.

        Raises `Refusal` for a wrong PIN, or if no PINs are stored. After five wrong PINs in a row,
        every PIN is refused for one minute. With each further lock-out, that time doubles, up to
        sixteen minutes.
        """
        if not self._pins:
            raise Refusal("no-badge")
        tries = self._tries.setdefault(owner, Tries())
        if now < tries.until:
            left = int(tries.until - now) + 1
            raise Refusal("too-many-pins", f"too many wrong PINs: try again in {left} s")
        # All PINs are compared, so the time taken reveals nothing. Two people may share one.
        owners = [
            one.name
            for one in self._pins
            if hmac.compare_digest(_hashed(pin[:64], one.salt), one.hashed)
        ]
        if badges:
            allowed = set(badges) & set(owners) or (badges if SHARED in owners else ())
            found = min(allowed, default="")
        else:
            found = owners[-1] if owners else ""
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
        """Lock a screen; do nothing if it is locked already."""
        self._open.pop(owner, None)

    def who(self, owner: str, now: float) -> str:
        """Return the name of the person for whom a screen is unlocked, or "" if it is locked.

        If it is unlocked, each call gives it two more minutes before it locks again.
        """
        name, ends = self._open.get(owner, ("", 0.0))
        if not name or now >= ends:
            self.lock(owner)
            return ""
        self._open[owner] = name, now + OPEN_S
        return name


def floor_pin(
    name: Annotated[str, typer.Argument(help="Owner of the PIN.")] = SHARED,
    config: ConfigOption = HERE,
) -> None:
    """Set the PIN that opens the floor panel on the table's own screen."""
    config = config_file(config)
    where = load_config(config).floor_pin
    if not where:
        raise UnusableFile(
            N_('{file} has no floor_pin; expected floor_pin = "floor.pin"'), file=config
        )
    said = words_for("")
    save_pin(Path(where), pin_for(name, asked_twice(said.say(N_("PIN (4 to 12 digits)")), said)))
    done = N_("{file}: the PIN for {name} becomes valid when the table restarts")
    typer.echo(said.say(done, file=where, name=name))
