"""A hand played on to its end by people who do what the table says, and nothing else."""

from typing import Final

from controller.contract import commands as c
from controller.contract.legal import choice
from controller.contract.public import (
    Action,
    HandStarted,
    NextStep,
    Phase,
    PublicState,
    RulingStep,
    StepWord,
    Task,
    laid,
)
from controller.contract.rules import BET_ERRORS
from controller.contract.written import next_written, step_written
from controller.play.follow import follow, next_step
from controller.play.game import DealtGame
from controller.table.games import BOARD_CARDS, STREETS

MOST_DEEDS: Final = 160
MOST_TRIES: Final = 8
"""How many cards are laid where the table does not take one: they were in play before."""
LAST_RESORTS: Final[tuple[c.Command, ...]] = (c.Waive(), c.Misdeal(), c.Waive(), c.Waive())
"""What the floor says, one after the other, where nothing else leads on."""


class PlayOn:
    """One hand that is played on: everybody checks or calls, and rulings are followed.

    The floor lets play go on where it is asked. `trouble` says where nobody could go on.
    """

    def __init__(self, game: DealtGame) -> None:
        self.game = game
        self.trouble = ""
        self._stuck: tuple[int, int, str] = (0, 0, "")

    def to_the_end(self) -> None:
        """Play the hand to its end, and begin the next one."""
        try:
            self._to_the_end()
            self.trouble = self.trouble or self._next_hand()
        except (ValueError, IndexError) as error:
            self.trouble = f"can't be played on: {error}"

    def _to_the_end(self) -> None:
        for _ in range(MOST_DEEDS):
            state = self.game.look()
            if state.holds:
                for hold in state.holds:
                    self.game.dealer.command(c.Release(hold.hold))
                self.game.sink.settle()
                continue
            if state.rulings and not self._under_ruling(state):
                if self.trouble:
                    return
                continue
            state = self.game.look()
            if state.phase in {Phase.OVER, Phase.IDLE}:
                return
            if not self._go_on(state):
                waits = next_written(state.next_step) or state.turn
                self.trouble = f"nobody can go on: waits for {waits!r} in {state.phase}"
                return
        self.trouble = "the hand does not come to an end"

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
            self._show(step.seat)
        elif step.task in {Task.GATHER, Task.BURN, Task.DEAL}:
            for _ in range(MOST_TRIES):
                self._street(self.game.look())
                if len(self.game.events) > before:
                    break
        else:
            return False
        return len(self.game.events) > before

    def _show(self, seat: int) -> None:
        """Table a hand; where that tells nothing, since hands were mixed, all the others, too."""
        dealer, before = self.game.dealer, len(self.game.events)
        dealer.table_cards(seat)
        if len(self.game.events) == before:
            for view in self.game.look().seats:
                if view.status in {"in", "all-in"}:
                    dealer.table_cards(view.seat)

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

    def _under_ruling(self, state: PublicState) -> bool:
        """Do the next step of the open ruling; True when it is for the players to play on."""
        waiting = next_step(state)
        if waiting is None:
            return True
        ruling, step = waiting
        if step.word is StepWord.FINISH_ROUND and (state.turn or state.next_step):
            return True
        steps = sum(isinstance(event, RulingStep) for event in self.game.events)
        place = (ruling.id, steps, step.word)
        decides = step.word is StepWord.FLOOR_DECIDES
        if decides or self._stuck == place:
            if not decides:
                self.trouble = f'{ruling.kind}: "{step_written(step)}" is not seen done'
            self._floor(c.Waive())
            self._tidy()
            return False
        self._stuck = place
        if state.phase in {"board", "showdown"} and ruling.kind not in BET_ERRORS:
            self.game.dealer.gather()
        follow(self.game.dealer)
        self._tidy()
        return False

    def _floor(self, command: c.Command) -> None:
        self.game.dealer.command(command)
        self.game.sink.settle()

    def _tidy(self) -> None:
        """Take the cards of dead hands away."""
        dealer = self.game.dealer
        for view in self.game.look().seats:
            if view.status in {"dead", "folded"}:
                dealer.lay_all(dealer.held_by(view.seat), "muck")
        self.game.sink.settle()

    def _next_hand(self) -> str:
        """Begin the next hand; return why it does not begin, nothing when it does."""
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
                self._floor(command)
        state, before = game.look(), len(game.events)
        if state.rulings:
            return f"a ruling on {state.rulings[0].kind} stays open"
        if sum((view.stack or 0) > 0 for view in state.seats) < 2:
            return ""
        game.dealer.start_hand()
        begun = any(isinstance(event, HandStarted) for event in game.events[before:])
        return "" if begun else "the next hand does not start"
