"""Chips put in silently: whether an oversized chip, or several chips, are only a call."""

from collections import Counter

import msgspec

from controller.contract.observations import ChipsAt
from controller.contract.rules import Kind
from controller.table.state import BET_ZONES, Betting, Legal, Play, Tentative, to_call

_OPTION = frozenset({"unopened", "before-board", "one-chip"})
"""The `Remedy.when` words for one large chip put in by a big blind with the option to check."""


class Motion(msgspec.Struct, frozen=True, gc=False):
    """One movement of chips in front of a seat.

    `seen` is what the antenna has read, and `seat` the seat. `front` is the amount now in front of
    the seat for this round. `settled` lists the denominations of the chips that were there before
    the motion started. `amended` means that the resulting action replaces one that was read earlier
    from the same motion.
    """

    seen: ChipsAt
    seat: int
    front: int
    settled: tuple[int, ...]
    amended: bool = False

    def added(self) -> tuple[int, ...]:
        """Return the chips that the motion has added, highest first."""
        pieces = Counter(self.seen.chips) - Counter(self.settled)
        return tuple(sorted(pieces.elements(), reverse=True))

    @property
    def lay_before(self) -> int:
        """The amount in front of the seat for this round before the motion started."""
        return sum(self.settled) - (sum(self.seen.chips) - self.front)

    def tentative(self) -> Tentative | None:
        """Return a `Tentative` for the action if a late read may still change it, else None."""
        return Tentative(self.seat, self.seen.since) if self.seen.provisional else None


def judged_later(play: Play, motion: Motion) -> None:
    """Record what was in front of a seat before its chips moved at a time when nobody could act."""
    before, zone = play.hand.awaits.meanwhile, BET_ZONES[motion.seat]
    if zone not in before:
        play.due(meanwhile={**before, zone: motion.settled})


def only_a_call(play: Play, motion: Motion, may: Legal, front: int) -> frozenset[str]:
    """Return the `Remedy.when` words that say why chips beyond a call count only as a call.

    A single chip larger than the call counts as a call (ppc 3, fidpa 64, tda 44). If the house has
    that rule, so do several chips that are all needed for the call (tda 45). Returns an empty set
    if the chips are not just a call. `front` is the amount now in front of the seat.
    """
    call = may.call
    if call is None:
        return _OPTION if _adds_to_the_option(play, motion, may) else frozenset()
    if front <= call:
        return frozenset()
    together = _together(play, motion, call)
    if not together and one_too_large(motion, call):
        return frozenset({"facing-bet", "one-chip"})
    several = all_needed(play, motion, call)
    return frozenset({"facing-bet", "several-chips"} if several else ())


def _adds_to_the_option(play: Play, motion: Motion, may: Legal) -> bool:
    """Return whether a seat with the option to check has added one large chip that means a check.

    The chip means a check only if the house has a rule for this case.
    """
    hand, added = play.hand, motion.added()
    if hand.street or may.opens or len(added) != 1 or added[0] <= hand.round.level_bet:
        return False
    return "unopened" in play.house.remedy(Kind.BET_OVERSIZED, _OPTION).when


def one_too_large(motion: Motion, call: int) -> bool:
    """Return whether a seat that faces a bet has added exactly one chip.

    `call` is the total required for a call. The caller must check whether the chip exceeds it.
    """
    return call > 0 and len(motion.added()) == 1


def all_needed(play: Play, motion: Motion, call: int) -> bool:
    """Return whether several chips are only a call, because each of them is needed for the call.

    Returns False if the house has no such rule. `call` is the total required for a call. If the
    house counts earlier chips together with the new ones (tda 46), each of the earlier chips must
    be needed, too. If it counts the new chips alone, each new chip must be needed. Earlier chips
    then count towards the call only if the new ones do not cover it.
    """
    if not call or play.house.betting.multi_chip.value != "all-needed":
        return False
    together = _together(play, motion, call)
    pieces = motion.seen.chips if together else motion.added()
    lie = 0 if together or sum(pieces) >= call else motion.lay_before
    return len(pieces) > 1 and lie + sum(pieces) - min(pieces) < call


def _together(play: Play, motion: Motion, call: int) -> bool:
    """Return whether chips of an earlier bet form one bet with the new ones (tda 46).

    If the house has that rule, it applies in two cases: some of the earlier chips were picked up
    and others were left in place, or the earlier chips cover the call.
    """
    if play.house.betting.prior_chips.value != "judged-together":
        return False
    left = motion.lay_before
    lay = play.hand.betting.pulled or left
    return 0 < left < lay or 0 < call <= lay


def pulls_back(play: Play, motion: Motion) -> bool:
    """Record that the seat to act, facing a bet, has picked up chips from its earlier bet.

    Returns whether the seat has done so; it must then call or raise (tda 46-B). Returns False if
    the house does not count earlier chips together with new ones.
    """
    hand, seat = play.hand, motion.seat
    stage = hand.stage
    if play.house.betting.prior_chips.value != "judged-together":
        return False
    if type(stage) is not Betting or stage.turn != seat or stage.announced is not None:
        return False
    if stage.pulled:
        return True
    if motion.lay_before < hand.bets[seat] or not to_call(play.table, hand, seat):
        return False
    play.betting(pulled=motion.lay_before)
    return True
