"""Chips taken out of play, chips that a count finds missing, and chips found.

Chips count as taken only once the table confirms it, because a stack's final size is unknown while
a hand is in progress.
"""

from msgspec.structs import replace

from controller.contract.rules import NoticeText
from controller.contract.venue.floor import chips as c
from controller.contract.venue.inputs import OrderRefused
from controller.contract.venue.outputs import ChipsBack, ChipsRemoved
from controller.venue.rules.books import temporary_notices
from controller.venue.rules.books.deeds import Deed, Gift, Taking
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.evening import rebuys_and_add_ons, unpaid_rebuys
from controller.venue.rules.seating.chips_given import give_chips


def order(
    work: Work, player: Player, chips: int, why: c.Taken, incident: int = 0, *,
    deed: Deed | None = None,
) -> None:  # fmt: skip
    """Order a seated player's table to take chips from their stack.

    `why` is the reason, and `incident` the number of the offence for which the chips are taken, or
    0. `deed` is the rebuy or add-on that is being undone, if any. Raises `Refused` if the player
    would have none left.
    """
    seat = needed(player.seat if player.standing == "seated" else None, "not-seated")
    refuse_if(not 0 < chips < player.stack, "count-cannot-be")
    if any(one.player == player.id and not one.booked for one in work.room.taking):
        raise Refused("chips-are-taken-already")
    name = work.order_at(c.TakeChips, seat, player=player.id, chips=chips)
    taking = Taking(name, player.id, chips, why, incident, deed=deed)
    work.change(taking=(*work.room.taking, taking))


def order_again(work: Work, deed: Deed) -> None:
    """Order the chips that were still to be taken from a player whose removal has been undone."""
    for one in deed.taking:
        player = work.player(one.player)
        if one.chips < player.stack:
            order(work, player, one.chips, one.why, one.incident, deed=one.deed)


def taken(work: Work, said: c.ChipsTaken) -> None:
    """Update the books once a table has taken chips from a player's stack, or could not do so."""
    due = _due(work, said.order)
    refuse_if(said.chips not in (0, due.chips), "count-cannot-be")
    if not said.chips:
        _not_taken(work, due, "not-so-many")
        return
    player = work.player(due.player)
    refuse_if(player.stack < due.chips, "count-cannot-be")
    work.put(player, stack=player.stack - due.chips)
    room = work.room
    if due.why == "undone":  # the chips were never sold
        work.change(issued=room.issued - due.chips, taking=_others(work, due))
        if due.deed is not None:
            _not_sold(work, due.deed)
        work.say(ChipsBack(player.id, due.chips, due.why))
        return
    work.change(removed=room.removed + due.chips, taking=_others(work, due))
    if due.why == "missing":
        missing = {**room.missing, player.id: room.missing.get(player.id, 0) + due.chips}
        work.change(missing=missing, adrift=room.adrift - due.chips)
    incidents = tuple(
        replace(one, taken=due.chips) if one.number == due.incident else one
        for one in room.incidents
    )
    work.change(incidents=incidents)
    rules = work.rules
    by = {"penalty": rules.penalties.chips.article, "bag": rules.days.differs.article}
    article = by.get(due.why, rules.colour_up.unowned.article)
    work.say(ChipsRemoved(player.id, due.chips, due.why, article))


def _not_sold(work: Work, deed: Deed) -> None:
    """Forget an undone rebuy or add-on; nobody has to pay for it any more."""
    player = work.player(deed.player)
    if deed.kind == "rebuy" and player.behind == deed.chips:
        unpaid_rebuys.settle(work, player)
    rebuys_and_add_ons.not_sold(work, work.player(player.id), deed)


def refused(work: Work, said: OrderRefused) -> None:
    """Restore the books if a table could not take the chips, and notify floor staff."""
    due = _due(work, said.order)
    if due.booked:
        player = work.player(due.player)
        work.put(player, stack=player.stack + due.chips)
        work.change(removed=work.room.removed - due.chips)
    _not_taken(work, due, said.why)


def short(work: Work, said: c.StackShort) -> None:
    """Order a table to deduct from a player's stack the chips that a count found missing."""
    refuse_if(not work.rules.colour_up.unowned.value, "not-in-this-house")
    order(work, work.player(said.player), said.chips, "missing")


def found(work: Work, said: c.ChipsFound) -> None:
    """Return found chips to the player who is missing them, or record that they have no owner."""
    rule, room = work.rules.colour_up.unowned, work.room
    refuse_if(not rule.value, "not-in-this-house")
    values = set(work.values).difference(room.chips_gone)
    refuse_if(said.chips <= 0 or said.chips % min(values), "no-such-chip")
    if not said.whose:
        work.change(adrift=room.adrift + said.chips)
        work.say(c.ChipsTurnedUp(said.chips, "", 0, max(0, work.room.adrift), rule.article))
        return
    player = work.player(said.whose)
    refuse_if(player.standing not in ("seated", "moving"), "not-seated")
    back = min(said.chips, room.missing.get(player.id, 0))
    if back:
        rest = {**room.missing, player.id: room.missing[player.id] - back}
        work.change(
            missing={name: chips for name, chips in rest.items() if chips},
            adrift=room.adrift + back,
        )
        work.put(player, gifts=(*player.gifts, Gift(room.n, "found", back)))
        give_chips(work, player.id, back)
    work.say(c.ChipsTurnedUp(said.chips, player.id, back, max(0, work.room.adrift), rule.article))


def _due(work: Work, name: str) -> Taking:
    found = (one for one in work.room.taking if one.order == name)
    return needed(next(found, None), "no-such-order")


def _others(work: Work, due: Taking) -> tuple[Taking, ...]:
    return tuple(one for one in work.room.taking if one.order != due.order)


def _not_taken(work: Work, due: Taking, why: str) -> None:
    work.change(taking=_others(work, due))
    if due.deed is not None:
        work.remember(due.deed)  # the player still has the chips, and it can be undone again
    seat = work.player(due.player).seat
    if seat is not None:
        temporary_notices.tell(work, seat, NoticeText.CHIPS_DUE)
    work.say(c.ChipsNotTaken(due.player, due.chips, why))
