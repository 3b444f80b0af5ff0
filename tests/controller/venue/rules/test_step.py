"""A room over whole evenings: chips stay, seats are one's own, moves end, and somebody wins."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs
from controller.contract.venue.every import INPUTS
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.outputs import (
    DealOne,
    HoldTable,
    PlayerOut,
    ReleaseTable,
    RoundReleased,
    SitDown,
    TournamentEnded,
)
from controller.venue.rules.books.bounty_books import Heads
from controller.venue.rules.books.money_books import MoneyBooks
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.step import ChipsLost, Step, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament, shipped_tournaments

GAMES = (load_tournament("fidpa"), load_tournament("ramponneau"))


class Evening:
    """Plays a tournament with random hands; moves are made late and in any order."""

    def __init__(self, rules: Tournament, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules = rules
        self.room = new_room(rules)
        self.values = [value for _, value in rules.start.chips.value]
        self.at = 0
        self.held: dict[int, set[str]] = {}
        self.once: set[int] = set()
        self.said: list[object] = []
        self.resting: list[int] = []
        self.seated: set[str] = set()

    def tell(self, said: RoomInput) -> Step:
        """Let something happen, look at the room, and do what its tables are ordered to."""
        done = step(self.room, said, self.rules)
        assert not done.refused, (said, done.refused)
        self.room = done.room
        self.said.extend(done.events)
        if any(isinstance(order, DealOne) for order in done.orders):
            assert not self.once, "a table was let go before all had ended"
        for order in done.orders:
            match order:
                case HoldTable():
                    self.held.setdefault(order.table, set()).add(order.name)
                    self.resting.append(order.table)
                case ReleaseTable():
                    self.held.setdefault(order.table, set()).discard(order.name)
                case DealOne():
                    self.once.add(order.table)
                case SitDown():
                    self.seated.add(order.player)
        look_at(self.room)
        return done

    def play(self) -> None:
        """Play to the end, at most 3,000 hands."""
        tables = self.rng.randint(1, 5)
        for number in range(1, tables + 1):
            self.tell(inputs.TableOpened(table=number, seats=8, ears=(1, 2, 4, 5, 6, 7, 8)))
        for player in range(self.rng.randint(2, tables * 8)):
            ear = player % 9 == 4
            self.tell(replace(entered(f"p{player}"), needs_ear=ear))
        self.tell(inputs.SeatsDrawn(secret="00", witness=str(self.rng.random())))
        if self.rules.results.posted.value:
            self.tell(inputs.PrizesPosted(pool=10, shares=(6, 4)))
        self.tell(inputs.PlayStarted())
        for _ in range(3000):
            if self.room.ended:
                return
            self._move_some()
            self._colour_up()
            while self.resting:
                self.tell(inputs.TableHeld(at=self.at, table=self.resting.pop()))
            self._deal()
            self.at += self.rng.randint(0, 90_000)
            self.tell(inputs.ClockTicked(at=self.at))
        raise AssertionError("nobody won")

    def _deal(self) -> None:
        tables = [
            number for number in self.room.tables
            if len(self._playing(number)) > 1 and (not self.held.get(number) or number in self.once)
        ]  # fmt: skip
        if tables:
            table = self.rng.choice(tables)
            self.once.discard(table)
            self._hand(table)

    def _playing(self, table: int) -> list[int]:
        away = {move.source for move in self.room.moves if move.left}
        return [
            seat for seat, one in self.room.seated(table).items()
            if one.stack and one.seat not in away
        ]  # fmt: skip

    def _hand(self, number: int) -> None:
        seated = self.room.seated(number)
        stacks = {seat: one.stack for seat, one in seated.items()}
        began = dict(stacks)
        seats = self._playing(number)
        winner = self.rng.choice(seats)
        for seat in seats:
            if seat != winner and self.rng.random() < 0.5:
                unit = min(set(self.values) - set(self.room.chips_gone))
                part = stacks[seat] // 3 // unit * unit
                paid = stacks[seat] if self.rng.random() < 0.4 else part
                stacks[seat] -= paid
                stacks[winner] += paid
        at = self.rng.randrange(len(seats))
        self.tell(
            inputs.HandReported(
                at=self.at, table=number, hand=self.room.tables[number].hand + 1, stacks=stacks,
                began=began, small_blind=seats[at - 1], big_blind=seats[at],
            )
        )  # fmt: skip

    def _colour_up(self) -> None:
        now = self.room.colouring
        if now is None:
            return
        for number in now.tables:
            if any(move.source.table == number for move in self.room.moves):
                continue
            seated = self.room.seated(number)
            held = {seat: one.stack % now.into // now.chip for seat, one in seated.items()}
            self.tell(inputs.SmallChipsCounted(at=self.at, table=number, held=held))

    def _move_some(self) -> None:
        for move in list(self.room.moves):
            if self.rng.random() < 0.5 or move not in self.room.moves:
                continue
            stack = self.room.players[move.player].stack
            if move.left and move.player not in self.seated:
                continue
            self.seated.discard(move.player)
            kind = inputs.PlayerArrived if move.left else inputs.PlayerLeft
            self.tell(kind(at=self.at, order=move.order, player=move.player, stack=stack))


def look_at(room: Room) -> None:
    """Nobody sits on another, and what everybody has is what was issued less what left."""
    seats = [one.seat for one in room.left if one.seat is not None]
    assert len(set(seats)) == len(seats)
    coming = [move.target for move in room.moves]
    # In a redraw who gets a seat may have to wait until it is free.
    assert not {move.target for move in room.moves if not move.redraw}.intersection(seats)
    assert len(set(coming)) == len(coming)
    assert room.chips == room.issued - room.removed
    for one in room.left:
        if one.needs_ear and one.seat is not None:
            assert one.seat.seat in room.tables[one.seat.table].ears


@pytest.mark.parametrize("name", shipped_tournaments())
@pytest.mark.parametrize("seed", range(12))
def test_every_evening_ends_with_one_winner_and_all_places(name: str, seed: int) -> None:
    """Whatever the hands are and however late players move."""
    evening = Evening(load_tournament(name), seed)
    evening.play()
    room = evening.room
    places = sorted(one.place for one in room.players.values() if one.place is not None)
    assert len(places) == len(room.players)
    assert places[0] == (1, 1)
    # Each place is given as often as it is shared, and none is left out.
    given = 1
    while given <= len(places):
        first, last = places[given - 1]
        assert places[given - 1 : last] == [(first, last)] * (last - first + 1)
        assert first == given
        given = last + 1
    assert any(isinstance(event, TournamentEnded) for event in evening.said)
    assert max(one.stack for one in room.players.values()) == room.chips


def test_hand_for_hand_releases_every_table_together() -> None:
    """Over evenings with prizes: a table is never told to deal before all have ended."""
    rounds = 0
    rules = load_tournament("fidpa")
    for seed in range(24):
        evening = Evening(_with_prizes(rules, 12), seed)
        evening.play()
        rounds += sum(isinstance(event, RoundReleased) for event in evening.said)
        outs = [event for event in evening.said if isinstance(event, PlayerOut)]
        assert len(outs) == len(evening.room.players) - 1
    assert rounds >= 5


def _with_prizes(rules: Tournament, prizes: int) -> Tournament:
    results = replace(rules.results, prizes=replace(rules.results.prizes, value=prizes))
    return replace(rules, results=results)


def test_a_report_that_comes_twice_counts_once() -> None:
    """A table says again what it isn't sure to have been heard with; stacks have moved since."""
    rules = load_tournament("ppc")
    room = new_room(rules)
    beginning: list[RoomInput] = [
        inputs.TableOpened(table=1, seats=4),
        *(entered(name) for name in "abc"),
        inputs.SeatsDrawn(secret="00"),
        inputs.PlayStarted(),
    ]
    for said in beginning:
        room = step(room, said, rules).room
    began = {seat: one.stack for seat, one in room.seated(1).items()}
    low, high, _ = began
    first = inputs.HandReported(
        table=1, hand=1, began=began, stacks=began | {low: 5000, high: 15000}
    )
    second = inputs.HandReported(table=1, hand=2, began=first.stacks, stacks=began)
    room = step(step(room, first, rules).room, second, rules).room
    again = step(room, first, rules)
    assert not again.events
    assert {seat: one.stack for seat, one in again.room.seated(1).items()} == began


def test_small_chips_are_counted_at_every_seat_of_a_table() -> None:
    rules = load_tournament("ppc")
    room = new_room(rules)
    for name in "ab":
        room = step(room, entered(name), rules).room
    before: tuple[RoomInput, ...] = (
        inputs.TableOpened(table=1, seats=4), inputs.SeatsDrawn(secret="00"),
        inputs.PlayStarted(), inputs.ClockTicked(at=115 * 60_000),
    )  # fmt: skip
    for said in before:
        room = step(room, said, rules).room
    one, other = room.seated(1)
    counted = inputs.SmallChipsCounted(table=1, held={one: 0})
    assert step(room, counted, rules).refused == "not-all-counted"
    assert not step(room, replace(counted, held={one: 0, other: 0}), rules).refused


def test_a_room_whose_books_are_wrong_goes_no_further() -> None:
    """Rather than play on with chips that nobody issued."""
    rules = load_tournament("ppc")
    wrong = Room(players={"a": Player("a", stack=100)}, levels=new_room(rules).levels)
    with pytest.raises(ChipsLost, match="100 chips, and 0 in the books"):
        step(wrong, inputs.ClockTicked(), rules)


@pytest.mark.parametrize(
    ("books", "says"),
    [
        ({"money": MoneyBooks({"till": 5})}, "the accounts sum to 5"),
        ({"heads": Heads(put=5)}, "5 went into bounties, but 0 are there"),
        ({"money": MoneyBooks({"till": 5, "pool": -5}), "heads": Heads(put=5)}, "5 went into"),
    ],
)
def test_a_room_whose_money_is_wrong_goes_no_further(books: dict[str, Any], says: str) -> None:
    rules = load_tournament("ppc")
    with pytest.raises(ChipsLost, match=says):
        step(replace(new_room(rules), **books), inputs.ClockTicked(), rules)


@pytest.mark.parametrize("kind", INPUTS.values())
def test_every_input_is_for_a_tournament_or_for_a_cash_game(kind: type[Any]) -> None:
    refused = [step(new_room(rules), kind(), rules).refused for rules in GAMES]
    assert refused != ["no-cash-here", "not-in-a-cash-game"]
