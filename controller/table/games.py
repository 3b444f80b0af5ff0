"""What a game is: hole cards, streets, board, betting structure, and how a hand is made."""

import msgspec

from controller.contract.rules import Street
from controller.houses.model import Structure

STREETS: tuple[Street, ...] = tuple(Street)
PLACE: dict[Street, int] = {street: place for place, street in enumerate(STREETS)}
"""Where a street stands among all, from 0."""


class Game(msgspec.Struct, frozen=True, gc=False):
    """A game of poker as the table deals it.

    For each of its `streets`, `board` is how many cards lie on the board once it is dealt, and
    `limit_bets` its bet in limit poker, in big blinds. A hand is the best five of the hole cards
    and the board; of the hole cards it takes exactly `hole_cards_used`, or any number when that
    is 0. `most_players` is how many seats may be dealt in.
    """

    name: str
    hole_cards: int
    board: tuple[int, ...]
    limit_bets: tuple[int, ...]
    structure: Structure
    hole_cards_used: int = 0
    most_players: int = 10

    @property
    def last_street(self) -> int:
        """The place of the last street, from 0."""
        return len(self.board) - 1


BOARD_CARDS = (0, 3, 4, 5)
"""How many cards lie on the board of hold'em once each street is dealt."""


def _holdem(structure: Structure) -> Game:
    return Game("hold'em", 2, BOARD_CARDS, (1, 1, 2, 2), structure)


HOLDEM: dict[Structure, Game] = {
    "no-limit": _holdem("no-limit"),
    "pot-limit": _holdem("pot-limit"),
    "limit": _holdem("limit"),
}
