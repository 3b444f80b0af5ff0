"""Tokens, which a table stores as salt and hash; `tapis floor token` creates them.

A token created here has 192 random bits. It therefore can't be guessed, even though its hash is
fast to compute. A fast hash is used so that each request is answered quickly.
"""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import load_config
from controller.contract.errors import N_, UnusableFile, WrongOption
from controller.toml.private_files import entries, text_of, write_own
from display.words.command_line.chosen import words_for

_HASHED: Final = re.compile(r"\$sha256\$([A-Za-z0-9+/]{22}==)\$([A-Za-z0-9+/]{43}=)")
_ENTRY: Final = re.compile(r"^(\s*[^\s#]+\s+)([^\s#]+)")
"""The owner, and then the token or its hash, in a line of a token file."""

NAME: Final = re.compile(r"[\w.-]{1,40}")
_SALT: Final = 16

NO_TOKENS: Final = N_('{file} has no tokens setting; expected tokens = "tokens"')


def new_token() -> str:
    """Return an unguessable token of 32 letters, digits, hyphens and underscores."""
    return secrets.token_urlsafe(24)


def hashed_token(token: str) -> str:
    """Return a token as it is stored in a token file: `$sha256$salt$hash`, with a new salt."""
    salt = secrets.token_bytes(_SALT)
    return f"$sha256${in_base64(salt)}${in_base64(_hash(token, salt))}"


def is_hashed(kept: str) -> bool:
    """Return whether `kept`, an entry in a token file, is a hash rather than a plain token."""
    return _HASHED.fullmatch(kept) is not None


def is_token(kept: str, token: str) -> bool:
    """Return whether `token` is the one stored as `kept`, which is a hash or a plain token.

    The comparison takes the same time whatever the token is.
    """
    match = _HASHED.fullmatch(kept)
    if match is None:
        return hmac.compare_digest(token.encode(), kept.encode())
    try:
        salt, known = (base64.b64decode(part, validate=True) for part in match.groups())
    except binascii.Error:
        return False
    return hmac.compare_digest(_hash(token, salt), known)


def _hash(token: str, salt: bytes) -> bytes:
    return hashlib.sha256(salt + token.encode()).digest()


def in_base64(raw: bytes) -> str:
    """Return bytes as they are stored in a token file or PIN file."""
    return base64.b64encode(raw).decode()


def with_token(text: str, name: str, kept: str, *, local: bool) -> str:
    """Return the text of a token file with a line added for `name`, replacing any earlier one.

    `kept` is the token or its hash. `local` marks the owner as a device at the table.
    """
    line = f"{name} {kept} local" if local else f"{name} {kept}"
    others = [one for one in text.splitlines() if one.partition("#")[0].split()[:1] != [name]]
    return "\n".join([*others, line]) + "\n"


def all_hashed(text: str) -> str:
    """Return the text of a token file with every plain token replaced by its hash.

    Comments and the order of the lines stay the same.
    """

    def entry(found: re.Match[str]) -> str:
        name, kept = found.groups()
        return name + (kept if is_hashed(kept) else hashed_token(kept))

    return "\n".join(_ENTRY.sub(entry, line) for line in text.splitlines()) + "\n"


def plain_owners(text: str) -> tuple[str, ...]:
    """Return the owners whose tokens are stored in plain text, given the text of a token file."""
    found = (words for _, words in entries(text))
    return tuple(words[0] for words in found if len(words) > 1 and not is_hashed(words[1]))


def floor_token(
    name: Annotated[str, typer.Argument(help="Owner of the token.")] = "",
    config: ConfigOption = HERE,
    local: Annotated[
        bool,
        typer.Option(
            "--local",
            help="The token is for a screen at the table, where the floor uses a badge or a PIN.",
        ),
    ] = False,
    every: Annotated[
        bool, typer.Option("--hash", help="Hash all plain-text tokens; they stay valid.")
    ] = False,
) -> None:
    """Create a token for sending commands to the table; it is shown once and stored hashed."""
    config = config_file(config)
    where = load_config(config).tokens
    if not where:
        raise UnusableFile(NO_TOKENS, file=config)
    if every == bool(name) or (name and not NAME.fullmatch(name)):
        raise WrongOption(N_("give a name (letters, digits, dots, hyphens), or --hash"))
    path, said = Path(where), words_for("")
    text = text_of(path) if path.exists() else ""
    if every:
        plain = plain_owners(text)
        write_own(path, all_hashed(text))
        done = (
            N_("{file}: now hashed: {names}")
            if plain
            else N_("{file}: all tokens were already hashed")
        )
        typer.echo(said.say(done, file=path, names=", ".join(plain)))
        return
    token = new_token()
    write_own(path, with_token(text, name, hashed_token(token), local=local))
    typer.echo(f"{name} {token}")
    keep = N_("{file}: keep the token printed above; it becomes valid when the table restarts")
    typer.echo(said.say(keep, file=path), err=True)
