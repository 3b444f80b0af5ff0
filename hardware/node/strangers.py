"""Who else speaks on a node's line: whole frames that the node has not said."""

MANY = 3
"""So many in a while are no accident: noise makes one whole frame in 65,536 damaged ones."""

WHILE = 60_000
"""Milliseconds."""


class Strangers:
    """Counts the frames of one port that its node has not sealed, or not now."""

    def __init__(self, name: str, port: str, now: int) -> None:
        """Begin to count for the device `name` on `port`, at `now` ms."""
        self.problem = ""
        """What is wrong while there are many, and what to do."""
        self._name = name
        self.port = port
        self._since = now
        self._before = self._last = 0

    def count(self, forged: int, now: int) -> bool:
        """Take the number of such frames since the start; give whether that is news."""
        if now - self._since >= WHILE:
            if forged == self._last:
                self.problem = ""
            self._since, self._before = now, forged
        news = not self.problem and forged - self._before >= MANY
        if news:
            self.problem = (
                f"{self._name}: frames come over {self.port} that its node has not said: somebody"
                " else is on this line, or plays back what was said before; they are not believed:"
                " look at the cable, and at what hangs on it"
            )
        self._last = forged
        return news
