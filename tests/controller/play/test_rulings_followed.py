"""Every board error, in every house, is followed to its end: chips and cards are all there."""

import itertools

import pytest

from controller.contract import commands as c
from controller.contract.observations import Observation
from controller.contract.public import Action, IrregularityFound
from controller.contract.readings.legal_actions import choice
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Setup
from controller.play.people.follow import follow, next_step
from controller.play.runner import Runner
from controller.play.script import language
from controller.table.engine import Transition
from controller.table.state.ranking import DECK
from tests.controller.table.random_table import chips_on

NAMES = ("Anne", "Bruno", "Chloe", "Dora", "Emil", "Fanny", "Gaston", "Hugo", "Iris", "Jules")
STREETS = ("preflop", "flop", "turn", "river")
CARDS = {"flop": 3, "turn": 1, "river": 1}

ERRORS = {
    "no-burn": ("board {n}",),
    "no-burn-at-once": ("board {n} together",),
    "extra-burn": ("burn 2", "board {n}"),
    "extra-burn-at-once": ("burn 2 together", "board {n}"),
    "three-burns": ("burn 3", "board {n}"),
    "extra-card": ("burn", "board {more}"),
    "extra-card-at-once": ("burn", "board {more} together"),
    "extra-card-no-burn": ("board {more}",),
    "late-extra-card": ("burn", "board {n}", "board"),
}
PREMATURE = {
    "premature": ("burn", "board {n}"),
    "premature-one-card": ("board",),
    "premature-two-streets": ("burn", "board {more}"),
    "premature-second-burn": ("burn 2",),
}


class Hand:
    """One hand that a well-behaved table plays, with one error in it."""

    def __init__(self, house: str, players: int, *, shoe: bool = False) -> None:
        setup = Setup(load_house(house), players, shoe=shoe)
        self.game = DealtGame(setup, self._count)
        self.runner = Runner(self.game)
        self.whole = 0
        seats = " ; ".join(f"seat {n} {NAMES[n - 1]} 5000" for n in range(1, players + 1))
        self.do(f"blinds 50 100 ; {seats} ; button 1 ; hand ; deal")
        self.whole = chips_on(self.game.table)

    def _count(self, observation: Observation, done: Transition) -> None:
        if self.whole:
            assert chips_on(done.table) == self.whole, observation

    def do(self, text: str) -> None:
        """Play lines of a scenario."""
        outcome = self.runner.play(list(language.parse(text, "here", ())))
        assert not outcome.failures, outcome.failures

    def step(self) -> bool:
        """Do what comes next, the open ruling first; False when the hand is over."""
        state, dealer = self.game.look(), self.game.dealer
        waiting = next_step(state)
        if waiting is not None and waiting[1].word == "floor_decides":
            dealer.command(c.Confirm())
        elif waiting is not None and waiting[1].word != "finish_round":
            assert follow(dealer)
        elif state.phase == "betting" and state.turn:
            may_check = choice(state.legal, Action.CHECK)
            dealer.act(state.turn, "check" if may_check else "call")
        elif state.phase == "board":
            dealer.street(STREETS[STREETS.index(state.street or "") + 1])
        elif state.phase == "showdown":
            assert state.next_step is not None
            dealer.table_cards(state.next_step.seat)
        else:
            return False
        return True

    def play_to(self, street: str) -> None:
        """Play until the betting of the street before this one is over."""
        before = STREETS[STREETS.index(street) - 1]
        while not (self.game.look().phase == "board" and self.game.look().street == before):
            assert self.step()

    def play_out(self) -> None:
        """Play to the end of the hand."""
        for _ in range(200):
            if not self.step():
                break
        state = self.game.look()
        assert state.phase == "over", state
        assert not state.rulings
        dealer = self.game.dealer
        assert sorted([*dealer.stub, *dealer.places]) == sorted(DECK)

    def play_another(self) -> None:
        """Play a hand with nothing wrong in it."""
        self.do("push")
        before = len(self.game.events)
        self.do("hand ; deal")
        self.play_out()
        assert not [e for e in self.game.events[before:] if isinstance(e, IrregularityFound)]


def lines(error: tuple[str, ...], street: str) -> str:
    """Return an error's lines for a street."""
    count = CARDS[street]
    return "\n".join(line.format(n=count, more=count + 1) for line in error)


TABLES = [
    (house, *table)
    for house, table in zip(
        shipped_houses(), itertools.cycle([(2, False), (3, True), (6, False)]), strict=False
    )
]
"""Each house with its number of players, and whether a shoe deals: the houses take turns."""
CASES = [
    (name, street, acted) for name, street, acted in itertools.product(ERRORS, CARDS, (False, True))
]


@pytest.mark.parametrize(("house", "players", "shoe"), TABLES)
def test_board_errors_when_the_street_is_due(house: str, players: int, shoe: bool) -> None:
    for name, street, acted in CASES:
        hand = Hand(house, players, shoe=shoe)
        hand.play_to(street)
        hand.do(lines(ERRORS[name], street))
        first = 2
        if acted:
            hand.do(f"{first} says check")
        hand.play_out()
        hand.play_another()


@pytest.mark.parametrize(("house", "players", "shoe"), TABLES)
def test_streets_before_their_time(house: str, players: int, shoe: bool) -> None:
    for (error, street), late in itertools.product(
        itertools.product(PREMATURE.values(), CARDS), (False, True)
    ):
        hand = Hand(house, players, shoe=shoe)
        if street != "flop":
            hand.play_to(STREETS[STREETS.index(street) - 1])
            hand.game.dealer.street(STREETS[STREETS.index(street) - 1])
        if late:
            hand.step()
        hand.do(lines(error, street))
        hand.play_out()
        hand.play_another()
