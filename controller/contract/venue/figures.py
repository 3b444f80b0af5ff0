"""Figures for an evening: stacks over time, and each player's blinds."""

import msgspec

from controller.contract.venue.kinds import Ask


class AskFigures(Ask, frozen=True, tag="figures"):
    """Request each player's stacks and blinds during the evening. Answered with `Figures`."""


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player's number of hands, small blinds and big blinds, and their stack over time.

    `stacks` lists the player's stack at the end of hands as (wall ms, chips), oldest first. It is
    empty where the house hides stacks. `shown_as` is the name that the player agreed to display.
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
