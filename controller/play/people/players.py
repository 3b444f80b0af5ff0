"""The simulated people at a table, who carry out its rulings and show their hands."""

from collections import Counter

from controller.contract import commands as c
from controller.contract.public import PublicState, RulingStep, StepWord
from controller.contract.readings.step_notation import step_written
from controller.contract.rules import BET_ERRORS
from controller.play.game import DealtGame
from controller.play.people.follow import follow, next_step


class Players:
    """Simulated people who continue a hand.

    `trouble` says why play could not continue, or is "". A step that the table does not register is
    attempted up to `tries` times. More than one attempt is needed only if people are mistaken about
    where a card is: they may think that a card in the stub is the burn.
    """

    def __init__(self, game: DealtGame, tries: int = 1) -> None:
        self.game = game
        self.tries = tries
        self.trouble = ""
        self._tried: Counter[tuple[int, int, str]] = Counter()

    def floor_says(self) -> c.Command:
        """Return the command that the floor gives when it must decide: by default, `Waive`."""
        return c.Waive()

    def under_ruling(self, state: PublicState) -> bool:
        """Carry out the next step of the open ruling, or give the floor's decision.

        The floor decides if the ruling asks for it. It also decides if the step has already been
        tried `tries` times without effect; `trouble` is then set. Return True if nothing was
        done, because there is no such step or the players must act first.
        """
        waiting = next_step(state)
        if waiting is None:
            return True
        ruling, step = waiting
        if step.word is StepWord.FINISH_ROUND and (state.turn or state.next_step):
            return True
        steps = sum(isinstance(event, RulingStep) for event in self.game.events)
        place = (ruling.id, steps, step.word)
        decides = step.word is StepWord.FLOOR_DECIDES
        if decides or self._tried[place] >= self.tries:
            if not decides:
                self.trouble = f'{ruling.kind}: "{step_written(step)}" was not seen to happen'
            self._decide()
            self._tidy()
            return False
        self._tried[place] += 1
        if state.phase in {"board", "showdown"} and ruling.kind not in BET_ERRORS:
            self.game.dealer.gather()
        follow(self.game.dealer)
        self._tidy()
        return False

    def show(self, seat: int) -> None:
        """Table a seat's hand; if the table does not react, table every remaining player's hand.

        The table does not react if two players hold each other's cards.
        """
        dealer, before = self.game.dealer, len(self.game.events)
        dealer.table_cards(seat)
        if len(self.game.events) == before:
            for view in self.game.look().seats:
                if view.status in {"in", "all-in"}:
                    dealer.table_cards(view.seat)

    def _decide(self) -> None:
        """Give the floor's decision as a command; if it is refused, waive the ruling instead."""
        before = len(self.game.refused)
        self.game.dealer.command(self.floor_says())
        if len(self.game.refused) > before:
            self.game.dealer.command(c.Waive())
        self.game.sink.settle()

    def _tidy(self) -> None:
        dealer = self.game.dealer
        for view in self.game.look().seats:
            if view.status in {"dead", "folded"}:
                dealer.lay_all(dealer.held_by(view.seat), "muck")
        self.game.sink.settle()
