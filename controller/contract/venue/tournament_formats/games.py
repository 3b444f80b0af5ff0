"""Mixed games: which game a room or a table plays, as set by the director or by a dealer."""

import msgspec

from controller.contract.rules import Structure, Variant
from controller.contract.venue.kinds import RoomEvent, RoomInput


class GameSet(RoomInput, frozen=True, tag="game-set"):
    """The director sets a different game for all tables.

    `game` is its index (from 0) in the list of games in the tournament file.
    """

    game: int = 0


class GameChosen(RoomInput, frozen=True, tag="game-chosen"):
    """A table's dealer has chosen a game.

    `game` is its index (from 0) in the list of games in the tournament file.
    """

    table: int = 0
    game: int = 0


class GameChanged(RoomEvent, frozen=True, tag="game.changed"):
    """A table, or every table (`table` 0), plays this game, starting with the next hand."""

    table: int
    game: Variant
    structure: Structure
    article: str


class GameDue(RoomEvent, frozen=True, tag="game.due"):
    """A table has played all hands of a chosen game, so its next dealer must choose."""

    table: int
    article: str


class GameLine(msgspec.Struct, frozen=True):
    """A game that may be chosen."""

    game: Variant
    structure: Structure
