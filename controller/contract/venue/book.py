"""Data for the staff's forms: the tournaments that can be opened, and an evening's incident book.

These are answers from the desk (`desk.py`). Players are opaque ids, and chips are whole numbers.
"""

from typing import Literal

import msgspec

from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.floor.sheets import Sheet
from controller.contract.venue.floor.undoing import DeedKind
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.games import GameLine


class TournamentFile(msgspec.Struct, frozen=True):
    """A tournament that can be opened, as described by its file.

    `options` holds the choices that the room must post on the wall, as a mapping from name to the
    value in the file. A value of "" means that the file leaves that choice open. `sheet` contains
    the levels and the starting stack, or is None for a cash game.
    """

    name: str
    title: str
    house: str
    options: dict[str, str] = {}
    sheet: Sheet | None = None


class Tournaments(msgspec.Struct, frozen=True):
    """The tournaments that can be opened, by name."""

    tournaments: tuple[TournamentFile, ...]


class KnownOffence(msgspec.Struct, frozen=True):
    """An offence in the house's rules, with its article.

    `both` is true if the offence involves several players.
    """

    offence: Offence
    article: str
    both: bool = False


class Noted(msgspec.Struct, frozen=True):
    """An incident in the book: its number, player, offence, and sanction ("" for none).

    `appeals` is the number of appeals. `stands` is false if the incident has been withdrawn.
    """

    incident: int
    player: str
    offence: Offence
    sanction: str
    appeals: int = 0
    stands: bool = True


class SmallChips(msgspec.Struct, frozen=True):
    """A colour-up of one chip value: old value, new value, and the tables that must count chips."""

    chip: int
    into: int
    tables: tuple[int, ...]


class DeedLine(msgspec.Struct, frozen=True):
    """A staff action that affected a player and can be undone.

    `deed` is the number of its log row, and `wall` its wall time in ms.
    """

    deed: int
    kind: DeedKind
    player: str
    wall: int
    seat: Seat | None = None
    to: Seat | None = None
    chips: int = 0


class Book(msgspec.Struct, frozen=True):
    """The house's conduct rules, and this evening's entries in the incident book.

    `sanctions` are the possible sanctions, mildest first. `excuses` are the only excuses that the
    house accepts. `decks` are the reasons for a deck change. `excluded` players must report to the
    floor before they sit down again.

    `gone` holds the chip values no longer in play. `values` are the chip values of the starting
    stack. `to_share` is the prize money left for the remaining players. `games` are the poker games
    to choose from. `tied` players are tied for the last seats of a satellite. `unbagged` players
    still need a bag for their chips. `unopened` players have bags that have not been counted yet.
    """

    tournament: str
    offences: tuple[KnownOffence, ...] = ()
    sanctions: tuple[str, ...] = ()
    excuses: tuple[Excuse, ...] = ()
    decks: tuple[Literal["dealer", "level", "order", "player"], ...] = ()
    noted: tuple[Noted, ...] = ()
    excluded: tuple[str, ...] = ()
    small: SmallChips | None = None
    gone: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    to_share: int = 0
    options: dict[str, str] = {}
    games: tuple[GameLine, ...] = ()
    tied: tuple[str, ...] = ()
    unbagged: tuple[str, ...] = ()
    unopened: tuple[str, ...] = ()
    deeds: tuple[DeedLine, ...] = ()
