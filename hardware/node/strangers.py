"""Detection of forged frames on a node's line: intact frames that the node did not send."""

from controller.contract.errors import Sentence
from hardware.ports import problem_of

MANY = 3
"""The number of forged frames within `WHILE` that can't be an accident: noise makes only one in
65,536 damaged frames look intact."""

WHILE = 60_000
"""The counting period (ms)."""


class Strangers:
    """Counts forged frames on a port: those that its node did not seal, and replays of old ones."""

    def __init__(self, name: str, port: str, now: int) -> None:
        """Start counting for the device `name` on `port`, at `now` ms."""
        self.problem: str = ""
        """The current problem and its remedy, while there are many forged frames."""
        self._name = name
        self.port = port
        self._since = now
        self._before = self._last = 0

    def count(self, forged: int, now: int) -> bool:
        """Update `problem`, given the number of forged frames since the start.

        Return whether there is a new problem.
        """
        if now - self._since >= WHILE:
            if forged == self._last:
                self.problem = ""
            self._since, self._before = now, forged
        news = not self.problem and forged - self._before >= MANY
        if news:
            what = Sentence(
                "{port} is receiving frames that its node did not send: another device is on "
                "this line or is replaying old frames. They are ignored; check the cable and "
                "everything connected to it",
                port=self.port,
            )
            self.problem = problem_of(self._name, what)
        self._last = forged
        return news
