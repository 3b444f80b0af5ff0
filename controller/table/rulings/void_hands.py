"""Voided hands: all chips are returned, and the hand is redealt to the same players."""

from msgspec.structs import replace

from controller.contract.public import HandVoided, Refund, RulingClosed, StackChanged
from controller.contract.rules import Closing, Kind
from controller.table.between_hands import (
    ask_again,
    at_rest,
    hand_over,
    not_passed,
    with_those_since,
)
from controller.table.between_hands import begin as begin_penalties
from controller.table.rulings.steps import goals_of
from controller.table.state import Hand, Over, Past, Play, Redeal, Ruling, Seat, seats_before


def voids(ruling: Ruling) -> bool:
    """Return whether a step of this ruling voids the hand."""
    return any(goal.voids for goal in goals_of(ruling))


def void_hand(play: Play, reason: Kind, article: str, by: str = "") -> None:
    """Void the hand, restoring every stack to its amount before the hand, and prepare its redeal.

    `reason` is the irregularity, `article` its rule, and `by` the floor person who voids the hand.
    Other open rulings in the hand become moot. If the hand has been decided, its awards are taken
    back first.
    """
    before = Past(play.hand, play.table.seats, 0, (), play.table.carried, play.table.serving)
    if not play.hand.running:
        _take_awards_back(play)
    table, hand = play.table, play.hand
    given = ((s, hand.stacks[s] - table.seats[s].stack) for s in sorted(hand.entitled))
    refunds = tuple(Refund(seat, amount) for seat, amount in given if amount > 0)
    play.say(HandVoided(reason, article, refunds, by))
    seats = tuple(
        replace(seat, stack=hand.stacks[n] or seat.stack, joined=_joined(seat, hand))
        for n, seat in enumerate(table.seats)
    )
    none = (0,) * len(seats)
    prior = hand.prior
    play.hand = replace(hand, stage=Over(voided=True), bets=none, paid=none, dead_money=0)
    rulings = []
    for ruling in table.rulings:
        if voids(ruling):
            rulings.append(replace(ruling, before=before))
        else:
            play.say(RulingClosed(ruling.id, Closing.MOOT))
    play.table = replace(
        table,
        seats=seats,
        past=(),
        rulings=tuple(rulings),
        played=replace(
            table.played,
            hands=hand.number,
            button=prior.button,
            small_blind=prior.small_blind,
            big_blind=prior.big_blind,
            small_blind_posted=prior.small_blind_posted,
            redeal=_again(play, seats),
            void=table.played.void + 1,
        ),
    )
    if hand.bomb:
        # The bomb pot is redealt as it was, or at least played as the next hand.
        ask_again(play, hand)
    if table.at_rest.missed != prior.missed:
        not_passed(play)
    play.time(clock=None)
    if table.serving:
        hand_over(play, played=False)
    at_rest(play)


def may_take_awards_back(play: Play) -> bool:
    """Return whether a decided hand can still be voided, i.e. only stacks have changed since.

    The floor must decide if a player has been eliminated or has left, or if the house has taken its
    share. The floor must also decide while a penalty or hold is in force, because the hand may
    already count towards that penalty or hold.
    """
    table, hand = play.table, play.hand
    players = [table.seats[seat] for seat, stack in enumerate(hand.stacks) if stack]
    counted = hand.over.raked or hand.over.timed or table.serving or table.at_rest.holds
    return not counted and all(player.taken and player.stack for player in players)


def _take_awards_back(play: Play) -> None:
    """Undo the awards of a decided hand; restore the carried chips and the winning streak."""
    table, hand = play.table, play.hand
    seats = list(table.seats)
    for part in hand.awards:
        seats[part.seat] = replace(seats[part.seat], stack=seats[part.seat].stack - part.amount)
    for seat in sorted({part.seat for part in hand.awards}):
        play.say(StackChanged(seat, seats[seat].stack, "undo"))
    put_in = sum(stack - seats[seat].stack for seat, stack in enumerate(hand.stacks) if stack)
    carried = table.carried + sum(part.amount for part in hand.awards) - put_in
    play.table = replace(table, seats=tuple(seats), carried=carried)
    play.rest(streak=hand.prior.streak)


def _joined(seat: Seat, hand: Hand) -> int:
    """Return the new value of a seat's `joined` once `hand` is voided.

    `joined` is the number of the last hand before the player joined. If the voided hand was the
    player's first, the new value is that hand's number, so that the player still counts as new in
    the next hand.
    """
    is_new = 0 < seat.joined == hand.number - 1
    return hand.number if is_new else seat.joined


def _again(play: Play, seats: tuple[Seat, ...]) -> Redeal | None:
    """Return the redeal of a voided hand, with the same players as before.

    `seats` are the seats with their stacks restored. Returns None if the house does not redeal
    voided hands to the same players (tda 35-C).
    """
    if play.house.deal.redeal.value != "as-it-was":
        return None
    stacks = play.hand.stacks
    names = tuple([seat.name if stacks[n] else "" for n, seat in enumerate(seats)])
    away = tuple([n for n, seat in enumerate(seats) if stacks[n] and seat.absent])
    return Redeal(names, away, bomb=play.hand.bomb)


def unvoid(play: Play, before: Past) -> None:
    """Reinstate a voided hand, unless a player in it has left or has a different stack now.

    `before` is the state of the table before the hand was voided.
    """
    table, hand = play.table, before.hand
    for n, stack in enumerate(hand.stacks):
        seat, was = table.seats[n], before.seats[n]
        if stack and (seat.stack, seat.name) != (stack, was.name):
            return
    back = seats_before(table.seats, before, "stack", "excluded")
    seats = tuple(
        replace(seat, joined=was.joined if seat.name == was.name else seat.joined)
        for seat, was in zip(back, before.seats, strict=True)
    )
    missed = tuple(
        one
        for one in play.hand.prior.missed
        if table.seats[one.seat].name == before.seats[one.seat].name
    )
    play.hand = hand
    play.table = replace(
        table,
        seats=seats,
        carried=before.carried,
        played=replace(
            table.played,
            hands=hand.number - hand.running,
            button=hand.button,
            small_blind=hand.small_blind,
            big_blind=hand.big_blind,
            small_blind_posted=hand.stacks[hand.small_blind] > 0,
            redeal=None,
            void=max(table.played.void - 1, 0),
        ),
    )
    play.rest(missed=missed)
    if hand.bomb:
        play.rest(bomb=0, boards=1)
    play.time(serving=with_those_since(table, before))
    if not hand.running:
        begin_penalties(play)
