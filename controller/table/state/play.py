"""A step at work: the table as it is now, the house it plays by, and what there is to say.

A `Play` lives for one observation. What works on it changes `table` and `hand`, which are frozen
facts, to the next ones; `hand` is the truth while it does, and `result` puts it into the table.
When the step is over nobody changes it any more: it is the `Transition` that the step returns.
"""

from typing import Protocol

import msgspec
from msgspec.structs import replace

from controller.contract.private import PrivateEvent
from controller.contract.public import PublicEvent
from controller.houses.model import House
from controller.table.state.hand import Hand
from controller.table.state.table import Past, Seat, Table, Timed, put
from controller.table.state.waits import NOTHING_DUE


class Transition(Protocol):
    """What an observation brings: the next table, its events, and when to be woken (ms).

    `refused` says why a command was not carried out (an id), empty when it was.
    """

    @property
    def table(self) -> Table: ...  # noqa: D102
    @property
    def public(self) -> tuple[PublicEvent, ...]: ...  # noqa: D102
    @property
    def private(self) -> tuple[PrivateEvent, ...]: ...  # noqa: D102
    @property
    def wake_at(self) -> int | None: ...  # noqa: D102
    @property
    def refused(self) -> str: ...  # noqa: D102


class Play(msgspec.Struct, gc=False):
    """One observation at work; `at` is its time (ms).

    `public` and `private` are the events so far, `refused` says why a command is not carried out
    (an id), empty when it is, and `wake_at` when to be woken, once that is known. Each card that
    lay before a seat at `told` (ms) has been told. `unseen` deeds are thought of, as they may have
    been done while the controller was off: chips lie where they lie, and nobody is asked for any.
    `moved` says that chips have moved in front of a seat. `before` is the table as it was found.
    """

    table: Table
    hand: Hand
    house: House
    at: int
    before: Table
    public: tuple[PublicEvent, ...] = ()
    private: tuple[PrivateEvent, ...] = ()
    refused: str = ""
    wake_at: int | None = None
    told: int = 0
    unseen: bool = False
    moved: bool = False

    def result(self) -> Table:
        """Return the table with its hand as it is now."""
        table = self.table
        return table if table.hand is self.hand else replace(table, hand=self.hand)

    def lay(self, card: str, zone: str) -> None:
        """Record where a card lies, "" for nowhere; the table has the hand as it is now, too."""
        places = self.table.places.copy()
        places[card] = zone
        self.table = replace(self.table, hand=self.hand, places=places)

    def lay_since(self, card: str, zone: str, since: int) -> None:
        """Record where a card lies, and when it was first read there."""
        table = self.table
        places, reads = table.places.copy(), table.since.copy()
        places[card], reads[card] = zone, since
        self.table = replace(table, hand=self.hand, places=places, since=reads)

    def say(self, event: PublicEvent) -> None:
        """Add a public event."""
        self.public += (event,)

    def whisper(self, event: PrivateEvent) -> None:
        """Add a private event."""
        self.private += (event,)

    def pay(self, seat: int, chips: int) -> int:
        """Give chips to a stack, or take them when they are negative; return what it is then."""
        seats = self.table.seats
        owner = seats[seat]
        stack = owner.stack + chips
        self.table = replace(self.table, seats=put(seats, seat, replace(owner, stack=stack)))
        return stack

    def seat(self, number: int, **changes: object) -> None:
        """Change what is known of a seat."""
        seats = self.table.seats
        changed: Seat = replace(seats[number], **changes)
        self.table = replace(self.table, seats=put(seats, number, changed))

    def time(self, **changes: object) -> None:
        """Change what waits for its time."""
        timed = replace(self.table.timed or Timed(), **changes)
        self.table = replace(self.table, timed=None if timed == Timed() else timed)

    def due(self, **changes: object) -> None:
        """Change what the hand waits for besides acts and cards."""
        due = replace(self.hand.due or NOTHING_DUE, **changes)
        self.hand = replace(self.hand, due=None if due == NOTHING_DUE else due)

    def record(self, **changes: object) -> None:
        """Change what is on record of what has gone wrong."""
        self.table = replace(self.table, record=replace(self.table.record, **changes))

    def devices(self, **changes: object) -> None:
        """Change what the devices say."""
        self.table = replace(self.table, devices=replace(self.table.devices, **changes))

    def rest(self, **changes: object) -> None:
        """Change what counts between two hands."""
        self.table = replace(self.table, at_rest=replace(self.table.at_rest, **changes))

    def remember(self, seat: int) -> None:
        """Keep what an undo of what a seat does now goes back to."""
        table = self.table
        past = Past(self.hand, table.seats, seat, table.base, table.carried, table.serving)
        self.table = replace(table, past=(*table.past, past))

    def restore(self, past: Past) -> None:
        """Take the hand back to what it was; of the seats, the stacks of who plays it."""
        seats = tuple(
            replace(seat, stack=before.stack) if past.hand.stacks[n] else seat
            for n, (seat, before) in enumerate(zip(self.table.seats, past.seats, strict=True))
        )
        self.table, self.hand = replace(self.table, seats=seats), past.hand


def play_on(table: Table, house: House, at: int, *, unseen: bool = False) -> Play:
    """Return a play that begins with a table as it is; its deed may be `unseen`."""
    return Play(table, table.hand, house, at, table, unseen=unseen)
