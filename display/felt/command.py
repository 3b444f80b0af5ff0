"""`tapis display`: show a table on a screen, or write pictures of it."""

import os
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from controller.contract.errors import N_, WrongOption
from display import options
from display.alive import ServiceWatchdog
from display.felt.drawing.layout import FIT
from display.felt.drawing.look import PALETTES, Look, look_from
from display.options import TOKEN_ENV, Access, one_of, source_from, token_from
from display.words.command_line.chosen import LanguageOption, words_for

WRITTEN = N_("{n} pictures in {folder}")


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size such as `1280x720` into width and height; return `FIT` for `fit`.

    Raises `WrongOption`.
    """
    if text == "fit":
        return FIT
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise WrongOption(
            N_('--size "{text}": expected fit, or width x height in pixels, such as 1280x720'),
            text=text,
        )
    return int(width), int(height)


def display(
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: options.TopicOption = "tapis/demo/1",
    size: Annotated[
        str, typer.Option(help='Width x height in pixels, or "fit" to fill the screen.')
    ] = "1280x720",
    fullscreen: Annotated[bool, typer.Option(help="Use the whole screen.")] = False,
    language: LanguageOption = "",
    frames: Annotated[
        Path | None,
        typer.Option(help="Write numbered pictures into this folder instead of opening a window."),
    ] = None,
    seconds: options.SecondsOption = None,
    protocol: options.ProtocolOption = "5",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    token_file: options.TokenFileOption = None,
    token_env: options.TokenEnvOption = TOKEN_ENV,
    palette: Annotated[
        str, typer.Option(help="The palette: dark, light, contrast or safe.")
    ] = "dark",
    suits: Annotated[int, typer.Option(help="The number of suit colours: 4 or 2.")] = 4,
    large: Annotated[bool, typer.Option(help="Use larger type.")] = False,
    movement: Annotated[bool, typer.Option(help="Animate cards and pots as they move.")] = True,
    settings: Annotated[
        Path | None,
        typer.Option(help="A file with the display's settings; it is reloaded when it changes."),
    ] = None,
    caption: Annotated[
        Path | None, typer.Option(help="A file with two lines to show below the table.")
    ] = None,
) -> None:
    """Show a table on a screen, or write pictures of it; with a token, also control the table.

    Keys: `:` or Enter for a command, Space pauses and resumes, `s` starts, `u` undoes; `l` changes
    the language, `p` the palette, `c` the suit colours, `t` the type size; `m` turns animation on
    or off; `f` opens the floor's panel. On a touchscreen, tap a seat, the bar beside the
    table, or the language in the corner.
    """
    said = words_for(language)
    if frames is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    from display.felt.screen import Options, show

    look = Look(language=said.language, large=large, movement=movement)
    if suits not in (2, 4):
        raise WrongOption(N_("--suits {suits}: expected 4 or 2 suit colours"), suits=suits)
    look = replace(look, palette=one_of("--palette", palette, tuple(PALETTES)), suits=suits)
    if settings is not None and settings.exists():
        look = look_from(settings.read_bytes(), str(settings))
    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    token = token_from(token_file, token_env)
    chosen = Options(parse_size(size), fullscreen, look, frames, seconds, token, settings, caption)
    count = show(source, chosen, ServiceWatchdog())
    if frames is not None:
        typer.echo(said.say(WRITTEN, n=count, folder=frames))
