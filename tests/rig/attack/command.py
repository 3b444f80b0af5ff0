"""The command `tapis bench attack`."""

import importlib
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode, TapisError
from tests.rig.attack.row import Asked, Row

ATTACKS: dict[str, str] = {
    "fuzz": "tests.rig.attack.fuzz",
    "frames": "tests.rig.attack.frames",
    "client": "tests.rig.attack.client",
    "node": "tests.rig.attack.node",
    "journals": "tests.rig.attack.journals",
    "kills": "tests.rig.attack.kills",
    "floor": "tests.rig.attack.floor",
    "systemd": "tests.rig.attack.systemd",
    "secrecy": "tests.rig.attack.secrecy",
    "stream": "tests.rig.attack.stream",
    "tags": "tests.rig.attack.tags",
    "while-off": "tests.rig.attack.while_off",
}
"""Each attack by its name on the command line, with its module."""


class NoSuchAttack(TapisError):
    """An unknown attack."""


def run(name: str, asked: Asked) -> Row:
    """Run one attack; raises `NoSuchAttack`."""
    if name not in ATTACKS:
        raise NoSuchAttack(f"no attack {name!r}: there are {', '.join(ATTACKS)}")
    row: Row = importlib.import_module(ATTACKS[name]).attack(asked)
    return row


def bench_attack(
    names: Annotated[
        list[str] | None, typer.Argument(help="Which attacks; else all.", show_default=False)
    ] = None,
    scale: Annotated[
        float, typer.Option(min=0.0001, max=100, help="1 is all of it, 0.01 a hundredth.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="A row a line as JSON.")] = False,
) -> None:
    """Attack a table in every known way. Status 1: an attack succeeded."""
    held = True
    for name in names or ATTACKS:
        row = run(name, Asked(scale, seed))
        held = held and row.held
        typer.echo(msgspec.json.encode(row).decode() if as_json else _line(row))
    if not held:
        raise typer.Exit(ExitCode.NOT_SO)


def _line(row: Row) -> str:
    figures = ", ".join(f"{name} {value:g}" for name, value in row.figures.items())
    verdict = "held" if row.held else "FELL"
    first = f"{verdict}  {row.name}: {row.trials} in {row.seconds:.0f} s ({figures}); {row.bar}"
    return "\n".join([first, *(f"      {one}" for one in row.broken)])
