"""`tapis build drawings` and `tapis build table`: the documents and files for builders."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from controller.contract.errors import Sentence, WrongOption
from hardware.build.kit import KITS
from hardware.build.plans.draw import drawing
from hardware.build.plans.pages import kit_documents
from hardware.build.plans.tables import antenna_tables, wiring

HERE = Path(__file__).parent
SHIPPED = (8, 10)


def documents(seats: tuple[int, ...] = SHIPPED) -> Iterator[tuple[str, str]]:
    """Yield (file name, text) of each document for builders; `seats` are the table sizes."""
    for number in seats:
        yield f"table-{number}.svg", drawing(number)
        yield f"table-{number}.md", antenna_tables(number)
    yield "wiring.md", wiring()


def drawings(
    to: Annotated[Path, typer.Option(help="The folder to write the drawings to.")] = HERE,
    seats: Annotated[
        list[int] | None, typer.Option(help="Number of seats, from 2 to 10; by default, 8 and 10.")
    ] = None,
) -> None:
    """Draw a table's antennas to scale, and write its data tables and wiring."""
    if any(not 2 <= number <= 10 for number in seats or ()):
        raise WrongOption(Sentence("--seats: a table has 2 to 10 seats"))
    made = [*documents(tuple(seats or SHIPPED)), *([] if seats else kit_documents())]
    for name, text in made:
        _write(to / name, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    typer.echo(str(path))


def table(
    name: Annotated[
        Literal["keyed", "one-reader", "bought", "whole"],
        typer.Argument(help="Which of the four kinds of table to build."),
    ],
    to: Annotated[
        Path | None, typer.Option(help="Write the table's config and role files to this folder.")
    ] = None,
) -> None:
    """Print the config for a table you are building; with --to, write it and the role files."""
    kit = KITS[name]
    if to is None:
        typer.echo(kit.config(), nl=False)
        return
    config = to / "table.toml"
    if config.exists() and config.read_bytes() != kit.config().encode():
        # It may be the config of a table in use.
        config.replace(config.with_name("table.toml.bak"))
    _write(config, kit.config())
    for board, role in kit.roles().items():
        _write(to / "roles" / f"{board}.json", json.dumps(role, indent=2) + "\n")
