"""Plays a hand to its end: every player does what the table asks, and nothing else."""

from typing import Final

from controller.contract import commands as c
from controller.contract.public import (
    Action,
    HandStarted,
    NextStep,
    Phase,
    PublicState,
    Task,
    laid,
)
from controller.contract.readings.legal_actions import choice
from controller.contract.readings.step_notation import next_written
from controller.play.people.players import Players
from controller.table.state import BOARD_CARDS, STREETS

MOST_DEEDS: Final = 160
MOST_TRIES: Final = 8
"""The maximum number of attempts to deal a street: the table may reject cards already in play."""
LAST_RESORTS: Final[tuple[c.Command, ...]] = (c.Waive(), c.Misdeal(), c.Waive(), c.Waive())
"""The floor's commands to try, in order, when play can't continue without them."""


class PlayOn(Players):
    """Simulated people who continue a hand by checking or calling, and by following rulings.

    If the floor is asked to decide, it waives the ruling, so that play continues.
    """

    def to_the_end(self) -> None:
        """Play the hand to its end and begin the next one; set `trouble` if that fails."""
        try:
            self._to_the_end()
            self.trouble = self.trouble or self._next_hand()
        except (ValueError, IndexError) as error:
            self.trouble = f"can't be continued: {error}"

    def _to_the_end(self) -> None:
        for _ in range(MOST_DEEDS):
            state = self.game.look()
            if state.holds:
                for hold in state.holds:
                    self.game.dealer.command(c.Release(hold.hold))
                self.game.sink.settle()
                continue
            if state.rulings and not self.under_ruling(state):
                if self.trouble:
                    return
                continue
            state = self.game.look()
            if state.phase in {Phase.OVER, Phase.IDLE}:
                return
            if not self._go_on(state):
                waits = next_written(state.next_step) or state.turn
                self.trouble = f"nobody can continue: waiting for {waits!r} in {state.phase}"
                return
        self.trouble = "the hand does not end"

    def _go_on(self, state: PublicState) -> bool:
        dealer = self.game.dealer
        if state.phase in {Phase.POSTING, Phase.DEALING}:
            dealer.deal()
            after = self.game.look()
            return after.to_deal != state.to_deal or bool(after.rulings)
        if state.turn:
            before = len(self.game.events)
            dealer.act(state.turn, "call" if choice(state.legal, Action.CALL) else "check")
            return len(self.game.events) > before
        return state.next_step is not None and self._dealers(state, state.next_step)

    def _dealers(self, state: PublicState, step: NextStep) -> bool:
        dealer, before = self.game.dealer, len(self.game.events)
        if step.task is Task.PUT:
            dealer.put_chips(step.seat, state.seats[step.seat - 1].owes)
            self.game.sink.settle()
            return self.game.look().next_step != step
        if step.task is Task.TABLE:
            self.show(step.seat)
        elif step.task in {Task.CHANGE, Task.GATHER, Task.BURN, Task.DEAL}:
            for _ in range(MOST_TRIES):
                self._street(self.game.look())
                if len(self.game.events) > before:
                    break
        else:
            return False
        return len(self.game.events) > before

    def _street(self, state: PublicState) -> None:
        dealer, sink = self.game.dealer, self.game.sink
        dealer.gather()
        dealer.wait_for_bets()
        step = self.game.look().next_step
        if step is not None and step.task is Task.BURN:
            dealer.burn()
            sink.settle()
        whole = BOARD_CARDS[min(STREETS.index(state.street or "preflop") + 1, 3)]
        lying = self.game.look()
        dealer.board(max(whole - len(laid(lying)), 0))
        sink.settle()

    def _next_hand(self) -> str:
        """Begin the next hand; return the reason if that fails, otherwise "".

        If only one player has chips left, no hand is begun, and "" is returned.
        """
        game = self.game
        game.dealer.push()
        game.dealer.return_chips()
        game.sink.settle(slow=True)
        for command in LAST_RESORTS:
            if not game.look().rulings:
                break
            game.dealer.clear()
            game.sink.settle(slow=True)
            if game.look().rulings:
                game.dealer.command(command)
                game.sink.settle()
        state, before = game.look(), len(game.events)
        if state.rulings:
            return f"a ruling on {state.rulings[0].kind} stays open"
        if sum((view.stack or 0) > 0 for view in state.seats) < 2:
            return ""
        game.dealer.start_hand()
        begun = any(isinstance(event, HandStarted) for event in game.events[before:])
        return "" if begun else "the next hand does not start"
