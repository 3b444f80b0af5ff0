"""`tapis doctor`: reports everything that is wrong with this installation, and how to fix it."""

import getpass
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.contract.errors import ExitCode
from controller.setup.checks import device_checks, machine_checks, table_checks
from controller.setup.checks.broker_check import check_broker
from controller.setup.checks.examined_machine import Finding, System
from controller.setup.checks.pins_check import check_pins
from controller.setup.checks.table_checks import Installation, NoConfig, look_at
from controller.setup.checks.writes_check import check_writes
from controller.setup.words import C_, N_, LanguageOption, Words, words_for

Check = Callable[[Installation], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    table_checks.check_house,
    table_checks.check_registry,
    table_checks.check_wear,
    table_checks.check_antennas,
    machine_checks.check_ports,
    machine_checks.check_adapters,
    device_checks.check_nodes,
    device_checks.check_bought,
    machine_checks.check_readers,
    machine_checks.check_reader_log,
    check_pins,
    check_broker,
    table_checks.check_tokens,
    table_checks.check_floor,
    table_checks.check_secrets,
    table_checks.check_page,
    table_checks.check_disk,
    check_writes,
    table_checks.check_journal,
    machine_checks.check_clock,
    machine_checks.check_screen,
    machine_checks.check_sound,
    machine_checks.check_service,
    machine_checks.check_heat,
    machine_checks.check_versions,
)
"""All checks, in the order of the report."""

SIGNS = {"ok": "green", "warn": "yellow", "fail": "red"}
LEVELS = {"ok": N_("ok"), "warn": C_("finding", "warn"), "fail": C_("finding", "fail")}
LOOKED_AT = {
    "antennas": N_("antennas"), "broker": N_("broker"), "clock": C_("device", "clock"),
    "config": N_("config"), "disk": N_("disk"), "floor": N_("floor"), "heat": N_("temperature"),
    "house": N_("house rules"), "journal": N_("journal"), "nodes": N_("nodes"),
    "page": N_("page"), "pins": N_("pins"),
    "password": N_("password"), "ports": N_("ports"), "readers": N_("readers"),
    "screen": C_("device", "screen"), "service": N_("service"), "sound": N_("sound"),
    "tags": N_("tags"), "tokens": N_("tokens"), "versions": N_("versions"),
}  # fmt: skip
"""The subject of a finding as shown to the user, by its name in the JSON output."""


def examine(system: System, config: Path, spoken: Words | None = None) -> list[Finding]:
    """Run all checks and return their findings.

    An `OSError` in a check is also reported as a finding. The text is in the language of `spoken`,
    or English by default.
    """
    it, found = look_at(system, config, spoken)
    for check in CHECKS:
        try:
            found += check(it)
        except NoConfig:
            continue  # `look_at` has reported what is wrong with it
        except OSError as error:
            about = f"{error.filename}: " if error.filename else ""
            said = f"{about}{error.strerror or error}"
            name = check.__name__.removeprefix("check_")
            todo = it.words.say("run doctor with sudo to see more")
            found.append(Finding(name, "fail", said, todo))
    return found


def doctor(
    config: ConfigOption = HERE,
    root: Annotated[Path, typer.Option(help="Root folder of the system to check.")] = Path("/"),
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    verbose: Annotated[bool, typer.Option(help="Also report successful checks.")] = True,
    language: LanguageOption = "",
) -> None:
    """Check this installation, and explain how to fix any problem.

    Status 1 if any check fails.
    """
    spoken = words_for(language, as_json=as_json)
    found = examine(System(root=root, user=getpass.getuser()), config_file(config), spoken)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        tell(found, Console(), spoken, verbose=verbose)
    raise typer.Exit(
        ExitCode.NOT_SO if any(one.level == "fail" for one in found) else ExitCode.DONE
    )


def tell(found: Iterable[Finding], console: Console, spoken: Words, *, verbose: bool) -> None:
    """Print each finding: its subject, the result, and the remedy."""
    found = list(found)
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(overflow="fold")
    for one in found:
        if one.level == "ok" and not verbose:
            continue
        level = f"[{SIGNS[one.level]}]{spoken.of(LEVELS, one.level)}[/]"
        grid.add_row(level, spoken.of(LOOKED_AT, one.check), escape(one.found))
        if one.todo:
            grid.add_row("", "", f"[dim]-> {escape(one.todo)}[/]")
    console.print(grid)
    fails = sum(one.level == "fail" for one in found)
    warns = sum(one.level == "warn" for one in found)
    if fails or warns:
        console.print(spoken.say("Problems: {fails}. Warnings: {warns}.", fails=fails, warns=warns))
    else:
        well = spoken.say("All is well.")
        console.print(f"[green]{well}[/]")
