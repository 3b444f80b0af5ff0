"""Hands that an export leaves out, because they were void or the format can't express them."""

from typing import NamedTuple

from controller.contract.public import HandStarted, PublicEvent, SecondBoard
from display.words.locale import N_

NO_WORDS = {
    "kill-pot": N_("hand {n}: left out, because PHH can't express a kill pot"),
    "gfx-game": N_("hand {n}: left out, because PokerGFX's export has no name for this game"),
    "ohh-game": N_("hand {n}: left out, because OHH does not support this game"),
    "chips-of-a-fold": N_(
        "hand {n}: left out, because this format can't express chips put in by a player who then "
        "folds without a call"
    ),
    "void": N_("hand {n}: left out, because it was void"),
    "two-boards": N_("hand {n}: left out, because PHH can't express two boards"),
}


class LeftOut(NamedTuple):
    """A hand that an export leaves out; `why` is the reason, as a key of `NO_WORDS`."""

    table: str
    number: int
    why: str


def no_words(event: PublicEvent) -> str:
    """Return why PHH can't express the hand that an event belongs to, or "" if it can.

    The reason is a key of `NO_WORDS`.
    """
    if isinstance(event, HandStarted) and event.kill:
        # In PHH the player left of the highest blind acts first; in a kill pot, somebody else does.
        return "kill-pot"
    boards = event.boards if isinstance(event, HandStarted) else 1
    return "two-boards" if boards > 1 or isinstance(event, SecondBoard) else ""


def leave_out(left_out: list[LeftOut] | None, table: str, number: int, why: str) -> None:
    """Add a hand to `left_out`, or do nothing if `left_out` is None."""
    if left_out is not None:
        left_out.append(LeftOut(table, number, why))


def plays(event: PublicEvent, names: dict[int, str], hero: str) -> bool:
    """Return whether an event starts a hand in which exactly one player is named `hero`."""
    stacks = event.stacks if isinstance(event, HandStarted) else ()
    return sum(names.get(held.seat) == hero for held in stacks) == 1
