"""`tapis journal statistics`: shows an evening's figures as a table, with their definitions."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from controller.admin.journals.journal_export import JournalPath, Since
from controller.admin.journals.statistics import (
    DEFINITIONS,
    TABLE_DEFINITIONS,
    PlayerStatistics,
    TableStatistics,
    statistics_of,
)
from controller.journal.delete_expired import before_date
from controller.journal.repair.verification import in_one_sentence
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_
from display.words.names import Words

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for other programs.")]

LABELS = {
    "hands": N_("Hands"),
    "vpip": N_("VPIP"),
    "pfr": N_("PFR"),
    "showdowns": N_("Showdowns"),
    "won_at_showdown": N_("Won at showdown"),
    "won": N_("Hands won"),
    "net": N_("Net"),
    "biggest_pot": N_("Biggest pot"),
    "decision_s": N_("Time to act"),
    "void": N_("Voided hands"),
    "hands_an_hour": N_("Hands per hour"),
    "mean_pot": N_("Average pot"),
    "floor_calls": N_("Calls for the floor"),
    "found": N_("Irregularities"),
}
"""The name of each figure."""

LEAST_WIDTH = 120
"""The minimum width (characters) of the players' table, even on a narrower terminal."""
PERCENT = ("vpip", "pfr", "showdowns", "won_at_showdown")


def statistics_command(
    journal: JournalPath,
    since: Since = "",
    as_json: AsJson = False,
    language: LanguageOption = "",
) -> None:
    """Report an evening's statistics for each player and for the table.

    Only public events are counted.
    """
    said = words_for(language, as_json=as_json)
    with in_one_sentence(journal):
        found = statistics_of(journal, before_date(since) if since else 0)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    console = Console(highlight=False, soft_wrap=True)
    console.width = max(console.width, LEAST_WIDTH)
    console.print(of_players(found, said))
    for line in of_table(found, said):
        console.print(line, markup=False)


def of_players(found: TableStatistics, said: Words) -> Table:
    """Return the players' figures as a table for the terminal, with the definitions below it."""
    lines = [f"{said.say(LABELS[name])}: {said.say(text)}" for name, text in DEFINITIONS.items()]
    table = Table(caption="\n".join(lines), caption_justify="left")
    table.add_column(said.say(N_("Player")))
    for name in DEFINITIONS:
        table.add_column(said.say(LABELS[name]), justify="right")
    for player in found.players:
        table.add_row(player.name, *[_figure(player, name, said) for name in DEFINITIONS])
    return table


def _figure(player: PlayerStatistics, name: str, said: Words) -> str:
    value = getattr(player, name)
    if value is None:
        return "-"
    if name in PERCENT:
        return said.percent(value / 100)
    return said.decimal(value) if name == "decision_s" else said.amount(value)


def of_table(found: TableStatistics, said: Words) -> list[str]:
    """Return the figures of the whole table as lines, each with its definition."""
    lines = []
    for name, text in TABLE_DEFINITIONS.items():
        value = getattr(found, name)
        if name == "found":
            value = ", ".join(f"{said.ruling_name(kind)} {n}" for kind, n in found.found.items())
        elif name == "biggest_pot" and found.biggest_hand:
            value = said.say(
                N_("{amount}, in hand {hand}"), amount=said.amount(value), hand=found.biggest_hand
            )
        elif isinstance(value, float):
            value = said.decimal(value)
        told = "-" if value in {None, ""} else value
        lines.append(f"{said.say(LABELS[name])}: {told} ({said.say(text)})")
    return lines
