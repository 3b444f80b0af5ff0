"""Antes and blinds, posted from the stack or with chips, and checked against the bet zones."""

from typing import Literal

from msgspec.structs import replace

from controller.contract.public import AntePosted, BlindPosted
from controller.contract.rules import Entry, Kind
from controller.houses.model import House
from controller.table.rulings import found
from controller.table.state import (
    ALL_IN,
    BET_ZONES,
    Dealing,
    Hand,
    Level,
    Play,
    Positions,
    Posting,
    Seat,
    beyond_ledger,
    in_front,
    lie_in_the_pot,
    lies,
    put,
    whose,
)

POSTED = {"small": "small-blind", "big": "big-blind", "straddle": "straddle", "kill": "kill"}
"""For each kind of blind, the id recorded as the last action of the seat that posts it."""


def entering(
    due: Posting,
    level: Level,
    seats: tuple[Seat, ...],
    stacks: tuple[int, ...],
    *,
    bomb: bool = False,
) -> Posting:
    """Return the posts in `due`, with missed blinds and newcomers' entry blinds added.

    Missed blinds are dead. A big blind posted to enter is live, and the player must still post the
    big blind when it next reaches their seat (ramponneau III.A.4, IV.4). In a bomb pot (`bomb`),
    nobody posts a blind to enter.
    """
    antes, blinds = due.antes, due.blinds
    for n, seat in enumerate(seats):
        if not stacks[n] or not (seat.owes or seat.entry is Entry.POST_NOW):
            continue
        antes = put(antes, n, min(antes[n] + seat.owes, stacks[n]))
        enters = seat.entry is Entry.POST_NOW and not bomb
        full = level.big_blind if enters else blinds[n]
        blinds = put(blinds, n, min(max(full, blinds[n]), stacks[n] - antes[n]))
    return Posting(antes, blinds)


def pays_for_all(house: House, places: Hand | Positions) -> int:
    """Return the seat that posts the ante for everybody under the house rules.

    It is the big blind's seat or the button's seat. The button's seat is returned even if it is
    empty; in that case, nobody posts the ante (tda RP-11).
    """
    on_button = house.blinds.ante_for_all.value == "button"
    return places.button if on_button else places.big_blind


def owed(hand: Hand, seat: int) -> tuple[int, int]:
    """Return the ante and the blind that a seat still has to post, in chips."""
    stage = hand.stage
    return (stage.antes[seat], stage.blinds[seat]) if type(stage) is Posting else (0, 0)


def posting_order(hand: Hand) -> tuple[int, ...]:
    """Return the seats in posting order, beginning with the small blind."""
    if hand.small_blind not in hand.entitled:
        return hand.entitled
    first = hand.entitled.index(hand.small_blind)
    return hand.entitled[first:] + hand.entitled[:first]


def post_all(play: Play) -> None:
    """Post every ante and blind that is still due, small blind first."""
    order = posting_order(play.hand)
    for seat in order:
        due = play.hand.stage
        if type(due) is Posting and due.antes[seat]:
            _post_ante(play, due, seat)
    for seat in order:
        due = play.hand.stage
        if type(due) is Posting and due.blinds[seat]:
            _post_blind(play, due, seat)
    when_posted(play)


def post_from_chips(play: Play, due: Posting, seat: int, front: int) -> None:
    """Count chips in a bet zone as its seat's ante or blind; seats may post in any order.

    `due` contains the posts still due. `front` is the amount in front of the seat. An amount that
    matches no post is left uncounted.
    """
    ante, blind = due.antes[seat], due.blinds[seat]
    more = front - play.hand.bets[seat]
    if ante and more in {ante, ante + blind}:
        _post_ante(play, due, seat)
        base = play.table.base
        play.table = replace(play.table, base=put(base, seat, base[seat] + ante))
        more -= ante
    due_now = play.hand.stage
    if blind and more == blind and type(due_now) is Posting:
        _post_blind(play, due_now, seat)
    when_posted(play)


def antes_in_pot(play: Play, due: Posting) -> None:
    """Treat all antes in `due` as posted if exactly their total was thrown into the pot."""
    antes = sum(due.antes)
    if antes and beyond_ledger(play.table, play.hand) == antes:
        for seat in posting_order(play.hand):
            stage = play.hand.stage
            if type(stage) is Posting and stage.antes[seat]:
                _post_ante(play, stage, seat)
        when_posted(play)


def when_posted(play: Play) -> None:
    """Start the deal if all posts have been made."""
    stage = play.hand.stage
    if type(stage) is Posting and not any(stage.antes) and not any(stage.blinds):
        play.hand = replace(play.hand, stage=Dealing())


def _post_ante(play: Play, due: Posting, seat: int) -> None:
    """Post a seat's ante along with its missed blinds; these and a big blind ante are dead."""
    hand, amount, level = play.hand, due.antes[seat], play.hand.level
    owes, ante = play.table.seats[seat].owes, level.ante
    own = min(ante, amount) if owes else amount
    if level.big_blind_ante:
        own, pays = 0, not owes or seat == pays_for_all(play.house, hand)
        ante = level.big_blind_ante if pays else 0
    play.say(AntePosted(seat, amount, short=amount < ante + owes))
    _pay(
        play,
        replace(due, antes=put(due.antes, seat, 0)),
        seat,
        amount,
        paid=put(hand.paid, seat, hand.paid[seat] + own),
        dead_money=hand.dead_money + amount - own,
    )


def _post_blind(play: Play, due: Posting, seat: int) -> None:
    """Post a seat's blind."""
    hand, amount = play.hand, due.blinds[seat]
    enters = play.table.seats[seat].entry is Entry.POST_NOW
    big = seat == hand.big_blind or enters
    full = play.table.level.big_blind if big else hand.level.small_blind
    name: Literal["small", "big", "straddle", "kill"] = "big" if big else "small"
    if hand.extras is not None and seat == hand.extras.straddle:
        name = "straddle"
    elif hand.extras is not None and seat == hand.extras.kill:
        name, full = "kill", hand.level.big_blind
    play.say(BlindPosted(seat, amount, name, short=amount < full))
    _pay(
        play,
        replace(due, blinds=put(due.blinds, seat, 0)),
        seat,
        amount,
        bets=put(hand.bets, seat, amount),
        gathered=False,
        last=put(hand.last, seat, (POSTED[name], amount)),
    )


def _pay(play: Play, left: Posting, seat: int, amount: int, **changes: object) -> None:
    """Take `amount` from a seat's stack for a post; a seat left without chips is all-in.

    `left` contains the posts still due. `changes` are other attributes of the hand to change.
    """
    broke = not play.pay(seat, -amount)
    status = put(play.hand.status, seat, ALL_IN) if broke else play.hand.status
    play.hand = replace(play.hand, stage=left, status=status, **changes)


def check_blinds(play: Play) -> None:
    """Rule on each seat whose full blind is not in front of it after the deal.

    Chips thrown straight into the pot count as well. The blind counts as posted whatever the
    ruling. Nothing is checked if no antenna reads chips.
    """
    if play.table.fittings.keyed or not play.table.chips:
        return
    _laid_early(play)
    _blinds_in_pot(play)
    lacking = _lacking(play)
    for seat in posting_order(play.hand):
        if lacking[seat]:
            kind = Kind.BLIND_SHORT if lies(play.table, seat) > 0 else Kind.BLIND_MISSING
            found(play, kind, seat=seat, tags={"before-action"})


def _laid_early(play: Play) -> None:
    """Count chips that were in front of a seat before the hand as its blind, if that is lacking.

    A player may post while the cards are still being shuffled, or leave a blind of a voided hand or
    part of a bet that was won back there.
    """
    table, hand = play.table, play.hand
    base, lie = table.base, in_front(table)
    for seat, lacks in enumerate(_lacking(play)):
        if lacks:
            base = put(base, seat, min(base[seat], max(lie[seat] - hand.bets[seat], 0)))
    play.table = replace(table, base=base)


def _blinds_in_pot(play: Play) -> None:
    """Count blinds thrown straight into the pot as if they were in front of their seats."""
    beyond = beyond_ledger(play.table, play.hand)
    if beyond > 0:
        for seat, chips in whose(_lacking(play), beyond).items():
            lie_in_the_pot(play, seat, chips)


def _lacking(play: Play) -> list[int]:
    """Return, for each seat, the part of its posted blind that is not in front of it, in chips.

    The amount is 0 for a seat whose bet zone no antenna reads.
    """
    hand, unread = play.hand, play.table.devices.blind_zones
    return [
        0 if hand.gathered or BET_ZONES[seat] in unread else max(bet - lies(play.table, seat), 0)
        for seat, bet in enumerate(hand.bets)
    ]
