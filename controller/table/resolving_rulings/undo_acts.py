"""Undoes the last action, repeatedly if necessary, back to the start of the hand.

Cards stay where they are. Cards dealt since the action count again when the betting reaches their
street; chips gathered since then count as still in front of their seats.
"""

from msgspec.structs import replace

from controller.contract.public import ActionUndone, StackChanged, TurnStarted
from controller.table.betting import gather
from controller.table.between_hands import given_back, on_street, reopened, with_those_since
from controller.table.board import lay_street
from controller.table.rulings import reopen, ruling_stops, stops_play
from controller.table.state import (
    BET_ZONES,
    Early,
    Hand,
    Idle,
    Past,
    Play,
    Seat,
    Table,
    call_told,
    in_front,
    lies,
    lying,
    put,
    seats_before,
    unpaid,
    without,
)

_OF_THE_END = ("excluded", "busted", "owes", "entry")
"""The fields of a seat, besides its stack, that the end of a hand changes."""


def undo(play: Play, by: str) -> str:
    """Undo the last action, restoring the hand to its previous state; return "" on success.

    An action out of turn that is still waiting for its turn is discarded, and so is a bet or raise
    that the seat to act has announced without an amount. If nothing can be undone, return the id
    of the reason: `nothing-to-undo` or `ruling-open`. `by` is the person who undoes it.
    """
    table, hand = play.table, play.hand
    early = _early_since(table, hand)
    if early is not None and not ruling_stops(table):
        _forget(play, early, by)
        return ""
    if hand.betting.announced is not None and not ruling_stops(table):
        _forget_announced(play, by)
        return ""
    if type(hand.stage) is Idle or not table.past:
        return "nothing-to-undo"
    past = table.past[-1]
    if ruling_stops(table) or (table.rulings and past.hand.rounds != hand.rounds):
        return "ruling-open"
    play.say(ActionUndone(past.seat, by))
    _as_it_was(play, past)
    if not hand.running:
        _tell_stacks(play, table.seats, by)
    still_open = {ruling.id for ruling in play.table.rulings}
    for ruling in past.rulings:
        if ruling.id not in still_open:
            reopen(play, ruling)
    turn = past.hand.turn
    if turn and not stops_play(play.table):
        play.say(TurnStarted(turn, call_told(play.table, past.hand, play.house, turn)))
    return ""


def _early_since(table: Table, hand: Hand) -> Early | None:
    """Return the latest action out of turn made since the last action that can be undone."""
    betting = hand.betting
    before = table.past[-1].hand.betting.early if table.past else ()
    known = {early.seat for early in before}
    since = [e for e in betting.early if e.seat in betting.to_act and e.seat not in known]
    return since[-1] if since else None


def _forget(play: Play, early: Early, by: str) -> None:
    """Undo an action out of turn whose turn has not come."""
    betting, seat = play.hand.betting, early.seat
    lie = lies(play.table, seat) > play.hand.bets[seat] and not play.table.fittings.keyed
    undone = (*betting.undone, seat) if lie else betting.undone
    play.say(ActionUndone(seat, by))
    play.betting(early=without(betting.early, early), undone=undone)


def _forget_announced(play: Play, by: str) -> None:
    """Undo a bet or raise that the seat to act has announced without an amount."""
    seat, undone = play.hand.turn, play.hand.betting.undone
    if lies(play.table, seat) > play.hand.bets[seat] and not play.table.fittings.keyed:
        undone = (*undone, seat)
    play.say(ActionUndone(seat, by))
    play.betting(announced=None, undone=undone)
    play.say(TurnStarted(seat, call_told(play.table, play.hand, play.house, seat)))


def before_the_end(play: Play, by: str) -> bool:
    """Restore a decided hand to the state before its last action; return False if it can't be."""
    table = play.table
    if not table.past:
        return False
    _as_it_was(play, table.past[-1])
    _tell_stacks(play, table.seats, by)
    return True


def _tell_stacks(play: Play, before: tuple[Seat, ...], by: str) -> None:
    for number, (seat, was) in enumerate(zip(play.table.seats, before, strict=True)):
        if seat.stack != was.stack:
            play.say(StackChanged(number, seat.stack, "undo", by))


def _as_it_was(play: Play, past: Past) -> None:
    table, now = play.table, play.hand
    over = not now.running
    play.hand = _hand_before(table, now, past.hand)
    play.table = replace(
        given_back(table, now.over),
        seats=seats_before(table.seats, past, "stack", *(_OF_THE_END if over else ())),
        past=table.past[:-1],
        base=_base_before(table, now, past),
        carried=past.carried,
        played=replace(table.played, hands=past.hand.number - 1),
    )
    play.time(serving=with_those_since(table, past) if over else table.serving, clock=None)
    if over:
        reopened(play, past)
    if not table.fittings.keyed:
        beyond = enumerate(zip(lying(play.table), play.hand.bets, strict=True))
        play.betting(undone=tuple([seat for seat, (lies, bet) in beyond if lies > bet]))


def _hand_before(table: Table, now: Hand, was: Hand) -> Hand:
    cards = now.cards
    first = now.extras.first_board if now.extras is not None else ()
    there = dict.fromkeys((*first, *now.board, *cards.waiting))
    lying = tuple(c for c in there if c not in was.board)
    # Chips gathered since then are in the pot, and must not be taken for a bet thrown into it.
    in_the_pot = 0 if table.fittings.keyed else now.splashed + sum(now.paid) - sum(was.paid)
    return replace(
        was,
        splashed=max(was.splashed, in_the_pot),
        seen=tuple(c for c in now.seen if c not in lying),
        cards=replace(
            was.cards,
            burns=cards.burns,
            burned_for=max(was.cards.burned_for, cards.burned_for),
            left_shoe=cards.left_shoe,
            touched=cards.touched,
            waiting=lying,
        ),
    )


def _base_before(table: Table, now: Hand, past: Past) -> tuple[int, ...]:
    """Return, for each seat, the amount in front of it that is not part of its restored bet.

    `now` is the hand before the undo, and `past` the state that the undo restores. Chips gathered
    into the pot after `past` count as still in front of their seats.
    """
    if table.fittings.keyed:
        return past.base
    was = past.hand
    drawn = [max(paid - before, 0) for paid, before in zip(now.paid, was.paid, strict=True)]
    if now.rounds == was.rounds and now.splashed:
        drawn = [max(-base, 0) for base in table.base]
    rows = zip(past.base, in_front(table), _put_in(table, now, past), drawn, strict=True)
    return tuple([min(base, lies - max(bet, there)) for base, lies, bet, there in rows])


def _put_in(table: Table, now: Hand, past: Past) -> list[int]:
    """Return, for each seat, the part of its bet in `past` that has been put in.

    The rest is still owed. `now` is the hand before the undo. Once the round is over, the whole bet
    has been put in, apart from what was owed in `past` and has not arrived since. Where no antenna
    reads a bet, only chips that were read earlier count.
    """
    was, lie = past.hand, lying(table)
    if now.rounds == was.rounds and not now.alone():
        paid = [bet - debt for bet, debt in zip(now.bets, unpaid(table, now), strict=True)]
        for seat in range(1, len(paid)):
            if BET_ZONES[seat] in table.devices.blind_zones:
                paid[seat] = lie[seat]
    else:
        owed = past.owed or (0,) * len(lie)
        paid = [
            bet - max(owed[seat], _taken_back(table, now, past, seat))
            for seat, bet in enumerate(was.bets)
        ]
    return [min(bet, max(some, lies)) for bet, some, lies in zip(was.bets, paid, lie, strict=True)]


def _taken_back(table: Table, now: Hand, past: Past, seat: int) -> int:
    """Return how much of a bet in `past` its player has taken back since it was returned uncalled.

    `now` is the hand before the undo.
    """
    was = past.hand
    bet = was.bets[seat]
    if now.running:
        called = now.paid[seat] + now.bets[seat] - was.paid[seat]
    else:
        called = min(bet, max(put(was.bets, seat, 0)))
    left = in_front(table)[seat] - past.base[seat]
    if not (now.running and now.gathered):
        left -= called
    if left < 0:
        return 0
    return max(bet - called - left, 0)


def _chips_to_come(play: Play) -> bool:
    """Return whether some bets of the finished round are not yet fully in front of their seats."""
    table, hand = play.table, play.hand
    if table.fittings.keyed or hand.gathered:
        return False
    front = in_front(table)
    return any(bet and front[s] - table.base[s] < bet for s, bet in enumerate(hand.bets))


def lay_waiting(play: Play) -> None:
    """Deal a street that is due from board cards left by an undo or dealt early."""
    while play.hand.cards.waiting and play.hand.street_due:
        if _chips_to_come(play):
            return
        hand, places = play.hand, play.table.places
        if on_street(play.table, hand):
            return
        lying = tuple(c for c in hand.cards.waiting if places.get(c) == "board")
        due = hand.game.board[hand.street + 1] - len(hand.board)
        if len(lying) < due:
            play.cards(waiting=lying)
            return
        gather(play)
        hand = play.hand
        play.hand = replace(
            hand,
            board=(*hand.board, *lying[:due]),
            seen=(*hand.seen, *lying[:due]),
            cards=replace(hand.cards, waiting=lying[due:]),
        )
        lay_street(play)
