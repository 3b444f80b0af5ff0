"""`tapis display`: the command that shows a table on a screen, or writes pictures of it."""

import os
from pathlib import Path
from typing import Annotated

import typer

from display.options import (
    TOKEN_ENV,
    HostOption,
    LanguageOption,
    PasswordFileOption,
    PortOption,
    ProtocolOption,
    SecondsOption,
    TlsOption,
    TokenEnvOption,
    TokenFileOption,
    TopicOption,
    UserOption,
    complain,
    source_from,
    token_from,
)


def parse_size(text: str) -> tuple[int, int]:
    """Give width and height from a text such as `1280x720`; raises `ValueError`."""
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise ValueError(f'--size "{text}": write it as width x height in pixels, such as 1280x720')
    return int(width), int(height)


def display(
    host: HostOption = "localhost",
    port: PortOption = 1883,
    topic: TopicOption = "tapis/demo/1",
    size: Annotated[str, typer.Option(help="Width x height in pixels.")] = "1280x720",
    fullscreen: Annotated[bool, typer.Option(help="Take the whole screen.")] = False,
    language: LanguageOption = "en",
    frames: Annotated[
        Path | None, typer.Option(help="Write numbered pictures into this folder; no window.")
    ] = None,
    seconds: SecondsOption = None,
    protocol: ProtocolOption = "5",
    user: UserOption = "",
    password_file: PasswordFileOption = None,
    tls: TlsOption = False,
    token_file: TokenFileOption = None,
    token_env: TokenEnvOption = TOKEN_ENV,
) -> None:
    """Show a table on a screen, or write pictures of it; with a token, command it from there.

    Keys: `:` or Enter for a command, Space pauses and goes on, `s` starts, `u` undoes. Touch a
    seat, or the bar beside the table.
    """
    if frames is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    from display.felt.screen import Options, show

    with complain():
        source = source_from(host, port, topic, protocol, user, password_file, tls)
        token = token_from(token_file, token_env)
        options = Options(parse_size(size), fullscreen, language, frames, seconds, token)
        count = show(source, options)
    if frames is not None:
        typer.echo(f"{count} pictures in {frames}")
