"""A random cash game: seats bought, topped up, left and reversed, with hands of the real engine.

The room is the product's core on a database. Its orders go to tables that run the product's hand
engine, and it hears their events as from real tables. After each commit the books are compared with
the chips on the tables.
"""

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.rules import Entry
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game import cash as c
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.seats import Seat
from controller.houses.loader import load_house
from controller.houses.model import House
from controller.venue.core.at_tables.hearing import Hearing
from controller.venue.core.orders import Playing
from controller.venue.core.take_input import Core, Turn
from controller.venue.rules.books.cash_books import HANDS, imbalance
from controller.venue.rules.books.room import Room
from controller.venue.rules.cash_game.sessions import hands_left
from controller.venue.rules.step import Step
from controller.venue.rules.tournament import Tournament
from controller.venue.store.database import Database
from controller.venue.store.outbox import Answer, Order
from controller.venue.store.verify import verify
from controller.venue.tournament_files import load_tournament
from tests.rig.cash_table import SEATS, CashTable
from tests.rig.progress import progress

HOUSE = """
name = "bench"
title = "A house that takes a rake"
prefix = "Bench"
source = "by chance"
inherits = "ramponneau"
[cash]
top_up_most = { value = 200, article = "" }
rake = { value = 45, article = "" }
rake_cap = { value = 60, article = "" }
no_flop_no_drop = { value = true, article = "" }
time = { value = 10, article = "" }
time_minutes = { value = 1, article = "" }
time_pot = { value = %d, article = "" }
"""
TIME_POTS = (0, 300)
"""Minimum pot that pays the time charge for all; at every other table each player pays it."""
GAME = """
name = "bench"
title = "A cash game by chance"
house = "%s"
inherits = "ramponneau"
[cash]
hands_a_day = { value = [0, 5, 12, 40], article = "" }
transfer = { value = 60, article = "" }
money = { value = "points", article = "" }
chip_worth = { value = 3, article = "" }
"""
HANDS_A_DAY = 60
PLAYERS = 24
MOST_HANDS_OPEN = 400
TAKEN_BACK = 0.02
"""Probability that the end of a hand is undone."""
AGAIN = "taken back"


class Cashed(msgspec.Struct, frozen=True):
    """The results of a cash game: `commits` of the core, and the number followed by `wrong` books.

    `faults` are those found when the log is replayed. `taken_back` counts hands whose end was
    undone and that then ended differently.
    """

    hands: int
    commits: int
    wrong: int
    faults: int
    seats_sold: int
    top_ups: int
    paid: int
    days: int
    quota_reached: int
    refused: int
    bought: int
    bank: int
    seats: int
    raked: int
    timed: int
    taken_back: int
    seconds: float


def cash_command(
    hands: Annotated[int, typer.Option(min=1, help="How many hands.")] = 10_000,
    tables: Annotated[int, typer.Option(min=1, max=20, help="Number of tables.")] = 3,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Play a cash game by chance. Status 1: at some commit the books were wrong."""
    with tempfile.TemporaryDirectory(prefix="tapis-cash-") as name:
        done = measure_cash(Path(name), hands, tables, seed)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if done.wrong or done.faults:
        raise typer.Exit(ExitCode.NOT_SO)


def measure_cash(folder: Path, hands: int, tables: int, seed: int) -> Cashed:
    """Play this many hands, with random business at the desk in between."""
    game, houses = game_of_chance(folder)
    began = time.monotonic()
    database = Database(folder / "venue.db")
    try:
        evening = CashEvening(database, game, houses, tables, random.Random(seed))
        evening.play(hands)
        with database.transaction() as connection:
            faults = len(verify(connection).faults)
    finally:
        database.close()
    return evening.found(faults, round(time.monotonic() - began, 1))


def game_of_chance(folder: Path) -> tuple[Tournament, list[House]]:
    """Write the files of a game, and return it with its tables' houses."""
    houses, game = [folder / f"house-{least}.toml" for least in TIME_POTS], folder / "game.toml"
    for house, least in zip(houses, TIME_POTS, strict=True):
        house.write_text(HOUSE % least, "utf-8")
    game.write_text(GAME % houses[0], "utf-8")
    return load_tournament(str(game)), [load_house(str(house)) for house in houses]


class CashEvening:
    """A core, its tables, and random business at the desk."""

    def __init__(
        self, database: Database, rules: Tournament, houses: list[House], tables: int,
        rng: random.Random,
    ) -> None:  # fmt: skip
        """Open a game and its tables, under these houses in turn; everybody comes."""
        self.core = Core(database)
        self.rules = rules
        self.counts: Counter[str] = Counter()
        self.commits = self.wrong = self.hands = 0
        self._rng = rng
        self._day = 0
        self._said: list[tuple[int, bytes]] = []
        self._tables = {
            n: CashTable(n, houses[n % len(houses)], rng, self._says(n))
            for n in range(1, tables + 1)
        }
        with self.core.turn() as turn:
            turn.open("cash", rules.title, rules)
        assert self.core.evening is not None
        self._playing: Playing = self.core.evening.playing
        self._hearing = Hearing({}, lambda wire: wire.partition("-")[2], lambda *_: None)
        for number in self._tables:
            self._happen(i.TableOpened(table=number, seats=SEATS))
            self._commit(self._shows(number))
        for n in range(PLAYERS):
            said = i.PlayerEntered(player=f"p{n}", level=rng.randrange(5), owner=n == 0)
            self._happen(said)

    def play(self, hands: int) -> None:
        """Play this many hands, day after day."""
        with progress("hands", hands) as advance:
            while self.hands < hands:
                if self.hands >= self._day * HANDS_A_DAY:
                    self._day += 1
                    self._happen(c.DayBegan(day=f"{self._day:08}"))
                self._at_the_desk()
                if self._hand(self._rng.choice(self.tables)):
                    advance(1)

    @property
    def tables(self) -> tuple[CashTable, ...]:
        """Return the tables."""
        return tuple(self._tables.values())

    @property
    def room(self) -> Room:
        """Return the room by its log."""
        return self.core.room

    # One thing after another.

    def _says(self, number: int) -> Callable[[bytes], None]:
        return lambda payload: self._said.append((number, payload))

    def _shows(self, number: int) -> Callable[[Turn], None]:
        return lambda turn: self._hearing.state(turn, number, self._tables[number].state())

    def _happen(self, said: RoomInput) -> str:
        done: list[Step] = []
        self._commit(lambda turn: done.append(turn.happen(said, "desk")))
        self.counts["refused"] += bool(done[0].refused)
        if not done[0].refused:
            self.counts[type(said).__name__] += 1
        for event in done[0].events:
            self.counts[type(event).__name__] += 1
        return done[0].refused

    def _commit(self, work: Callable[[Turn], Any]) -> None:
        """Run a turn and check the books after it; its orders go to the tables."""
        with self.core.turn() as turn:
            work(turn)
        self.commits += 1
        books = self.room.cash
        unbalanced = imbalance(books, self.room.chips, self.room.issued, self.room.removed)
        self.wrong += bool(unbalanced or turn.unbalanced)
        for order in turn.orders:
            self._carry_out(order)

    def _carry_out(self, order: Order) -> None:
        """Have a table carry out an order, and hear its answer."""
        table = self._tables[order.table]
        data = order.data
        if order.kind == "clear-seat":
            ordered = self.room.cash.sessions.values()
            self.counts.update(one.leaving for one in ordered if one.order == order.id)
        if order.command == "sit-down":
            data = {**data, "name": data["player"]}
        refused = table.command(order.command, data)

        def answered(turn: Turn) -> None:
            turn.answer(Answer(order, not refused, refused, table.seq))
            if refused:
                self.counts["refused"] += 1
                turn.happen(
                    i.OrderRefused(
                        order=order.id, kind=order.kind, table=order.table,
                        player=data.get("player", ""), why=refused,
                        chips=data.get("amount") or data.get("stack", 0),
                    ),
                    f"table {order.table}",
                )  # fmt: skip

        self._commit(answered)
        self._hear()

    def _hear(self) -> None:
        """Let the room hear its tables' events, as from the broker."""
        said, self._said = self._said, []
        if not said:
            return

        def heard(turn: Turn) -> None:
            for number, payload in said:
                self._hearing.event(turn, number, payload)
            for number in {number for number, _ in said}:
                self._hearing.state(turn, number, self._tables[number].state())

        self._commit(heard)

    def _true(self) -> bool:
        """Return whether the chips on each table match the books."""
        raked = sum(table.raked for table in self._tables.values())
        books = self.room.cash
        return raked == books.raked + books.timed and all(
            table.chips() == sum(one.stack for one in self.room.seated(number).values())
            for number, table in self._tables.items()
        )

    # What people do.

    def _at_the_desk(self) -> None:
        player = self.room.players[f"p{self._rng.randrange(PLAYERS)}"]
        chance = self._rng.random()
        if player.seat is None:
            self._comes(player.id, player.stack)
        elif chance < 0.1:
            self._happen(c.CashedOut(player=player.id))
        elif chance < 0.3 or not player.stack:
            self._happen(i.ChipsBought(player=player.id, chips=5 * self._rng.randint(0, 200)))
        elif chance < 0.35:
            # A player stands up at the table without telling the desk.
            table, seat = player.seat
            self._tables[table].command("stand-up", {"seat": seat, "when": "at-rest"})
            self._hear()

    def _comes(self, player: str, stack: int) -> None:
        if stack:
            self._happen(c.CashedOut(player=player))
            return
        table = self._rng.choice(list(self._tables))
        seat = Seat(table, self._rng.randint(1, SEATS))
        entry = self._rng.choice(list(Entry))
        chips = 5 * self._rng.randint(30, 420)
        self._happen(c.BoughtIn(player=player, seat=seat, chips=chips, entry=entry))

    def _hand(self, table: CashTable) -> bool:
        """Play a hand with random events in it; return whether there was one."""
        played = table.start()
        if not played:
            self._hear()
            return False
        self.hands += 1
        for one in (self.room.seated(table.number).get(seat) for seat in played):
            left = hands_left(self.rules.cash, self.room.cash.sessions[one.id]) if one else 0
            self.wrong += left is not None and left <= 0
        self._play(table)
        if self._rng.random() < TAKEN_BACK and not table.command("undo", {}):
            # The floor undoes the end of the hand, and it ends differently.
            self.counts[AGAIN] += 1
            self._hear()
            self._play(table)
        return True

    def _play(self, table: CashTable) -> None:
        """Play a hand to its end, and compare the books with the chips that lie there."""
        for _ in range(MOST_HANDS_OPEN):
            if not table.go_on():
                break
            if self._rng.random() < 0.01:
                self._at_the_desk()
        self._hear()
        self.wrong += not self._true()

    def found(self, faults: int, seconds: float) -> Cashed:
        """Return the results."""
        books, counts = self.room.cash, self.counts
        return Cashed(
            self.hands, self.commits, self.wrong, faults, counts["SeatSold"],
            counts["ChipsBought"], sum(one.cashed > 0 for one in books.sessions.values()),
            self._day, counts[HANDS], counts["refused"], self.room.issued, books.bank,
            self.room.chips, books.raked, books.timed, counts[AGAIN],
            seconds,
        )  # fmt: skip
