"""The password for a table's page, which is disabled if it has no password.

The file contains the password's hash (Argon2). The two tokens that the page uses for commands to
the table are in separate files beside it.
"""

import hashlib
import hmac
import secrets
import time
from pathlib import Path
from typing import Final

import typer

from controller.config.default_config import (
    HERE,
    PAGE_PASSWORD,
    PAGE_TOKENS,
    ConfigOption,
    config_file,
)
from controller.config.model import load_config
from controller.contract.errors import N_, Sentence, UnusableFile, WrongOption
from controller.run.access.floor_token import NO_TOKENS, hashed_token, new_token, with_token
from controller.toml.file import FileProblems
from controller.toml.private_files import read_own, text_of, write_own
from display.words.command_line.chosen import asked_twice, words_for

PASSWORD_FILE: Final = PAGE_PASSWORD
TOKENS: Final = PAGE_TOKENS
"""The two names under which the page sends commands to its table, each with its token file.

`page` is the page's own name. `page-floor` is for commands from a person who has signed in with a
floor badge or PIN.
"""

LOCAL: Final = "page-floor"
SHORTEST: Final = 8
LONGEST: Final = 200
KNOWN_S: Final = 180 * 24 * 3600
"""The time (s) for which a browser stays known after the password is entered in it."""


def hashed(password: str) -> str:
    """Return the hash of a password, for storing.

    Raises `WrongOption` if the password is too short or too long.
    """
    from argon2 import PasswordHasher

    if not SHORTEST <= len(password) <= LONGEST:
        raise WrongOption(
            N_("a password has {least} to {most} characters"), least=SHORTEST, most=LONGEST
        )
    return PasswordHasher().hash(password)


def is_right(kept: str, password: str) -> bool:
    """Return whether a password matches the stored hash `kept`.

    This deliberately takes a tenth of a second and 64 MB.
    """
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        return PasswordHasher().verify(kept, password[:LONGEST])
    except (Argon2Error, InvalidHashError):
        return False


def load_password(folder: Path) -> str:
    """Return the password hash for the page of the table whose config is in `folder`.

    The result is "" if the page is disabled. Raises `FileProblems` for a file that other users may
    read.
    """
    path = folder / PASSWORD_FILE
    if not path.exists():
        return ""
    text, problems = read_own(path, Sentence("a file written by `tapis page password`"))
    if problems:
        raise FileProblems(problems)
    return text.strip()


def mark_for(kept: str, now: float | None = None) -> str:
    """Return a cookie value that identifies a known browser: expiry, random part and signature.

    `kept` is the stored password hash, and `now` the time in seconds since 1970. The value becomes
    invalid when the password changes.
    """
    until = int((time.time() if now is None else now) + KNOWN_S)
    said = f"{until}.{secrets.token_urlsafe(12)}"
    return f"{said}.{_proof(kept, said)}"


def is_known(kept: str, mark: str, now: float | None = None) -> bool:
    """Return whether a cookie value made by `mark_for` proves that a browser is known.

    A browser is known if the current password was entered in it at most `KNOWN_S` seconds ago.
    """
    said, _, proof = mark[:200].rpartition(".")
    until = said.partition(".")[0]
    right = hmac.compare_digest(proof.encode(), _proof(kept, said).encode())
    fresh = until.isascii() and until.isdecimal()
    return bool(kept) and right and fresh and int(until) > (time.time() if now is None else now)


def _proof(kept: str, said: str) -> str:
    return hmac.new(kept.encode(), said.encode(), hashlib.sha256).hexdigest()


def page_password(config: ConfigOption = HERE) -> None:
    """Set the password for the table's page, which switches the page on."""
    where = config_file(config)
    tokens = load_config(where).tokens
    if not tokens:
        raise UnusableFile(NO_TOKENS, file=where)
    said = words_for("")
    kept = hashed(asked_twice(said.say("Password"), said))
    folder = where.resolve().parent
    made = make_tokens(folder, Path(tokens))
    write_own(folder / PASSWORD_FILE, kept + "\n", 0o600)
    on = N_("{file}: the page is on; everybody has been signed out")
    typer.echo(said.say(on, file=folder / PASSWORD_FILE))
    if made:
        restart = N_(
            "The page's tokens become valid when the table restarts: sudo systemctl restart tapis"
        )
        typer.echo(said.say(restart))
    start = N_(
        "If the page is installed, start it with: sudo systemctl start tapis-care tapis-page"
    )
    typer.echo(said.say(start))


def make_tokens(folder: Path, tokens: Path) -> bool:
    """Recreate both of the page's tokens if one is missing; return whether one was missing.

    The tokens are stored in `folder`, and their hashes in the file `tokens`. Raises `OSError`.
    """
    if all((folder / file).exists() for file in TOKENS.values()):
        return False
    text = text_of(tokens) if tokens.exists() else ""
    for name, file in TOKENS.items():
        token = new_token()
        text = with_token(text, name, hashed_token(token), local=name == LOCAL)
        write_own(folder / file, f"{name} {token}\n", 0o600)
    write_own(tokens, text)
    return True


def page_off(config: ConfigOption = HERE) -> None:
    """Switch off the table's page by removing its password."""
    folder = config_file(config).resolve().parent
    (folder / PASSWORD_FILE).unlink(missing_ok=True)
    gone = N_("{file}: removed. To stop the running page: sudo systemctl stop tapis-page")
    typer.echo(words_for("").say(gone, file=folder / PASSWORD_FILE))
