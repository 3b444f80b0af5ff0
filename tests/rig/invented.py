"""Invented hands: random legal play, as people do it with cards and chips.

A player's action is drawn from the legal ones, and so is the way they make it: with a key and
chips, with chips alone, with a knock. A hand can start from a recorded one, as far as that goes.
"""

import random
from collections import deque
from collections.abc import Callable

from controller.contract import commands as c
from controller.contract.public import (
    BetReturned,
    NextStep,
    PublicState,
    Task,
    laid,
)
from controller.contract.readings.step_notation import next_written
from controller.contract.rules import Action
from controller.play.game import DealtGame
from controller.play.people.carry_out import straddle
from controller.play.people.dealer import BURN_DUE
from controller.play.people.play_on import MOST_TRIES
from controller.play.people.players import Players
from controller.play.records.recorded import Acted, RecordedHand
from controller.play.records.replay import deck_for, seat_players
from controller.table.state import BOARD_CARDS, STREETS
from tests.rig.injections import Moment, Scene
from tests.rig.turns import Turn, turn_of

LEVELS = (c.SetLevel(50, 100), c.SetLevel(50, 100), c.SetLevel(50, 100, 10), c.SetLevel(100, 200))
MOST_DEEDS = 400
MOST_SEATS = 10
Deed = tuple[str, int]
CHIPS_FIRST = 0.5
"""Where some players pay late, the share of others who put chips in before they speak."""


def no_meddling(_: Moment) -> bool:
    """Do not interfere with the hand."""
    return False


class InventedHand(Players):
    """One hand, played to its end; rulings are followed, and the floor decides where it must.

    `meddle` is called before each action; if it says that it has acted itself, the table is read
    again. `at_floor` is called when a ruling waits for the floor. `late` is the share of bets that
    are announced at once and paid some seconds later, while others act; the same share of streets
    is gathered in two motions. `careless` is the share of cards that are dealt a little short and
    pulled in, of hands whose burns share the muck, and of players at the showdown who push a beaten
    hand forward face down before they muck it.
    """

    def __init__(
        self,
        scene: Scene,
        record: RecordedHand | None = None,
        *,
        meddle: Callable[[Moment], bool] = no_meddling,
        at_floor: Callable[[], c.Command] = c.Waive,
        late: float = 0.0,
        careless: float = 0.0,
    ) -> None:
        super().__init__(scene.game)
        self.scene = scene
        self.meddle = meddle
        self._at_floor = at_floor
        self._record = record
        actions = record.actions if record else ()
        self._recorded = deque(a for a in actions if isinstance(a, Acted))
        self._late, self._pays_at = late, dict[int, int]()
        self._careless = careless
        self._burns_to = "muck" if careless and scene.chance(careless) else "burn"

    def floor_says(self) -> c.Command:
        """Return the floor's decision."""
        return self._at_floor()

    def play(self, seed: int) -> None:
        """Play from the shuffle to the pushed pot; `trouble` says where it got stuck."""
        try:
            self._play(seed)
        except (ValueError, IndexError) as error:
            self.trouble = f"can't be continued: {error}"

    def _play(self, seed: int) -> None:
        dealer = self.game.dealer
        if self._record is not None:
            dealer.clear()
            seat_players(self.game, self._record)
            dealer.stack_deck(deck_for(self._record, seed))
        self._start()
        for _ in range(MOST_DEEDS):
            state = self.scene.look()
            if state.rulings and not self.under_ruling(state):
                if self.trouble:
                    return
                continue
            state = self.scene.look()
            if state.phase == "over":
                if self.meddle("over"):
                    continue
                break
            if not self._go_on(state):
                self.trouble = (
                    f"waits for {next_written(state.next_step) or state.turn!r} in {state.phase}"
                )
                return
        else:
            self.trouble = "does not come to an end"
            return
        dealer.push()
        self.game.sink.settle(slow=True)

    def forget_record(self) -> None:
        """Play on at random: the hand no longer follows the recorded one."""
        self._recorded.clear()

    # -- the parts of a hand ------------------------------------------------------------

    def _start(self) -> None:
        scene, dealer = self.scene, self.game.dealer
        scene.nth, scene.order = 0, ()
        self.meddle("post")
        if not scene.order:
            dealer.start_hand()
            self._straddle(scene.look())
            scene.order = scene.look().to_deal

    def _go_on(self, state: PublicState) -> bool:
        if state.phase in {"posting", "dealing"}:
            return self._deal(state)
        if self._pays_at and (paid := self._pay_late(state)):
            return paid
        if state.turn:
            if not self.meddle("act"):
                self._act(state)
            return True
        self._run_twice(state)
        step = state.next_step
        if step is None:
            return False
        return self._dealers(state, step)

    def _dealers(self, state: PublicState, step: NextStep) -> bool:
        if step.task is Task.PUT:
            # Its chips are still being read.
            self.game.sink.wait(1_000)
            return True
        if step.task in {Task.CHANGE, Task.GATHER, Task.BURN, Task.DEAL}:
            if not self._street_begun(state) and self.meddle("street"):
                return True
            self._street(state)
            return True
        if step.task is Task.TABLE:
            if not self.meddle("show"):
                self._show(step.seat)
            return True
        return False

    def _straddle(self, state: PublicState) -> None:
        """Straddle now and then, where a player may."""
        if state.may_straddle and self.scene.chance(0.5):
            straddle(self.game, state.may_straddle)

    def _run_twice(self, state: PublicState) -> None:
        """Agree now and then to run it twice, where the remaining players may."""
        if state.may_run_twice and self.scene.chance(0.7):
            for seat in state.may_run_twice:
                self.game.sink.press(seat, "run-twice")
            self.game.sink.settle()

    def _show(self, seat: int) -> None:
        """Show a hand; now and then push it forward face down and muck it instead."""
        dealer = self.game.dealer
        if self._careless and self._may_muck(seat) and self.scene.chance(self._careless):
            dealer.lay_all(dealer.held_by(seat), f"bet.{seat}")
            self.game.sink.wait(self.scene.rng.randint(500, 4_000))
            dealer.muck(seat)
        else:
            self.show(seat)

    def _may_muck(self, seat: int) -> bool:
        """Return whether a player who thinks they are beaten may muck unshown."""
        state, rules = self.scene.look(), self.scene.house.showdown
        all_in = any(view.status == "all-in" for view in state.seats)
        shown = any(view.shown for view in state.seats if view.seat != seat)
        return rules.loser_may_muck.value and shown and not all_in

    def _deal(self, state: PublicState) -> bool:
        scene, dealer = self.scene, self.game.dealer
        if scene.nth == 0 and scene.order:
            while scene.nth < len(scene.order):
                if self.meddle("deal"):
                    return True
                self._deal_card(scene.order[scene.nth])
                scene.nth += 1
            self.game.sink.settle()
            dealer.deal()
            return True
        if not state.to_deal:
            return False
        for _ in range(MOST_TRIES):
            dealer.deal()
            after = self.scene.look()
            if after.to_deal != state.to_deal or after.rulings:
                return True
        return False

    def _deal_card(self, seat: int) -> None:
        """Deal a card, now and then a little short: it rests beyond the line and is pulled in."""
        dealer, sink, card = self.game.dealer, self.game.sink, self.game.dealer.draw()
        if self._careless and self.scene.chance(self._careless):
            dealer.lay(card, f"bet.{seat}")
            sink.wait(self.scene.rng.randint(200, 1_500))
        dealer.lay(card, f"hand.{seat}")

    def _street_begun(self, state: PublicState) -> bool:
        at = STREETS.index(state.street or "preflop")
        return len(laid(state)) > BOARD_CARDS[at] * state.boards or state.burned > at

    def _street(self, state: PublicState) -> None:
        dealer, sink = self.game.dealer, self.game.sink
        if self._late and self.scene.chance(self._late):
            self._gather_some(state)
        dealer.gather()
        dealer.wait_for_bets()
        if self.scene.look().next_step == BURN_DUE:
            dealer.lay(dealer.draw(), self._burns_to)
            sink.settle()
        whole = BOARD_CARDS[min(STREETS.index(state.street or "preflop") + 1, 3)]
        whole *= state.boards
        # A board card that was lifted is still on the screens.
        dealer.board(max(whole - len(laid(self.scene.look())), 0))
        sink.settle()

    def _gather_some(self, state: PublicState) -> None:
        """Gather some of the bets, and leave the others for a moment."""
        whole = [v.seat for v in state.seats if v.bet and v.bet == self.game.dealer.put_in(v.seat)]
        if len(whole) > 1:
            some = whole[: self.scene.rng.randint(1, len(whole) - 1)]
            self.game.sink.sweep([f"bet.{seat}" for seat in some])
            self.game.sink.wait(self.scene.rng.randint(500, 4_000))

    # -- what a player does -------------------------------------------------------------

    def _pays_later(self, seat: int, action: str, amount: int) -> bool:
        """Announce a bet, raise or call and pay later; return whether that was done."""
        rng, sink = self.scene.rng, self.game.sink
        if action not in {"call", "bet", "raise"} or not self.scene.chance(self._late):
            return False
        what = Action(action)
        sink.press(seat, what.value, amount=0 if what is Action.CALL else amount)
        sink.settle()
        self._pays_at[seat] = sink.now + rng.randint(1_000, 8_000)
        return True

    def _pay_late(self, state: PublicState) -> bool:
        """Pay the late bets whose time or turn has come; return whether any was paid.

        If nobody acts, wait for the next of them.
        """
        sink = self.game.sink
        if not state.turn and not any(at <= sink.now for at in self._pays_at.values()):
            sink.wait(min(self._pays_at.values()) - sink.now)
        now = sink.now
        due = [seat for seat, at in self._pays_at.items() if at <= now or seat == state.turn]
        for seat in due:
            del self._pays_at[seat]
            view = self.scene.look().seats[seat - 1]
            # They pay what they announced, and take back the part that nobody called.
            events = self.scene.this_round()
            back = [e.amount for e in events if isinstance(e, BetReturned) and e.seat == seat]
            self._pay(seat, view.owes + sum(back))
        if due:
            sink.settle()
        return bool(due)

    def _pay(self, seat: int, amount: int) -> None:
        """Put chips in, often in two motions."""
        rng, sink, pieces = self.scene.rng, self.game.sink, self.game.dealer.pieces(amount)
        first = rng.randint(1, len(pieces)) if pieces and self.scene.chance(0.5) else 0
        for some in (pieces[:first], pieces[first:]):
            if some:
                sink.chips(f"stack.{seat}", f"bet.{seat}", some)
                sink.wait(rng.randint(500, 3_000))

    def _act(self, state: PublicState) -> None:
        legal = turn_of(state)
        assert legal is not None
        if self._recorded and self._recorded[0].seat == legal.seat:
            made = self._recorded.popleft()
            raising = made.action in {"bet", "raise"}
            recorded = "all-in" if made.all_in and raising else made.action
            if not (self._late and self._pays_later(legal.seat, recorded, made.to)):
                self.game.dealer.act(legal.seat, recorded, made.to)
            return
        self._recorded.clear()
        action, amount = self._draw(legal)
        if self._late and self._pays_later(legal.seat, action, amount):
            return
        if self._late and self.scene.chance(CHIPS_FIRST):
            if not self._silently(state, legal, action, amount):
                self.game.dealer.act(legal.seat, action, amount)
            elif action in {"call", "bet", "raise"}:
                self._says_it_too(legal.seat, action, amount)
            return
        if not self.scene.chance(0.3) or not self._silently(state, legal, action, amount):
            self.game.dealer.act(legal.seat, action, amount)

    def _draw(self, legal: Turn) -> Deed:
        rng = self.scene.rng
        if legal.bet is None and legal.raise_to is None and legal.call is None:
            return "check", 0
        deeds: list[Deed] = [("check", 0)] * 5 if legal.check else [("fold", 0)]
        if legal.call is not None:
            deeds += [("call", 0)] * 5
        least = legal.bet if legal.bet is not None else legal.raise_to
        if least is not None and legal.most is not None:
            word = "bet" if legal.bet is not None else "raise"
            deeds += [(word, least)] * 2
            more = min(least * rng.randint(1, 4), legal.most)
            if more == legal.most or not legal.multiple:
                deeds.append((word, more))
            if rng.random() < 0.1:
                deeds.append(("all-in", legal.most))
        elif legal.all_in is not None and rng.random() < 0.3:
            deeds.append(("all-in", legal.all_in))
        return rng.choice(deeds)

    def _says_it_too(self, seat: int, action: str, amount: int) -> None:
        """Announce an action that the chips have already made."""
        self.game.sink.wait(self.scene.rng.randint(0, 1_500))
        what = Action(action)
        self.game.sink.press(seat, what.value, amount=0 if what is Action.CALL else amount)
        self.game.sink.settle()

    def _silently(self, state: PublicState, legal: Turn, action: str, amount: int) -> bool:
        """Act with chips or a knock alone; return False if that would be read as something else."""
        scene, sink = self.scene, self.game.sink
        seat = legal.seat
        view = state.seats[seat - 1]
        front, stack = view.bet or 0, view.stack or 0
        if action == "check":
            sink.knock(seat)
        elif action == "call":
            scene.put(seat, (legal.call or 0) - front)
        elif action in {"bet", "raise"} and amount < front + stack:
            pieces = scene.pieces(amount - front, 1 if action == "bet" else 2)
            if action == "raise" and sum(pieces) - min(pieces) < (legal.call or 0):
                # Each chip is needed for the call, so without a word it counts as a call.
                return False
            sink.chips(f"stack.{seat}", f"bet.{seat}", pieces)
        else:
            return False
        sink.settle()
        return True


def seat_by_chance(game: DealtGame, rng: random.Random, seats: int) -> None:
    """Seat random players with stacks of all sizes, and set a level and the button."""
    count = rng.randint(min(4, seats), seats) if rng.random() < 0.8 else rng.randint(2, seats)
    taken = sorted(rng.sample(range(1, seats + 1), count))
    for seat in taken:
        stack = rng.choice([2000, 5000, 5000, 10_000, rng.randrange(400, 3000, 25)])
        game.dealer.command(c.SitDown(seat, f"p{seat}", stack))
    game.dealer.command(rng.choice(LEVELS))
    game.dealer.command(c.SetButton(rng.choice(taken)))
