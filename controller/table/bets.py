"""What chips in front of a seat say: a legal action, or one that the house has to read."""

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import Action, ActionRefused, ActionUndone, TurnStarted
from controller.houses.model import House, Remedy
from controller.table.actions import act
from controller.table.betting import Legal, legal, to_call
from controller.table.early import acted_early
from controller.table.irregular import found
from controller.table.rulings import stops_play
from controller.table.state import ALL_IN, LIVE, Hand, Out, Table, Tentative, put, restore


def put_in(may: Legal, amount: int) -> int | None:
    """Return what a legal bet, raise or call of this amount comes to, None when it is none."""
    if may.call is not None and amount == may.call:
        return amount
    if amount == may.whole and (may.all_in is not None or may.most == may.whole):
        return amount
    if may.multiple and amount % may.multiple:
        return None
    if may.least is not None and may.most is not None and may.least <= amount <= may.most:
        return amount
    return None


class Motion(NamedTuple):
    """A motion of chips in front of a seat: `front` is what lies there for this round now.

    `settled` are the denominations that lay there before the motion began.
    """

    seen: ChipsAt
    seat: int
    front: int
    settled: tuple[int, ...]

    def added(self) -> tuple[int, ...]:
        """Return the chips that the motion has brought, highest first."""
        pieces = Counter(self.seen.chips) - Counter(self.settled)
        return tuple(sorted(pieces.elements(), reverse=True))


def read_bet(table: Table, motion: Motion, house: House, out: Out) -> Table:
    """Read what a seat has in front of it now, its bets of earlier rounds apart."""
    hand = table.hand
    assert hand is not None
    seen, seat, front, _ = motion
    bet = hand.bets[seat]
    if front == bet:
        return table if seen.provisional else _as_it_should_be(table, hand, seat)
    if hand.status[seat] not in (LIVE, ALL_IN) or stops_play(table):
        return table
    if hand.turn == seat and front > bet:
        return _read_action(table, hand, motion, house, out)
    if hand.tentative == Tentative(seat, seen.since) and front > bet:
        if table.past and table.past[-1].seat == seat:
            # A tag of the same motion, read late: the action is read again from the start.
            past = table.past[-1]
            before = replace(restore(table, past), past=table.past[:-1])
            said = len(out.public)
            after = _read_action(before, past.hand, motion, house, out, amended=True)
            if len(after.past) == len(before.past):
                # The chips say no action after all: the one that was published is taken back.
                cost = to_call(before, past.hand, seat)
                out.public[said:said] = [ActionUndone(seat, ""), TurnStarted(seat, cost)]
            return after
        return table
    if seen.provisional:
        return table
    if front < bet:
        return _too_few(table, hand, motion, house, out)
    return _too_many(table, hand, motion, house, out)


def _as_it_should_be(table: Table, hand: Hand, seat: int) -> Table:
    if hand.tentative and hand.tentative.seat == seat:
        hand = replace(hand, tentative=None)
    if seat in hand.faulty:
        hand = replace(hand, faulty=tuple(s for s in hand.faulty if s != seat))
    return table if hand is table.hand else replace(table, hand=hand)


def _noted(table: Table, seat: int) -> Table:
    hand = table.hand
    assert hand is not None
    return replace(table, hand=replace(hand, faulty=(*hand.faulty, seat)))


def _lay_before(table: Table, motion: Motion) -> int:
    """Return what lay in front of a seat for this round before the motion began."""
    return sum(motion.settled) - table.base[motion.seat]


def _too_few(table: Table, hand: Hand, motion: Motion, house: House, out: Out) -> Table:
    """Rule on chips that are fewer than the seat's bet: taken back, or less than announced."""
    seat = motion.seat
    if seat in hand.faulty:
        return table
    if _lay_before(table, motion) >= hand.bets[seat]:
        kind = "bet.taken-back"
    elif hand.last[seat][0] == "call":
        kind = "bet.short-call"
    else:
        kind = "bet.contradicts"
    table, _ = found(table, house, out, kind, seat=seat, tags={"announced"})
    return _noted(table, seat)


def _too_many(table: Table, hand: Hand, motion: Motion, house: House, out: Out) -> Table:
    """Rule on chips beyond the seat's bet when it is not its turn."""
    _, seat, front, _ = motion
    if seat in hand.to_act:
        return acted_early(table, house, out, seat, _meant(hand, front), front)
    if seat in hand.faulty:
        return table
    added = motion.added()
    missing = hand.bets[seat] - _lay_before(table, motion)
    if missing > 0:
        # An announced action: one chip that is too large wants change, more contradict it.
        if not added or sum(added) - added[-1] < missing:
            return _noted(table, seat)
        table, _ = found(table, house, out, "bet.contradicts", seat=seat, tags={"announced"})
        return _noted(table, seat)
    if not added:
        return table
    if table.seats[seat].stack < front - hand.bets[seat]:
        return _hidden(table, house, out, seat)
    table, _ = found(table, house, out, "bet.string", seat=seat, tags={"after-action"})
    return _noted(table, seat)


def _hidden(table: Table, house: House, out: Out, seat: int) -> Table:
    hand = table.hand
    assert hand is not None
    tags = {"all-in"} if hand.status[seat] == ALL_IN else set()
    table, _ = found(table, house, out, "bet.hidden", seat=seat, tags=tags)
    return _noted(table, seat)


def _meant(hand: Hand, front: int) -> str:
    if front <= hand.level_bet:
        return "call"
    return "raise" if hand.level_bet else "bet"


def _read_action(
    table: Table, hand: Hand, motion: Motion, house: House, out: Out, *, amended: bool = False
) -> Table:
    seen, seat, front, _ = motion
    if seen.provisional and (table.rulings or hand.early):
        # What an action sets off here could not be amended by a tag that is read late.
        return table
    may = legal(table, hand, house, seat)
    if not hand.announced and front == may.call:
        tentative = Tentative(seat, seen.since) if seen.provisional else None
        return act(table, house, out, seat, "call", front, amended=amended, tentative=tentative)
    if seen.provisional and not amended:
        return table
    tentative = Tentative(seat, seen.since) if seen.provisional else None
    if front > may.whole and not seen.provisional:
        table = _hidden(table, house, out, seat)
        front = may.whole
    added = motion.added()
    if hand.announced:
        return _announced(table, may, house, out, seat, front, added)
    if hand.choice:
        return _completed(table, may, house, out, seat, front)
    if len(added) == 1 and may.call is not None and front > may.call:
        return _oversized(table, may, house, out, seat, amended=amended)
    to = put_in(may, front)
    if to is not None:
        action: Action = (
            Action.CALL if to == may.call else Action.BET if may.opens else Action.RAISE
        )
        return act(table, house, out, seat, action, to, amended=amended, tentative=tentative)
    if seen.provisional:
        return table
    return read_wrong(table, hand, may, house, out, seat, front)


def _completed(table: Table, may: Legal, house: House, out: Out, seat: int, front: int) -> Table:
    """Take the chips of who has to complete a bet or call that was too small."""
    if may.call is not None and front >= may.call:
        return act(table, house, out, seat, "call", may.call)
    if may.least is not None and front >= may.least:
        return act(table, house, out, seat, "bet", may.least)
    return table


def _oversized(
    table: Table, may: Legal, house: House, out: Out, seat: int, *, amended: bool
) -> Table:
    """Read one chip that is larger than the call, nothing said: a call (ppc 3, fidpa 64)."""
    assert may.call is not None
    table, _ = found(table, house, out, "bet.oversized", seat=seat, tags={"facing-bet"})
    return act(table, house, out, seat, "call", may.call, amended=amended)


def _announced(
    table: Table,
    may: Legal,
    house: House,
    out: Out,
    seat: int,
    front: int,
    added: tuple[int, ...],
) -> Table:
    """Read the chips of who has said "raise" or "bet" and no amount."""
    to = front
    if len(added) == 1 and may.least is not None and added[0] >= may.least:
        to = min(added[0], may.whole)
    action: Action = Action.BET if may.opens else Action.RAISE
    legal_to = put_in(may, to)
    if legal_to is not None and legal_to != may.call:
        return act(table, house, out, seat, action, legal_to)
    if to == may.call:
        remedy = house.remedy("bet.string", frozenset({"call-then-raise"}))
        if remedy.outcome == "stands":
            return table
    if may.multiple and may.least is not None and to > may.least:
        return found(table, house, out, "bet.not-multiple", seat=seat, tags={"announced"})[0]
    kind = "bet.short" if may.opens else "bet.short-raise"
    table, remedy = found(table, house, out, kind, seat=seat, tags={"announced"})
    return reading(table, remedy, may, house, out, seat, front)


def read_wrong(
    table: Table, hand: Hand, may: Legal, house: House, out: Out, seat: int, front: int
) -> Table:
    """Let the house read chips that are no legal bet, call or raise."""
    if may.opens:
        if may.least is None or front < may.least:
            table, remedy = found(table, house, out, "bet.short", seat=seat)
            return reading(table, remedy, may, house, out, seat, front)
        return _beyond(table, may, house, out, seat, front)
    call = may.call if may.call is not None else hand.level_bet
    if front < call:
        tags = {
            "heads-up" if len(hand.live()) == 2 else "several",
            "raised" if hand.raises > 1 else "opening",
        }
        table, remedy = found(table, house, out, "bet.short-call", seat=seat, tags=tags)
        return reading(table, remedy, may, house, out, seat, front)
    if may.least is None:
        out.say(ActionRefused(seat, "raise", "may-not-raise"))
        return act(table, house, out, seat, "call", call) if may.call else table
    if front < may.least:
        half = 2 * (front - call) >= may.least - call
        tags = {"half" if half else "less-than-half"}
        table, remedy = found(table, house, out, "bet.short-raise", seat=seat, tags=tags)
        return reading(table, remedy, may, house, out, seat, front)
    return _beyond(table, may, house, out, seat, front)


def _beyond(table: Table, may: Legal, house: House, out: Out, seat: int, front: int) -> Table:
    """Read a bet that is large enough, but no multiple or more than the structure allows."""
    assert may.most is not None
    if may.multiple and front <= may.most:
        return found(table, house, out, "bet.not-multiple", seat=seat)[0]
    action: Action = Action.BET if may.opens else Action.RAISE
    return act(table, house, out, seat, action, may.most)


def reading(
    table: Table, remedy: Remedy, may: Legal, house: House, out: Out, seat: int, front: int
) -> Table:
    """Count chips as the house reads them: made full, a call, or the player's choice."""
    if remedy.outcome == "made-full":
        if may.opens or remedy.kind == "bet.short-raise":
            to = may.least if may.least is not None else may.whole
            return act(table, house, out, seat, "bet" if may.opens else "raise", to)
        return act(table, house, out, seat, "call", may.call or 0)
    if remedy.outcome == "call":
        if may.call is None:
            return act(table, house, out, seat, "check")
        return act(table, house, out, seat, "call", may.call)
    if remedy.outcome == "choose":
        return _leave_the_choice(table, seat, front)
    return table


def _leave_the_choice(table: Table, seat: int, front: int) -> Table:
    """Let a seat complete what it has put in, or fold and lose it (ppc 22, fidpa 57-9)."""
    hand = table.hand
    assert hand is not None
    owner = table.seats[seat]
    missing = front - hand.bets[seat]
    return replace(
        table,
        seats=put(table.seats, seat, replace(owner, stack=owner.stack - missing)),
        hand=replace(hand, bets=put(hand.bets, seat, front), choice="complete"),
    )


def take_splash(
    table: Table, seen: ChipsAt, settled: tuple[int, ...], house: House, out: Out
) -> Table:
    """Read chips that a seat in turn has put straight into the pot; `settled` lay there before."""
    hand = table.hand
    assert hand is not None
    gathered = sum(hand.paid) + hand.dead_money + table.carried + hand.splashed
    added = sum(seen.chips) - max(gathered, sum(settled))
    seat = hand.turn
    if hand.phase != "betting" or not seat or added <= 0 or stops_play(table):
        return table
    table, _ = found(table, house, out, "bet.splashed", seat=seat)
    hand = table.hand or hand
    hand = replace(hand, splashed=hand.splashed + added)
    table = replace(table, hand=hand, base=put(table.base, seat, table.base[seat] - added))
    may = legal(table, hand, house, seat)
    front = hand.bets[seat] + added
    to = put_in(may, front)
    if to is None:
        return read_wrong(table, hand, may, house, out, seat, front)
    action: Action = Action.CALL if to == may.call else Action.BET if may.opens else Action.RAISE
    return act(table, house, out, seat, action, to)
