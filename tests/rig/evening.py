"""An evening of random hands, as the observations that a controller gets."""

import random
from functools import cache

import msgspec

from controller.contract.commands import SetLevel, SitDown
from controller.contract.observations import Observation, TimePassed
from controller.contract.public import Task
from controller.houses.loader import load_house
from controller.houses.model import House
from controller.play.game import DealtGame, Setup
from controller.table.state import Table, new_table
from tests.rig.turns import turn_of

PIECES = (25, 100, 500, 1000)


class Evening(msgspec.Struct, frozen=True):
    """The table at its start, and all observations except `TimePassed`, which is not sensed."""

    house: House
    table: Table
    observations: tuple[Observation, ...]
    stacks: tuple[int, ...]


@cache
def evening(hands: int, seed: int = 0, seats: int = 4, house: str = "ppc") -> Evening:
    """Play `hands` hands with every choice drawn from the seed."""
    chance = random.Random(seed)
    observations: list[Observation] = []
    setup = Setup(load_house(house), seats, denominations=PIECES, depth="engine", seed=seed)
    game = DealtGame(setup, lambda observation, _: observations.append(observation))
    game.dealer.command(SetLevel(50, 100))
    for seat in range(1, seats + 1):
        game.dealer.command(SitDown(seat, f"P{seat}", 100_000))
    for _ in range(hands):
        game.dealer.start_hand()
        game.dealer.deal()
        while (state := game.look()).phase not in {"over", "idle"}:
            step, may = state.next_step, turn_of(state)
            if may is not None:
                choices = ["fold", "call"] if may.call else ["check"]
                least = may.bet or may.raise_to
                if least is not None and chance.random() < 0.3:
                    game.dealer.act(may.seat, "bet" if may.bet else "raise", least)
                else:
                    game.dealer.act(may.seat, chance.choice([*choices, choices[-1]]))
            elif step is not None and step.task is Task.TABLE:
                game.dealer.table_cards(step.seat)
            else:
                game.dealer.street({0: "flop", 3: "turn", 4: "river"}[len(state.board)])
        game.dealer.push()
    assert not game.refused, game.refused
    return Evening(
        setup.house,
        new_table(seats, unit=min(PIECES)),
        tuple(seen for seen in observations if not isinstance(seen, TimePassed)),
        tuple(seat.stack for seat in game.table.seats),
    )
