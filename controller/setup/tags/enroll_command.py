"""`tapis enroll`: records which tag is in each card, chip and badge."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.errors import ExitCode, WrongOption
from controller.contract.scans import BadgeTag
from controller.run.loop.drivers import Drivers
from controller.sensing.registry import save_registry
from controller.setup.dialogue import NoAnswer, Quit, Talk, open_talk
from controller.setup.reading.enrolment_desk import at_the_desk, choose_antenna
from controller.setup.reading.rehearsing import drivers_of
from controller.setup.tags.enrolment_rules import (
    chips_of,
    decks_of,
    missing,
    open_or_new,
)
from controller.setup.tags.guided_enrolment import (
    Station,
    enroll_badge,
    enroll_chips,
    enroll_deck,
    replace_card,
    replace_chip,
    what_is_replaced,
)
from controller.setup.tags.supplier_list import read_list
from controller.setup.words import N_, LanguageOption, Words, words_for

enroll_app = typer.Typer(
    help="Show which card, chip or badge each tag is in.",
    no_args_is_help=True,
    add_completion=False,
)

Antenna = Annotated[
    str,
    typer.Option(
        help="The antenna's name or zone; by default, the enrolment desk's or, if there is none, "
        "the board's."
    ),
]
Deck = Annotated[int, typer.Option("--deck", min=1, max=8, help="The number of the card's deck.")]
ChipSet = Annotated[
    int, typer.Option("--set", min=1, help="Number of the chip set; set 1 is the one in play.")
]


@contextmanager
def place_to_enroll(
    config: TableConfig, antenna: str, talk: Talk, drivers: Drivers
) -> Iterator[tuple[Station, Callable[[], None]]]:
    """Yield an antenna ready for enrolment, and a function that saves the registry.

    Raises `Busy` or `FileProblems` if enrolment is impossible.
    """
    path = Path(config.cards.registry)
    registry = open_or_new(path)
    plan = choose_antenna(config.plans(), antenna)
    with at_the_desk(config, registry, drivers) as desk:
        yield Station(desk, plan, talk, registry), lambda: save_registry(registry, path)


@contextmanager
def station(
    config: TableConfig, antenna: str, words: Words
) -> Iterator[tuple[Station, Callable[[], None]]]:
    """Yield an antenna for enrolment, and a function that saves the registry.

    Raises a `TapisError` if enrolment is impossible; an interruption ends the command with status
    1.
    """
    try:
        with (
            open_talk(words) as talk,
            drivers_of(config, talk) as drivers,
            place_to_enroll(config, antenna, talk, drivers) as place,
        ):
            yield place
    except NoAnswer as question:
        ended = N_("The input ended before this question: {question}")
        raise NoAnswer(words.say(ended, question=question)) from None
    except Quit:
        stopped = N_("Stopped. Enrolled items stay enrolled; run the same command to continue.")
        typer.echo(words.say(stopped))
        raise typer.Exit(ExitCode.NOT_SO) from None


@enroll_app.command("deck")
def deck(
    number: Annotated[int, typer.Argument(min=1, max=8, help="Deck number, starting at 1.")] = 1,
    config: ConfigOption = HERE,
    antenna: Antenna = "",
    language: LanguageOption = "",
) -> None:
    """Enrol the 52 cards of a deck, one by one; an interrupted run resumes where it stopped."""
    words = words_for(language)
    table = load_config(config_file(config))
    if number > table.cards.decks:
        note = N_("Note: table.toml sets decks = {number}, so this deck is not used.")
        typer.echo(words.say(note, number=table.cards.decks), err=True)
    with station(table, antenna, words) as (place, save):
        whole = enroll_deck(place, number, save)
    raise typer.Exit(ExitCode.DONE if whole else ExitCode.NOT_SO)


@enroll_app.command("chips")
def chips(
    value: Annotated[int, typer.Argument(min=1, help="Value of each chip.")],
    chip_set: ChipSet = 1,
    config: ConfigOption = HERE,
    antenna: Antenna = "",
    language: LanguageOption = "",
) -> None:
    """Enrol the chips of one value, a whole stack at a time."""
    words = words_for(language)
    table = load_config(config_file(config))
    if value not in table.denominations:
        note = N_("Note: {value} is not one of the denominations in table.toml ({values}).")
        typer.echo(words.say(note, value=value, values=_values(table)), err=True)
    with station(table, antenna, words) as (place, save):
        count = enroll_chips(place, value, chip_set, save)
    typer.echo(words.say(N_("{number} new chips, each worth {value}."), number=count, value=value))


def _values(table: TableConfig) -> str:
    return ", ".join(map(str, table.denominations))


@enroll_app.command("badge")
def badge(
    name: Annotated[str, typer.Argument(help="Owner of the badge.")],
    floor: Annotated[
        bool,
        typer.Option(
            "--floor", help="The badge belongs to a floor person and is used for rulings."
        ),
    ] = False,
    config: ConfigOption = HERE,
    antenna: Antenna = "",
    language: LanguageOption = "",
) -> None:
    """Enrol the badge of a player or floor person."""
    words = words_for(language)
    with station(load_config(config_file(config)), antenna, words) as (place, save):
        enroll_badge(place, name, save, floor=floor)


@enroll_app.command("replace")
def replace(
    what: Annotated[str, typer.Argument(help='A card ("Kh"), or "chip".')],
    number: Deck = 1,
    value: Annotated[int, typer.Option(min=0, help="Value of the chip.")] = 0,
    chip_set: ChipSet = 1,
    config: ConfigOption = HERE,
    antenna: Antenna = "",
    language: LanguageOption = "",
) -> None:
    """Replace one damaged card or chip; the rest of the deck or set stays as it is."""
    words = words_for(language)
    thing = what_is_replaced(what)
    if not thing:
        neither = N_('"{what}" is neither a card (Kh, 10d) nor the word "chip".')
        raise WrongOption(words.say(neither, what=what))
    table = load_config(config_file(config))
    if thing == "chip" and not value:
        worth = N_("Give the chip's value: --value, one of {values}.")
        raise WrongOption(words.say(worth, values=_values(table)))
    with station(table, antenna, words) as (place, save):
        if thing == "chip":
            replace_chip(place, value, chip_set, save)
        else:
            replace_card(place, thing, number, save)


@enroll_app.command("list")
def from_list(
    file: Annotated[
        Path, typer.Argument(help="A file with one tag per line: uid,card (or uid,chip value).")
    ],
    number: Deck = 1,
    config: ConfigOption = HERE,
    language: LanguageOption = "",
) -> None:
    """Enrol a whole list; if anything in it is wrong, nothing is enrolled."""
    words = words_for(language)
    path = Path(load_config(config_file(config)).cards.registry)
    registry = open_or_new(path)
    for uid, tag in read_list(file, registry, number, words):
        registry.enrol(uid, tag)
    save_registry(registry, path)
    _show(config, words)


@enroll_app.command("show")
def show(config: ConfigOption = HERE, language: LanguageOption = "") -> None:
    """Show what is enrolled and what is missing."""
    _show(config, words_for(language))


def _show(config: Path, words: Words) -> None:
    table = load_config(config_file(config))
    registry = open_or_new(Path(table.cards.registry))
    heads = (N_("item"), N_("enrolled"), N_("missing"))
    grid = Table(*map(words.say, heads), title=table.cards.registry)
    everything = words.say(N_("all"))
    decks = dict.fromkeys(range(1, table.cards.decks + 1), 0) | decks_of(registry)
    for number, count in decks.items():
        lacking = missing(registry, number)
        grid.add_row(
            words.say(N_("deck {deck}"), deck=number),
            words.say(N_("{number} of 52"), number=count),
            " ".join(lacking) if count else everything,
        )
    have = chips_of(registry)
    wanted = {(1, value): 0 for value in table.denominations if table.chips == "rfid"}
    for (chip_set, value), count in sorted((wanted | have).items()):
        chips_of_set = words.say(N_("chips worth {value}, set {set}"), value=value, set=chip_set)
        grid.add_row(chips_of_set, str(count), "" if count else everything)
    for _, tag in sorted(registry.items()):
        if isinstance(tag, BadgeTag):
            whose = N_("the floor") if tag.role == "floor" else N_("a player")
            named = words.say(N_("{name}'s badge"), name=escape(tag.name))
            grid.add_row(named, words.say(whose), "")
    Console().print(grid)
