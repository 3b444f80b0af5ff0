"""`tapis venue web`: serve the room's pages."""

import asyncio
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.contract.errors import N_, WrongOption
from controller.run.upkeep.garbage import keep_settled
from display import options
from display.options import Access, source_from
from display.words.command_line.chosen import LanguageOption, words_for

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from display.web.site import BaseSite

RUN = Path("/run/tapis-venue")
"""The folder of the room process's socket, `<venue>-venue.sock`."""


def web(
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: Annotated[
        str, typer.Option(help="The venue's MQTT topic: the part before the table's name.")
    ] = ("tapis/demo"),
    desk: Annotated[
        Path | None,
        typer.Option(
            help="The socket of `tapis venue run`; by default, the installed service's socket."
        ),
    ] = None,
    listen: Annotated[
        str, typer.Option(help="Address and port that browsers connect to: address:port.")
    ] = "127.0.0.1:8080",
    language: LanguageOption = "",
    link: Annotated[
        str, typer.Option(help="The URL of these pages for use in QR codes: https://poker.example.")
    ] = "",
    secure: Annotated[
        bool, typer.Option(help="Browsers connect only over TLS, through a proxy.")
    ] = False,
    proxy: Annotated[
        str,
        typer.Option(
            help="The proxy's address if it is on another machine; separate several addresses "
            "with commas."
        ),
    ] = "127.0.0.1",
    home_assistant: Annotated[
        bool, typer.Option(help="Announce the tables to Home Assistant.")
    ] = False,
    archive: Annotated[
        Path | None,
        typer.Option(
            help="A folder written by tapis venue archive --replay, containing hands to replay."
        ),
    ] = None,
    wall: Annotated[
        Path | None,
        typer.Option(help="The club's folder with its wall.toml: logo, sponsors, sounds."),
    ] = None,
    protocol: options.ProtocolOption = "3.1.1",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
) -> None:
    """Serve the room's pages to browsers: clock, floor, registration, results."""
    from display.web.app import make_app
    from display.web.club.wall_folder import Wall, load_wall
    from display.web.site import Settings

    said = words_for(language)
    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    if link and not link.startswith(("http://", "https://")):
        raise WrongOption(
            N_('--link "{link}": a link must start with https:// (or http://)'), link=link
        )
    door = desk or RUN / f"{source.root.rpartition('/')[2]}-venue.sock"
    settings = Settings(
        source, door, said.language, link.rstrip("/"),
        "homeassistant" if home_assistant else "", secure, archive,
        load_wall(wall) if wall is not None else Wall(), wall,
    )  # fmt: skip
    app = make_app(settings)
    server = server_of(app, *listen_at(listen), secure=secure, proxy=proxy)
    typer.echo(said.say(N_("The room's web pages: {where}"), where=address_of(listen)), err=True)

    async def serve() -> None:
        settled = asyncio.create_task(keep_settled())
        await server.serve()
        settled.cancel()

    asyncio.run(serve())


def server_of(
    app: "Starlette", address: str, port: int, *, secure: bool, proxy: str = "127.0.0.1"
) -> "uvicorn.Server":
    """Return a web server for an app; when it shuts down, it ends all streams.

    If browsers connect over TLS only (`secure`), the proxy at the address `proxy` is trusted to
    report the visitor's address.
    """
    import uvicorn

    config = uvicorn.Config(
        app, address, port, log_level="warning", access_log=False,
        proxy_headers=secure, forwarded_allow_ips=proxy, timeout_graceful_shutdown=2,
        server_header=False, h11_max_incomplete_event_size=32 * 1024,
    )  # fmt: skip
    server = uvicorn.Server(config)
    site: BaseSite = app.state.site
    site.streams.ending = lambda: server.should_exit
    return server


def address_of(listen: str) -> str:
    """Return the URL at which a browser can open a page served at the address `listen`.

    0.0.0.0 is replaced, because it is not valid in a browser.

    >>> address_of("127.0.0.1:8080")
    'http://127.0.0.1:8080'
    >>> address_of("192.0.2.7:80")
    'http://192.0.2.7'
    """
    host, _, port = listen.rpartition(":")
    if host in {"", "0.0.0.0", "[::]", "::"}:  # noqa: S104 - it is compared, not listened at
        name = socket.gethostname().partition(".")[0]
        host = f"{name}.local" if name and name != "localhost" else "localhost"
    return f"http://{host}" if port == "80" else f"http://{host}:{port}"


def listen_at(text: str) -> tuple[str, int]:
    """Parse `address:port` into host and port. Raises `WrongOption`."""
    address, colon, port = text.rpartition(":")
    if not (colon and port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536):
        raise WrongOption(
            N_('--listen "{text}": expected address:port, such as 0.0.0.0:8080'), text=text
        )
    return address.strip("[]"), int(port)
