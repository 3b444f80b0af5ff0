"""Output helpers shared by the `tapis house` commands."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console

Name = Annotated[str, typer.Argument(help="The name of a house, or the path to a house file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


def console() -> Console:
    """Return the console for human-readable output."""
    return Console(highlight=False)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
