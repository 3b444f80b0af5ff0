"""`tapis venue archive`: writes all of a poker room's hands to one file and lists missing hands."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import N_, ExitCode
from controller.contract.venue.inputs import HandReported
from controller.houses.loader import load_house
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh_export import hands_of, phhs
from controller.play.records.phh_left_out import NO_WORDS, LeftOut
from controller.venue.core.config import VenueConfig, load_venue
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import Words, words

Hands = set[tuple[int, int]]
"""Hands as pairs of table number and hand number."""

HANDS = N_("{file}: {n} hands")


def archive(
    journals: Annotated[list[Path], typer.Argument(help="The journals of the room's tables.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The archive file to write, .phhs.")
    ],
    config: Annotated[
        Path | None,
        typer.Option("--config", help="The room's config; its log is used to find missing hands."),
    ] = None,
    as_json: Annotated[
        Path | None, typer.Option("--json", help="Also write the hands as JSON to this file.")
    ] = None,
    pages: Annotated[
        Path | None,
        typer.Option(help="Also write a step-by-step page for each hand into this folder."),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            help="Also write the hands into this folder for the room's pages (venue web --archive)."
        ),
    ] = None,
    house: Annotated[
        str,
        typer.Option(
            help="The house rules to use if the house named in a journal does not exist here."
        ),
    ] = "",
    language: LanguageOption = "",
) -> None:
    """Archive all hands from a room's tables in one file. Status 1: a logged hand is missing.

    Cards that were never shown appear as ????.
    """
    said, left_out = words_for(language), list[LeftOut]()
    hands = [hand for journal in journals for hand in hands_of(journal, left_out=left_out)]
    output.write_text(phhs(hands), "utf-8")
    of_tables = N_("{file}: {n} hands from {tables} tables")
    typer.echo(said.say(of_tables, file=output, n=len(hands), tables=len(journals)))
    if as_json is not None:
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(hands), indent=1))
    if pages is not None or replay is not None:
        _pictured(journals, pages, replay, house, said)
    for one in left_out:
        where = said.say(N_("table {table}"), table=one.table)
        typer.echo(said.named(where, said.say(NO_WORDS[one.why], n=one.number)), err=True)
    lacking = missing(load_venue(config), (*hands, *left_out)) if config is not None else ()
    for table, number in lacking:
        nowhere = N_("table {table}: hand {n} is in the room's log but not in any journal")
        typer.echo(said.say(nowhere, table=table, n=number))
    if lacking:
        raise typer.Exit(ExitCode.NOT_SO)


def _pictured(
    journals: list[Path], pages: Path | None, replay: Path | None, house: str, said: Words
) -> None:
    from controller.admin.backups.room_pictures import pictured, write_pages
    from display.web.records.archive import INDEX, write

    known = load_house(house) if house else None
    if pages is not None:
        hands = (hand for journal in journals for hand in pictured(journal, said, known))
        typer.echo(said.say(HANDS, file=pages / "index.html", n=write_pages(hands, pages, said)))
    if replay is not None:
        kept = (one.kept for journal in journals for one in pictured(journal, words("en"), known))
        typer.echo(said.say(HANDS, file=replay / INDEX, n=write(kept, replay)))


def missing(
    config: VenueConfig, hands: Iterable[HandRecord | LeftOut]
) -> tuple[tuple[int, int], ...]:
    """Return the hands in a room's log that are not in `hands`, as (table, hand number)."""
    from controller.venue.store import log
    from controller.venue.store.database import Database

    there: Hands = {(config.number(hand.table), hand.number) for hand in hands}
    database = Database(config.database, alone=False)
    with database.transaction() as connection:
        heard = [log.room_input(row) for row in log.rows(connection) if not row["refused"]]
    database.close()
    told: Hands = {(one.table, one.hand) for one in heard if isinstance(one, HandReported)}
    return tuple(sorted(told - there))
