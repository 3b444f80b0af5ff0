"""`tapis doctor`: everything that is wrong with this installation, and how to mend it."""

import getpass
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from controller.contract.errors import ExitCode
from controller.setup.broker_check import check_broker
from controller.setup.machine_checks import (
    check_clock,
    check_heat,
    check_ports,
    check_readers,
    check_screen,
    check_service,
    check_sound,
    check_versions,
)
from controller.setup.node_checks import check_nodes
from controller.setup.system import Finding, System
from controller.setup.table_checks import (
    Installation,
    check_antennas,
    check_disk,
    check_floor,
    check_house,
    check_journal,
    check_registry,
    check_secrets,
    check_tokens,
    look_at,
)
from controller.setup.where import config_file

Check = Callable[[Installation], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    check_house,
    check_registry,
    check_antennas,
    check_ports,
    check_nodes,
    check_readers,
    check_broker,
    check_tokens,
    check_floor,
    check_secrets,
    check_disk,
    check_journal,
    check_clock,
    check_screen,
    check_sound,
    check_service,
    check_heat,
    check_versions,
)
"""Everything that is looked at, in the order in which it is told."""

SIGNS = {"ok": "[green]ok[/]", "warn": "[yellow]warn[/]", "fail": "[red]fail[/]"}


def examine(system: System, config: Path) -> list[Finding]:
    """Return everything that is found; a check that breaks down is a finding too."""
    it, found = look_at(system, config)
    for check in CHECKS:
        try:
            found += check(it)
        except OSError as error:
            about = f"{error.filename}: " if error.filename else ""
            said = f"{about}{error.strerror or error}"
            name = check.__name__.removeprefix("check_")
            found.append(Finding(name, "fail", said, "run doctor with sudo, to see more"))
    return found


def doctor(
    config: Annotated[
        Path, typer.Option(help="The table's config, a TOML file.", show_default=False)
    ] = Path("table.toml"),
    root: Annotated[Path, typer.Option(help="Look at the system in this folder.")] = Path("/"),
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    verbose: Annotated[bool, typer.Option(help="Say what is well too.")] = True,
) -> None:
    """Tell what is wrong with this installation, and how to mend it.

    Status 1 if anything fails.
    """
    found = examine(System(root=root, user=getpass.getuser()), config_file(config))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        tell(found, Console(), verbose=verbose)
    raise typer.Exit(
        ExitCode.NOT_SO if any(one.level == "fail" for one in found) else ExitCode.DONE
    )


def tell(found: Iterable[Finding], console: Console, *, verbose: bool) -> None:
    """Show findings: what was looked at, how it is, what to do."""
    found = list(found)
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(overflow="fold")
    for one in found:
        if one.level == "ok" and not verbose:
            continue
        grid.add_row(SIGNS[one.level], one.check, escape(one.found))
        if one.todo:
            grid.add_row("", "", f"[dim]-> {escape(one.todo)}[/]")
    console.print(grid)
    fails = sum(one.level == "fail" for one in found)
    warns = sum(one.level == "warn" for one in found)
    if fails or warns:
        console.print(f"{fails} to mend, {warns} to know.")
    else:
        console.print("[green]All is well.[/]")
