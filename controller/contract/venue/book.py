"""What staff's forms are made of: tournaments to open, and the book of an evening.

Answers of the desk (`desk.py`). Players are opaque ids, chips whole numbers.
"""

from typing import Literal

import msgspec

from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.floor.sheets import Sheet
from controller.contract.venue.floor.undoing import DeedKind
from controller.contract.venue.forms.games import GameLine
from controller.contract.venue.seats import Seat


class TournamentFile(msgspec.Struct, frozen=True):
    """A tournament that can be opened.

    `options` are what has to be on the wall, as the file has it; "" is left open by it. A cash
    game has no `sheet`.
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
    """An offence that the house knows, and its article; `both`: everybody who is in it is meant."""

    offence: Offence
    article: str
    both: bool = False


class Noted(msgspec.Struct, frozen=True):
    """What was noted: its number, who, what, and what they got for it ("" nothing)."""

    incident: int
    player: str
    offence: Offence
    sanction: str
    appeals: int = 0
    stands: bool = True


class SmallChips(msgspec.Struct, frozen=True):
    """Small chips that go: which become which, and the tables at which they are to be counted."""

    chip: int
    into: int
    tables: tuple[int, ...]


class DeedLine(msgspec.Struct, frozen=True):
    """What staff did with a player in row `deed` of the log and can undo, at a wall time in ms."""

    deed: int
    kind: DeedKind
    player: str
    wall: int
    seat: Seat | None = None
    to: Seat | None = None
    chips: int = 0


class Book(msgspec.Struct, frozen=True):
    """What the house of an evening knows of, and what stands in its book.

    `sanctions` are those of its scale, the mildest first; `excuses` all that it knows; `decks` for
    what a deck changes. `excluded` have to report before they sit down again. `gone` are chips that
    are in play no more, `values` those that everybody begins with, `to_share` what is left to be
    won by those who are left. `games` may be chosen. `tied` players wait for the last seats of a
    satellite, `unbagged` ones for a bag, and bags of those `unopened` have not been counted yet.
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
