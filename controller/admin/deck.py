"""`tapis deck health`: reports how reliably each card's tag has been read over several evenings."""

import contextlib
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.errors import ExitCode, Sentence
from controller.run.loop.drivers import open_registry
from controller.run.upkeep.wear_file import evenings_of, kept_aside, unread, wear_of
from controller.sensing.card_wear import CardHealth, health
from controller.toml.file import FileProblems
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_
from display.words.names import Words

deck_app = typer.Typer(
    no_args_is_help=True, help="Check the decks for worn cards.", add_completion=False
)


@deck_app.callback()
def deck() -> None:
    """Report the health of the decks."""


@deck_app.command("health")
def health_command(
    config: ConfigOption = HERE,
    as_json: Annotated[bool, typer.Option("--json", help="Report every card as JSON.")] = False,
    language: LanguageOption = "",
) -> None:
    """Report cards that have become harder to read over the last ten evenings.

    Status 1: a card is worn; status 2: the readings are not available.
    """
    said = words_for(language, as_json=as_json)
    table = load_config(config_file(config))
    wrong, aside = troubles(table)
    for trouble in (wrong, *aside):
        if trouble:
            typer.echo(trouble.said(said.say), err=True)
    if wrong:
        raise typer.Exit(ExitCode.UNUSABLE)
    cards = health_of(table)
    if as_json:
        typer.echo(msgspec.json.encode(cards).decode())
    else:
        for line in told(cards, said):
            typer.echo(line)
    raise typer.Exit(ExitCode.NOT_SO if any(one.worn for one in cards) else ExitCode.DONE)


def health_of(config: TableConfig) -> tuple[CardHealth, ...]:
    """Return the health of each of a table's cards, worst first. Raises `FileProblems`."""
    evenings = evenings_of(wear_of(Path(config.journal)))
    return health(open_registry(config), [one.reads for one in evenings])


def troubles(config: TableConfig) -> tuple[Sentence | None, tuple[Sentence, ...]]:
    """Return the problems with the files that record how well a table's cards are read.

    The first value is the reason why the files can't be read, or None. The second has a warning
    for each damaged file that has been set aside.
    """
    path = wear_of(Path(config.journal))
    aside = tuple(
        Sentence("{file} could not be read, so it is ignored", file=kept)
        for kept in kept_aside(path)
    )
    return unread(path), aside


NOT_YET = N_("no card stayed on an antenna long enough to give a result")
WORN = N_("{card} in deck {n} fails {percent}% of its reads: its tag is worn")
USUAL = N_("deck {n}: {count} cards checked; the median card fails {percent}% of its reads")


def health_lines(config: TableConfig, said: Words) -> tuple[str, ...]:
    """Return the lines of the report on a table's cards, or none if the table reads no cards.

    A tag file that can't be read is not mentioned here, because `doctor` reports it.
    """
    if not config.cards.read:
        return ()
    wrong, aside = troubles(config)
    found = [one.said(said.say) for one in (wrong, *aside) if one]
    with contextlib.suppress(FileProblems):
        found += () if wrong else told(health_of(config), said)
    return tuple(found)


def worn_words(one: CardHealth, said: Words) -> str:
    """Return a sentence reporting that a card's tag is worn."""
    return said.say(WORN, card=one.card, n=one.deck, percent=round(100 * one.missed))


def told(cards: Sequence[CardHealth], said: Words) -> Iterable[str]:
    """Yield the lines of the report on the given cards."""
    if not cards:
        yield said.say(NOT_YET)
    for number in sorted({one.deck for one in cards}):
        mine = [one for one in cards if one.deck == number]
        usual = statistics.median(one.missed for one in mine)
        yield said.say(USUAL, n=number, count=len(mine), percent=round(100 * usual))
        for one in mine:
            if one.worn:
                yield "  " + worn_words(one, said)
