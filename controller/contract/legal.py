"""How a seat's choices are read: which it has, and which amounts they take."""

from collections.abc import Sequence

from controller.contract.rules import Action
from controller.contract.state import LegalView


def choice(legal: Sequence[LegalView], action: Action) -> LegalView | None:
    """Return an action with its amounts, None when the seat may not do it."""
    return next((may for may in legal if may.action is action), None)


def sized(legal: Sequence[LegalView]) -> LegalView | None:
    """Return the bet or raise whose amount the seat chooses, None when there is none."""
    return choice(legal, Action.BET) or choice(legal, Action.RAISE)


def fits(may: LegalView, to: int, whole: int = 0) -> bool:
    """Return whether a bet or raise may go to an amount.

    `whole` is the seat's stack with what it has in front: it may go in whatever its size, where
    nothing caps it.
    """
    if not may.least <= to <= may.most:
        return False
    return not may.multiple or to % may.multiple == 0 or to == whole


def nearest(may: LegalView, to: int, whole: int = 0) -> int:
    """Return the amount that a bet or raise may go to and that lies nearest to one, from below."""
    to = min(max(to, may.least), may.most)
    if fits(may, to, whole) or not may.multiple:
        return to
    below = to - to % may.multiple
    return max(below, may.least)
