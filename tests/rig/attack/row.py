"""The interface of every attack: its request and its result."""

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """The size of an attack: `scale` 1 is the full one, 0.01 a hundredth of its trials or time."""

    scale: float = 1.0
    seed: int = 0

    def trials(self, full: int) -> int:
        """Return how many of `full` trials are made: at least one."""
        return max(1, round(full * self.scale))

    def seconds(self, full: float) -> float:
        """Return how long an attack of `full` seconds lasts: at least five."""
        return max(min(full, 5.0), full * self.scale)


class Row(msgspec.Struct, frozen=True):
    """The result of one attack.

    `bar` is the requirement in words, `figures` the measurements by name with unit
    (`event_p99_ms`), and `broken` lists what fell, at most twenty entries.
    """

    name: str
    bar: str
    trials: int
    seconds: float
    figures: dict[str, float]
    broken: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """Return whether nothing fell."""
        return not self.broken
