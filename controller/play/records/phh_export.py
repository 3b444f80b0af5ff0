"""Writes hands as PHH text from the events that a table has published.

Hole cards that were never public are written as `????`, unless private events identify them. Where
PHH has no exact equivalent, the nearest one is used. A killed hand folds when its turn comes, or
mucks at the showdown. A corrected board appears in its final form. A game without a PHH code gets
the nearest code, and `_game` and `_structure` state the actual game. Voided hands, kill pots and
hands with two boards are left out (`LeftOut`).
"""

# Tapis does not use pokerkit's writer, which needs a hand played on pokerkit's own state.

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from controller.contract.private import HoleCardSeen, PrivateEvent
from controller.contract.public import (
    ActionMade,
    ActionUndone,
    AntePosted,
    BetReturned,
    BlindPosted,
    BoardChanged,
    BoardDealt,
    CardsMucked,
    CardsTabled,
    HandEnded,
    HandKilled,
    HandStarted,
    HandVoided,
    PotAwarded,
    PublicEvent,
    RakeTaken,
)
from controller.contract.rules import Structure
from controller.houses.loader import load_house
from controller.journal import JournalReader
from controller.play.records.corrected_stacks import with_corrections
from controller.play.records.hand_record import NOWHERE, HandRecord, Posted, Where
from controller.play.records.notes import note_of
from controller.play.records.phh_left_out import LeftOut, leave_out, no_words, plays
from controller.play.records.recorded import UNKNOWN
from controller.play.records.seated import Awaited, events, note_name
from controller.table.state import OF_VARIANT
from controller.toml.file import FileProblems

BOARD = (3, 4, 5)
DECIDED = (PotAwarded, RakeTaken, BetReturned)
T = TypeVar("T", bound=PublicEvent)


def structure_of(house: str) -> Structure:
    """Return the betting structure of a house, or `no-limit` if its rules can't be loaded.

    This is needed for hands from old journals, which do not record the structure themselves.
    """
    try:
        return load_house(house).betting.structure.value
    except FileProblems:
        return "no-limit"


def hands_of(
    journal: Path, private: bool = False, left_out: list[LeftOut] | None = None, hero: str = ""
) -> Iterator[HandRecord]:
    """Yield every finished hand in a journal. Raises `JournalError` if it can't be read.

    `private` includes all hole cards that were read. If `hero` is given, only the hands that this
    player played are included, with only this player's hole cards. If `left_out` is a list,
    hands that are void or that PHH can't express are added to it.
    """
    with JournalReader(journal) as reader, closing(reader.rows()) as kept:
        eras = {era.id: era for era in reader.eras()}
        structures = {era.id: structure_of(era.house) for era in eras.values()}
        awaited = Awaited()
        rows = (
            Caused(
                awaited.named(row.observation, events(journal, eras.get(row.era), row)),
                row.private if private or hero else (),
                eras[row.era].table if row.era in eras else "",
                row.hand,
                structures.get(row.era, "no-limit"),
                row.wall,
            )
            for row in kept
        )
        yield from records(rows, left_out, hero)


def phhs(hands: Iterable[HandRecord], where: Where = NOWHERE) -> str:
    """Return hands as the text of a .phhs file."""
    texts = (f"[{place}]\n{hand.text(where)}" for place, hand in enumerate(hands, start=1))
    return "\n".join(texts)


class Caused(NamedTuple):
    """The events caused by one observation, with their table and hand.

    `number` is the number of the hand. `structure` is the betting structure of the house. `wall` is
    the time in ms since 1970, or 0 if unknown.
    """

    public: Sequence[PublicEvent]
    private: Sequence[PrivateEvent] = ()
    table: str = ""
    number: int = 0
    structure: Structure = "no-limit"
    wall: int = 0


def records(
    rows: Iterable[Caused], left_out: list[LeftOut] | None = None, hero: str = ""
) -> Iterator[HandRecord]:
    """Yield a `HandRecord` for each finished hand among a table's events, in order.

    If `hero` is given, only hands that this player played are included. If `left_out` is a list,
    hands that are void or that PHH can't express are added to it.
    """
    names: dict[int, str] = {}
    hand: _Hand | None = None
    for row in rows:
        for event in row.public:
            note_name(names, event)
            if isinstance(event, HandStarted):
                yield from _finished(hand)
                hand = None
            if why := no_words(event):
                played = not hero or hand is not None or plays(event, names, hero)
                hand = None
                if played:
                    leave_out(left_out, row.table, row.number, why)
            elif isinstance(event, HandStarted):
                hand = _Hand(event, dict(names), row, hero)
                hand = hand if not hero or plays(event, names, hero) else None
            elif isinstance(event, HandVoided):
                leave_out(left_out if hand is not None else None, row.table, row.number, "void")
                hand = None
            elif hand is not None:
                hand.hear(event)
        if hand is not None and hand.ended is None:
            hand.look(row.private)
    yield from _finished(hand)


def _finished(hand: "_Hand | None") -> Iterator[HandRecord]:
    if hand is not None and hand.ended is not None:
        yield hand.record(hand.ended)


class _Hand:
    """Collects the events of one hand; once it has ended, they are written as PHH actions.

    `ended` is set once the hand is over. An undo may reopen it until the next hand starts.
    """

    def __init__(
        self, started: HandStarted, names: dict[int, str], row: Caused, hero: str = ""
    ) -> None:
        self.started = started
        self.names = names
        self.table = row.table
        self.began = row.wall
        self.number = row.number
        self.structure = started.structure or row.structure
        seats = [held.seat for held in started.stacks]
        first = [seat for seat in seats if seat > started.button]
        self.order = (*first, *(seat for seat in seats if seat <= started.button))
        self.heroes = [seat for seat in self.order if hero and names.get(seat) == hero]
        self.events: list[PublicEvent] = []
        self.seen: dict[int, list[str]] = {}
        self.steps: list[ActionMade | HandKilled | int] = []
        self.board: tuple[str, ...] = ()
        self.ended: HandEnded | None = None

    def hear(self, event: PublicEvent) -> None:
        match event:
            case HandEnded():
                self.ended = event
            case ActionUndone() | ActionMade(amended=True):
                # The hand is decided again.
                self.ended = None
                self.events = [one for one in self.events if not isinstance(one, DECIDED)]
        if self.ended is None:
            self.events.append(event)

    def of(self, kind: type[T]) -> list[T]:
        """Return the events of one type, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @cached_property
    def antes(self) -> dict[int, int]:
        """Each seat's ante."""
        return {event.seat: event.amount for event in self.of(AntePosted)}

    @cached_property
    def blinds(self) -> dict[int, int]:
        """Each seat's blind."""
        return {event.seat: event.amount for event in self.of(BlindPosted)}

    @cached_property
    def tabled(self) -> dict[int, CardsTabled]:
        """The last tabled hand of each seat."""
        return {event.seat: event for event in self.of(CardsTabled)}

    def take_steps(self) -> None:
        """Record the final board, and the steps of the hand: actions, killed hands and streets.

        A street is recorded as the number of board cards. Undone actions are left out.
        """
        for event in self.events:
            match event:
                case ActionUndone(seat=seat):
                    self.take_back(seat)
                case ActionMade(amended=True):
                    self.take_back(event.seat, event)
                case ActionMade() | HandKilled():
                    self.steps.append(event)
                case BoardDealt(board=board):
                    self.board = board
                    self.steps.append(len(board))
                case BoardChanged(cards=cards):
                    self.board = cards
                    left = [s for s in self.steps if not isinstance(s, int) or s <= len(cards)]
                    self.steps = left

    def look(self, events: Iterable[PrivateEvent]) -> None:
        """Record the hole cards that the table has read, or only the hero's if there is a hero.

        A card that moves to another seat no longer counts for the first seat.
        """
        for event in events:
            if not isinstance(event, HoleCardSeen):
                continue
            for cards in self.seen.values():
                if event.card in cards:
                    cards.remove(event.card)
            if not self.heroes or event.seat in self.heroes:
                self.seen.setdefault(event.seat, []).append(event.card)

    def take_back(self, seat: int, *instead: ActionMade) -> None:
        """Remove a seat's last action or its killed hand, and put `instead` in its place.

        If nobody has acted since, all later steps are removed too. If somebody has, and `instead`
        is empty, nothing is removed: the undo concerns a hand mucked at the showdown.
        """
        own = [n for n, step in enumerate(self.steps) if getattr(step, "seat", 0) == seat]
        place = own[-1] if own else len(self.steps)
        if not any(isinstance(step, ActionMade) for step in self.steps[place + 1 :]):
            self.steps[place:] = instead
        elif instead:
            self.steps[place] = instead[0]

    def least_raise(self, dealt: int) -> int:
        """Return the minimum raise after `dealt` board cards; limit games double it on the turn."""
        big_bet = self.structure == "limit" and dealt >= BOARD[1]
        return self.started.level.big_blind * (2 if big_bet else 1)

    def ante_of(self, seat: int) -> int:
        """Return the ante that a seat owed or, with a big blind ante, the amount that it posted."""
        level = self.started.level
        return self.antes.get(seat, 0) if level.big_blind_ante else level.ante

    def blind_of(self, seat: int) -> int:
        """Return the blind that a seat owed, even if its stack was smaller; 0 if it owed none."""
        level, posted = self.started.level, self.blinds.get(seat, 0)
        if seat == self.started.big_blind:
            # The ante may have used up the stack.
            return max(posted, level.big_blind)
        return max(posted, level.small_blind) if seat == self.started.small_blind else posted

    def acted(self, seat: int) -> int:
        """Return how much a seat has put in by its actions, not counting blinds and antes."""
        acts = (step for step in self.steps if isinstance(step, ActionMade))
        return sum(act.amount for act in acts if act.seat == seat)

    def record(self, ended: HandEnded) -> HandRecord:
        stacks = {held.seat: held.stack or 0 for held in self.started.stacks}
        finish = {held.seat: held.stack or 0 for held in ended.stacks}
        level = self.started.level
        posts = [event for event in self.events if isinstance(event, AntePosted | BlindPosted)]
        rakes: Counter[int] = Counter()
        for raked in self.of(RakeTaken):
            rakes[raked.pot] += raked.amount
        self.take_steps()
        stacks = with_corrections(stacks, ended, self.events, self.acted)
        words = _Words(self, stacks)
        actions = words.hole_cards() + words.actions()
        return HandRecord(
            self.order,
            tuple(self.names.get(seat) or f"seat {seat}" for seat in self.order),
            tuple(self.ante_of(seat) for seat in self.order),
            tuple(self.blind_of(seat) for seat in self.order),
            not level.big_blind_ante,
            words.least_bet,
            tuple(stacks[seat] for seat in self.order),
            tuple(finish.get(seat, stacks[seat]) for seat in self.order),
            tuple(actions),
            self.number,
            self.table,
            self.started.game,
            self.structure,
            ended.raked,
            sum(paid.amount for paid in ended.timed),
            words.completed,
            self.started.button,
            level,
            self.began,
            tuple([Posted(one.seat, _what(one), one.amount) for one in posts]),
            tuple(self.of(BetReturned)),
            tuple(self.of(PotAwarded)),
            tuple([rakes[pot] for pot in range(max(rakes, default=-1) + 1)]),
            tuple(self.tabled.values()),
            tuple(filter(None, map(note_of, self.events))),
            self.started.bomb,
            self.started.house,
            tuple([self.acted(seat) for seat in self.order]),
        )


def _what(posted: AntePosted | BlindPosted) -> str:
    return posted.blind if isinstance(posted, BlindPosted) else "ante"


class _Words:
    """Turns the events of a hand into PHH actions, tracking whose turn it is by PHH's rules."""

    def __init__(self, hand: _Hand, stacks: dict[int, int]) -> None:
        self.hand = hand
        self.said: list[str] = []
        self.inside = set(hand.order)
        self.dead: set[int] = set()
        self.dealt = 0
        self.least_bet = hand.started.level.big_blind
        self.completed = False
        self.bets = dict.fromkeys(hand.order, 0)
        self.stacks = dict(stacks)
        for seat in hand.order:
            self.stacks[seat] -= hand.antes.get(seat, 0)
            self.put(seat, hand.blinds.get(seat, 0))
        places = range(len(hand.order))
        highest = max(places, key=lambda place: (self.bets[hand.order[place]], place))
        self.pending = deque(self.after(hand.order[highest]))

    def hole_cards(self) -> list[str]:
        found = []
        count = OF_VARIANT[self.hand.started.game].hole_cards
        for place, seat in enumerate(self.hand.order, start=1):
            cards: Sequence[str] = ()
            if seat in self.hand.seen:
                # After a corrected deal, the last cards read are those that were played.
                shown = self.hand.tabled.get(seat)
                cards = shown.cards if shown else self.hand.seen[seat][-count:]
            text = "".join([*cards, *[UNKNOWN] * count][:count])
            found.append(f"d dh p{place} {text}")
        return found

    def actions(self) -> list[str]:
        if self.hand.started.bomb:
            self.bomb_pot()
        steps = self.hand.steps
        acted = max((n for n, s in enumerate(steps) if isinstance(s, ActionMade)), default=-1)
        for number, step in enumerate(steps):
            match step:
                case ActionMade():
                    self.act(step)
                case HandKilled(seat=seat):
                    self.dead.add(seat)
                case int():
                    if number > acted:
                        # No action follows, so PHH requires hands to be shown before the street.
                        self.show()
                    self.street(step)
        self.fold_dead()
        self.show()
        return self.said

    def bomb_pot(self) -> None:
        """Make everybody check before the flop, which is how a bomb pot is expressed in PHH."""
        while len(self.pending) > 1 or (self.pending and self.said):
            self.check_or_call(self.pending.popleft())
        self.pending.clear()

    def say(self, seat: int, word: str) -> None:
        self.said.append(f"p{self.hand.order.index(seat) + 1} {word}")

    def put(self, seat: int, amount: int) -> None:
        self.bets[seat] += amount
        self.stacks[seat] -= amount

    def after(self, seat: int) -> list[int]:
        """Return the seats that can still act, clockwise, starting to the left of `seat`."""
        start = self.hand.order.index(seat) + 1
        order = (*self.hand.order[start:], *self.hand.order[:start])
        return [other for other in order if other in self.inside and self.stacks[other]]

    def act(self, step: ActionMade) -> None:
        seat = step.seat
        while self.pending and self.pending[0] != seat and self.pending[0] in self.dead:
            self.fold(self.pending[0])
        if seat in self.pending:
            self.pending.remove(seat)
        if step.action == "fold":
            self.fold(seat)
        elif step.action in {"bet", "raise"} and self.can_be_met(seat):
            self.raise_to(seat, step.to)
        elif self.is_over(step) and self.can_be_met(seat):
            # If the big blind is all-in for less, a call in PHH only matches that amount, so this
            # call is written as a raise.
            self.raise_to(seat, step.to)
        else:
            self.check_or_call(seat)

    def is_over(self, step: ActionMade) -> bool:
        """Return whether a call puts more in front of the seat than any bet in the PHH record.

        This happens when a player calls a big blind that is all-in for less than the full blind.
        """
        return step.action == "call" and step.to > max(self.bets.values())

    def can_be_met(self, seat: int) -> bool:
        """Return whether any other player has enough chips to put in more than the highest bet.

        If nobody has, PHH does not allow `seat` to raise.
        """
        highest = max(self.bets.values())
        return any(self.bets[s] + self.stacks[s] > highest for s in self.inside if s != seat)

    def check_or_call(self, seat: int) -> None:
        self.put(seat, min(max(self.bets.values()) - self.bets[seat], self.stacks[seat]))
        self.say(seat, "cc")

    def raise_to(self, seat: int, to: int) -> None:
        by, bet = to - max(self.bets.values()), self.hand.least_raise(self.dealt)
        self.put(seat, to - self.bets[seat])
        if self.stacks[seat]:
            self.least_bet = min(self.least_bet, by)
            self.completed = self.completed or (self.hand.structure == "limit" and by != bet)
        self.say(seat, f"cbr {to}")
        self.pending = deque(other for other in self.after(seat) if other != seat)

    def fold(self, seat: int) -> None:
        self.inside.discard(seat)
        self.say(seat, "f")
        if seat in self.pending:
            self.pending.remove(seat)

    def fold_dead(self) -> None:
        """Fold killed hands when it is their turn to act.

        If all hands but one are killed, the live hand checks or calls when it is its turn. However,
        if a killed hand has bet more and can be raised, the live hand raises, so that the killed
        hand has to act again and can fold.
        """
        while self.pending and len(self.inside) > 1:
            seat = self.pending[0]
            if seat in self.dead:
                self.fold(seat)
            elif self.inside - self.dead == {seat}:
                self.pending.popleft()
                highest = max(self.bets.values())
                if self.bets[seat] >= highest or not self.can_be_met(seat):
                    self.check_or_call(seat)
                else:
                    least = highest + self.hand.least_raise(self.dealt)
                    self.raise_to(seat, min(least, self.bets[seat] + self.stacks[seat]))
            else:
                return

    def street(self, count: int) -> None:
        while self.pending and self.pending[0] in self.dead:
            self.fold(self.pending[0])
        start = 0 if count == BOARD[0] else count - 1
        self.dealt = count
        self.said.append("d db " + "".join(self.hand.board[start:count]))
        self.bets = dict.fromkeys(self.hand.order, 0)
        self.pending = deque(self.after(self.hand.order[-1]))

    def show(self) -> None:
        """Write which seats show their hands and which muck, leaving out seats already written.

        Do nothing if fewer than two seats are left.
        """
        if len(self.inside) < 2:
            return
        for seat, shown in self.hand.tabled.items():
            if seat in self.inside - self.dead:
                self.say(seat, "sm " + "".join(shown.cards))
                self.inside.discard(seat)
        mucked = {event.seat for event in self.hand.of(CardsMucked)} | self.dead
        for seat in self.hand.order:
            if seat in self.inside and seat in mucked:
                self.say(seat, "sm")
                self.inside.discard(seat)
