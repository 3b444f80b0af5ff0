"""What the seat in turn may do, as the benches ask about it."""

from typing import NamedTuple

from controller.contract.public import Action, LegalView, PublicState
from controller.contract.readings.legal import choice, sized


class Turn(NamedTuple):
    """A seat in turn and its choices; amounts are totals in front, None: not allowed."""

    seat: int
    legal: tuple[LegalView, ...]

    def least(self, action: Action) -> int | None:
        """Return the least amount of an action."""
        may = choice(self.legal, action)
        return may.least if may is not None else None

    @property
    def check(self) -> bool:
        """Whether it may check."""
        return choice(self.legal, Action.CHECK) is not None

    @property
    def call(self) -> int | None:
        """What a call goes to."""
        return self.least(Action.CALL)

    @property
    def bet(self) -> int | None:
        """The least bet."""
        return self.least(Action.BET)

    @property
    def raise_to(self) -> int | None:
        """What a raise goes to at the least."""
        return self.least(Action.RAISE)

    @property
    def all_in(self) -> int | None:
        """The stack, where it makes no full bet or raise and may go in."""
        return self.least(Action.ALL_IN)

    @property
    def most(self) -> int | None:
        """The most that a bet or raise may go to."""
        may = sized(self.legal)
        return may.most if may is not None else None

    @property
    def multiple(self) -> int:
        """What a raise must be a multiple of, 0 where of nothing."""
        may = sized(self.legal)
        return may.multiple if may is not None else 0


def turn_of(state: PublicState) -> Turn | None:
    """Return whose turn it is with what may be done, None when it is nobody's."""
    return Turn(state.turn, state.legal) if state.turn and state.legal else None
