"""Figures for an evening: stacks over time, and blinds per player."""

import msgspec

from controller.contract.venue.kinds import Ask


class AskFigures(Ask, frozen=True, tag="figures"):
    """Request each player's stacks and blinds during the evening. Answered with `Figures`."""


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player's number of hands, of small and of big blinds, and their stack over time.

    `stacks` are (wall ms, chips) at the end of hands, oldest first; empty where the house hides
    them. `shown_as` is the name that they agreed to display.
    """

    player: str
    shown_as: str
    hands: int
    small: int
    big: int
    stacks: tuple[tuple[int, int], ...] = ()


class Figures(msgspec.Struct, frozen=True):
    """Players who were dealt a hand, most hands first.

    `tells_stacks` is true if stacks are public.
    """

    tournament: str
    tells_stacks: bool
    players: tuple[PlayerFigures, ...]
