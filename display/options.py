"""The options that all commands which follow a table have in common."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import typer

from controller.contract.errors import WrongOption
from display.ask import Token, read_token
from display.feed import FeedSource, Protocol
from display.words.locale import languages

T = TypeVar("T")

HostOption = Annotated[str, typer.Option(help="The MQTT broker.")]
PortOption = Annotated[int, typer.Option(help="The broker's port.", min=1, max=65535)]
TopicOption = Annotated[str, typer.Option(help="The table's topic, without `/state`.")]
LanguageOption = Annotated[str, typer.Option(help=f"{', '.join(languages())}.")]
SecondsOption = Annotated[float | None, typer.Option(help="End after so many seconds.", min=0)]
ProtocolOption = Annotated[str, typer.Option(help="MQTT version: 5 or 3.1.1.")]
UserOption = Annotated[str, typer.Option(help="The user's name at the broker.")]
PasswordFileOption = Annotated[
    Path | None, typer.Option(help="A file with the password: its first line.")
]
TlsOption = Annotated[bool, typer.Option(help="Encrypt the connection.")]
TokenFileOption = Annotated[
    Path | None, typer.Option(help="A file with the local user's line: name token.")
]
TokenEnvOption = Annotated[
    str, typer.Option(help="The environment variable with the token, where there is no file.")
]
TOKEN_ENV = "TAPIS_TOKEN"  # noqa: S105  the name of a variable


def source_from(
    host: str,
    port: int,
    topic: str,
    protocol: str,
    user: str,
    password_file: Path | None,
    tls: bool,
) -> FeedSource:
    """Return where the table is; raises `WrongOption` or `OSError` for what cannot be right."""
    root = topic.strip("/").removesuffix("/state")
    if not root or any(sign in root for sign in "+#"):
        raise WrongOption(f'--topic "{topic}": give one table, such as tapis/demo/1')
    chosen = next((known for known in get_args(Protocol) if known == protocol), None)
    if chosen is None:
        raise WrongOption(f'--protocol "{protocol}": it is 5 or 3.1.1')
    password = ""
    if password_file is not None:
        if not user:
            raise WrongOption("--password-file needs --user")
        lines = password_file.read_text(encoding="utf-8").splitlines()
        password = lines[0] if lines else ""
    return FeedSource(host, port, root, chosen, user, password, tls)


def token_from(file: Path | None, variable: str) -> Token | None:
    """Return the token of a file, or of an environment variable; None when there is neither.

    Raises `OSError` or `UnusableFile` for a file that can't be used.
    """
    if file is not None:
        return read_token(file)
    secret = os.environ.get(variable, "").strip()
    return Token(secret) if secret else None


def one_of(option: str, value: str, known: Sequence[T]) -> T:
    """Return the one of what is known that an option names; raises `WrongOption` for another."""
    for one in known:
        if one == value:
            return one
    raise WrongOption(f'{option} "{value}": it is {", ".join(map(str, known))}')
