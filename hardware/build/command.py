"""`tapis build drawings`: the drawings and tables of this folder, or another table's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from controller.contract.errors import WrongOption
from hardware.build.draw import drawing
from hardware.build.tables import antenna_tables, wiring

HERE = Path(__file__).parent
SHIPPED = (8, 10)


def documents(seats: tuple[int, ...] = SHIPPED) -> Iterator[tuple[str, str]]:
    """Return each document's file name and text."""
    for number in seats:
        yield f"table-{number}.svg", drawing(number)
        yield f"table-{number}.md", antenna_tables(number)
    yield "wiring.md", wiring()


def drawings(
    to: Annotated[Path, typer.Option(help="The folder that they go into.")] = HERE,
    seats: Annotated[list[int] | None, typer.Option(help="2 to 10; without it, 8 and 10.")] = None,
) -> None:
    """Draw the antennas of a table to scale, and write its tables and the wiring."""
    if any(not 2 <= number <= 10 for number in seats or ()):
        raise WrongOption("--seats: a table has 2 to 10")
    to.mkdir(parents=True, exist_ok=True)
    for name, text in documents(tuple(seats or SHIPPED)):
        (to / name).write_text(text, "utf-8")
        typer.echo(str(to / name))
