"""A table with keyed chips that is played by chance, for the property tests of this folder."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from controller.contract import commands as c
from controller.contract.observations import CardAt, Declaration, Declared, FloorSaid, Observation
from controller.contract.public import NextStep, PublicEvent, PublicState, Street, Task
from controller.houses.model import House
from controller.table.engine import Transition, step
from controller.table.state.ranking import DECK
from controller.table.state.table import Table, new_table
from controller.table.view.public_view import public_state
from tests.rig.turns import Turn, turn_of


@dataclass
class PlayedTable:
    """A table in play: each observation goes through the engine, all events are kept."""

    house: House
    rng: random.Random
    table: Table
    events: list[PublicEvent] = field(default_factory=list)
    watch: Callable[[Observation, Transition], None] | None = None
    stub: list[str] = field(default_factory=list)

    def tell(self, observation: Observation) -> Transition:
        """Return the engine an observation and take over what it makes of it."""
        done = step(self.table, observation, self.house)
        self.table = done.table
        self.events += done.public
        if self.watch is not None:
            self.watch(observation, done)
        return done

    def command(self, command: c.Command) -> str:
        """Return a floor command; why it was refused, empty when it was not."""
        said = msgspec.json.encode(command).decode()
        return self.tell(FloorSaid(self.table.at, "floor", said)).refused

    def key(self, seat: int, what: Declaration, amount: int = 0) -> Transition:
        """Press a seat's key."""
        return self.tell(Declared(self.table.at, seat, what, "", amount))

    def card(self, zone: str, card: str = "") -> None:
        """Lay the next card of the stub, or a named one, into a zone."""
        self.tell(CardAt(self.table.at + 400, card or self.stub.pop(), zone, self.table.at + 400))

    def look(self) -> PublicState:
        """Return the public view with all its amounts."""
        return public_state(self.table, self.house, 0, "test", disclose=True)

    # -- a hand -------------------------------------------------------------------------

    def start(self) -> str:
        """Take the cards together and start the next hand; why it can't start, or nothing."""
        self.table = msgspec.structs.replace(self.table, places={}, since={})
        self.stub = list(DECK)
        self.rng.shuffle(self.stub)
        return self.command(c.StartHand())

    def deal(self) -> None:
        """Deal all hole cards."""
        for seat in self.look().to_deal:
            self.card(f"hand.{seat}")

    def act_by_chance(self) -> None:
        """Let the seat in turn do one of the things that are legal."""
        legal = turn_of(self.look())
        assert legal is not None
        what, amount = self.rng.choice(self.choices(legal))
        self.key(legal.seat, what, amount)

    def choices(self, legal: Turn) -> list[tuple[Declaration, int]]:
        """Return everything that a seat may do as keys, bets and raises with some amounts."""
        found: list[tuple[Declaration, int]] = [("fold", 0)]
        if legal.check:
            found.append(("check", 0))
        if legal.call is not None:
            found.append(("call", 0))
        if legal.all_in is not None:
            found.append(("all-in", 0))
        if legal.bet is not None and legal.most is not None:
            some = self.rng.randint(legal.bet, legal.most)
            found += [("bet", amount) for amount in {legal.bet, legal.most, some}]
        if legal.raise_to is not None and legal.most is not None:
            some = self.rng.randint(legal.raise_to, legal.most)
            if legal.multiple:
                some = max(some - some % legal.multiple, legal.raise_to)
            found += [("raise", amount) for amount in {legal.raise_to, legal.most, some}]
        return found

    def finish(self, act: Callable[[], None] | None = None) -> None:
        """Play a dealt hand to its end, each action by `act`."""
        act = act or self.act_by_chance
        while (state := self.look()).phase != "over":
            step = state.next_step
            if state.turn:
                act()
            elif step == NextStep(Task.BURN):
                self.card("burn")
            elif step is not None and step.task is Task.DEAL:
                for _ in range(3 if step.street is Street.FLOP else 1):
                    self.card("board")
            elif step is not None and step.task is Task.TABLE:
                self.show(step.seat)
            else:
                raise AssertionError(f"the table waits for {state.next_step!r} in {state.phase}")

    def show(self, seat: int) -> None:
        """Lay a seat's cards face up beyond the line, and say so."""
        for card in self.table.hand.holes[seat]:
            self.card(f"bet.{seat}", card)
        if not self.table.hand.shown[seat]:
            self.key(seat, "shown")

    def fold_out(self) -> None:
        """Let everybody fold who can, so that the hand ends at once."""

        def fold() -> None:
            self.key(self.look().turn, "fold")

        self.finish(fold)


def seated(house: House, rng: random.Random, *, seats: int = 0, level: c.SetLevel) -> PlayedTable:
    """Return a table of 2 to 10 players with stacks of all sizes, the button anywhere."""
    count = seats or rng.randint(2, 10)
    play = PlayedTable(house, rng, new_table(count, keyed=True))
    assert not play.command(level)
    for seat in range(1, count + 1):
        stack = rng.choice([rng.randint(1, 300), rng.randint(1, 3000), 2000])
        assert not play.command(c.SitDown(seat, f"P{seat}", stack))
    assert not play.command(c.SetButton(rng.randint(1, count)))
    return play


def any_level(rng: random.Random) -> c.SetLevel:
    """Return blinds with no ante, an ante for each, or one of the big blind for all."""
    ante, big_ante = rng.choice([(0, 0), (10, 0), (25, 0), (0, 100)])
    return c.SetLevel(50, 100, ante, big_ante)


def chips_on(table: Table) -> int:
    """Return all the chips of a table: behind, in front, in pots, left for the next, and raked."""
    hand, total = table.hand, sum(seat.stack + seat.rebuy for seat in table.seats) + table.carried
    return total + sum(hand.bets) + sum(hand.paid) + hand.dead_money + table.at_rest.raked


def chips_seen(view: PublicState) -> int:
    """Return all the chips that anybody sees: behind, in front, in the pots, left for the next."""
    behind = sum((seat.stack or 0) + (seat.bet or 0) for seat in view.seats)
    return behind + sum(pot.amount or 0 for pot in view.pots) + view.carried
