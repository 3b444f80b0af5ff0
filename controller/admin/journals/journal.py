"""`tapis journal`: verifies, replays and exports a table's journal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from controller.admin.journals.give_command import give_command
from controller.admin.journals.given_hands import forget_given, take_back
from controller.admin.journals.journal_export import JournalPath, export_command
from controller.admin.journals.journal_words import fault_words, salvaged_words, verdict_lines
from controller.admin.journals.statistics_command import AsJson, statistics_command
from controller.admin.journals.taken_home import forget_taken
from controller.contract.errors import ExitCode
from controller.houses.loader import load_house
from controller.journal import JournalReader, verify
from controller.journal.delete_expired import before_date, before_days, forget
from controller.journal.repair.salvage import salvage
from controller.journal.repair.verification import in_one_sentence
from controller.run.upkeep.wall_clock import wall_ms
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_
from display.words.names import Words

if TYPE_CHECKING:
    from controller.run.loop.replay import ReplayedJournal

journal_app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Check, replay and export a table's journal.",
)

journal_app.command("export")(export_command)
journal_app.command("give")(give_command)
journal_app.command("statistics")(statistics_command)


@journal_app.command("verify")
def verify_command(
    journal: JournalPath,
    as_json: AsJson = False,
    head: Annotated[
        str, typer.Option(help="A hash published by the table, as 64 hex digits.")
    ] = "",
    language: LanguageOption = "",
) -> None:
    """Verify the hash chain, and report every row that was altered or is missing, even at the end.

    --head takes a hash that the table once published in its retained state, and looks for it in the
    chain. If it is not there, the journal has been rewritten since.
    """
    said = words_for(language, as_json=as_json)
    with _bar(said.say("verifying"), hidden=as_json) as progress:
        verdict = verify(journal, progress, head)
    if as_json:
        typer.echo(msgspec.json.encode(verdict).decode())
    else:
        for fault in verdict.faults:
            typer.echo(said.named(str(journal), fault_words(fault, said)))
        for line in verdict_lines(verdict, journal, said):
            typer.echo(line)
    raise typer.Exit(ExitCode.NOT_SO if verdict.faults else ExitCode.DONE)


@journal_app.command("salvage")
def salvage_command(
    journal: JournalPath, as_json: AsJson = False, language: LanguageOption = ""
) -> None:
    """Recover everything that can be verified from a damaged journal; the damaged file is kept.

    The table then starts from the new journal: numbering restarts, and the floor must check
    the stacks.
    """
    said = words_for(language, as_json=as_json)
    found = salvage(journal)
    typer.echo(
        msgspec.json.encode(found, enc_hook=str).decode()
        if as_json
        else salvaged_words(found, journal, said)
    )


@journal_app.command("forget")
def forget_command(
    journal: JournalPath,
    before: Annotated[
        str,
        typer.Option(help="Delete everything older than this UTC date, such as 2026-11-20."),
    ] = "",
    days: Annotated[
        int,
        typer.Option(help="The number of days to keep, unless --before is given.", min=0, max=3650),
    ] = 30,
    player: Annotated[
        str,
        typer.Option(
            help="Delete only this player's links to their hands, and the record of their "
            "exported hands."
        ),
    ] = "",
    language: LanguageOption = "",
) -> None:
    """Delete old hole cards and all other old observations; public events are kept."""
    said = words_for(language)
    if player:
        links = take_back(journal, player)
        forget_taken(journal, 0, player)
        gone = said.count("{n} link is no longer valid", "{n} links are no longer valid", links)
        typer.echo(gone)
        return
    until = before_date(before) if before else before_days(days, wall_ms())
    rows, rewritten = forget(journal, until)
    forget_taken(journal, until)
    forget_given(journal, until)
    told = said.count("{file}: {n} row cleared", "{file}: {n} rows cleared", rows, file=journal)
    if not rewritten:
        told = said.say(
            "{told}; the file did not shrink because a controller is using the journal", told=told
        )
    typer.echo(told)


@journal_app.command("shuffles")
def shuffles_command(
    journal: JournalPath, as_json: AsJson = False, language: LanguageOption = ""
) -> None:
    """Report how well the decks are shuffled, based on the order in which cards left the shoe.

    Only finished hands are used, and no card is named. Status 1: a deck is not shuffled properly.
    """
    from controller.admin.shuffles import all_told, shuffles_of

    said = words_for(language, as_json=as_json)
    found = shuffles_of(journal)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for line in all_told(found, journal, said):
            typer.echo(line)
    wrong = any(one.findings for one in found.values())
    raise typer.Exit(ExitCode.NOT_SO if wrong else ExitCode.DONE)


@journal_app.command("replay")
def replay_command(
    journal: JournalPath,
    house: Annotated[
        str,
        typer.Option(help="A house or a house file; by default, the last house in the journal."),
    ] = "",
    as_json: AsJson = False,
    language: LanguageOption = "",
) -> None:
    """Replay the observations, and check that they produce the same events."""
    from controller.run.loop.replay import replay

    said = words_for(language, as_json=as_json)
    with _bar(said.say("replaying"), hidden=as_json) as progress, in_one_sentence(journal):
        if not house:
            with JournalReader(journal) as reader:
                house = reader.eras()[-1].house
        found = replay(journal, load_house(house), progress)
    difference = found.difference
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for refusal in found.refused:
            typer.echo(f"{journal}: {refusal}")
        if difference is not None:
            typer.echo(
                said.say(
                    "{file}: row {n} (at {at} ms) differs",
                    file=journal,
                    n=difference.row,
                    at=difference.at,
                )
            )
            nothing = (said.say("nothing"),)
            for line in difference.journal or nothing:
                typer.echo("  " + said.say("journal: {line}", line=line))
            for line in difference.replay or nothing:
                typer.echo("  " + said.say("replay:  {line}", line=line))
        typer.echo(_how_replayed(found, said))
    raise typer.Exit(ExitCode.NOT_SO if difference or found.refused else ExitCode.DONE)


def _how_replayed(found: "ReplayedJournal", said: Words) -> str:
    text = N_("{rows} rows and {events} events were identical")
    if found.difference:
        text = N_("{rows} rows and {events} events were identical before the first difference")
    elif found.refused:
        text = N_(
            "{rows} rows and {events} events were identical; the rows listed above were not "
            "replayed"
        )
    return said.say(text, rows=said.amount(found.rows), events=said.amount(found.events))


@contextmanager
def _bar(name: str, *, hidden: bool) -> Iterator[Callable[[int, int], None]]:
    console = Console(stderr=True)
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=hidden or not console.is_terminal
    ) as progress:
        task = progress.add_task(name)
        yield lambda done, total: progress.update(task, completed=done, total=total)
