"""Faults of a room's database, and their remedies."""

from controller.contract.errors import TapisError
from controller.contract.venue.views import LogHealth


class StoreFailed(TapisError):
    """The database can't keep something: `health` is its state, the text says what to do."""

    def __init__(self, health: LogHealth, sentence: str) -> None:
        """Keep both."""
        super().__init__(sentence)
        self.health = health


class StoreLost(StoreFailed):
    """This core no longer has the room: nothing that it does from here on is kept."""


class StoreBusy(TapisError):
    """Another core holds this database; the text says which process."""
