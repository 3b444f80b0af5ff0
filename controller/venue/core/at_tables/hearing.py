"""Processes events from tables, each once and in order, and turns them into inputs for the room.

After a restart, processing continues after each table's last event on disk. Missing events are
requested again. A finished hand is not processed until the table has published a later state,
because that state shows who will post the next hand's blinds.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from controller.contract.public import Envelope, Places, Status
from controller.contract.venue import inputs as i
from controller.contract.venue.floor.chips import ChipsTaken
from controller.contract.venue.kinds import RoomInput
from controller.venue.core.at_tables.bets_and_pots import Bets, Pots
from controller.venue.core.at_tables.incidents import Incidents
from controller.venue.core.take_input import Turn
from controller.venue.rules.books.room import Moving
from controller.venue.store import tables
from controller.venue.store.tables import Heard, countable

KEPT = frozenset({
    "hand.started", "hand.ended", "hand.voided", "stack.changed", "chips.coloured", "level.changed",
    "seat.taken", "seat.left", "seat.busted", "seat.out", "seat.absent", "seat.back",
    "seat.stays",
    "irregularity.found", "ruling.opened", "ruling.closed", "ruling.confirmed", "penalty.given",
    "penalty.served", "deck.fouled", "deck.checked", "floor.called", "table.held", "street.held",
    "table.opened", "table.closed", "table.paused", "table.resumed", "epoch.begun", "notice.seen",
})  # fmt: skip
"""The types of events that the room stores; all others are only in the table's own journal."""


TWICE_FOR = 300_000
"""How long (ms) after the latest evidence the room reports that two machines use the same table
name."""


class StateSeen(msgspec.Struct, frozen=True):
    """The parts of a table's published state that the room needs.

    `seq` is the number of the last event that the state includes.
    """

    seq: int
    epoch: str = ""
    small_blind: int = 0
    big_blind: int = 0
    next_places: Places | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` for a number that a room can't store."""
        countable(self.seq, *self.blinds)

    @property
    def blinds(self) -> tuple[int, int]:
        """Return the seats that post the next hand's small and big blinds; 0 means unknown."""
        places = self.next_places
        if places is not None:
            return places.small_blind, places.big_blind
        return self.small_blind, self.big_blind


class _Table:
    """How far one table's events have been received, and whether two machines use its name.

    `at` is the last event received, whether already processed or still in `queue`.
    The numbers of a table's events start again whenever it begins a new epoch. `left` maps each
    earlier epoch to the last event processed in it. If an earlier epoch reappears, another machine
    must be using the table's name. The room then follows the earlier epoch, and ignores the epoch
    in `other`.
    A table's process also has a new session id at each start. `sessions` holds the ids seen so far.
    If an earlier one reappears, that too shows that two machines use the name. `twice` is the wall
    time (ms) of the latest such evidence, or None.
    `bets` and `pots` include all events up to `counted`. If these could not be stored, some of them
    are processed again, but their bets and pots must not be counted again.
    """

    def __init__(self, at: Heard | None) -> None:
        self.at = at
        self.aside = Heard("", 0)
        self.queue: deque[Envelope] = deque()
        self.state: StateSeen | None = None
        self.payload = b""
        self.started: Envelope | None = None
        self.online = True
        self.late = False
        self.session = ""
        self.sessions: set[str] = set()
        self.left: dict[str, Heard] = {}
        self.other = ""
        self.twice: int | None = None
        self.bets = Bets()
        self.pots = Pots()
        self.counted = Heard("", 0)

    def count(self, event: Envelope) -> None:
        if event.epoch != self.counted.epoch or event.seq > self.counted.seq:
            self.counted = Heard(event.epoch, event.seq)
            self.bets.count(event)
            self.pots.look_at(event)

    @property
    def there(self) -> bool:
        return self.online and not self.late


class Hearing:
    """Processes events from all tables."""

    def __init__(
        self, heard: dict[int, Heard], order_of: Callable[[str], str],
        ask_again: Callable[[int, int], None],
    ) -> None:  # fmt: skip
        """Continue each table from its last event on disk, as given in `heard`.

        `order_of` returns the room's own id for an order id used at tables, or "" if the order
        belongs to another room. `ask_again(table, after)` requests the events after number `after`.
        """
        self._tables = {number: _Table(at) for number, at in heard.items()}
        self._order_of = order_of
        self._ask_again = ask_again
        self._incidents = Incidents()

    def reset(self, heard: dict[int, Heard]) -> None:
        """Go back to each table's last stored position, because later events were not stored."""
        for number, table in self._tables.items():
            table.at = heard.get(number)
            table.queue.clear()

    def ready(self, number: int) -> bool:
        """Return whether a table is online and the number of its last event is known.

        Only then can the room be sure to notice any event that it misses.
        """
        table = self._tables.get(number)
        return table is not None and table.at is not None and table.there

    def known(self, number: int) -> bool:
        """Return whether a table has sent its status, and the number of its last event is known."""
        table = self._tables.get(number)
        return table is not None and table.at is not None and bool(table.session)

    def status(self, turn: Turn, number: int, payload: bytes) -> None:
        """Process a table's online message or its last will (the broker's offline message)."""
        status = msgspec.json.decode(payload, type=Status)
        table = self._table(number)
        online = status.status == "online"
        if not online:
            table.other = ""  # whichever machine is gone, listen to the other one
        elif status.session != table.session:
            if status.session in table.sessions:
                table.twice = turn.wall
            table.sessions.add(status.session)
        if not online and table.session not in ("", status.session):
            return  # the last will of an earlier start
        table.online, table.session = online, status.session
        self._there(turn, number, table)

    def is_late(self, number: int) -> bool:
        """Return whether a table's health messages are overdue."""
        return self._table(number).late

    def is_silent(self, number: int) -> bool | None:
        """Return whether a table is offline or its health messages are overdue.

        Return None if it has not sent its status yet.
        """
        table = self._table(number)
        return not table.there if table.session else None

    def behind(self) -> list[int]:
        """Return the online tables with a finished hand that can't be processed yet.

        A table must publish a later state before its finished hand can be processed.
        """
        return [
            number
            for number, table in self._tables.items()
            if table.queue
            and table.there
            and (table.state is None or table.state.seq < table.queue[0].seq)
        ]

    def twice(self, wall: int) -> list[int]:
        """Return the tables whose name two machines were using shortly before `wall` (ms)."""
        return [
            number
            for number, table in self._tables.items()
            if table.twice is not None and wall - table.twice < TWICE_FOR
        ]

    def aged(self, turn: Turn, number: int, *, late: bool) -> None:
        """Record that a table's health messages are overdue (`late`), or that they have resumed."""
        table = self._table(number)
        table.late = late
        self._there(turn, number, table)

    def _there(self, turn: Turn, number: int, table: _Table) -> None:
        known = turn.room.tables.get(number)
        if known is not None and known.silent == table.there:
            turn.happen(i.TableHeard(table=number, heard=table.there), f"table {number}")

    def state(self, turn: Turn, number: int, payload: bytes) -> None:
        """Process a table's published state.

        A new state may allow a finished hand to be processed, or show that events are missing.
        """
        table = self._table(number)
        state = msgspec.json.decode(payload, type=StateSeen)
        if state.epoch and state.epoch == table.other:
            table.twice = turn.wall
            return
        table.state = state
        table.payload = payload
        self._incidents.pictured(turn, number, table.state.seq, payload)
        self.look(turn, number)

    def look(self, turn: Turn, number: int) -> None:
        """Process a table's waiting events; request any that its latest state shows as missing."""
        table, state = self._table(number), self._table(number).state
        if number not in turn.room.tables or state is None:
            return
        if table.at is None:
            table.at = Heard(state.epoch, state.seq)
            tables.heard(turn.connection, {number: table.at})
        elif table.at.epoch != state.epoch:
            self._other_epoch(turn, number, table, state)
        elif state.seq > table.at.seq:
            self._ask_again(number, table.at.seq)
        self._work(turn, number, table)

    def event(self, turn: Turn, number: int, payload: bytes) -> None:
        """Process an event from a table.

        If earlier events are missing, request all events from the first missing one instead.
        """
        table = self._table(number)
        event = msgspec.json.decode(payload, type=Envelope)
        countable(event.seq, event.hand)
        if table.at is None:
            self._aside(turn, number, table, event)
            return
        if event.epoch != table.at.epoch or event.seq <= table.at.seq:
            return
        if event.seq > table.at.seq + 1:
            self._ask_again(number, table.at.seq)
            return
        if _hidden(event):
            return  # events that the house hides are sent complete on the floor's topic
        table.at = Heard(event.epoch, event.seq)
        table.queue.append(event)
        self._work(turn, number, table)

    def _aside(self, turn: Turn, number: int, table: _Table, event: Envelope) -> None:
        """Store an event at a table outside the tournament if it is an incident, or ignore it."""
        before = table.aside
        if number in turn.room.tables or (event.epoch == before.epoch and event.seq <= before.seq):
            return
        table.aside = Heard(event.epoch, event.seq)
        self._incidents.look_at(turn, number, event)

    def _table(self, number: int) -> _Table:
        return self._tables.setdefault(number, _Table(None))

    def _other_epoch(self, turn: Turn, number: int, table: _Table, state: StateSeen) -> None:
        """Switch to a table's new event numbering, and drop waiting events with old numbers.

        `state` is the table's first state in the new numbering.

        If the table returns to an earlier numbering, processing resumes after the last event
        processed in that numbering.
        """
        assert table.at is not None
        before = table.left.pop(state.epoch, None)
        was, waits = table.at, table.queue
        table.left[was.epoch] = Heard(was.epoch, waits[0].seq - 1) if waits else was
        waits.clear()
        table.at = before or Heard(state.epoch, state.seq)
        tables.heard(turn.connection, {number: table.at})
        if before is not None:
            table.twice, table.other = turn.wall, was.epoch
            self._ask_again(number, before.seq)
            return
        self._incidents.other_epoch(turn, number, table.at, table.payload)

    def _work(self, turn: Turn, number: int, table: _Table) -> None:
        while table.queue:
            event = table.queue[0]
            if event.type == "hand.ended" and (
                # The table's state must include it, and no order that changes chips be unanswered.
                table.state is None or table.state.seq < event.seq or turn.chips_under_way(number)
            ):
                return
            table.queue.popleft()
            table.count(event)
            table.bets.report(turn, number, event)
            if event.type not in KEPT:
                continue
            turn.kept.append((number, event))
            if event.type == "hand.started":
                table.started = event
            self._happen(turn, number, table, event)
            self._incidents.look_at(turn, number, event)

    def _happen(self, turn: Turn, number: int, table: _Table, event: Envelope) -> None:
        actor = f"table {number}"
        match event.type:
            case "hand.ended":
                _tell(turn, _report(turn, number, event, table), actor)
            case "seat.left" | "seat.taken":
                self._moved(turn, event, actor)
            case "seat.stays":
                order = self._order_of(event.data.get("order", ""))
                if _may_stay(turn, order):
                    turn.happen(i.PlayerStays(order=order), actor)
            case "stack.changed":
                order = self._order_of(event.data.get("order", ""))
                if any(one.order == order for one in turn.room.taking):
                    taken = event.data.get("taken", 0)
                    _tell(turn, ChipsTaken(order=order, chips=taken), actor)
            case "street.held":
                turn.happen(i.StreetEnded(table=number), actor)
            case "table.held":
                # It matters only before the first round of hand for hand, to a table that missed
                # that moment, and at the end of a day.
                now = turn.room.synchronised
                first = now is not None and (not now.number or number in now.late)
                if first or "day" in event.data.get("holds", ()):
                    turn.happen(i.TableHeld(table=number), actor)

    def _moved(self, turn: Turn, event: Envelope, actor: str) -> None:
        data = event.data
        order = self._order_of(data.get("order", ""))
        move = next((one for one in turn.room.moves if one.order == order), None)
        player, stack = data.get("player", ""), data["stack"]
        if event.type == "seat.taken":
            if move is not None and move.left:
                _tell(turn, i.PlayerArrived(order=order, player=player, stack=stack), actor)
        elif _leaves(turn, move, player):
            _tell(
                turn,
                i.PlayerLeft(
                    order=order, player=player, stack=stack, absent=data.get("absent", False),
                    penalty=data.get("penalty", ""), owes=data.get("owes", 0),
                ),
                actor,
            )  # fmt: skip


def _tell(turn: Turn, said: RoomInput, actor: str) -> None:
    """Apply an input built from a table's event.

    Raises `msgspec.ValidationError` if a value in the event has the wrong type: the log could not
    be replayed with it.
    """
    turn.happen(msgspec.convert(msgspec.to_builtins(said), type(said)), actor)


def _may_stay(turn: Turn, order: str) -> bool:
    """Return whether a cancelled order was to move or remove a player who is still seated."""
    moving = any(move.order == order and not move.left for move in turn.room.moves)
    return moving or any(order and one.order == order for one in turn.room.cash.sessions.values())


def _leaves(turn: Turn, move: Moving | None, player: str) -> bool:
    """Return whether the room has yet to process a player's departure from their seat.

    `move` is the move that the player was ordered to make, or None if they left without an order.
    """
    if move is not None:
        return not move.left
    one = turn.room.players.get(player)
    return one is not None and one.standing == "seated" and not turn.room.ended


def _report(turn: Turn, number: int, event: Envelope, table: _Table) -> i.HandReported:
    """Return the report of a finished hand, with its stacks matched to the room's books.

    A player who was not in the hand keeps the stack in the books. Chips that were given or taken by
    order during the hand are added to the table's stacks or subtracted from them, because the books
    already include them. So are chips that a player will receive only at the next seat.
    """
    books = {seat: one.stack for seat, one in turn.room.seated(number).items()}
    since, began = _start(turn, number, event, table.started)
    coming = turn.chips_to_come(number, since)
    for move in turn.room.moves:
        if move.given and not move.left and move.source.table == number:
            seat = move.source.seat
            coming = {**coming, seat: coming.get(seat, 0) + move.given}
    small, big = table.state.blinds if table.state is not None else (0, 0)
    return i.HandReported(
        table=number, hand=event.hand, small_blind=small, big_blind=big,
        stacks=books | _stacks(event.data, coming),
        began=books | _stacks(began, coming),
        played=tuple(one["seat"] for one in event.data.get("stacks", ())),
        raked=event.data.get("raked", 0),
        timed={paid["seat"]: paid["amount"] for paid in event.data.get("timed", ())},
        pots=table.pots.of(event),
    )  # fmt: skip


def _start(
    turn: Turn, number: int, ended: Envelope, started: Envelope | None
) -> tuple[int, dict[str, Any]]:
    """Return (seq, data) of the event that started the hand which `ended` finishes.

    `started` is the last event that is known to have started a hand at the table, or None. If it
    belongs to another hand, the stored events are searched. If they do not include the event
    either, return the number of `ended` and no data.
    """
    if started is not None and (started.hand, started.epoch) == (ended.hand, ended.epoch):
        return started.seq, started.data
    return tables.last_start(turn.connection, number, ended.hand) or (ended.seq, {})


def _stacks(data: dict[str, Any], coming: dict[int, int]) -> dict[int, int]:
    return {
        one["seat"]: one["stack"] + coming.get(one["seat"], 0) for one in data.get("stacks", ())
    }


def _hidden(event: Envelope) -> bool:
    """Return whether an event omits stacks that the room needs."""
    if event.type in ("seat.left", "seat.taken"):
        return event.data.get("stack") is None
    if event.type == "pot.awarded":
        return event.data.get("amount") is None
    if event.type in ("hand.started", "hand.ended"):
        stacks = event.data.get("stacks")
        return isinstance(stacks, list) and any(
            isinstance(one, dict) and one.get("stack") is None for one in stacks
        )
    return False
