"""Faults of a room's database, and their remedies."""

from controller.contract.errors import TapisError
from controller.contract.venue.views import LogHealth


class StoreFailed(TapisError):
    """The database can't store something: `health` is its state; the text says what to do."""

    def __init__(self, health: LogHealth, sentence: str) -> None:
        """Store both."""
        super().__init__(sentence)
        self.health = health


class StoreLost(StoreFailed):
    """This core no longer runs the room, so nothing that it does from now on is stored."""


class StoreBusy(TapisError):
    """Another core holds this database; the text says which process."""
