"""Checks the chips that antennas read against the books, in random hands with all antennas.

Once everything is at rest, the chips on antennas must match the books, with debts counted on the
stacks: in total and, after the pots are pushed, stack by stack.
"""

import random
import time
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.play.commands import check_noise
from controller.play.game import DealtGame, Noise, Setup
from controller.table.state import Hand, Table
from tests.rig.detection import PAY_LATE
from tests.rig.injections import Moment, Scene
from tests.rig.invented import InventedHand, seat_by_chance
from tests.rig.limits import judge, tell
from tests.rig.trials import irregular

LIMITS: Final = {"differences": 1, "alarms": 1}
HANDS_A_TABLE = 20
LOOKS = 0.25
"""Share of a player's turns before which everything is allowed to come to rest."""


def on_antennas(table: Table) -> int:
    """Return the total of all chips that antennas read."""
    return sum(sum(lies) for lies in table.chips.values())


def in_the_books(table: Table, hand: Hand) -> int:
    """Return the total of all chips in the books, including those for the house's box."""
    stacks = sum(seat.stack + seat.rebuy for seat in table.seats)
    return stacks + sum(hand.put_in()) + hand.dead_money + table.carried + hand.boxed


def astray(table: Table) -> dict[str, int]:
    """Return the difference of antennas and books in chips, by place; empty if they agree.

    Every stack is read, and no chips are in transit except those bought in a hand. Once the pots
    are pushed each stack is compared by itself, else all chips together (place `table`).
    """
    hand = table.hand
    lies = {zone: sum(chips) for zone, chips in table.chips.items() if chips}
    whole = on_antennas(table) - in_the_books(table, hand)
    bought = sum(seat.rebuy for seat in table.seats)
    found = {} if -bought <= whole <= 0 else {"table": whole}
    in_front = any(zone.startswith("bet.") for zone in lies)
    if hand.running or in_front or lies.get("pot", 0) != table.carried:
        return found
    for number, seat in enumerate(table.seats):
        if more := lies.get(f"stack.{number}", 0) - seat.stack:
            found[f"stack.{number}"] = more
    return found


class Books:
    """Random hands and their differences: `differences` are places with their game."""

    def __init__(self, houses: Sequence[House], noise: Noise, seed: int) -> None:
        self.houses, self.noise, self.seed = tuple(houses), noise, seed
        self.hands = self.compared = 0
        self.differences: list[str] = []
        self.alarms: list[str] = []

    def play(self, hands: int) -> None:
        """Play this many hands, at tables under each house in turn."""
        number = 0
        while self.hands < hands:
            house = self.houses[number % len(self.houses)]
            self._table(house, self.seed * 100_003 + number, min(HANDS_A_TABLE, hands - self.hands))
            number += 1

    def _table(self, house: House, seed: int, hands: int) -> None:
        rng = random.Random(seed)
        seats = rng.randint(2, 10)
        game = DealtGame(
            Setup(house, seats, depth="sensed", noise=self.noise, seed=seed, stacks=True)
        )
        seat_by_chance(game, rng, seats)
        where = f"{house.name} {seed}"

        def at_rest(moment: Moment) -> bool:
            # A player who pays late is not made to wait.
            late = any(view.owes for view in game.look().seats)
            if moment != "deal" and not late and rng.random() < LOOKS:
                self.compare(game, f"{where}, hand {game.look().hand}, {moment}")
            return False

        for _ in range(hands):
            if not game.look().next_dealer:
                break
            hand = InventedHand(Scene(game, rng), meddle=at_rest, late=PAY_LATE)
            hand.play(seed)
            self.hands += 1
            self.compare(game, f"{where}, hand {game.look().hand}, pushed")
            alarms = [*irregular(game.events), *([hand.trouble] if hand.trouble else [])]
            game.events.clear()
            self.alarms += [f"{where}: {alarm}" for alarm in alarms]
            if alarms:
                break
        game.close()

    def compare(self, game: DealtGame, where: str) -> None:
        """Let everything come to rest, and compare the chips with the books."""
        game.sink.settle(slow=True)
        self.compared += 1
        for place, more in astray(game.table).items():
            self.differences.append(f"{where}: {place} {more:+}")


def bench_books(
    hands: Annotated[int, typer.Option(min=1, help="How many hands are played.")] = 200,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Seed of play and noise.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Compare all chips on antennas with the books, in random hands with every stack read.

    Status 1: a chip lies where no book counts it, or something was found in a clean hand.
    """
    began = time.perf_counter()
    bench = Books([load_house(name) for name in shipped_houses()], check_noise(noise), seed)
    bench.play(hands)
    for line in (*bench.differences, *bench.alarms):
        typer.echo(line, err=True)
    figures = {
        "hands": bench.hands,
        "compared": bench.compared,
        "differences": len(bench.differences),
        "alarms": len(bench.alarms),
        "seconds": round(time.perf_counter() - began, 1),
    }
    tell(figures, LIMITS, as_json=as_json)
    judge(figures, LIMITS)
