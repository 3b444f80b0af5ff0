"""`tapis install` and `tapis uninstall`: set up services, rules and the broker, or remove them.

Both work on the running system, or on a folder that contains the root of another system.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from controller.config.model import load_config
from controller.install.installed_files import default_hosts, install_files, uninstall_files
from controller.install.join_room import with_room, with_ticket
from controller.install.layout import (
    AUTHORITY,
    ETC,
    ROOM_FILE,
    TICKETS,
    InstallOptions,
    missing_keys,
    missing_room_keys,
)
from controller.install.room_ticket import MOST_TABLES, Ticket, misprints, ticket_name
from controller.install.root_files import InstallError, Outcome
from controller.toml.file import read
from controller.toml.private_files import text_of
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import C_, N_
from display.words.names import Words

SERVICES: Final = (
    "tapis.service", "tapis-display.service", "tapis-page.socket",
    "tapis-venue.service", "tapis-venue-page.service",
)  # fmt: skip
"""The units that are started when the machine boots.

A room or a table starts only if its config exists, and a page only if its password exists.
"""

STARTED: Final = ("tapis-page.service", "tapis-care.service")
"""The services that the units in `SERVICES` start."""

ASKED_FOR: Final = ("tapis-stream.service",)
"""The services that run only if somebody enables them."""

UNITS: Final = Path("/etc/systemd/system")

WORDS: Final[dict[Outcome, str]] = {
    "new": C_("file", "new"),
    "same": N_("unchanged"),
    "changed": C_("file", "changed"),
    "kept": N_("kept as it is"),
    "yours": N_("kept because you changed it; the new version is next to it, as .tapis-new"),
}
"""The words printed to say what was done with a file, by outcome."""


def install(
    root: Annotated[Path, typer.Option(help="Install into this folder instead of /.")] = Path("/"),
    config: Annotated[
        Path | None,
        typer.Option(help="A table.toml to install; by default, the one in /etc/tapis."),
    ] = None,
    tapis: Annotated[str, typer.Option(help="The command that the services run.")] = "",
    port: Annotated[
        int | None,
        typer.Option(help="The broker's port on this machine; by default, the one in the config."),
    ] = None,
    tls_port: Annotated[int, typer.Option(help="The broker's TLS port on the network.")] = 8883,
    host: Annotated[
        list[str] | None, typer.Option(help="A name or address of this machine, for TLS.")
    ] = None,
    bridge: Annotated[str, typer.Option(help="The venue's broker, as host:port.")] = "",
    bridge_user: Annotated[str, typer.Option(help="The user name for the venue's broker.")] = "",
    bridge_password_file: Annotated[
        Path | None, typer.Option(help="A file with the password for the venue's broker.")
    ] = None,
    bridge_ca: Annotated[str, typer.Option(help="The CA certificate of the venue's broker.")] = "",
    bridge_hub: Annotated[
        bool, typer.Option("--bridge-hub", help="The venue's broker is a hub of NATS servers.")
    ] = False,
    websockets: Annotated[
        int, typer.Option(help="A TLS port for browsers; 0 for none.", min=0, max=65535)
    ] = 0,
    room: Annotated[
        str, typer.Option(help="Run a room with several tables here, under this name.")
    ] = "",
    tables: Annotated[
        int,
        typer.Option(
            help="Number of the room's tables to make tickets for.", min=0, max=MOST_TABLES
        ),
    ] = 0,
    ticket: Annotated[
        Path | None,
        typer.Option(help="The ticket file that the room's machine made for this table."),
    ] = None,
    watchdog: Annotated[
        bool,
        typer.Option(
            "--watchdog", help="Let the hardware watchdog reset the machine if it freezes."
        ),
    ] = False,
    dry: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")] = False,
    language: LanguageOption = "",
) -> None:
    """Install the services, udev and polkit rules, and broker configuration.

    Installing again keeps passwords, tokens, certificates, and your changes.
    """
    said = words_for(language)
    root = root.resolve()
    where = config or root / ETC / "table.toml"
    text = text_of(where) if where.exists() else ""
    if config is not None and not text:
        raise InstallError(N_("{file}: no such config file"), file=config)
    wish = _wish(where if text else None, tapis or _command())
    wish = msgspec.structs.replace(
        wish,
        port=port or wish.port,
        tls_port=tls_port,
        bridge=_bridge(bridge),
        bridge_user=bridge_user,
        bridge_password=text_of(bridge_password_file).strip() if bridge_password_file else "",
        bridge_ca=bridge_ca,
        bridge_hub=bridge_hub,
        watchdog=watchdog,
        websockets=websockets,
    )
    if ticket is not None:
        if bridge or room or tables or (root / ROOM_FILE).exists():
            raise InstallError(
                N_(
                    "a table with a ticket joins a room on another machine: use --ticket "
                    "without --bridge, --room or --tables, on a machine that has no room of its "
                    "own"
                )
            )
        wish = with_ticket(wish, read(ticket, Ticket, misprints), bool(text))
    wish = with_room(wish, root, room, tables, bool(text))
    _one_line_each(wish)
    live = root == Path("/")
    if live and not dry:
        _may_install(Path(wish.tapis))
    new_config = text if config is not None else ""
    done = install_files(wish, root, config=new_config, hosts=host or (), dry=dry)
    for one in done:
        typer.echo(_file_line(root / one.path, WORDS[one.outcome], said))
    if live and not dry:
        _wake_up()
    if not dry:
        for line in _what_next(wish, where, text if config is None else "", root, said):
            typer.echo(line)


def uninstall(
    root: Annotated[Path, typer.Option(help="The installation folder.")] = Path("/"),
    dry: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")] = False,
    language: LanguageOption = "",
) -> None:
    """Remove the services, udev and polkit rules, and broker configuration; your data stays."""
    said = words_for(language)
    root = root.resolve()
    live = root == Path("/") and not dry
    if live:
        _as_root()
    systemd = live and Path("/run/systemd/system").is_dir()
    if systemd:
        _run("systemctl", "disable", "--now", *SERVICES, *STARTED, *ASKED_FOR, *voice_units())
    gone, stay = uninstall_files(root, dry=dry)
    if systemd:
        _run("systemctl", "daemon-reload")
        _run("systemctl", "try-restart", "mosquitto.service")
        _run("udevadm", "control", "--reload")
    for path in gone:
        typer.echo(_file_line(root / path, C_("file", "removed"), said))
    for path in stay:
        typer.echo(_file_line(root / path, N_("you have changed it, so it is kept"), said))
    typer.echo(
        said.say(
            "{etc} and {data} are kept, with all your data",
            etc=root / ETC,
            data=root / "var/lib/tapis",
        )
    )


def _file_line(path: Path, what: str, said: Words) -> str:
    return said.say("{name}: {what}", name=path, what=said.say(what))


def voice_units(units: Path = UNITS) -> list[str]:
    """Return the names of the voice services that start at boot: one per seat with an earpiece."""
    return sorted({unit.name for unit in units.glob("*.wants/tapis-voice@*.service")})


def _wish(config: Path | None, tapis: str) -> InstallOptions:
    if config is None:
        return InstallOptions(tapis)
    table = load_config(config)
    return InstallOptions(
        tapis,
        venue=table.venue,
        table=table.name,
        root=table.broker.root,
        language=table.display.language,
        port=table.broker.port,
    )


def _command() -> str:
    """Return the absolute path of the running `tapis` command."""
    return str(Path(sys.prefix) / "bin" / "tapis")


def _bridge(address: str) -> str:
    host, colon, port = address.rpartition(":")
    if address and not (host and colon and port.isdecimal()):
        raise InstallError(
            N_('--bridge "{address}": expected host:port, such as broker.club.lan:8883'),
            address=address,
        )
    return address


def _one_line_each(wish: InstallOptions) -> None:
    """Raise `InstallError` for an option with a line break or other unprintable character.

    Such an option would take up more than one line of a config file.
    """
    for key in ("tapis", "bridge", "bridge_user", "bridge_password", "bridge_ca"):
        if not getattr(wish, key).isprintable():
            raise InstallError(
                N_("--{option}: expected one line of plain text"),
                option=key.replace("_", "-"),
            )


def _as_root() -> None:
    if os.geteuid() != 0:
        raise InstallError(N_("this needs root: run it with sudo (or try it with --root DIR)"))


def _may_install(command: Path) -> None:
    _as_root()
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        raise InstallError(
            N_("not installed: {names}; run apt install {packages}"),
            names="mosquitto",
            packages="mosquitto",
        )
    if command.is_relative_to("/home") or command.is_relative_to("/root"):
        raise InstallError(
            N_(
                "{command}: services have no access to home folders; move Tapis to "
                "/opt/tapis (as the Debian package does), or name a different command with "
                "--tapis"
            ),
            command=command,
        )


def _wake_up() -> None:
    """Create the installation's users and folders, and enable and restart its services.

    Steps that fail are reported.
    """
    _run("systemd-sysusers")
    _run("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/tapis.conf")
    if Path("/run/systemd/system").is_dir():
        _run("udevadm", "control", "--reload")
        _run("udevadm", "trigger", "--subsystem-match=tty")
        _run("systemctl", "daemon-reload")
        _run("systemctl", "enable", *SERVICES)
        _run("systemctl", "restart", "mosquitto.service")
        # Services that are running restart with their new users and rights, and then resume.
        _run("systemctl", "try-restart", *SERVICES, *STARTED, *ASKED_FOR, *voice_units())


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        typer.echo(f"{' '.join(command)}: {error.strerror}", err=True)
        return
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        typer.echo(f"{' '.join(command)}: {said}", err=True)


def _what_next(
    wish: InstallOptions, config: Path, text: str, root: Path, said: Words
) -> Iterator[str]:
    if text and (lines := missing_keys(text, wish)):
        yield _missing_lines(config, lines, said)
    elif not text and not wish.room and not (root / ETC / "table.toml").exists():
        file = root / ETC / "table.toml"
        yield "\n" + said.say("Next: create the table's config, {file} (tapis setup)", file=file)
    passwords = said.say(
        "Passwords for the broker's users are in {folder}; clients on the network use port "
        "{port} and verify the broker with {authority}.",
        folder=root / ETC / "passwords",
        port=wish.tls_port,
        authority=root / AUTHORITY[1],
    )
    yield "\n" + passwords
    if wish.room:
        yield from _of_the_room(wish, root, said)
    if not wish.room or (root / ETC / "table.toml").exists():
        yield said.say("Start the table: systemctl start tapis tapis-display")


def _missing_lines(file: Path, lines: Sequence[str], said: Words) -> str:
    missing = said.say("{file} is missing these lines:", file=file)
    return "\n" + "\n  ".join((missing, *lines))


def _of_the_room(wish: InstallOptions, root: Path, said: Words) -> Iterator[str]:
    """Yield the steps that the user must still carry out on a machine that runs a room."""
    file = root / ROOM_FILE
    if lines := missing_room_keys(text_of(file)):
        yield _missing_lines(file, lines, said)
    if wish.elsewhere:
        yield said.say(
            "Tickets for the room's tables are in {folder}. Copy each one to its table's "
            "machine, and run this there: sudo tapis install --ticket {name}",
            folder=root / TICKETS,
            name=ticket_name(wish.elsewhere[0]),
        )
    yield said.say(
        "Add the room's staff: {command}",
        command=f"sudo -u tapis-venue {wish.tapis} venue staff add NAME --role director"
        f" --config {Path('/') / ROOM_FILE}",
    )
    yield said.say(
        "Start the room: {command}; its pages: {address}",
        command="systemctl start tapis-venue tapis-venue-page",
        address=f"http://{default_hosts()[0]}:8080",
    )
