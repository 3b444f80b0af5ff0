"""Game definitions: hole cards, streets, board, betting structure, and how hands are made."""

from itertools import pairwise

import msgspec
from msgspec.structs import replace

from controller.contract.rules import STRUCTURES, Street, Structure, Variant

STREETS: tuple[Street, ...] = tuple(Street)
PLACE: dict[Street, int] = {street: place for place, street in enumerate(STREETS)}
"""The index of each street in the order of play, from 0."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"

BOARD_CARDS = (0, 3, 4, 5)
"""The number of board cards in hold'em and Omaha once each street is dealt."""


class Game(msgspec.Struct, frozen=True, gc=False):
    """A poker game as dealt at the table.

    `board` gives, for each street, the number of board cards once that street has been dealt.
    `limit_bets` gives, for each street, the bet in limit poker, in big blinds.
    `hole_cards_used` is the exact number of hole cards in a five-card hand, or 0 for any number.
    `most_players` is the maximum number of seats that may be dealt in, because the deck has too few
    cards for more.
    `high_low` means that half of each pot goes to the best low hand, if there is one. A low hand
    has five different ranks of eight and below.
    `lowest` is the lowest rank in the deck. In a short deck, a flush beats a full house, and the
    ace also plays below the lowest rank.
    `trips_beat_straight` means that three of a kind beats a straight.
    `boards` is 2 if two boards are dealt side by side. Each street then deals cards to the first
    board and then to the second, and `board` counts both together.
    """

    variant: Variant = Variant.HOLDEM
    hole_cards: int = 2
    board: tuple[int, ...] = BOARD_CARDS
    limit_bets: tuple[int, ...] = (1, 1, 2, 2)
    structure: Structure = "no-limit"
    hole_cards_used: int = 0
    most_players: int = 10
    high_low: bool = False
    lowest: str = "2"
    trips_beat_straight: bool = False
    boards: int = 1

    @property
    def last_street(self) -> int:
        """The index of the last street, from 0."""
        return len(self.board) - 1


OF_VARIANT: dict[Variant, Game] = {
    game.variant: game
    for game in (
        Game(),
        Game(Variant.OMAHA, hole_cards=4, hole_cards_used=2),
        Game(Variant.OMAHA_5, hole_cards=5, hole_cards_used=2, most_players=8),
        Game(Variant.OMAHA_HI_LO, hole_cards=4, hole_cards_used=2, high_low=True),
        Game(Variant.OMAHA_5_HI_LO, hole_cards=5, hole_cards_used=2, most_players=8, high_low=True),
        Game(Variant.SHORT_DECK, lowest="6"),
    )
}
"""Every game that can be played, by variant, in its no-limit form."""
GAMES: dict[tuple[Variant, Structure], Game] = {
    (variant, structure): replace(game, structure=structure)
    for variant, game in OF_VARIANT.items()
    for structure in STRUCTURES
}
HOLDEM: dict[Structure, Game] = {one: GAMES[Variant.HOLDEM, one] for one in STRUCTURES}


def on_two_boards(game: Game, players: int) -> Game:
    """Return `game` with two boards side by side from the flop on, and one burn per street.

    If the deck has too few cards for two boards with this many players, return `game` unchanged.
    """
    sizes = tuple([2 * cards for cards in game.board])
    deck = len(SUITS) * len(RANKS[RANKS.index(game.lowest) :])
    if players * game.hole_cards + sizes[-1] + game.last_street > deck:
        return game
    return replace(game, board=sizes, boards=2)


def one_board(game: Game) -> Game:
    """Return the single-board game by which hands are ranked on each board."""
    if game.boards == 1:
        return game
    return replace(game, board=tuple([cards // 2 for cards in game.board]), boards=1)


def side_by_side(game: Game, board: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cards of each of two boards side by side, in order of arrival."""
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    for before, whole in pairwise(game.board):
        street = board[before:whole]
        own = (whole - before) // 2
        first, second = (*first, *street[:own]), (*second, *street[own:])
    return first, second
