"""Records a rehearsal table as a scenario, with each action and the events that followed.

When the scenario is played later, it fails if the table responds differently.
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
from controller.play.script import event_words
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
"""For each type of event, the fields that must be the same when the recorded scenario is played.

They are the fields that follow from the rules. Fields that depend on timing are left out.
"""


class Script:
    """The scenario being recorded.

    If the attribute `record` is set to a path, that file is updated after each line.
    """

    def __init__(self, title: str) -> None:
        """Begin a scenario with this title."""
        self.record: Path | None = None
        self._title = title
        self._lines: list[str] = []
        self._turn = 0

    def __len__(self) -> int:
        """Return the number of lines written so far."""
        return len(self._lines)

    def write(self, line: str) -> None:
        """Add a line to the scenario."""
        self._lines.append(line)
        if self.record is not None:
            self.record.write_text(self.text(), "utf-8")

    def text(self) -> str:
        """Return the text of the whole scenario."""
        return "\n".join([f"# {self._title}", *self._lines]) + "\n"

    def saw(self, events: Iterable[PublicEvent], turn: int) -> None:
        """Add expectations for the last line's events, and for the seat to act if it changed.

        `turn` is the seat to act, or 0.
        """
        for expectation in expected(events):
            self.write(str(expectation))
        if turn != self._turn:
            self._turn = turn
            self.write(str(ExpectTurn(turn)))


def expected(events: Iterable[PublicEvent]) -> Iterator[s.Expectation]:
    """Yield expectations that these events occur again when the scenario is played."""
    for event in events:
        names = SEEN.get(type(event), ())
        values = [(name, event_words.value(event, name)) for name in names]
        if names:
            fields = tuple((name, event_words.printed(value)) for name, value in values if value)
            yield ExpectEvent(event.type, fields)
        if isinstance(event, RulingOpened) and event.steps:
            yield ExpectSteps(tuple(map(event_words.step, event.steps)))


def said_by(seat: int, declared: KeyedDeclaration) -> s.Statement:
    """Return the scenario statement for an announcement that a player makes on a seat's pad."""
    what, target = declared.what, declared.target
    if what == "seen" and target:
        return s.Sees(seat, target)
    if what == "time" and target:
        return s.Clocks(seat, int(target))
    of = int(target) if target.isdecimal() else 0
    return s.Says(seat, what, declared.amount, of, pot=target == "pot")
