"""How hole cards become public, and the questions put to a player who pushes a hand forward."""

from enum import StrEnum


class Asks(StrEnum):
    """The question put to a player who pushes their hand forward.

    The table has to ask, because no antenna can tell which side of a card is up.
    """

    FOLD = "fold"
    """Asks whether the hand is folded; if the player does not answer, it is folded."""
    SHOW = "show"
    """Asks whether the hand is shown or mucked."""


class Door(StrEnum):
    """The only ways in which a hole card can become public."""

    SAID = "said"
    """The player has announced that they show the hand."""
    ALL_IN = "all-in"
    """No more betting is possible, and the remaining hands are turned up."""
    ASKED = "asked"
    """A player with the right to see the hand asked to see it."""
    KEYED = "keyed"
    """The floor has entered the card by hand, at a table that reads no cards."""
