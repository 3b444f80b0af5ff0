"""The working state of one step: the table, the house rules and the events to publish.

A `Play` exists for one observation. Functions that work on it replace `table` and `hand`, which are
frozen, with new ones. During the step, `hand` is the current hand; `result` puts it back into the
table. After the step, the `Play` no longer changes, and is returned as the step's `Transition`.
"""

from typing import Protocol

import msgspec
from msgspec.structs import replace

from controller.contract.private import PrivateEvent
from controller.contract.public import PublicEvent
from controller.houses.model import House
from controller.table.state.hand import Betting, Hand
from controller.table.state.table import Past, Seat, Table, Timed, put
from controller.table.state.waits import NOTHING_DUE


class Transition(Protocol):
    """The result of an observation: the next table, its events and the wake-up time (ms).

    `refused` is the id of the reason why a command was refused, or "".
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
    """The working state for one observation; `at` is the observation's time (ms).

    `before` is the table at the start of the step.
    `public` and `private` are the events so far.
    `refused` is the id of the reason why a command was refused, or "".
    `wake_at` is the time (ms) at which the table must be woken, or None if it need not be.
    `told` is a time (ms) up to which all cards that reached a seat have been reported (0: unknown).
    `unseen` marks a presumed action, which may have happened while the controller was off. In that
    case, chips stay where they are, and nobody is asked for any.
    `moved` means that chips have moved in front of a seat.
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
        """Return `table` with `hand` as its hand."""
        table = self.table
        return table if table.hand is self.hand else replace(table, hand=self.hand)

    def lay(self, card: str, zone: str, since: int | None = None) -> None:
        """Record a card's zone ("" for none), and store `hand` in `table`.

        `since` is when the card was first read there (ms); None leaves the recorded time as it is.
        """
        places, reads = self.table.places.copy(), self.table.since
        places[card] = zone
        if since is not None:
            reads = {**reads, card: since}
        self.table = replace(self.table, hand=self.hand, places=places, since=reads)

    def say(self, event: PublicEvent) -> None:
        """Add to this step an event that everybody may see."""
        self.public += (event,)

    def whisper(self, event: PrivateEvent) -> None:
        """Add to this step an event that only the seat it concerns may see."""
        self.private += (event,)

    def pay(self, seat: int, chips: int) -> int:
        """Add chips to a stack, or remove them if `chips` is negative; return the new stack."""
        stack = self.table.seats[seat].stack + chips
        self.seat(seat, stack=stack)
        return stack

    def seat(self, number: int, **changes: object) -> None:
        """Change fields of a seat."""
        seats = self.table.seats
        changed: Seat = replace(seats[number], **changes)
        self.table = replace(self.table, seats=put(seats, number, changed))

    def time(self, **changes: object) -> None:
        """Change fields of the running timers."""
        timed = replace(self.table.timed or Timed(), **changes)
        self.table = replace(self.table, timed=None if timed == Timed() else timed)

    def due(self, **changes: object) -> None:
        """Change fields of `hand.due`: what the hand is waiting for besides actions and cards."""
        due = replace(self.hand.awaits, **changes)
        self.hand = replace(self.hand, due=None if due == NOTHING_DUE else due)

    def due_of(self, seat: int, **changes: int) -> None:
        """Set a seat's item in fields of `hand.due`; a field that then has only zeros is ()."""
        after: dict[str, tuple[int, ...]] = {}
        for name, value in changes.items():
            items = getattr(self.hand.awaits, name) or (0,) * len(self.hand.bets)
            after[name] = put(items, seat, value)
        self.due(**{name: items if any(items) else () for name, items in after.items()})

    def betting(self, **changes: object) -> None:
        """Change fields of the betting round; do nothing if no betting round is in progress."""
        stage = self.hand.stage
        if type(stage) is Betting:
            self.hand = replace(self.hand, stage=replace(stage, **changes))

    def cards(self, **changes: object) -> None:
        """Change fields of the facts about the hand's cards."""
        self.hand = replace(self.hand, cards=replace(self.hand.cards, **changes))

    def wake(self, at: int | None) -> None:
        """Ask for a wake-up at `at` (ms), unless an earlier one is set or `at` is None."""
        if at is not None and (self.wake_at is None or at < self.wake_at):
            self.wake_at = at

    def must_wait(self, until: int | None) -> bool:
        """Return whether `until` (ms of table time) is still ahead, and ask to be woken then.

        None means that the time is unknown: return True, and do not ask to be woken.
        """
        waits = until is None or self.at < until
        if waits:
            self.wake(until)
        return waits

    def record(self, **changes: object) -> None:
        """Change fields in the record of irregularities and penalties."""
        self.table = replace(self.table, record=replace(self.table.record, **changes))

    def devices(self, **changes: object) -> None:
        """Change fields of the state of the devices."""
        self.table = replace(self.table, devices=replace(self.table.devices, **changes))

    def rest(self, **changes: object) -> None:
        """Change fields of the state that matters between hands."""
        self.table = replace(self.table, at_rest=replace(self.table.at_rest, **changes))

    def note_faulty(self, seat: int) -> None:
        """Record that the chips in front of a seat have been ruled on in this round."""
        current = self.hand.round
        faulty = (*current.faulty, seat)
        self.hand = replace(self.hand, round=replace(current, faulty=faulty))

    def chips_are_right(self, seat: int) -> None:
        """Record that the chips in front of a seat are its bet, neither in motion nor faulty."""
        current = self.hand.round
        settled = current.tentative is not None and current.tentative.seat == seat
        if settled or seat in current.faulty:
            tentative = None if settled else current.tentative
            faulty = tuple(s for s in current.faulty if s != seat)
            settled_round = replace(current, tentative=tentative, faulty=faulty)
            self.hand = replace(self.hand, round=settled_round)

    def remember(self, seat: int) -> None:
        """Save the current state, so that the action of `seat` can be undone."""
        table = self.table
        holds = table.at_rest.holds
        past = Past(self.hand, table.seats, seat, table.base, table.carried, table.serving, holds)
        self.table = replace(table, past=(*table.past, past))

    def restore(self, past: Past) -> None:
        """Restore an earlier hand, and the stacks of the seats in it."""
        seats = seats_before(self.table.seats, past, "stack")
        self.table, self.hand = replace(self.table, seats=seats), past.hand


def play_on(table: Table, house: House, at: int, *, unseen: bool = False) -> Play:
    """Return a new `Play` for `table`; `unseen` marks a presumed action."""
    return Play(table, table.hand, house, at, table, unseen=unseen)


def seats_before(seats: tuple[Seat, ...], past: Past, *fields: str) -> tuple[Seat, ...]:
    """Return the seats, with some fields of dealt-in seats as they were in an earlier state."""
    return tuple(
        replace(seat, **{field: getattr(before, field) for field in fields}) if stack else seat
        for seat, before, stack in zip(seats, past.seats, past.hand.stacks, strict=True)
    )
