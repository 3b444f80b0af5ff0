"""Antes and blinds: posted from the stack or from chips, and held against what lies in front."""

from msgspec.structs import replace

from controller.contract.public import AntePosted, BlindPosted
from controller.contract.rules import Kind
from controller.table.hand import ALL_IN, Dealing, Hand, Posting
from controller.table.irregular import found
from controller.table.play import Play
from controller.table.state import BET_ZONES, put


def owed(hand: Hand, seat: int) -> tuple[int, int]:
    """Return what a seat has still to post: its ante and its blind."""
    stage = hand.stage
    return (stage.antes[seat], stage.blinds[seat]) if type(stage) is Posting else (0, 0)


def posting_order(hand: Hand) -> tuple[int, ...]:
    """Return the seats in the order in which they post: the small blind first."""
    if hand.small_blind not in hand.entitled:
        return hand.entitled
    first = hand.entitled.index(hand.small_blind)
    return hand.entitled[first:] + hand.entitled[:first]


def post_all(play: Play) -> None:
    """Post every ante and blind that is still due, small blind first."""
    order = posting_order(play.hand)
    for seat in order:
        if owed(play.hand, seat)[0]:
            _post_ante(play, seat)
    for seat in order:
        if owed(play.hand, seat)[1]:
            _post_blind(play, seat)
    when_posted(play)


def post_from_chips(play: Play, seat: int, front: int) -> None:
    """Take chips that have come to a bet zone as the ante or blind that its seat owes."""
    ante, blind = owed(play.hand, seat)
    if ante and front in {ante, ante + blind}:
        _post_ante(play, seat)
        base = play.table.base
        play.table = replace(play.table, base=put(base, seat, base[seat] + ante))
        front -= ante
    if blind and front == blind:
        _post_blind(play, seat)
    when_posted(play)


def when_posted(play: Play) -> None:
    """Let the deal begin once nothing is owed any more."""
    stage = play.hand.stage
    if type(stage) is Posting and not any(stage.antes) and not any(stage.blinds):
        play.hand = replace(play.hand, stage=Dealing())


def _post_ante(play: Play, seat: int) -> None:
    """Post what a seat owes as ante; the big blind's ante for all is dead money."""
    hand = play.hand
    amount = owed(hand, seat)[0]
    level = hand.level
    play.say(AntePosted(seat, amount, short=amount < (level.big_blind_ante or level.ante)))
    if level.big_blind_ante:
        hand = replace(hand, dead_money=hand.dead_money + amount)
    else:
        hand = replace(hand, paid=put(hand.paid, seat, hand.paid[seat] + amount))
    play.hand = _posted(play, hand, seat, amount, ante=True)


def _post_blind(play: Play, seat: int) -> None:
    """Post what a seat owes as blind."""
    hand = play.hand
    amount = owed(hand, seat)[1]
    big = seat == hand.big_blind
    full = hand.level.big_blind if big else hand.level.small_blind
    play.say(BlindPosted(seat, amount, "big" if big else "small", short=amount < full))
    hand = replace(
        hand,
        bets=put(hand.bets, seat, amount),
        gathered=False,
        last=put(hand.last, seat, ("big-blind" if big else "small-blind", amount)),
    )
    play.hand = _posted(play, hand, seat, amount, ante=False)


def _posted(play: Play, hand: Hand, seat: int, amount: int, *, ante: bool) -> Hand:
    """Take what a seat posts from its stack; return the hand in which it does not owe it."""
    if not play.pay(seat, -amount):
        hand = replace(hand, status=put(hand.status, seat, ALL_IN))
    stage = hand.stage
    if type(stage) is not Posting:
        return hand
    if ante:
        return replace(hand, stage=replace(stage, antes=put(stage.antes, seat, 0)))
    return replace(hand, stage=replace(stage, blinds=put(stage.blinds, seat, 0)))


def check_blinds(play: Play) -> None:
    """See, now that the deal is over, whether the blinds lie where they were posted.

    They count as posted in any case. A table that has read no chips at all can't say.
    """
    table, hand = play.table, play.hand
    if table.keyed or not table.chips:
        return
    for seat in dict.fromkeys((hand.small_blind, hand.big_blind)):
        blind = hand.bets[seat]
        if not blind or hand.gathered or BET_ZONES[seat] in table.blind_zones:
            continue
        there = sum(table.chips.get(BET_ZONES[seat], ())) - table.base[seat]
        if there < blind:
            kind = Kind.BLIND_SHORT if there > 0 else Kind.BLIND_MISSING
            found(play, kind, seat=seat, tags={"before-action"})


def not_owed(play: Play, seat: int) -> None:
    """Rule on chips that come to rest, before the betting, in front of who owes none (any more)."""
    table = play.table
    front = sum(table.chips.get(BET_ZONES[seat], ())) - table.base[seat]
    if front <= play.hand.bets[seat] or any(owed(play.hand, seat)):
        return
    if any(r.kind is Kind.BLIND_WRONG_SEAT and r.seat == seat for r in table.rulings):
        return
    found(play, Kind.BLIND_WRONG_SEAT, seat=seat, tags={"before-action"})
