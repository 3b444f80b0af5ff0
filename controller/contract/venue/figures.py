"""Figures of an evening that people would rather look at: stacks over time, blinds per player."""

import msgspec

from controller.contract.venue.kinds import Ask


class AskFigures(Ask, frozen=True, tag="figures"):
    """What each player had and posted in the evening that is open. Answered with `Figures`."""


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player's `hands`, in how many they were small and big blind, and their stack over time.

    `stacks` are (wall ms, chips) at the end of hands, the oldest first; none where the house hides
    them. `shown_as` is what they agreed to.
    """

    player: str
    shown_as: str
    hands: int
    small: int
    big: int
    stacks: tuple[tuple[int, int], ...] = ()


class Figures(msgspec.Struct, frozen=True):
    """The players who were dealt a hand, the most hands first; `tells_stacks`: the house does."""

    tournament: str
    tells_stacks: bool
    players: tuple[PlayerFigures, ...]
