"""Command-line options shared by all commands that follow a table."""

import os
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import msgspec
import typer

from controller.contract.errors import N_, UnusableFile, WrongOption
from display.ask import Token, read_token
from display.feed import FeedSource, Protocol

T = TypeVar("T")

HostOption = Annotated[str, typer.Option(help="The MQTT broker.")]
PortOption = Annotated[int, typer.Option(help="The broker's port.", min=1, max=65535)]
TopicOption = Annotated[str, typer.Option(help="The table's topic, without `/state`.")]
SecondsOption = Annotated[float | None, typer.Option(help="Stop after this many seconds.", min=0)]
ProtocolOption = Annotated[str, typer.Option(help="MQTT version: 5 or 3.1.1.")]
UserOption = Annotated[str, typer.Option(help="The broker user name.")]
PasswordFileOption = Annotated[
    Path | None, typer.Option(help="A file that contains the password on its first line.")
]
TlsOption = Annotated[bool, typer.Option(help="Encrypt the connection.")]
CaOption = Annotated[
    Path | None,
    typer.Option(help="The broker's CA certificate; if given, the connection uses TLS."),
]
TokenFileOption = Annotated[
    Path | None,
    typer.Option(help="A file with one line: the local user's name, a space, and their token."),
]
TokenEnvOption = Annotated[
    str, typer.Option(help="The environment variable that contains the token, if there is no file.")
]
TOKEN_ENV = "TAPIS_TOKEN"  # noqa: S105  the name of a variable


class Access(msgspec.Struct, frozen=True):
    """How to connect to a broker: MQTT version, user and password, and encryption.

    `ca` is a file with the certificate of the broker's certificate authority; if it is empty, the
    system's authorities are trusted.
    """

    protocol: str = "5"
    user: str = ""
    password_file: Path | None = None
    tls: bool = False
    ca: Path | None = None


def source_from(host: str, port: int, topic: str, access: Access) -> FeedSource:
    """Return the `FeedSource` of a table, built from the values of command-line options.

    Raises `WrongOption`, `UnusableFile` or `OSError` for invalid values.
    """
    root = topic.strip("/").removesuffix("/state")
    if not root or any(sign in root for sign in "+#"):
        raise WrongOption(
            N_('--topic "{topic}": expected one table, such as tapis/demo/1'), topic=topic
        )
    chosen: Protocol = one_of("--protocol", access.protocol, get_args(Protocol))
    if access.password_file is not None and not access.user:
        raise WrongOption(N_("--password-file needs --user"))
    password = password_in(access.password_file)
    ca = _authority(access.ca) if access.ca is not None else ""
    return FeedSource(host, port, root, chosen, access.user, password, access.tls or bool(ca), ca)


def password_in(file: Path | None) -> str:
    """Return the first line of a password file, or "" if the file is empty or `file` is None.

    Raises `OSError`, or `UnusableFile` for a file that is not text.
    """
    if file is None:
        return ""
    try:
        return "".join(file.read_text("utf-8").splitlines()[:1])
    except UnicodeDecodeError:
        problem = N_("{path} is not UTF-8 text: save it in that encoding")
        raise UnusableFile(problem, path=file) from None


def _authority(file: Path) -> str:
    """Return a certificate file's path as text.

    Raises `WrongOption` if the file contains no certificate, or `OSError` if it can't be read.
    """
    file.read_bytes()  # an unreadable file raises here, with its name
    try:
        ssl.create_default_context(cafile=file)
    except ssl.SSLError:
        raise WrongOption(
            N_("--ca {file}: contains no certificate; expected the broker's ca.crt"), file=file
        ) from None
    return str(file)


def token_from(file: Path | None, variable: str) -> Token | None:
    """Return the token from a file or an environment variable, or None if neither is given.

    Raises `OSError` or `UnusableFile` for a file that can't be used.
    """
    if file is not None:
        return read_token(file)
    secret = os.environ.get(variable, "").strip()
    return Token(secret) if secret else None


def one_of(option: str, value: str, known: Sequence[T]) -> T:
    """Return the value of an option if it is one of `known`; raises `WrongOption` otherwise."""
    for one in known:
        if one == value:
            return one
    raise WrongOption(
        N_('{option} "{value}": expected one of {known}'), option=option, value=value,
        known=", ".join(map(str, known)),
    )  # fmt: skip
