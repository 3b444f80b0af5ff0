"""`tapis page`: serves the table's own page to browsers, and runs the caretaker behind it."""

import asyncio
import contextlib
import os
import signal
import socket as sockets
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.contract.errors import N_, UnusableFile, WrongOption
from controller.run.upkeep.sdnotify import notify
from controller.table_page.password import load_password
from display import options
from display.options import Access, source_from
from display.web.command import address_of, listen_at
from display.web.command import server_of as web_server
from display.words.command_line.chosen import LanguageOption, TableLanguage, words_for
from display.words.names import Words

if TYPE_CHECKING:
    import uvicorn

    from controller.table_page.caretaker.caretaker import Caretaker
    from controller.table_page.site import PageSettings

SYSTEMD = "systemd"
DISCOVERY = "homeassistant"
FIRST_FD = 3

ListenOption = Annotated[
    str,
    typer.Option(
        help="The address to listen on for browsers: address:port, or systemd for systemd's socket."
    ),
]
SecureOption = Annotated[
    bool, typer.Option(help="Browsers connect only over TLS, through a proxy on this machine.")
]


LinkOption = Annotated[
    str,
    typer.Option(help="The page's URL for browsers; by default, this machine's name."),
]
HomeAssistantOption = Annotated[
    bool, typer.Option("--home-assistant", help="Announce the table to Home Assistant.")
]


def run(
    config: ConfigOption = HERE,
    listen: ListenOption = "0.0.0.0:8080",
    language: TableLanguage = "",
    secure: SecureOption = False,
    link: LinkOption = "",
    home_assistant: HomeAssistantOption = False,
) -> None:
    """Serve the table's page to browsers until Ctrl-C, without installing services."""
    from controller.table_page.caretaker.caretaker import Caretaker, source_of
    from controller.table_page.site import PageSettings

    where = _switched_on(config)
    with tempfile.TemporaryDirectory(prefix="tapis-page-") as folder:
        caretaker, socket = Caretaker(where), Path(folder) / "care.sock"
        table = caretaker.table
        said = words_for(language or table.display.language)
        settings = PageSettings(
            source_of(table), socket, said.language, secure, link or address_of(listen),
            DISCOVERY if home_assistant else "",
        )  # fmt: skip
        _print_url(settings, listen, said)
        asyncio.run(serve(caretaker, server_of(settings, listen), socket))


async def serve(caretaker: "Caretaker", server: "uvicorn.Server", socket: Path) -> None:
    """Serve a table's page in the same process as its caretaker, until the server is stopped."""
    async with _open(caretaker, socket):
        await server.serve()


def care(
    config: ConfigOption = HERE,
    socket: Annotated[
        Path, typer.Option(help="The socket through which the page reaches the caretaker.")
    ] = Path("/run/tapis-care/care.sock"),
    group: Annotated[str, typer.Option(help="The group that may use the caretaker's socket.")] = "",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
) -> None:
    """Run the caretaker process for a table's page until SIGTERM. It opens no network port."""
    from controller.table_page.caretaker.caretaker import Caretaker

    where = _switched_on(config)
    caretaker = Caretaker(where, user, options.password_in(password_file))

    async def until_told() -> None:
        told = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, told.set)
        async with _open(caretaker, socket, group):
            # The page waits for this: its first visitor may sign in at once.
            notify("READY=1")
            await told.wait()

    asyncio.run(until_told())


@contextlib.asynccontextmanager
async def _open(caretaker: "Caretaker", socket: Path, group: str = "") -> AsyncIterator[None]:
    await caretaker.open(socket, group)
    try:
        yield
    finally:
        await caretaker.close(socket)


def web(
    care: Annotated[Path, typer.Option(help="The socket used by `tapis page care`.")] = Path(
        "/run/tapis-care/care.sock"
    ),
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: options.TopicOption = "tapis/home/1",
    listen: ListenOption = "0.0.0.0:8080",
    language: LanguageOption = "",
    secure: SecureOption = False,
    link: LinkOption = "",
    home_assistant: HomeAssistantOption = False,
    protocol: options.ProtocolOption = "5",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
) -> None:
    """Serve a table's page to browsers; private data comes from the caretaker."""
    from controller.table_page.site import PageSettings

    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    said = words_for(language)
    given = _given() if listen == SYSTEMD else []
    where = [address_of("{}:{}".format(*one.getsockname()[:2])) for one in given]
    settings = PageSettings(
        source, care, said.language, secure, link or (where or [address_of(listen)])[0],
        DISCOVERY if home_assistant else "",
    )  # fmt: skip
    if not given:
        _print_url(settings, listen, said)
    server_of(settings, listen).run(sockets=given or None)


def _print_url(settings: "PageSettings", listen: str, said: Words) -> None:
    where = N_("The page for table {table}: {where}")
    typer.echo(said.say(where, table=settings.name, where=address_of(listen)), err=True)


def _given() -> list[sockets.socket]:
    """Return the sockets that systemd passes to this process.

    Raises `WrongOption` if systemd did not start this process.
    """
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        raise WrongOption(N_("--listen systemd: only works when systemd starts this program"))
    count = int(os.environ.get("LISTEN_FDS", "0"))
    return [sockets.socket(fileno=FIRST_FD + nth) for nth in range(count)]


def _switched_on(config: Path) -> Path:
    where = config_file(config)
    if not load_password(where.resolve().parent):
        raise UnusableFile(
            N_("{file}: the table's page is off; first run tapis page password"), file=where
        )
    return where


def server_of(settings: "PageSettings", listen: str) -> "uvicorn.Server":
    """Return the web server for a page that is served at the address `listen`.

    If browsers connect over TLS only, a proxy on this machine is trusted to report the visitor's
    address.
    """
    from controller.table_page.app import make_app

    address, at = ("", 0) if listen == SYSTEMD else listen_at(listen)
    return web_server(make_app(settings), address, at, secure=settings.secure)
