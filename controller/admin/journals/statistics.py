"""An evening's statistics for each player and for the club, from public events alone.

`DEFINITIONS` states what each figure counts. Void hands are not included in the figures.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from controller.contract.public import (
    Action,
    ActionMade,
    ActionUndone,
    BoardDealt,
    FloorCalled,
    HandEnded,
    HandKilled,
    HandStarted,
    HandVoided,
    IrregularityFound,
    PotAwarded,
    PublicEvent,
    RulingOpened,
    SeatLeft,
    SeatTaken,
    TableHeld,
    TablePaused,
    TurnStarted,
    event_from,
)
from controller.journal import JournalReader
from controller.play.records.seated import Awaited
from display.words.locale import N_

BREAK_MS = 600_000
"""The longest time (ms) between the starts of two hands that does not count as a break.

A break is not counted as playing time.
"""

DEFINITIONS: Mapping[str, str] = {
    "hands": N_("Completed hands that the player was dealt into."),
    "vpip": N_(
        "Percentage of hands, except bomb pots, with a call, bet or raise before the flop; blinds "
        "do not count."
    ),
    "pfr": N_("Percentage of hands, except bomb pots, with a bet or raise before the flop."),
    "showdowns": N_(
        "Percentage of hands in which the player and at least one opponent were still in at "
        "the end."
    ),
    "won_at_showdown": N_("Percentage of the player's showdowns in which the player won chips."),
    "won": N_("Hands in which the player won chips."),
    "net": N_("Chips won or lost over these hands, excluding chips bought."),
    "biggest_pot": N_("The most chips the player won in one hand."),
    "decision_s": N_("Average time to act, in seconds, excluding interrupted turns."),
}
"""The definition of each figure for a player."""

TABLE_DEFINITIONS: Mapping[str, str] = {
    "hands": N_("Completed hands."),
    "void": N_("Hands that were voided."),
    "hands_an_hour": N_(
        "Number of hands divided by playing time; ten minutes without a new hand counts as a break."
    ),
    "showdowns": N_("Hands with two or more players still in at the end."),
    "mean_pot": N_("Average total pot per hand, including rake."),
    "biggest_pot": N_("The largest total pot, including rake, and its hand number."),
    "decision_s": N_("Average time to act, in seconds, excluding interrupted turns."),
    "floor_calls": N_("Number of calls for the floor."),
    "found": N_("Irregularities found, by kind."),
}
"""The definition of each figure for the table."""


class PlayerStatistics(msgspec.Struct, frozen=True):
    """A player's figures, as in `DEFINITIONS`; a figure is None if no hand counts towards it."""

    name: str
    hands: int
    vpip: float | None
    pfr: float | None
    showdowns: float | None
    won_at_showdown: float | None
    won: int
    net: int
    biggest_pot: int
    decision_s: float | None


class TableStatistics(msgspec.Struct, frozen=True):
    """The figures for a whole table, as in `TABLE_DEFINITIONS`.

    `biggest_hand` is the number of the hand with the biggest pot.
    """

    hands: int
    void: int
    hands_an_hour: float | None
    showdowns: int
    mean_pot: float | None
    biggest_pot: int
    biggest_hand: int
    decision_s: float | None
    floor_calls: int
    found: dict[str, int]
    players: tuple[PlayerStatistics, ...]


class Heard(NamedTuple):
    """The events from one observation, with table time (ms), wall time (ms) and hand number."""

    at: int
    wall: int
    number: int
    events: Iterable[PublicEvent]


def statistics_of(journal: Path, since: int = 0) -> TableStatistics:
    """Return the figures for a journal's hands from wall time `since` (ms) onwards.

    Raises `JournalError`.
    """
    with JournalReader(journal) as reader, closing(reader.rows()) as rows:
        awaited = Awaited()
        heard = (
            Heard(row.at, row.wall, row.hand, awaited.named(row.observation, _events(row.public)))
            for row in rows
        )
        return counted(heard, since)


def _events(public: Iterable[tuple[int, str, bytes]]) -> Iterator[PublicEvent]:
    for _, name, data in public:
        yield event_from(name, msgspec.json.decode(data))


def counted(heard: Iterable[Heard], since: int = 0) -> TableStatistics:
    """Return the figures for a series of observations from wall time `since` (ms) onwards."""
    count = _Count(since)
    for one in heard:
        for event in one.events:
            count.take(event, one)
    return count.figures()


class _Player:
    def __init__(self) -> None:
        self.hands = self.asked = self.vpip = self.pfr = 0
        self.showdowns = self.won_there = self.won = self.net = self.biggest = 0
        self.thought: list[int] = []


class _Act(NamedTuple):
    """A seat's action (None if its hand was killed), and whether the flop had been dealt."""

    seat: int
    action: Action | None
    flop: bool


class _Hand:
    """A hand in progress, with the counts that apply to this hand only.

    `acts` holds the actions and the killed hands, in order. `ended` is set once the hand is over.
    The hand is counted only when the next hand starts, because an undo may reopen it.
    """

    def __init__(self, started: HandStarted, number: int, names: dict[int, str]) -> None:
        self.number = number
        self.names = dict(names)
        self.stacks = {held.seat: held.stack or 0 for held in started.stacks}
        self.bomb = started.bomb
        self.flop = False
        self.acts: list[_Act] = []
        self.won: Counter[int] = Counter()
        self.thought: list[tuple[int, int]] = []
        self.ended: HandEnded | None = None

    def act(self, seat: int, action: Action | None) -> None:
        self.acts.append(_Act(seat, action, self.flop))

    def amend(self, seat: int, action: Action) -> None:
        """Replace a seat's last action."""
        place = self._reopen(seat)
        self.acts[place : place + 1] = [_Act(seat, action, self.flop)]

    def undo(self, seat: int) -> None:
        """Remove a seat's last action, and the hands killed since, from `acts`.

        Nothing is removed if another seat has acted since: in that case, the undo concerned a hand
        mucked at the showdown, not an action.
        """
        place = self._reopen(seat)
        if all(act.action is None for act in self.acts[place + 1 :]):
            del self.acts[place:]

    def _reopen(self, seat: int) -> int:
        """Count the hand as running again; return the index in `acts` of a seat's last act."""
        self.won.clear()
        self.ended = None
        for place in range(len(self.acts) - 1, -1, -1):
            if self.acts[place].seat == seat:
                self.flop = self.acts[place].flop
                return place
        return len(self.acts)


class _Count:
    def __init__(self, since: int) -> None:
        self.since = since
        self.names: dict[int, str] = {}
        self.players: dict[str, _Player] = {}
        self.hand: _Hand | None = None
        self.hands = self.void = self.showdowns = self.floor_calls = self.played_ms = 0
        self.pots: list[tuple[int, int]] = []
        self.found: Counter[str] = Counter()
        self.turn: tuple[int, int] | None = None
        self.began = self.over = 0

    def take(self, event: PublicEvent, heard: Heard) -> None:
        match event:
            case SeatTaken(seat=seat, name=name):
                self.names[seat] = name
            case SeatLeft(seat=seat):
                self.names.pop(seat, None)
            case _ if heard.wall < self.since:
                return
            case IrregularityFound(kind=kind):
                self.found[str(kind)] += 1
            case FloorCalled():
                self.floor_calls += 1
            case HandStarted():
                self.settle()
                self.played_ms += self.since_last(heard.wall)
                self.hand, self.began = _Hand(event, heard.number, self.names), heard.wall
            case HandVoided():
                self.void += self.hand is not None
                self.hand, self.over = None, heard.wall
            case _ if self.hand is not None:
                self.take_course(self.hand, event, heard)
        if isinstance(event, RulingOpened | TablePaused | TableHeld | HandVoided):
            self.turn = None

    def since_last(self, wall: int) -> int:
        """Return the playing time in ms from the start of the last hand to wall time `wall`.

        If more than `BREAK_MS` have passed, there was a break: return only the length of the last
        hand, up to `BREAK_MS`. Return 0 before the first hand.
        """
        if not self.began:
            return 0
        whole = wall - self.began
        own = min(self.over - self.began, BREAK_MS)
        return max(whole if whole <= BREAK_MS else own, 0)

    def take_course(self, hand: _Hand, event: PublicEvent, heard: Heard) -> None:
        match event:
            case TurnStarted(seat=seat):
                self.turn = seat, heard.at
            case ActionMade():
                self.act(hand, event, heard)
            case ActionUndone(seat=seat):
                hand.undo(seat)
            case HandKilled(seat=seat):
                hand.act(seat, None)
            case BoardDealt():
                hand.flop = True
            case PotAwarded(seat=seat, amount=amount):
                hand.won[seat] += amount or 0
            case HandEnded():
                hand.ended, self.over = event, heard.wall

    def act(self, hand: _Hand, event: ActionMade, heard: Heard) -> None:
        if event.amended:
            hand.amend(event.seat, event.action)
        else:
            if self.turn is not None and self.turn[0] == event.seat:
                hand.thought.append((event.seat, heard.at - self.turn[1]))
            hand.act(event.seat, event.action)
        self.turn = None

    def player(self, hand: _Hand, seat: int) -> _Player:
        return self.players.setdefault(hand.names.get(seat) or f"seat {seat}", _Player())

    def settle(self) -> None:
        """Count the last hand, if it has been played to the end."""
        hand, self.hand = self.hand, None
        if hand is None or hand.ended is None:
            return
        self.hands += 1
        pot = sum(hand.won.values()) + hand.ended.raked
        self.pots.append((pot, hand.number))
        out = {act.seat for act in hand.acts if act.action in {Action.FOLD, None}}
        left = [seat for seat in hand.stacks if seat not in out]
        self.showdowns += len(left) > 1
        for seat, ms in hand.thought:
            self.player(hand, seat).thought.append(ms)
        finish = {held.seat: held.stack or 0 for held in hand.ended.stacks}
        for seat, before in hand.stacks.items():
            player = self.player(hand, seat)
            player.hands += 1
            player.net += finish.get(seat, before) - before
            player.won += hand.won[seat] > 0
            player.biggest = max(player.biggest, hand.won[seat])
            if not hand.bomb:
                chosen = {act.action for act in hand.acts if act.seat == seat and not act.flop}
                player.asked += 1
                player.vpip += bool(chosen & {Action.CALL, Action.BET, Action.RAISE})
                player.pfr += bool(chosen & {Action.BET, Action.RAISE})
            if len(left) > 1 and seat in left:
                player.showdowns += 1
                player.won_there += hand.won[seat] > 0

    def figures(self) -> TableStatistics:
        self.settle()
        biggest = max(self.pots, default=(0, 0))
        thought = [ms for player in self.players.values() for ms in player.thought]
        hours = (self.played_ms + self.since_last(self.over)) / 3_600_000
        return TableStatistics(
            self.hands,
            self.void,
            round(self.hands / hours, 1) if hours else None,
            self.showdowns,
            round(sum(pot for pot, _ in self.pots) / len(self.pots), 1) if self.pots else None,
            *biggest,
            _mean_s(thought),
            self.floor_calls,
            dict(sorted(self.found.items())),
            tuple(_figures(name, self.players[name]) for name in sorted(self.players)),
        )


def _figures(name: str, player: _Player) -> PlayerStatistics:
    return PlayerStatistics(
        name,
        player.hands,
        _percent(player.vpip, player.asked),
        _percent(player.pfr, player.asked),
        _percent(player.showdowns, player.hands),
        _percent(player.won_there, player.showdowns),
        player.won,
        player.net,
        player.biggest,
        _mean_s(player.thought),
    )


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None


def _mean_s(times: list[int]) -> float | None:
    return round(sum(times) / len(times) / 1000, 1) if times else None
