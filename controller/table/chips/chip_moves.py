"""Chips that come to rest: blinds, bets, and chips in the wrong place."""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.rules import Kind
from controller.table.betting import (
    antes_in_pot,
    bets_lie_there,
    gather,
    gather_unseen,
    is_change_of_posts,
    post_from_chips,
    put_in_hidden,
    read_bet,
    unasked,
)
from controller.table.chips.miscounted_pots import swept_in, taken_out
from controller.table.chips.splashed_pots import paid_into_pot, take_splash, thrown_in_meanwhile
from controller.table.chips.stack_count import begin_count
from controller.table.chips_in_front import (
    Motion,
    brought_along,
    change_due,
    given_back,
    judged_later,
    of_others,
)
from controller.table.rulings import found
from controller.table.showdown import came_in_front, pot_moved, pushed_wrong
from controller.table.state import (
    AFTER_BETTING,
    ALL_IN,
    AT_REST,
    BEFORE_BETTING,
    BET_ZONES,
    IN_FRONT,
    Betting,
    BoardDue,
    Count,
    Dealing,
    Over,
    Paying,
    Play,
    Posting,
    Showdown,
    beyond_ledger,
    lies,
    put,
    without,
)

_NOBODY_BETS: Final = frozenset({Dealing, BoardDue, Showdown})
_IN_A_ROUND: Final = frozenset({Betting, Paying})
_ROUND_IS_OVER: Final = frozenset({Paying, BoardDue})


def chips_at(play: Play, seen: ChipsAt) -> None:
    """Record the chips that antennas now read in a zone, and handle what has changed there."""
    zone, table = seen.zone, play.table
    chips = table.chips.copy()
    settled = chips.get(zone, ())
    chips[zone] = seen.chips
    play.table = replace(table, chips=chips)
    if seen.provisional or zone in table.moving:
        settled = _in_motion(play, seen, settled)
    if zone not in IN_FRONT:
        _elsewhere(play, seen, settled)
        return
    seat = IN_FRONT[zone]
    play.moved = True
    if seen.foreign or zone in table.devices.foreign:
        _foreign(play, seen, seat)
    if not seen.provisional and (undone := play.hand.betting.undone):
        # Chips put in for an action that was undone are ignored only until they are moved.
        play.betting(undone=without(undone, seat))
    if type(play.hand.stage) not in AT_REST:
        # Chips in front of a seat at any other time are counted again when the next hand begins.
        _in_front(play, seen, seat, settled)
    elif not seen.provisional:
        came_in_front(play, seen, sum(settled))


def _in_front(play: Play, seen: ChipsAt, seat: int, settled: tuple[int, ...]) -> None:
    """Handle the chips now in front of a seat during a hand, according to the hand's stage.

    `settled` lists the denominations of the chips that were there before any chips moved.
    """
    if not _told_apart(play, seen, seat, sum(settled)):
        return
    total = sum(seen.chips)
    front = total - play.table.base[seat]
    if seat in play.hand.change and not seen.provisional:
        _change_taken(play, seat, front)
    hand = play.hand
    stage, current = hand.stage, hand.round
    if type(stage) is Betting:
        if front != hand.bets[seat] or current.tentative or current.faulty:
            read_bet(play, Motion(seen, seat, front, settled))
    elif type(stage) in BEFORE_BETTING:
        _before_betting(play, Motion(seen, seat, front, settled))
    elif type(stage) is Paying:
        _still_paid(play, stage, Motion(seen, seat, front, settled))
    elif hand.gathered:
        if hand.status[seat] is ALL_IN and total > sum(settled) and not seen.provisional:
            _behind_an_all_in(play, seat, front)
        _in_the_dark(play, Motion(seen, seat, front, settled))
    else:
        _due_to_gather(play, Motion(seen, seat, front, settled))


def _change_taken(play: Play, seat: int, front: int) -> None:
    """Stop looking in the pot for a seat's change, if the seat has swapped its chips for its bet.

    `front` is the amount now in front of the seat. The pot must contain nothing unexpected.
    """
    hand = play.hand
    if front == hand.bets[seat] > 0 and beyond_ledger(play.table, hand) <= hand.surplus:
        play.hand = replace(hand, change=without(hand.change, seat))


def _before_betting(play: Play, motion: Motion) -> None:
    """Count chips in front of a seat as its post or as change for another seat, or rule on them."""
    stage, seat = play.hand.stage, motion.seat
    if not motion.seen.provisional and is_change_of_posts(play, motion):
        return
    if type(stage) is Posting:
        post_from_chips(play, stage, seat, motion.front)
    if not motion.seen.provisional:
        unasked(play, seat)


def _told_apart(play: Play, seen: ChipsAt, seat: int, before: int) -> bool:
    """Work out which chips in front of a seat belong to other seats.

    Return False if this must wait, because chips are still in motion at a place that contains
    several seats' bets. `before` is the amount in front of the seat before this read.
    """
    total = sum(seen.chips)
    if seen.brought:
        brought_along(play, seat, seen.brought)
    if total < before and of_others(play, seat):
        if seen.provisional:
            return False  # only chips at rest show whose have left
        _left_beside_others(play, seen, seat, before)
    elif total < play.table.base[seat]:
        _less_lies(play, seen, seat, play.table.base[seat] - total)
    return True


def _left_beside_others(play: Play, seen: ChipsAt, seat: int, before: int) -> None:
    """Decide whose chips have left a place shared by a seat's own bet and other seats' bets.

    If the chips that left are worth exactly as much as all of the other seats' chips there, they
    count as the other seats' chips, unless the seat may have taken its own change. Otherwise, the
    seat's own chips count as the first to have left.
    """
    total, base, others = sum(seen.chips), play.table.base[seat], of_others(play, seat)
    spare = before - base - play.hand.bets[seat]
    less = others if before - total == others > spare else base - total
    if less > 0:
        _less_lies(play, seen, seat, less)


def _due_to_gather(play: Play, motion: Motion) -> None:
    """Handle chips added to or taken from a bet that is due to be gathered."""
    seen, seat, front = motion.seen, motion.seat, motion.front
    more = sum(seen.chips) > sum(motion.settled)
    if more and front != play.hand.bets[seat] and not seen.provisional:
        # More chips than the bet have been put in, although the round is over.
        read_bet(play, motion)
        return
    bets_left(play, seen, seat, front)
    _change_leaves(play, motion)
    if 0 < front < play.hand.bets[seat] and any(change_due(play.table, play.hand)):
        play.due(mixed=True)
    if not bets_lie_there(play):
        gather(play)


def _less_lies(play: Play, seen: ChipsAt, seat: int, less: int) -> None:
    """Record that chips not in a seat's current bet were taken away from in front of it.

    They belong to bets from an earlier round or to other seats' bets. `less` is their value.
    """
    for owner in given_back(play, seat, less):
        play.due_of(owner, left=play.at)
    if (count := play.hand.awaits.count) is not None:
        left = put(count.left, seat, 0 if sum(seen.chips) else seen.since)
        chips = count.chips + _gone(play, seen)
        play.due(count=replace(count, since=play.at, left=left, chips=chips))


def _gone(play: Play, seen: ChipsAt) -> int:
    """Return the number (not the value) of chips that left a zone in this observation."""
    return max(len(play.before.chips.get(seen.zone, ())) - len(seen.chips), 0)


def _still_paid(play: Play, stage: Paying, motion: Motion) -> None:
    """Handle a seat's chips after the betting, while announced amounts are still being put in."""
    seat, front, bet = motion.seat, motion.front, play.hand.bets[motion.seat]
    bets_left(play, motion.seen, seat, front)
    _change_leaves(play, motion)
    came = stage.came
    if front > came[seat]:
        play.hand = replace(play.hand, stage=replace(stage, came=put(came, seat, front)))
    elif came[seat] >= bet and front <= bet:
        return  # its bet is being gathered
    current = play.hand.round
    if front != bet or current.tentative or current.faulty:
        read_bet(play, motion)


def _change_leaves(play: Play, motion: Motion) -> None:
    """Note that the change of a seat may be in the pot: all chips in front of it have left at once.

    The chips beyond the bet may also be those of a player who has folded, or of an undone action.
    """
    hand, seat = play.hand, motion.seat
    if motion.front <= 0 and motion.lay_before > hand.bets[seat]:
        play.hand = replace(hand, change=(*without(hand.change, seat), seat))


def bets_left(play: Play, seen: ChipsAt, seat: int, front: int) -> None:
    """Record when a seat's bet left its place after the round, or that the bet is back.

    `front` is the amount now in front of the seat.
    """
    if gone := _gone(play, seen):
        play.due(chips=play.hand.awaits.chips + gone)
    left = play.hand.awaits.left
    if bool(left and left[seat]) != (not front):
        play.due_of(seat, left=0 if front else seen.since)


def _behind_an_all_in(play: Play, seat: int, front: int) -> None:
    """Rule on chips that a seat puts in after going all-in; they were not in play."""
    hand = play.hand
    in_play = play.table.seats[seat].rebuy or beyond_ledger(play.table, hand) < 0
    if front > 0 and not in_play and seat not in hand.round.faulty:
        put_in_hidden(play, seat)


def _in_the_dark(play: Play, motion: Motion) -> None:
    """Record chips put in before the next street is dealt; they count once it has been dealt."""
    if motion.front and not motion.seen.provisional and type(play.hand.stage) is BoardDue:
        judged_later(play, motion)


def in_front_now(play: Play, but: int = 0) -> None:
    """Interpret chips put in front of seats while nobody could act, starting with the seat to act.

    Chips put straight into the pot while play was stopped are interpreted, too. They are
    interpreted last if the seat to act has excess chips in front of it, and otherwise first.

    These seats are skipped: seat `but`, seats that have yet to put in announced chips, seats with
    chips from an undone action, which must be taken back, and seats whose chips are already known
    as an action out of turn.
    """
    chips, first = play.table.chips, play.hand.turn
    before = play.hand.awaits.meanwhile
    if before:
        play.due(meanwhile={})
    if lies(play.table, first) <= play.hand.bets[first]:
        thrown_in_meanwhile(play)
        first = play.hand.turn
    moved = [seat for seat in play.hand.live() if BET_ZONES[seat] in before and seat != but]
    for seat in sorted(moved, key=lambda seat: (seat < first, seat)):
        zone = BET_ZONES[seat]
        beyond = lies(play.table, seat) > play.hand.bets[seat]
        runs = type(play.hand.stage) in _IN_A_ROUND and seat not in play.hand.betting.undone
        if beyond and runs and not _acted_early(play, seat):
            seen = ChipsAt(play.at, zone, chips.get(zone, ()), play.at)
            _in_front(play, seen, seat, before[zone])
    thrown_in_meanwhile(play)


def _acted_early(play: Play, seat: int) -> bool:
    """Return whether the chips in front of a seat are known as its action out of turn."""
    front = lies(play.table, seat)
    return any(e.seat == seat and e.laid == front for e in play.hand.betting.early)


def _elsewhere(play: Play, seen: ChipsAt, settled: tuple[int, ...]) -> None:
    """Handle the chips now in the pot, or in a stack that has an antenna.

    `settled` lists the denominations of the chips that were there before any chips moved.
    """
    if seen.zone == "pot":
        _pot_moves(play)
        if type(play.hand.stage) in AFTER_BETTING:
            gather_unseen(play)
        if not seen.provisional:
            _in_the_pot(play, seen, settled)
    elif seen.zone.startswith("stack.") and not seen.provisional:
        begin_count(play)
        if type(play.hand.stage) is Over:
            pushed_wrong(play, seen.zone, sum(seen.chips))


def _in_the_pot(play: Play, seen: ChipsAt, settled: tuple[int, ...]) -> None:
    """Handle the chips at rest in the pot; `settled` lists the chips there before any chips moved.

    Chips that arrived and left again in the meantime count as taken out.
    """
    stage, there = play.hand.stage, sum(seen.chips)
    last = play.before.chips.get("pot", ())
    before = sum(settled) if last is settled else max(sum(settled), sum(last))
    if type(stage) is Paying:
        paid_into_pot(play, stage, there, settled)
    elif type(stage) is Posting:
        antes_in_pot(play, stage)
    elif not swept_in(play) and type(stage) is Betting:
        take_splash(play, seen, settled)
    if there < before:
        taken_out(play)
        pot_moved(play, before, there)
    else:
        _more_in_pot(play)


def _more_in_pot(play: Play) -> None:
    """Have the pot counted if it gains chips while nobody bets and no bets are being gathered."""
    hand = play.hand
    if hand.awaits.count is not None or not hand.gathered or type(hand.stage) not in _NOBODY_BETS:
        return
    if beyond_ledger(play.table, hand) > hand.surplus:
        none = (0,) * len(hand.bets)
        play.due(count=Count(play.at, none, none, play.at))


def _pot_moves(play: Play) -> None:
    """Record when the pot last changed and last gained chips, while bets are being gathered."""
    count, at = play.hand.awaits.count, play.at
    before, there = (sum(table.chips.get("pot", ())) for table in (play.before, play.table))
    if count is not None:
        came = at if there > before else count.pot_at
        play.due(count=replace(count, since=at, pot_at=came))
    elif type(play.hand.stage) in _ROUND_IS_OVER and there > before:
        play.due(pot_at=at)


def _in_motion(play: Play, seen: ChipsAt, lay: tuple[int, ...]) -> tuple[int, ...]:
    """Return the chips that a zone held before the current motion, and remember them until it ends.

    `lay` is the last known content of the zone. If the pot is already complete, chips that are
    added to it form a new motion, even if the pot has not come to rest in between.
    """
    moving = play.table.moving.copy()
    settled = moving.pop(seen.zone, lay)
    if seen.provisional:
        hand = play.hand
        complete = seen.zone == "pot" and hand.running and not beyond_ledger(play.table, hand)
        moving[seen.zone] = seen.chips if complete else settled
    play.table = replace(play.table, moving=moving)
    return settled


def _foreign(play: Play, seen: ChipsAt, seat: int) -> None:
    """Rule on chips from another set in front of a seat; they must be taken back."""
    before = play.table.devices.foreign
    known = before.get(seen.zone, 0)
    if seen.foreign == known or seen.provisional:
        return
    after = {zone: count for zone, count in before.items() if zone != seen.zone}
    if seen.foreign:
        after[seen.zone] = seen.foreign
    play.devices(foreign=after)
    if seen.foreign > known:
        tags = {"all-in"} if play.hand.status[seat] == ALL_IN else set()
        found(play, Kind.BET_FOREIGN, seat=seat, tags=tags)
