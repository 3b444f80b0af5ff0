"""`tapis table`: a virtual table in the browser, sensed by the real controller."""

import socket
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from msgspec.structs import replace

from controller.config.model import load_config
from controller.houses.loader import known_houses
from controller.play.commands import check_noise
from controller.play.game import Depth
from controller.play.runner import set_up
from controller.play.script.language import read
from controller.rehearse.opening import as_in, usual
from controller.rehearse.rights import HOST
from controller.rehearse.table import Rehearsal
from display.options import one_of
from display.web.command import server_of
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import N_, Words

if TYPE_CHECKING:
    import uvicorn

LOCAL = "127.0.0.1"
DEPTHS: Final[tuple[Depth, ...]] = ("sensed", "wire")


def table(
    config: Annotated[
        Path | None,
        typer.Option(help="A table's config, which gives its house, seats, chips and antennas."),
    ] = None,
    scenario: Annotated[
        Path | None, typer.Option(help="Start where this scenario (*.scn) ends.")
    ] = None,
    house: Annotated[
        str, typer.Option(help="The house rules to play by; by default, the ones in the config.")
    ] = "",
    seats: Annotated[
        int, typer.Option(help="Number of seats if there is no config.", min=2, max=10)
    ] = 6,
    depth: Annotated[
        str,
        typer.Option(
            help="Simulate the antennas (sensed), or only the hardware that the real firmware "
            "runs on (wire)."
        ),
    ] = "sensed",
    noise: Annotated[
        str,
        typer.Option(
            help="The noise level: clean, typical or harsh; by default, the one in the config."
        ),
    ] = "",
    host: Annotated[
        str,
        typer.Option(help="The address to listen on; use 0.0.0.0 for phones on the same network."),
    ] = LOCAL,
    port: Annotated[
        int, typer.Option(help="The port to serve the pages on.", min=0, max=65535)
    ] = 8090,
    record: Annotated[
        Path | None, typer.Option(help="Record the session in this scenario file (*.scn).")
    ] = None,
    keys_only: Annotated[
        bool,
        typer.Option(help="Pressing a key only announces the action; chips are put in by hand."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Deal the same cards each time.")] = None,
    language: LanguageOption = "",
) -> None:
    """Practise at a virtual table in the browser, alone or with others, until Ctrl-C."""
    from controller.rehearse.browser.pages import Site, make_app

    said = words_for(language)
    below = one_of("--depth", depth, DEPTHS)
    first = None
    if scenario is not None:
        first = read(scenario, known_houses())
        asked = as_in(set_up(first, beside=scenario.parent))
    else:
        asked = load_config(config) if config is not None else usual(house or "ppc", seats)
    if house:
        asked = replace(asked, house=house)
    if noise:
        asked = replace(asked, noise=check_noise(noise))
    with tempfile.TemporaryDirectory(prefix="tapis-table-") as folder, socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        at = f"http://{_reached(host)}:{listening.getsockname()[1]}"
        rehearsal = Rehearsal(asked, Path(folder), seed=seed, first=first, depth=below)
        rehearsal.script.record = record
        rehearsal.keys_only = keys_only
        try:
            rehearsal.start()
            site = Site(rehearsal, at, said.language)
            typer.echo(first_lines(site.links.of, at, said))
            server = server_of(make_app(site), "", 0, secure=False)
            watch = threading.Thread(target=_end_with, args=(rehearsal, server), daemon=True)
            watch.start()
            server.run(sockets=[listening])
        finally:
            rehearsal.stop()
        if rehearsal.trouble is not None:
            raise rehearsal.trouble


def _end_with(rehearsal: Rehearsal, server: "uvicorn.Server") -> None:
    rehearsal.over.wait()
    server.should_exit = True


def _reached(host: str) -> str:
    """Return the address at which other devices reach this machine when it listens on `host`."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104  `host` is only compared here
        return host
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            # Nothing is sent: the system picks the address that it would send from.
            asked.connect(("192.0.2.1", 9))
            return str(asked.getsockname()[0])
    except OSError:
        return socket.gethostname()


def first_lines(links: dict[int, str], at: str, said: Words) -> str:
    """Return the text printed in the terminal at startup, with the URLs of the pages.

    `links` maps each seat, and 0 for the table's own page, to the last part of the page's URL. `at`
    is the first part of every URL.
    """
    names = {seat: said.say(N_("Seat {seat}"), seat=seat) for seat in links}
    names[HOST] = said.say(N_("the table"))
    wide = max(map(len, names.values()))
    return "\n".join(
        [
            said.say(
                N_(
                    "A virtual table: move cards and chips in the browser, and the controller "
                    "senses them."
                )
            ),
            *(f"  {names[seat]:{wide}} {at}/{link}" for seat, link in links.items()),
            said.say(N_("Anybody with a link can play. Press Ctrl-C to stop.")),
        ]
    )
