"""`tapis venue archive`: all hands of a room in one file, and those that are missing."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from controller.contract.errors import ExitCode
from controller.contract.venue.inputs import HandReported
from controller.play.phh_export import HandRecord, hands_of, phhs
from controller.venue.core.config import VenueConfig, load_venue

Hands = set[tuple[int, int]]
"""Hands by the number of their table in the room, and their own."""


def archive(
    journals: Annotated[list[Path], typer.Argument(help="The journals of the room's tables.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file, .phhs.")],
    config: Annotated[
        Path | None, typer.Option("--config", help="The room's config: its log says what there is.")
    ] = None,
) -> None:
    """Put all hands of a room's tables into one file. Status 1: one of its log is missing.

    Cards that nobody showed are ????.
    """
    hands = [hand for journal in journals for hand in hands_of(journal)]
    output.write_text(phhs(hands), "utf-8")
    typer.echo(f"{output}: {len(hands)} hands of {len(journals)} tables")
    lacking = missing(load_venue(config), hands) if config is not None else ()
    for table, number in lacking:
        typer.echo(f"table {table}: hand {number} is in the room's log and in no journal")
    if lacking:
        raise typer.Exit(ExitCode.NOT_SO)


def missing(config: VenueConfig, hands: Iterable[HandRecord]) -> tuple[tuple[int, int], ...]:
    """Return the hands of a room's log that are not among these, by table and number."""
    from controller.venue.store import log
    from controller.venue.store.database import Database

    there: Hands = {(config.number(hand.table), hand.number) for hand in hands}
    database = Database(Path(config.database), alone=False)
    with database.transaction() as connection:
        heard = [log.room_input(row) for row in log.rows(connection) if not row["refused"]]
    database.close()
    told: Hands = {(one.table, one.hand) for one in heard if isinstance(one, HandReported)}
    return tuple(sorted(told - there))
