"""`tapis enroll`: says which tag is in which card, chip and badge."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from controller.config import TableConfig, load_config
from controller.contract.scans import BadgeTag
from controller.drivers import open_drivers
from controller.sensing.registry import RegistryError, save_registry
from controller.setup.desk import Busy, Drivers, at_the_desk, choose_antenna
from controller.setup.passes import (
    Station,
    enroll_badge,
    enroll_chips,
    enroll_deck,
    replace_card,
    replace_chip,
    what_is_replaced,
)
from controller.setup.registration import (
    chips_of,
    decks_of,
    missing,
    open_or_new,
    read_list,
)
from controller.setup.talk import NoAnswer, Quit, open_talk
from controller.setup.where import config_file

enroll_app = typer.Typer(
    help="Say which tag is in which card, chip and badge.",
    no_args_is_help=True,
    add_completion=False,
)

ConfigFile = Annotated[
    Path, typer.Option("--config", help="The table's config, a TOML file.", show_default=False)
]
Antenna = Annotated[
    str, typer.Option(help="Where things are laid; the enrolment desk's reader, or the board.")
]
Deck = Annotated[int, typer.Option("--deck", min=1, max=8, help="The deck of a card.")]
ChipSet = Annotated[int, typer.Option("--set", min=1, help="The set of a chip; 1 is in play.")]
TABLE = Path("table.toml")


@contextmanager
def station(
    config: TableConfig, antenna: str, drivers: Drivers = open_drivers
) -> Iterator[tuple[Station, Callable[[], None]]]:
    """Give an antenna to enrol on, and what puts the registry on disk.

    What stands in the way ends the command with a line and status 2, an interruption with 1.
    """
    path = Path(config.cards.registry)
    registry = open_or_new(path)
    plan = choose_antenna(config.plans(), antenna)
    try:
        with open_talk() as talk, at_the_desk(config, registry, drivers) as desk:
            yield Station(desk, plan, talk, registry), lambda: save_registry(registry, path)
    except (Busy, RegistryError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    except NoAnswer as question:
        typer.echo(f"The input ends before this is answered: {question}", err=True)
        raise typer.Exit(2) from None
    except Quit:
        typer.echo("Stopped. What is enrolled stays; the same command goes on from here.")
        raise typer.Exit(1) from None


@enroll_app.command("deck")
def deck(
    number: Annotated[int, typer.Argument(min=1, max=8, help="The deck, from 1.")] = 1,
    config: ConfigFile = TABLE,
    antenna: Antenna = "",
) -> None:
    """Enrol the 52 cards of a deck, one after another; goes on where it was broken off."""
    table = load_config(config_file(config))
    if number > table.cards.decks:
        typer.echo(f"Note: table.toml says that {table.cards.decks} deck(s) are in use.", err=True)
    with station(table, antenna) as (place, save):
        whole = enroll_deck(place, number, save)
    raise typer.Exit(0 if whole else 1)


@enroll_app.command("chips")
def chips(
    value: Annotated[int, typer.Argument(min=1, help="What each chip is worth.")],
    chip_set: ChipSet = 1,
    config: ConfigFile = TABLE,
    antenna: Antenna = "",
) -> None:
    """Enrol the chips of one value, a whole stack at a time."""
    table = load_config(config_file(config))
    if value not in table.denominations:
        have = ", ".join(map(str, table.denominations))
        typer.echo(f"Note: {value} is none of the denominations of table.toml ({have}).", err=True)
    with station(table, antenna) as (place, save):
        count = enroll_chips(place, value, chip_set, save)
    typer.echo(f"{count} chips of {value} are new.")


@enroll_app.command("badge")
def badge(
    name: Annotated[str, typer.Argument(help="Whose badge it is.")],
    floor: Annotated[bool, typer.Option("--floor", help="The floor's, who rules.")] = False,
    config: ConfigFile = TABLE,
    antenna: Antenna = "",
) -> None:
    """Enrol the badge of a player, or of the floor."""
    with station(load_config(config_file(config)), antenna) as (place, save):
        enroll_badge(place, name, save, floor=floor)


@enroll_app.command("replace")
def replace(
    what: Annotated[str, typer.Argument(help='A card ("Kh"), or "chip".')],
    number: Deck = 1,
    value: Annotated[int, typer.Option(min=0, help="What the chip is worth.")] = 0,
    chip_set: ChipSet = 1,
    config: ConfigFile = TABLE,
    antenna: Antenna = "",
) -> None:
    """Replace one damaged card or chip; the rest of the deck or set stays as it is."""
    thing = what_is_replaced(what)
    if not thing:
        typer.echo(f'"{what}" is neither a card (Kh, 10d) nor the word chip.', err=True)
        raise typer.Exit(2)
    table = load_config(config_file(config))
    if thing == "chip" and not value:
        have = ", ".join(map(str, table.denominations))
        typer.echo(f"Say what the chip is worth: --value, one of {have}.", err=True)
        raise typer.Exit(2)
    with station(table, antenna) as (place, save):
        if thing == "chip":
            replace_chip(place, value, chip_set, save)
        else:
            replace_card(place, thing, number, save)


@enroll_app.command("list")
def from_list(
    file: Annotated[Path, typer.Argument(help="A line each: uid,card (or uid,value of a chip).")],
    number: Deck = 1,
    config: ConfigFile = TABLE,
) -> None:
    """Enrol what a list says: all of it, or nothing if anything in it is wrong."""
    path = Path(load_config(config_file(config)).cards.registry)
    registry = open_or_new(path)
    for uid, tag in read_list(file, registry, number):
        registry.enrol(uid, tag)
    save_registry(registry, path)
    _show(config)


@enroll_app.command("show")
def show(config: ConfigFile = TABLE) -> None:
    """Show what is enrolled, and what is missing."""
    _show(config)


def _show(config: Path) -> None:
    table = load_config(config_file(config))
    registry = open_or_new(Path(table.cards.registry))
    grid = Table("what", "enrolled", "missing", title=table.cards.registry)
    decks = dict.fromkeys(range(1, table.cards.decks + 1), 0) | decks_of(registry)
    for number, count in decks.items():
        lacking = missing(registry, number)
        grid.add_row(f"deck {number}", f"{count} of 52", " ".join(lacking) if count else "all")
    have = chips_of(registry)
    wanted = {(1, value): 0 for value in table.denominations if table.chips == "rfid"}
    for (chip_set, value), count in sorted((wanted | have).items()):
        grid.add_row(f"chips of {value}, set {chip_set}", str(count), "" if count else "all")
    for _, tag in sorted(registry.items()):
        if isinstance(tag, BadgeTag):
            grid.add_row(
                f"badge of {tag.name}", "the floor" if tag.role == "floor" else "a player", ""
            )
    Console().print(grid)
