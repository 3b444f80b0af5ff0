"""The choices of the player in turn, in the form that the benches need."""

from typing import NamedTuple

from controller.contract.public import Action, LegalView, PublicState
from controller.contract.readings.legal_actions import choice, sized


class Turn(NamedTuple):
    """The player in turn and their choices; amounts are totals in front, None if not allowed."""

    seat: int
    legal: tuple[LegalView, ...]

    def least(self, action: Action) -> int | None:
        """Return the minimum amount of an action."""
        may = choice(self.legal, action)
        return may.least if may is not None else None

    @property
    def check(self) -> bool:
        """Return whether the player may check."""
        return choice(self.legal, Action.CHECK) is not None

    @property
    def call(self) -> int | None:
        """Return the total of a call."""
        return self.least(Action.CALL)

    @property
    def bet(self) -> int | None:
        """Return the minimum bet."""
        return self.least(Action.BET)

    @property
    def raise_to(self) -> int | None:
        """Return the total of the minimum raise."""
        return self.least(Action.RAISE)

    @property
    def all_in(self) -> int | None:
        """Return the stack, if it may go in but makes no full bet or raise."""
        return self.least(Action.ALL_IN)

    @property
    def most(self) -> int | None:
        """Return the maximum total of a bet or raise."""
        may = sized(self.legal)
        return may.most if may is not None else None

    @property
    def multiple(self) -> int:
        """Return the number that a raise must be a multiple of, 0 for none."""
        may = sized(self.legal)
        return may.multiple if may is not None else 0


def turn_of(state: PublicState) -> Turn | None:
    """Return the player in turn with their choices, None if it is nobody's turn."""
    return Turn(state.turn, state.legal) if state.turn and state.legal else None
