"""The actions available to the seat to act, and the amounts allowed for each."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from controller.contract.rules import Action
from controller.contract.state import LegalView, PublicState


class CallCost(msgspec.Struct, frozen=True):
    """The cost of a call: the seat adds `add` chips, which brings its total in front to `total`."""

    add: int
    total: int


def call_cost(state: PublicState, legal: Sequence[LegalView] | None = None) -> CallCost | None:
    """Return the cost of a call for the seat to act, or None if it can't call or bets are hidden.

    `legal`, if given, replaces the choices in the state. A seat's own screen passes that seat's
    choices, which are more precise than the public ones.
    """
    may = choice(state.legal if legal is None else legal, Action.CALL)
    seat = next((view for view in state.seats if view.seat == state.turn), None)
    if may is None or seat is None or seat.bet is None or not may.least:
        return None
    return CallCost(max(0, may.least - seat.bet), may.least)


def choice(legal: Sequence[LegalView], action: Action) -> LegalView | None:
    """Return an action from a seat's choices, with its amounts, or None if it is not among them."""
    return next((may for may in legal if may.action is action), None)


def sized(legal: Sequence[LegalView]) -> LegalView | None:
    """Return the bet or raise among a seat's choices, or None if there is no such choice."""
    return choice(legal, Action.BET) or choice(legal, Action.RAISE)


def within(legal: Sequence[LegalView], whole: int) -> tuple[LegalView, ...]:
    """Return a seat's publicly known choices, limited to the seat's own stack.

    The given choices were published without that limit. `whole` is the seat's stack plus its chips
    in front, or 0 if unknown.
    """
    if not whole:
        return tuple(legal)
    call = choice(legal, Action.CALL)
    return tuple(
        one
        for may in legal
        if (one := _within(may, whole)).action is not Action.ALL_IN
        or call is None
        or whole > call.least
    )


def _within(may: LegalView, whole: int) -> LegalView:
    if may.action is Action.CALL:
        to = min(may.least, whole)
        return LegalView(may.action, to, to)
    if may.action in (Action.BET, Action.RAISE) and whole < may.least:
        return LegalView(Action.ALL_IN, whole, whole)
    return replace(may, most=whole) if may.least and not may.most else may


def fits(may: LegalView, to: int, whole: int = 0) -> bool:
    """Return whether `to` is an allowed amount for a bet or raise.

    It must be at least `may.least` and at most `may.most` (0: unknown, because stacks are hidden).
    It must also be a multiple of `may.multiple` (0: any amount) or equal to `whole`, the seat's
    stack plus its chips in front.
    """
    if to < may.least or 0 < may.most < to:
        return False
    return not may.multiple or to % may.multiple == 0 or to == whole


def nearest(may: LegalView, to: int, whole: int = 0) -> int:
    """Return the legal amount of a bet or raise that comes closest to the requested amount `to`.

    An amount outside the limits is replaced by the nearest limit. It is then rounded down to a
    multiple of `may.multiple` (0: any amount), but not below the minimum. `whole`, the seat's stack
    plus its chips in front, is never rounded.
    """
    to = max(to, may.least)
    to = min(to, may.most) if may.most else to
    if fits(may, to, whole) or not may.multiple:
        return to
    below = to - to % may.multiple
    return max(below, may.least)
