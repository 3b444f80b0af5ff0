"""String bets: chips added after an action or a first motion, which must be returned (tda 40)."""

from msgspec.structs import replace

from controller.contract.rules import Kind, Outcome
from controller.table.chips_in_front import Motion
from controller.table.rulings import found, note, open_ruling
from controller.table.state import Early, Hand, Play

_AFTER_ACTION = frozenset({"after-action"})
_CALL_THEN_RAISE = frozenset({"call-then-raise"})


def chips_after_action(play: Play, seat: int) -> None:
    """Rule on chips that a seat adds after it has acted (tda 40-A)."""
    if seat not in play.hand.round.faulty:
        found(play, Kind.BET_STRING, seat=seat, tags=_AFTER_ACTION)
        play.note_faulty(seat)


def call_then_raise_stands(play: Play) -> bool:
    """Return whether the house lets a player who announced a raise put in the call first."""
    return play.house.remedy(Kind.BET_STRING, _CALL_THEN_RAISE).outcome is Outcome.STANDS


def follows_the_first(hand: Hand, early: Early, motion: Motion, call: int) -> bool:
    """Return whether a second motion adds chips beyond those of an action out of turn.

    `early` is that action, and `motion` the second motion. `call` is the total required for a call.
    Returns False if the action was announced.
    """
    second = not early.said and motion.lay_before > hand.bets[early.seat]
    return second and motion.front > max(early.to, call)


def strung_early(play: Play, early: Early) -> None:
    """Record that chips were added after an action out of turn.

    Only the first motion counts. The added chips are returned when the player's turn comes.
    """
    if early.strung:
        return
    remedy = play.house.remedy(Kind.BET_STRING, _AFTER_ACTION)
    note(play, remedy, Outcome.WAITS, seat=early.seat)
    earlies = play.hand.betting.early
    play.betting(early=tuple(replace(e, strung=True) if e is early else e for e in earlies))


def open_strung(play: Play, seat: int) -> None:
    """Open the ruling on chips added to an action out of turn, now that it is the player's turn."""
    remedy = play.house.remedy(Kind.BET_STRING, _AFTER_ACTION)
    if remedy.steps:
        open_ruling(play, remedy, seat=seat, tags=_AFTER_ACTION)
