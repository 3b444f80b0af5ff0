"""What is done at a table that is rehearsed at, as a scenario: each deed, and what was seen of it.

So it fails when it is played again and the table answers otherwise.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.contract.public import (
    ActionMade,
    ActionRefused,
    BoardChanged,
    BoardDealt,
    HandEnded,
    HandKilled,
    HandVoided,
    IrregularityFound,
    PotAwarded,
    PublicEvent,
    RulingClosed,
    RulingOpened,
)
from controller.play.script import said
from controller.play.script import statements as s
from controller.play.script.expectations import ExpectEvent, ExpectSteps, ExpectTurn
from hardware.pads.keypad import KeyedDeclaration

SEEN: Final[dict[type[PublicEvent], tuple[str, ...]]] = {
    ActionMade: ("seat", "action", "amount", "to"),
    ActionRefused: ("seat", "what", "reason"),
    BoardChanged: ("cards",),
    BoardDealt: ("street", "cards"),
    HandEnded: ("seats", "stacks"),
    HandKilled: ("seat", "reason", "article"),
    HandVoided: ("reason", "article"),
    IrregularityFound: ("kind", "street", "seat", "outcome", "article"),
    PotAwarded: ("pot", "seat", "amount"),
    RulingClosed: ("outcome",),
    RulingOpened: ("kind", "article"),
}
"""What of an event is expected again: what rules say of it, and not when or in how many parts."""


class Script:
    """A scenario that is being written; with `record` a file has it after each line."""

    def __init__(self, title: str) -> None:
        """Begin it under a title."""
        self.record: Path | None = None
        self._title = title
        self._lines: list[str] = []
        self._turn = 0

    def __len__(self) -> int:
        """Return how many lines there are."""
        return len(self._lines)

    def write(self, line: str) -> None:
        """Add a line."""
        self._lines.append(line)
        if self.record is not None:
            self.record.write_text(self.text(), "utf-8")

    def text(self) -> str:
        """Return all of it."""
        return "\n".join([f"# {self._title}", *self._lines]) + "\n"

    def saw(self, events: Iterable[PublicEvent], turn: int) -> None:
        """Expect again what came of the last line, and whose turn it is by now."""
        for expectation in expected(events):
            self.write(str(expectation))
        if turn != self._turn:
            self._turn = turn
            self.write(str(ExpectTurn(turn)))


def expected(events: Iterable[PublicEvent]) -> Iterator[s.Expectation]:
    """Yield what has to be seen again of some events."""
    for event in events:
        names = SEEN.get(type(event), ())
        values = [(name, said.value(event, name)) for name in names]
        if names:
            fields = tuple((name, said.printed(value)) for name, value in values if value)
            yield ExpectEvent(event.type, fields)
        if isinstance(event, RulingOpened) and event.steps:
            yield ExpectSteps(tuple(map(said.step, event.steps)))


def said_by(seat: int, declared: KeyedDeclaration) -> s.Statement:
    """Return what a seat's pad has declared, as a scenario says it."""
    what, target = declared.what, declared.target
    if what == "seen" and target:
        return s.Sees(seat, target)
    if what == "time" and target:
        return s.Clocks(seat, int(target))
    return s.Says(seat, what, declared.amount, int(target) if target.isdecimal() else 0)
