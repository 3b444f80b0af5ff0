"""What can be wrong with a room's database, and what to do about it."""

from controller.contract.errors import TapisError
from controller.contract.venue.views import LogHealth


class StoreFailed(TapisError):
    """The database can't keep something: `health` says how it is, the text what to do."""

    def __init__(self, health: LogHealth, sentence: str) -> None:
        """Keep both."""
        super().__init__(sentence)
        self.health = health


class StoreLost(StoreFailed):
    """This core has the room no longer: whatever it does from here on, nothing of it is kept."""


class StoreBusy(TapisError):
    """Another core holds this database; the text says which process."""
