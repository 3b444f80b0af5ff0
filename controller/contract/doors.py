"""By what a hole card becomes public, and what is asked of a hand that lies forward."""

from enum import StrEnum


class Asks(StrEnum):
    """What a player whose hand lies forward is asked; no antenna tells which side of it is up."""

    FOLD = "fold"
    """Whether it is folded: it is, unless they say otherwise."""
    SHOW = "show"
    """Whether it is shown, or mucked."""


class Door(StrEnum):
    """By what a hole card becomes public: there is no other way."""

    SAID = "said"
    """Its player has said that the hand is shown."""
    ALL_IN = "all-in"
    """Nobody can bet any more, and the hands that are left are turned up."""
    ASKED = "asked"
    """Somebody had the right to see the hand, and asked."""
    KEYED = "keyed"
    """The floor has typed it, where no card is read."""
