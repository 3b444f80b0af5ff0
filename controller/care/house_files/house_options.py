"""What the commands of `tapis house` have in common."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console

Name = Annotated[str, typer.Argument(help="A house, or a path to a house file.")]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


def console() -> Console:
    """Return where a command prints for people."""
    return Console(highlight=False)


def print_json(value: object) -> None:
    """Print a value for machines."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
