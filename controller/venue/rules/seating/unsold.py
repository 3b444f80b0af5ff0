"""Stacks at unsold seats, which pay blinds until a late entrant takes one over or entries close."""

from collections import Counter

from controller.contract.venue import outputs as o
from controller.contract.venue.inputs import StackCounted, StackUnsold
from controller.contract.venue.prizes.registration import StackRight, StackWrong
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.entries import Unsold


def put(work: Work, said: StackUnsold) -> None:
    """Place a starting stack at a seat that nobody bought."""
    refuse_if(work.room.started, "started-already")
    refuse_if(not work.rules.entries.unsold_first.value, "no-unsold-here")
    refuse_if(not work.free(said.seat), "seat-is-taken")
    name = f"unsold-{said.seat}"
    work.put(Player(name, standing="seated", seat=said.seat, stack=work.stack, unsold=True))
    work.change(issued=work.room.issued + work.stack)
    work.order_at(o.SitDown, said.seat, player=name, stack=work.stack, absent=True)


def there(work: Work, *, ear: bool = False) -> tuple[Unsold, ...]:
    """Return each unsold seat that has a stack, with its stack.

    If `ear` is true, return only seats with an earpiece, for a player who needs one.
    """
    return tuple(
        Unsold(one.seat, one.stack) for one in work.room.players.values()
        if one.unsold and one.seat is not None and one.stack
        and (not ear or one.seat.seat in work.room.tables[one.seat.table].ears)
    )  # fmt: skip


def take(work: Work, player: Player, seat: Seat, article: str) -> None:
    """Give a late entrant an unsold seat, with its stack as reduced by blinds and antes."""
    name = f"unsold-{seat}"
    stack = work.player(name).stack
    players = {who: one for who, one in work.room.players.items() if who != name}
    work.change(players=players)
    work.put(player, standing="seated", seat=seat, stack=stack, place=None)
    work.order_at(o.ClearSeat, seat, player=name)
    work.order_at(o.SitDown, seat, player=player.id, stack=stack)
    work.say(o.UnsoldTaken(player.id, seat, stack, article))


def close(work: Work, table: int | None = None) -> None:
    """Remove unsold stacks from play: all of them, or only those at `table`."""
    for one in list(work.room.players.values()):
        if not one.unsold or one.seat is None or table not in (None, one.seat.table):
            continue
        players = {who: other for who, other in work.room.players.items() if who != one.id}
        work.change(players=players)
        work.chips_leave(one, one.seat)
        work.seats_changed = True
        work.order_at(o.ClearSeat, one.seat, player=one.id)
        article = work.rules.entries.unsold_first.article
        work.say(o.ChipsRemoved(one.id, one.stack, "unsold", article))


def counted(work: Work, said: StackCounted) -> None:
    """Publish whether a stack counted at a seat consists of the right starting chips."""
    refuse_if(work.room.started, "started-already")
    table = work.table(said.seat.table)
    refuse_if(not 1 <= said.seat.seat <= table.seats, "no-such-seat")
    rule = work.rules.start.chips
    expected: Counter[int] = Counter()
    for pieces, value in rule.value:  # chips of one value may have several colours
        expected[value] += pieces
    found = {value: pieces for value, pieces in said.chips.items() if pieces}
    if found == expected:
        work.say(StackRight(said.seat))
    else:
        work.say(StackWrong(said.seat, dict(expected), found, rule.article))
