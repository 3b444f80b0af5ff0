"""Pushing pots to winners, tracked by antennas or, without antennas, confirmed by the winners."""

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import NextStep, PotPushed, PotReceived, PotShare, Task
from controller.contract.rules import Kind
from controller.contract.scans import zone_seat
from controller.table.rulings import found
from controller.table.state import (
    BET_ZONES,
    IN_FRONT,
    STACK_ZONES,
    Hand,
    Play,
    Table,
    not_gathered,
)


def shares(hand: Hand) -> dict[int, int]:
    """Return each winner's total from all pots of a finished hand, in the order of the pots."""
    won: dict[int, int] = {}
    for part in hand.awards:
        won[part.seat] = won.get(part.seat, 0) + part.amount
    return won


def asked(hand: Hand) -> tuple[PotShare, ...]:
    """Return the winners who have not yet confirmed their shares, with the amounts."""
    won = shares(hand)
    return tuple([PotShare(seat, won[seat]) for seat in hand.over.asked])


def stack_is_read(table: Table, seat: int) -> bool:
    """Return whether an antenna reads a seat's stack."""
    zone = STACK_ZONES[seat]
    return zone in table.chips and zone not in table.devices.blind_zones


def pot_moved(play: Play, before: int, lies: int) -> None:
    """Handle chips that leave the pot after a hand; the pot fell from `before` to `lies`."""
    hand, table = play.hand, play.table
    if not hand.awards:
        return
    if table.devices.stacks is not None:
        for seat in range(1, len(table.seats)):
            zone = STACK_ZONES[seat]
            # In a stack that is still being read, chips that were exchanged may count twice.
            if stack_is_read(table, seat) and zone not in table.moving:
                pushed_wrong(play, zone, sum(table.chips[zone]))
    won = shares(hand)
    if seat := _came_before(table, won, before - lies):
        _wrong(play, seat, before - lies)
    elif lies <= table.carried < before:
        _ask_winners(play)


def pushed_early(play: Play) -> None:
    """Ask the winners to confirm their shares if the pot has already been pushed.

    This can happen before the last hand has been shown.
    """
    table = play.table
    lies = table.chips.get("pot")
    unread = lies is None or "pot" in table.devices.blind_zones
    if play.hand.awards and not unread and sum(lies or ()) <= table.carried:
        _ask_winners(play)


def _ask_winners(play: Play) -> None:
    """Ask winners to confirm that they have their share, if no antenna reads their stack."""
    won, table = shares(play.hand), play.table
    unseen = tuple([seat for seat in won if not stack_is_read(table, seat)])
    if unseen and not table.rulings:
        play.hand = replace(play.hand, stage=replace(play.hand.over, asked=unseen))
        for seat in unseen:
            play.say(PotPushed(seat, won[seat]))


def came_in_front(play: Play, seen: ChipsAt, before: int) -> None:
    """Report a wrong pot if a seat that won nothing has received another seat's share.

    `seen` is a new read of that seat's bet zone, and `before` the value of its previous chips.
    """
    hand, table, seat = play.hand, play.table, IN_FRONT[seen.zone]
    won = shares(hand)
    whole = sum(table.chips.get("pot", ())) >= _due(table, hand)
    if won and seat not in won and not whole:
        more = sum(seen.chips) - before
        if _is_a_pot(won, table, more):
            _wrong(play, seat, more)


def has_share(play: Play, seat: int) -> bool:
    """Record a winner's confirmation of their share; return whether they had been asked."""
    hand, over = play.hand, play.hand.over
    if seat not in over.asked:
        return False
    left = tuple([one for one in over.asked if one != seat])
    play.hand = replace(hand, stage=replace(over, asked=left))
    play.say(PotReceived(seat, shares(hand)[seat]))
    return True


def ask_no_more(play: Play) -> None:
    """Stop asking winners to confirm their shares, because the floor is handling the pot."""
    over = play.hand.over
    if over.asked:
        play.hand = replace(play.hand, stage=replace(over, asked=()))


def pushed_wrong(play: Play, zone: str, lies: int) -> None:
    """Detect, while pots are being pushed, chips in the stack of a seat that did not win them.

    `zone` is the stack's zone, and `lies` the value of the chips in it.

    If the whole pot is still in place, the chips came from elsewhere, and only the stack count
    reports them. A winner may pull in a shared pot and count out the other shares, so a winner's
    excess chips are ignored up to the total of those shares.
    """
    hand, table, seat = play.hand, play.table, zone_seat(zone)
    owner = table.seats[seat]
    more = lies - owner.stack - owner.rebuy - for_the_box(hand, seat)
    if not hand.awards or not owner.taken or owner.joined >= hand.number:
        return
    due = _due(table, hand)
    # A returned uncalled bet may be pushed together with the pot.
    if not 0 < more <= due + hand.round.level_bet:
        return
    won = shares(hand)
    if seat in won and more <= sum(won.values()) - won[seat]:
        return
    whole = "pot" in table.chips and sum(table.chips["pot"]) >= due
    if not whole and not _all_have_theirs(table, hand):
        _wrong(play, seat, more)


def for_the_box(hand: Hand, seat: int) -> int:
    """Return the time charge taken from a seat's stack for a finished hand, or 0 if there was none.

    The charge is already deducted from the recorded stack. Its chips may still be in the real
    stack, until somebody puts them into the house's drop box.
    """
    return sum(paid.amount for paid in hand.over.timed if paid.seat == seat)


def _all_have_theirs(table: Table, hand: Hand) -> bool:
    """Return whether every winner is known to have their share, by a read or a confirmation."""
    pot = table.chips.get("pot")
    if sum(pot or ()) > table.carried:
        return False
    return all(
        sum(table.chips[STACK_ZONES[seat]]) >= table.seats[seat].stack
        if stack_is_read(table, seat)
        else pot is not None and not hand.over.asked
        for seat in shares(hand)
    )


def _due(table: Table, hand: Hand) -> int:
    """Return the total in the pot after a hand, before any of it is pushed to the winners."""
    return sum(shares(hand).values()) + table.carried


def _came_before(table: Table, won: dict[int, int], gone: int) -> int:
    """Return a seat that won nothing, but has received exactly the amount that left the pot.

    Return 0 if there is no such seat. `won` maps each winner to its share. `gone` is the amount
    that left the pot. The seat may also have its own bets from the hand in front of it.
    """
    if not _is_a_pot(won, table, gone):
        return 0
    for seat in range(1, len(table.seats)):
        lies = sum(table.chips.get(BET_ZONES[seat], ()))
        if seat not in won and gone in (lies, lies - table.base[seat]):
            return seat
    return 0


def _is_a_pot(won: dict[int, int], table: Table, chips: int) -> bool:
    """Return whether an amount of `chips` is one winner's share or the total of all shares.

    An amount that may be a blind or ante posted early, or both, does not count. `won` maps each
    winner to its share.
    """
    level = table.next_level or table.level
    blinds, antes = (0, level.small_blind, level.big_blind), (0, level.ante, level.big_blind_ante)
    posts = {blind + ante for blind in blinds for ante in antes}
    return chips not in posts and (chips in won.values() or chips == sum(won.values()))


def _wrong(play: Play, seat: int, has: int) -> None:
    """Report that a seat has chips from a pot that it did not win; `has` is their value."""
    ask_no_more(play)
    if not any(ruling.kind is Kind.POT_WRONG for ruling in play.table.rulings):
        found(play, Kind.POT_WRONG, seat=seat, tags={"between-hands"}, amount=-has)


def to_clear(table: Table, hand: Hand) -> NextStep | None:
    """Return the next amount to take from the pot: for the drop box, or a winner's share.

    Return None if the pot is empty. If some of the shares have been pushed, they are assumed to be
    the first ones.
    """
    there = sum(table.chips.get("pot", ())) - table.carried + _left_in_front(table, hand)
    boxed = hand.boxed
    won = [share.amount for share in hand.awards]
    last = there == boxed and boxed not in won
    if boxed and (last or there >= boxed + sum(won)):
        return NextStep(Task.RAKE, amount=boxed)
    return _next_push(hand, there) if there > 0 else None


def _left_in_front(table: Table, hand: Hand) -> int:
    """Return the total of the ungathered bets, which count as part of the pot.

    Return 0 if only winners have such bets in front of them.
    """
    lies = not_gathered(table)
    won = shares(hand)
    if not any(chips for seat, chips in enumerate(lies) if seat not in won):
        return 0
    return sum(lies)


def _next_push(hand: Hand, there: int) -> NextStep:
    """Return the next share to push; shares are pushed in the order of the pots.

    `there` is the amount left in the pot.
    """
    won = shares(hand)
    gone = max(sum(won.values()) - there, 0)
    for seat, amount in won.items():
        if gone < amount:
            return NextStep(Task.PUSH, seat, min(amount - gone, there))
        gone -= amount
    return NextStep(Task.PUSH)
