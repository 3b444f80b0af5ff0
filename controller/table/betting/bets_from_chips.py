"""Interprets chips in front of a seat as a legal action, or leaves them to the house rules."""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import ActionUndone, TurnStarted
from controller.contract.rules import Action, Kind, Outcome
from controller.houses.model import FLOOR_DECIDES
from controller.table.betting.actions import act
from controller.table.betting.illegal_amounts import put_in, raising, read_wrong, reading
from controller.table.betting.out_of_turn import (
    acted_early,
    bet_before,
    is_at_once,
    laid_early,
    meant,
    put_in_at_once,
)
from controller.table.betting.string_bets import (
    call_then_raise_stands,
    chips_after_action,
    follows_the_first,
    strung_early,
)
from controller.table.chips_in_front import (
    Motion,
    change_comes_back,
    ends_a_payment,
    is_change,
    judged_later,
    laid_back,
    lift,
    only_a_call,
    pays_for_others,
    pays_in_part,
    pulls_back,
    taken_back,
    took_change,
)
from controller.table.rulings import found, open_ruling, stops_play
from controller.table.showdown import stack_is_read
from controller.table.state import (
    ALL_IN,
    BET_ZONES,
    FOLDED,
    Legal,
    Play,
    Tentative,
    call_to,
    call_told,
    legal,
    lies,
)

SAID_WITH_MS: Final = 500
"""An announcement up to this long (ms) after a chip begins to arrive counts as made with it."""


def read_bet(play: Play, motion: Motion) -> None:
    """Interpret the chips now in front of a seat as an action, or open a ruling on them.

    Bets from earlier rounds that are still in front of the seat are not counted.
    """
    hand = play.hand
    seen, seat, front = motion.seen, motion.seat, motion.front
    bet = hand.bets[seat]
    if front == bet:
        if not seen.provisional:
            play.chips_are_right(seat)
        return
    if not hand.can_win(seat):
        _from_who_is_out(play, motion)
        return
    if stops_play(play.table):
        if not seen.provisional:
            _meanwhile(play, motion)
        return
    if hand.turn == seat and front > bet:
        _in_turn(play, motion)
    elif hand.round.tentative == Tentative(seat, seen.since) and front > bet:
        _read_again(play, motion)
    elif seen.provisional:
        return
    elif front < bet:
        _too_few(play, motion)
    else:
        _too_many(play, motion)


def _in_turn(play: Play, motion: Motion) -> None:
    """Interpret what the seat in turn has put in.

    Chips put in at the same time as the previous action may count as an action out of turn instead.
    """
    at_once = is_at_once(play, motion.seat, motion.seen.since)
    at_once = at_once and play.hand.betting.announced is None
    if not (at_once and (motion.seen.provisional or put_in_at_once(play, motion))):
        read_action(play, motion)


def said_too_late(play: Play, seat: int) -> None:
    """Interpret a single large chip on its own, because the raise is being announced too late.

    It must be the only chip that the seat in turn has put in so far (tda 44, fidpa 63). A raise
    announced within `SAID_WITH_MS` was announced with the chip.
    """
    zone, table = BET_ZONES[seat], play.table
    begun = play.hand.round.put_in
    if play.hand.turn != seat or zone not in table.moving or play.hand.betting.announced:
        return
    if begun[0] != seat or play.at <= begun[1] + SAID_WITH_MS or stops_play(table):
        return
    seen = ChipsAt(play.at, zone, table.chips[zone], begun[1])
    motion = Motion(seen, seat, lies(table, seat), table.moving[zone])
    may = legal(table, play.hand, play.house, seat)
    if only_a_call(play, motion, may, motion.front) != {"facing-bet", "one-chip"}:
        return
    moving = {other: chips for other, chips in table.moving.items() if other != zone}
    play.table = replace(table, moving=moving)
    read_action(play, motion)


def _from_who_is_out(play: Play, motion: Motion) -> None:
    """Handle chips that a player without a live hand adds to their bet or takes away from it."""
    hand, seat = play.hand, motion.seat
    if motion.front < hand.bets[seat] and not motion.seen.provisional:
        in_full = motion.lay_before >= hand.bets[seat]
        if in_full and is_change(play, motion):
            return
        if not lift(play, motion) and in_full:
            took_change(play, seat)
        return
    beyond = motion.front > hand.bets[seat] and motion.added()
    folded = hand.status[seat] == FOLDED and not motion.seen.provisional
    if beyond and folded and not change_comes_back(play, motion):
        chips_after_action(play, seat)


def _meanwhile(play: Play, motion: Motion) -> None:
    """Handle chips that are put in or taken away while the table is stopped.

    What the chips mean is decided once play resumes. Chips put in during a ruling may need a ruling
    of their own.
    """
    hand, seat = play.hand, motion.seat
    judged_later(play, motion)
    if motion.front < hand.bets[seat]:
        _too_few(play, motion)
    elif seat in hand.betting.to_act:
        if play.table.rulings:
            _short_as_well(play, motion)
    elif motion.front > hand.bets[seat] and all(r.seat != seat for r in play.table.rulings):
        _too_many(play, motion)


def _short_as_well(play: Play, motion: Motion) -> None:
    """Rule on a short call right after another short call whose ruling is still open (tda 51-C)."""
    hand, seat = play.hand, motion.seat
    to_act, last = hand.betting.to_act, play.table.rulings[-1]
    if last.kind is not Kind.BET_SHORT_CALL or last.seat not in to_act:
        return
    tags = frozenset({"in-a-row", "heads-up" if hand.hands_left() == 2 else "several", "raised"})
    short = hand.bets[seat] < motion.front < call_to(hand, seat)
    follows = to_act.index(seat) == to_act.index(last.seat) + 1
    if short and follows and "in-a-row" in play.house.remedy(Kind.BET_SHORT_CALL, tags).when:
        found(play, Kind.BET_SHORT_CALL, seat=seat, tags=tags)


def _read_again(play: Play, motion: Motion) -> None:
    """Interpret an action again from scratch, because a chip from the same motion was read late."""
    past = play.table.past[-1] if play.table.past else None
    if past is None or past.seat != motion.seat:
        return
    play.restore(past)
    play.table = replace(play.table, past=play.table.past[:-1])
    said, before = len(play.public), len(play.table.past)
    cost = call_told(play.table, play.hand, play.house, motion.seat)
    read_action(play, replace(motion, amended=True))
    if len(play.table.past) == before:
        # The chips are not an action after all: withdraw the action published earlier.
        undone = (ActionUndone(motion.seat, ""), TurnStarted(motion.seat, cost))
        play.public = play.public[:said] + undone + play.public[said:]


def _too_few(play: Play, motion: Motion) -> None:
    """Handle a bet that is short of chips: some were taken back, or too few were put in.

    There is no ruling while the table is stopped, or while the missing chips may be change, may be
    on their way to the pot, or may still be put in.
    """
    hand, seat = play.hand, motion.seat
    if seat in hand.round.faulty or pulls_back(play, motion):
        return
    if motion.lay_before < hand.bets[seat] and (
        _was_made_full(play, seat) or stack_is_read(play.table, seat)
    ):
        # The rest is owed. A stack's antenna is slow, so a chip that came from there is read late.
        return
    if motion.lay_before >= hand.bets[seat] and is_change(play, motion):
        return
    if lift(play, motion) or stops_play(play.table):
        return
    if motion.lay_before < hand.bets[seat]:
        pays_in_part(play, seat)
        return
    taken_back(play, seat)


def _was_made_full(play: Play, seat: int) -> bool:
    """Return whether a seat announced too little in this round and was held to a full bet."""
    noted, hand = play.table.record.noted, play.hand
    if noted is None or (noted.hand, noted.round) != (hand.number, hand.rounds):
        return False
    said = noted.found
    small = said.kind in {Kind.BET_SHORT, Kind.BET_SHORT_RAISE}
    return small and said.seat == seat and said.outcome is Outcome.MADE_FULL


def _too_many(play: Play, motion: Motion) -> None:
    """Handle chips in excess of a seat's bet when it is not that seat's turn.

    They may be an action out of turn, chips that pay another seat's debt, or chips that need a
    ruling.
    """
    hand, seat, front = play.hand, motion.seat, motion.front
    if seat in hand.betting.to_act:
        _put_in_early(play, motion)
        laid_early(play, seat, front)
        return
    if seat in hand.round.faulty or front <= hand.last[seat][1]:
        # These are chips of the announced amount. The recorded bet is lower only because the part
        # that nobody has called was returned.
        return
    added = motion.added()
    missing = hand.bets[seat] - motion.lay_before
    if missing <= 0 and _of_other_bets(play, motion):
        return
    if missing > 0:
        # An announced action: one oversized chip asks for change, more chips contradict it.
        if added and sum(added) - added[-1] >= missing:
            if pays_for_others(play, motion):
                return
            found(play, Kind.BET_CONTRADICTS, seat=seat, tags={"announced"})
            play.note_faulty(seat)
        elif front > hand.bets[seat]:
            _ask_for_change(play, seat)
    elif not added:
        return
    elif play.table.seats[seat].stack < front - hand.bets[seat]:
        put_in_hidden(play, seat)
    else:
        chips_after_action(play, seat)


def _of_other_bets(play: Play, motion: Motion) -> bool:
    """Return whether chips added to a full bet come from the pot, are change, or pay for others."""
    return (
        laid_back(play, motion) or pays_for_others(play, motion) or change_comes_back(play, motion)
    )


def _put_in_early(play: Play, motion: Motion) -> None:
    """Record chips put in out of turn as an action; an earlier announcement takes precedence."""
    hand, seat, front = play.hand, motion.seat, motion.front
    early = next((e for e in hand.betting.early if e.seat == seat), None)
    ahead = bet_before(play, seat)
    call, level = max(call_to(hand, seat), ahead), max(hand.round.level_bet, ahead)
    if early is not None:
        if early.puts_nothing_in and (early.what == Action.FOLD or front > call):
            chips_after_action(play, seat)
            return
        if early.outbids_chips:
            return
        if follows_the_first(hand, early, motion, call):
            strung_early(play, early)
            return
        if early.wants_amount:
            added = motion.added()
            to = added[0] if len(added) == 1 and added[0] > level else front
            acted_early(play, seat, early.what, to, said=True)
            return
    acted_early(play, seat, *meant(play, motion, call, level))


def _ask_for_change(play: Play, seat: int) -> None:
    """Open the ruling that returns change for an oversized chip, if the house rules have one."""
    tags = frozenset({"facing-bet", "one-chip"})
    remedy = play.house.remedy(Kind.BET_OVERSIZED, tags)
    if remedy.steps and remedy.steps != FLOOR_DECIDES:
        open_ruling(play, remedy, seat=seat, tags=tags)


def put_in_hidden(play: Play, seat: int) -> None:
    """Rule on a seat that has put in more chips than its recorded stack."""
    tags = {"all-in"} if play.hand.status[seat] == ALL_IN else set()
    found(play, Kind.BET_HIDDEN, seat=seat, tags=tags)
    play.note_faulty(seat)


def read_action(play: Play, motion: Motion) -> None:
    """Interpret what the seat to act has put in as an action, or open a ruling on the chips."""
    betting, provisional = play.hand.betting, motion.seen.provisional
    if provisional and (play.table.rulings or betting.early):
        # The consequences of such an action could not be amended after a late read.
        return
    seat, front = motion.seat, motion.front
    may = legal(play.table, play.hand, play.house, seat)
    tentative = motion.tentative()
    if betting.announced is None and front == may.call:
        act(play, Action.CALL, front, amended=motion.amended, tentative=tentative)
        return
    if provisional and not motion.amended:
        return
    if front > may.whole and not provisional:
        put_in_hidden(play, seat)
        front = may.whole
    added = motion.added()
    if betting.announced is not None:
        _announced(play, may, front, added)
    elif betting.completes:
        _completed(play, may, front)
    elif tags := only_a_call(play, motion, may, front):
        _only_called(play, motion, may, tags)
    elif (to := put_in(may, front)) is not None:
        action = Action.CALL if to == may.call else raising(may)
        act(play, action, to, amended=motion.amended, tentative=tentative)
    elif not provisional and not ends_a_payment(play, motion):
        read_wrong(play, may, front)


def _only_called(play: Play, motion: Motion, may: Legal, tags: frozenset[str]) -> None:
    """Rule that chips in excess of a call count only as a call, once they have come to rest.

    If there is nothing to call, they count as a check. `may` lists the seat's legal actions. `tags`
    describes the case in the words of `Remedy.when` (not RFID tags).
    """
    if motion.seen.provisional:
        return
    found(play, Kind.BET_OVERSIZED, seat=motion.seat, tags=tags)
    if may.call is None:
        act(play, Action.CHECK, amended=motion.amended)
    else:
        act(play, Action.CALL, may.call, amended=motion.amended)


def _completed(play: Play, may: Legal, front: int) -> None:
    """Record a call or minimum bet for a seat that had at first put in too few chips.

    `may` lists the seat's legal actions. `front` is the amount now in front of the seat. Nothing is
    done while the amount is still too small.
    """
    if may.call is not None and front >= may.call:
        act(play, Action.CALL, may.call)
    elif may.least is not None and front >= may.least:
        act(play, Action.BET, may.least)


def _announced(play: Play, may: Legal, front: int, added: tuple[int, ...]) -> None:
    """Decide the amount of an announced bet or raise from the chips put in, or rule on them.

    `may` lists the seat's legal actions. `front` is the amount now in front of the seat. `added`
    lists the chips just put in. A single chip that is enough for a bet or raise sets the amount on
    its own.
    """
    to = front
    if len(added) == 1 and may.least is not None and added[0] >= may.least:
        to = min(added[0], may.whole)
    legal_to = put_in(may, to)
    if legal_to is not None and legal_to != may.call:
        act(play, raising(may), legal_to)
        return
    if to == may.call and call_then_raise_stands(play):
        return
    if may.multiple and may.least is not None and to > may.least:
        found(play, Kind.BET_NOT_MULTIPLE, seat=may.seat, tags={"announced"})
        return
    kind = Kind.BET_SHORT if may.opens else Kind.BET_SHORT_RAISE
    remedy = found(play, kind, seat=may.seat, tags={"announced"})
    reading(play, remedy, may, front)
