"""The figures of a bench with their limits, for people and for machines."""

import json
from collections.abc import Mapping

import typer

from controller.contract.errors import ExitCode


def tell(figures: Mapping[str, float], limits: Mapping[str, float], *, as_json: bool) -> None:
    """Print figures by name, each with its upper limit, if it has one."""
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        limit = f"  (below {limits[name]:g})" if name in limits else ""
        typer.echo(f"{name:<24}{value}{limit}")


def judge(figures: Mapping[str, float], limits: Mapping[str, float]) -> None:
    """End the command with status 1 if a figure has reached its limit."""
    if any(figures[name] >= limit for name, limit in limits.items()):
        raise typer.Exit(ExitCode.NOT_SO)
