"""`tapis stream`: serves overlay pages for a table's stream, or a demo with recorded hands."""

import asyncio
import socket
import tempfile
import threading
from pathlib import Path
from typing import Annotated

import typer

from controller.broadcast.theme import Theme, read_theme
from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import load_config
from controller.run.sockets.control_socket import socket_of
from controller.run.sockets.seat_sockets import user_named
from controller.run.stream.stream_socket import stream_socket_of
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import N_, Words

LOCAL = "127.0.0.1"
ThemeOption = Annotated[
    Path | None, typer.Option(help="A TOML file with the club's title, logo and colours.")
]
HostOption = Annotated[
    str, typer.Option(help="The address to listen on; use 0.0.0.0 if OBS runs on another machine.")
]
PortOption = Annotated[int, typer.Option(help="The port to serve the pages on.", min=0, max=65535)]


def pages(
    config: ConfigOption = HERE,
    at: Annotated[
        Path | None,
        typer.Option(
            "--socket", help="The stream socket to read from, instead of the one in the config."
        ),
    ] = None,
    theme: ThemeOption = None,
    host: HostOption = LOCAL,
    port: PortOption = 8092,
    language: LanguageOption = "",
) -> None:
    """Serve OBS overlays for a table's stream until Ctrl-C."""
    if at is None:
        known = load_config(config_file(config))
        at = stream_socket_of(socket_of(known).parent, known.name)
    _serve(at, _theme(theme), host, port, words_for(language))


def demo(
    hands: Annotated[
        Path | None, typer.Argument(help="Recorded hands (PHH); by default, the bundled ones.")
    ] = None,
    theme: ThemeOption = None,
    host: HostOption = LOCAL,
    port: PortOption = 8092,
    language: LanguageOption = "",
) -> None:
    """Serve OBS overlays for recorded hands until Ctrl-C, to set up OBS without a table."""
    from controller.broadcast.demo import HANDS, stream_demo
    from controller.play.records.phh import read_hands

    said = words_for(language)
    recorded = read_hands(hands or HANDS)
    with tempfile.TemporaryDirectory(prefix="tapis-stream-") as folder:
        path = stream_socket_of(Path(folder), "demo")

        def play() -> None:
            asyncio.run(stream_demo(recorded, path, user_named("")))

        threading.Thread(target=play, daemon=True).start()
        _serve(path, _theme(theme), host, port, said)


def _theme(path: Path | None) -> Theme:
    return read_theme(path) if path is not None else Theme()


def _serve(path: Path, theme: Theme, host: str, port: int, said: Words) -> None:
    import uvicorn

    from controller.broadcast.follow import Follower
    from controller.broadcast.pages import Site, make_app

    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        at = f"http://{host}:{listening.getsockname()[1]}/"
        typer.echo(said.say(N_("Overlays for OBS: {address} (press Ctrl-C to stop)"), address=at))
        settings = uvicorn.Config(
            make_app(Site(Follower(path, said), theme, said)), log_level="warning",
            access_log=False, server_header=False, timeout_graceful_shutdown=1,
        )  # fmt: skip
        uvicorn.Server(settings).run(sockets=[listening])
