"""A cash game table for the bench: the product's hand engine, played fast and at random.

Amounts are keyed. The room's orders come in as commands; the table's events go out as envelopes.
"""

import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from controller.contract.commands import COMMANDS, StartHand
from controller.contract.errors import TapisError
from controller.contract.observations import CardAt, Declared, FloorSaid, Observation
from controller.contract.public import Envelope, PublicEvent, event_data
from controller.houses.model import House
from controller.table.dealing import still_due
from controller.table.engine import step
from controller.table.state import (
    DECK,
    Betting,
    BoardDue,
    Dealing,
    Legal,
    Showdown,
    Table,
    legal,
    new_table,
    next_positions,
)

SEATS = 6
EPOCH = "bench"


class TableStuck(TapisError, RuntimeError):
    """A hand that does not end, which is a bug."""


class CashTable:
    """One table; `heard` gets each event that a room keeps, with its number."""

    def __init__(
        self, number: int, house: House, rng: random.Random, heard: Callable[[bytes], None]
    ) -> None:
        self.number = number
        self.house = house
        self.table: Table = new_table(SEATS, keyed=True, unit=5)
        self.seq = 0
        self._rng = rng
        self._heard = heard
        self._at = 0

    def tell(self, observation: Observation) -> str:
        """Pass an observation to the engine; return why a command was refused."""
        done = step(self.table, observation, self.house)
        self.table = done.table
        for event in done.public:
            self._say(event)
        return done.refused

    def _say(self, event: PublicEvent) -> None:
        self.seq += 1
        hand = self.table.hand.number
        told = Envelope(
            1, self.seq, "", "", str(self.number), hand, event.type, event_data(event), EPOCH
        )
        self._heard(msgspec.json.encode(told))

    def command(self, name: str, data: dict[str, Any]) -> str:
        """Carry out a room's command; return the reason if it is refused."""
        asked = msgspec.convert(data, COMMANDS[name])
        return self.tell(FloorSaid(self._at, "venue", msgspec.json.encode(asked).decode()))

    def state(self) -> bytes:
        """Return the part of the state that a room needs."""
        places = next_positions(self.table, self.house)
        small, big = (places.small_blind, places.big_blind) if places else (0, 0)
        told = {"seq": self.seq, "epoch": EPOCH, "small_blind": small, "big_blind": big}
        return msgspec.json.encode(told)

    def chips(self) -> int:
        """Return all chips at the table, without the house's rake."""
        hand, table = self.table.hand, self.table
        there = sum(seat.stack + seat.rebuy for seat in table.seats) + table.carried
        return there + sum(hand.bets) + sum(hand.paid) + hand.dead_money

    @property
    def raked(self) -> int:
        """Return the house's total rake and time charges at this table."""
        return self.table.at_rest.raked

    # A random hand.

    def start(self) -> tuple[int, ...]:
        """Start a hand and return its seats; empty if no hand can start."""
        self.table = replace(self.table, places={}, since={})
        stub = list(DECK)
        self._rng.shuffle(stub)
        self._stub = stub
        said = msgspec.json.encode(StartHand()).decode()
        if self.tell(FloorSaid(self._at, "venue", said)):
            return ()
        return tuple(seat for seat, stack in enumerate(self.table.hand.stacks) if stack)

    def go_on(self) -> bool:
        """Take the hand's next step; return whether the hand goes on."""
        hand = self.table.hand
        match hand.stage:
            case Dealing():
                self._card(f"hand.{still_due(hand)[0]}", self._stub.pop())
            case Betting(turn=seat):
                self._act(legal(self.table, hand, self.house, seat))
            case BoardDue():
                self._card("board", self._stub.pop())
            case Showdown():
                seat = next(s for s in hand.live() if not hand.shown[s])
                for card in hand.holes[seat]:
                    self._card(f"bet.{seat}", card)
                if not self.table.hand.shown[seat]:
                    self.tell(Declared(self._at, seat, "shown"))
            case _:
                raise TableStuck(f"table {self.number} waits in {hand.phase}")
        return self.table.hand.running

    def _card(self, zone: str, card: str) -> None:
        self._at += 500
        self.tell(CardAt(self._at, card, zone, self._at))

    def _act(self, may: Legal) -> None:
        self._at += 200
        chance = self._rng.random()
        what, amount = "fold", 0
        if may.least is not None and may.most is not None and chance < 0.12:
            what, amount = "bet" if may.opens else "raise", min(may.least * 2, may.most)
            amount = max(amount, may.least)
        elif chance > 0.97 and (may.all_in is not None or may.most == may.whole):
            what = "all-in"
        elif may.check:
            what = "check"
        elif may.call is not None and chance < 0.7:
            what = "call"
        self.tell(Declared(self._at, may.seat, what, "", amount))  # type: ignore[arg-type]
