"""An evening by chance over simulated tables: they do what they are ordered, and deal hands."""

import random
from collections import defaultdict

from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.contract.venue.floor.chips import ChipsTaken
from controller.contract.venue.kinds import RoomEvent, RoomInput
from controller.venue.core.orders import structure
from controller.venue.rules.books.bounty_books import heads_lost
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.staff import entered

MINUTE = 60_000


class Evening:
    """A room and its tables; `said` is all that the room has said."""

    def __init__(self, seed: int, rules: Tournament) -> None:
        self.chance = random.Random(seed)
        self.rules = rules
        self.room: Room = new_room(rules)
        self.at = 0
        self.said: list[RoomEvent] = []
        self.holds: defaultdict[int, set[str]] = defaultdict(set)
        self.one_hand: set[int] = set()
        self.games: dict[int, tuple[str, str]] = {}
        self._rested: list[int] = []

    def tell(self, said: RoomInput) -> str:
        """Let something happen; return why it was refused. Books that don't hold raise."""
        said = type(said)(**{name: getattr(said, name) for name in said.__struct_fields__}
                          | {"at": self.at})  # fmt: skip
        done = step(self.room, said, self.rules)
        if done.refused:
            assert done.room is self.room
            return done.refused
        self.room = done.room
        self.said.extend(done.events)
        assert self.room.chips == self.room.issued - self.room.removed
        assert sum(self.room.money.accounts.values()) == 0
        assert not heads_lost(self.room.heads)
        for order in done.orders:
            self._ordered(order)
        return ""

    def do(self, said: RoomInput) -> None:
        """Let something happen that has to be possible."""
        refused = self.tell(said)
        assert not refused, (said, refused)

    def _ordered(self, order: object) -> None:
        match order:
            case o.HoldTable():
                self.holds[order.table].add(order.name)
                self._rested.append(order.table)
            case o.ReleaseTable():
                self.holds[order.table].discard(order.name)
            case o.DealOne():
                self.one_hand.add(order.table)
            case o.SetBlinds():
                told = structure(self.room, order.table)
                level = told.levels[told.at]
                self.games[order.table] = (str(level.game), str(level.structure))
            case o.CloseTable():
                self.games.pop(order.table, None)

    def settle(self) -> None:
        """Have every player who is to move do so, tables give up chips, and say that they rest."""
        for _ in range(20):
            rested, self._rested = self._rested, []
            for table in rested:
                if self.holds[table] and table in self.room.tables:
                    self.tell(i.TableHeld(table=table))
            for taking in self.room.taking:
                self.do(ChipsTaken(order=taking.order, chips=taking.chips))
            for move in self.room.moves:
                if not move.left:
                    player = self.room.players[move.player]
                    self.do(i.PlayerLeft(order=move.order, player=player.id, stack=player.stack))
            for move in self.room.moves:
                player = self.room.players[move.player]
                self.tell(i.PlayerArrived(order=move.order, player=player.id, stack=player.stack))
            if not (self._rested or self.room.moves or self.room.taking):
                return
        raise AssertionError("the room does not come to rest")

    def open(self, tables: int, seats: int, players: list[str]) -> None:
        """Open tables, and have players enter."""
        for table in range(1, tables + 1):
            self.do(i.TableOpened(table=table, seats=seats))
        for player in players:
            self.do(entered(player))

    def start(self) -> None:
        """Draw the seats, and begin."""
        self.do(i.SeatsDrawn(secret="00", witness=str(self.chance.random())))
        self.do(i.PlayStarted())
        self.settle()

    def round(self) -> None:
        """Play a hand at each table that may deal one; time passes meanwhile."""
        self.at += self.chance.randint(1, 6) * MINUTE
        self.do(i.ClockTicked())
        self.settle()
        for table in list(self.room.occupied):
            free = not self.holds[table]
            if self.room.ended or not (free or table in self.one_hand):
                continue
            if not free and self.holds[table] - {"hand-for-hand"}:
                continue
            self.one_hand.discard(table)
            self.hand(table)
            self.settle()

    def hand(self, table: int) -> None:
        """Let two or three players go for each other's chips, as many as the shortest has."""
        seated = self.room.seated(table)
        stacks = {seat: one.stack for seat, one in seated.items()}
        began, live = dict(stacks), [seat for seat in stacks if stacks[seat]]
        if len(live) > 1:
            seats = self.chance.sample(live, min(len(live), self.chance.randint(2, 3)))
            least = min(stacks[seat] for seat in seats)
            bet = least if self.chance.random() < 0.5 else max(1, least // 3)
            for seat in seats:
                stacks[seat] -= bet
            stacks[self.chance.choice(seats)] += bet * len(seats)
        number = self.room.tables[table].hand + 1
        self.do(i.HandReported(table=table, hand=number, stacks=stacks, began=began))

    def to_the_end(self) -> None:
        """Play until it is over."""
        for _ in range(2_000):
            if self.room.ended:
                return
            self.round()
        raise AssertionError("it does not end")
