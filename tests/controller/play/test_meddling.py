"""Whatever is done with the cards, the table neither deadlocks nor loses a chip."""

import random
from collections.abc import Callable

import pytest

from controller.contract import commands as c
from controller.contract.observations import Observation
from controller.contract.public import Action
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Setup
from controller.play.people.dealer import BURN_DUE, Dealer
from controller.play.people.follow import follow, next_step
from controller.play.runner import Runner
from controller.play.script import language
from controller.table.engine import Transition
from tests.controller.table.random_table import chips_on

BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
FLOOR = (
    ("burn", "deal flop"),
    ("void_hand",),
    ("to_stub street", "shuffle", "burn", "deal flop"),
    ("keep",),
    ("finish_round", "deal turn"),
    ("kill_hand",),
)
SIZED = (Action.BET, Action.RAISE)
PATIENCE = 110
MOST = 200


class Evening:
    """A table at which anything may happen to the cards, and where people then go on playing."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.house = self.rng.choice(shipped_houses())
        self.seats = self.rng.randint(2, 6)
        self.whole = 0
        setup = Setup(
            load_house(self.house),
            self.seats,
            shoe=self.rng.random() < 0.3,
            keyed=self.rng.random() < 0.3,
            seed=seed,
        )
        self.game = DealtGame(setup, self._count)
        self.dealer: Dealer = self.game.dealer
        seats = " ; ".join(f"seat {n} P{n} 5000" for n in range(1, self.seats + 1))
        text = f"blinds 50 100 ; {seats} ; button 1"
        assert not Runner(self.game).play(list(language.parse(text, "here", ()))).failures
        self.whole = chips_on(self.game.table)

    def _count(self, observation: Observation, done: Transition) -> None:
        if self.whole:
            assert chips_on(done.table) == self.whole, observation

    @property
    def over(self) -> bool:
        """Whether no hand runs."""
        hand = self.game.table.hand
        return not hand.running

    def play_hand(self, chance: float) -> None:
        """Play a hand in which something is done to the cards now and then."""
        before = self.game.table.hand
        self.dealer.start_hand()
        assert self.game.table.hand is not before
        for seat in self.game.look().to_deal:
            if self.rng.random() < chance / 3:
                self.meddle()
            if self.over:
                break
            self.dealer.lay(self.dealer.draw(), f"hand.{seat}")
            self.dealer.sink.settle()
        for turn in range(MOST):
            if self.over and not self.game.look().rulings:
                break
            if turn < PATIENCE / 2 and self.rng.random() < chance:
                self.meddle()
            else:
                self.go_on(turn)
        assert self.over, self.game.look()
        assert not self.game.look().rulings
        self.dealer.push()

    def go_on(self, turn: int) -> None:
        """Do what comes next; the floor waives what takes too long."""
        state, dealer = self.game.look(), self.dealer
        waiting = next_step(state)
        step = waiting[1].word if waiting else ""
        if waiting and turn > PATIENCE:
            dealer.command(c.Waive())
        elif step == "floor_decides":
            dealer.command(c.Confirm())
        elif step and step not in {"finish_round", "finish_deal"}:
            follow(dealer)
        elif state.phase in {"posting", "dealing"}:
            dealer.deal()
        elif state.phase == "betting" and state.turn:
            may = state.legal[0]
            # Who has said a bet or raise owes it; who is all-in or folds has no other way.
            dealer.act(state.turn, may.action, may.least if may.action in SIZED else 0)
        elif state.phase == "board":
            self.deal_what_lacks()
        elif state.phase == "showdown":
            assert state.next_step is not None
            seat = state.next_step.seat
            dealer.table_cards(seat)
            if dealer.look().next_step == state.next_step:
                # Their cards are not before them any more: the floor takes the hand away.
                dealer.command(c.KillHand(seat))

    def deal_what_lacks(self) -> None:
        """Burn and deal the next street as far as it does not lie there."""
        dealer = self.dealer
        before = dealer.look().street or ""
        street = ("flop", "turn", "river")[("preflop", "flop", "turn").index(before)]
        dealer.gather()
        if dealer.look().next_step == BURN_DUE:
            dealer.burn()
            dealer.sink.settle()
        lacks = BOARD_CARDS[street] - len(dealer.look().board)
        if dealer.look().phase == "board" and lacks > 0 and not dealer.look().rulings:
            dealer.board(lacks)
            dealer.sink.settle()

    def meddle(self) -> None:
        """Do something with the cards, a key or the floor's voice that is wrong, or may be."""
        if len(self.dealer.stub) > 12:
            self.rng.choice(DEEDS)(self, self.rng.randint(1, self.seats))
            self.dealer.sink.settle()

    def card_of(self, seat: int) -> str:
        """Return the card that a seat got last, "" when it has none."""
        return next(iter(self.dealer.held_by(seat)[::-1]), "")


Deed = Callable[[Evening, int], object]


def _swap(e: Evening, seat: int) -> None:
    other = e.rng.randint(1, e.seats)
    one, two = e.card_of(seat), e.card_of(other)
    if one and two and seat != other:
        e.dealer.lay(one, f"hand.{other}")
        e.dealer.lay(two, f"hand.{seat}")


def _move(e: Evening, seat: int) -> None:
    if e.dealer.places:
        card = e.rng.choice(list(e.dealer.places))
        e.dealer.lay(card, e.rng.choice(["board", "burn", "muck", f"hand.{seat}", "aside"]))


def _see(e: Evening, seat: int) -> None:
    if card := e.card_of(seat):
        e.dealer.marked[seat] = card
    e.dealer.sink.press(e.rng.choice([seat, e.rng.randint(1, e.seats)]), "seen", str(seat))


def _drop(e: Evening, seat: int) -> None:
    if card := e.card_of(seat):
        e.dealer.marked[seat] = card
        e.dealer.lay(card, "floor")
    by = e.rng.choice([seat, e.dealer.look().button or 1])
    e.dealer.sink.press(by, "off-table", str(seat))


def _lift(e: Evening, seat: int) -> None:
    for card in e.dealer.held_by(seat):
        e.dealer.sink.lift(card)


def _agree(e: Evening, seat: int) -> None:
    for number in range(1, e.seats + 1):
        e.dealer.sink.press(number, "agree")


DEEDS: tuple[Deed, ...] = (
    lambda e, _: e.dealer.board(1),
    lambda e, _: e.dealer.board(2, together=e.rng.random() < 0.5),
    lambda e, _: e.dealer.burn(1),
    lambda e, _: e.dealer.burn(2, together=True),
    lambda e, seat: e.dealer.lay(e.dealer.draw(), f"hand.{seat}"),
    _move,
    _swap,
    lambda e, seat: e.dealer.slip_in("Kh", e.rng.choice(["board", f"hand.{seat}", "muck"])),
    lambda e, seat: e.dealer.slip_in_unknown(e.rng.choice(["board", "burn", f"hand.{seat}"])),
    _see,
    _drop,
    _lift,
    _agree,
    lambda e, _: e.dealer.command(c.Confirm()),
    lambda e, _: e.dealer.command(c.Waive()),
    lambda e, _: e.dealer.command(c.Rule(e.rng.choice(FLOOR))),
    lambda e, _: e.dealer.command(c.Misdeal()),
    lambda e, seat: e.dealer.command(c.KillHand(seat)),
    lambda e, seat: e.dealer.sink.press(seat, "done"),
    lambda e, seat: e.dealer.sink.button(seat),
    lambda e, seat: e.dealer.sink.press(seat, e.rng.choice(["check", "call", "fold", "raise"])),
    lambda e, seat: e.dealer.lay_all(e.dealer.held_by(seat), "muck"),
)


@pytest.mark.parametrize("block", range(8))
def test_the_table_goes_on_whatever_is_done_with_the_cards(block: int) -> None:
    for seed in range(block * 40, block * 40 + 40):
        evening = Evening(seed)
        for _ in range(2):
            evening.play_hand(0.15)
