"""What no antenna sees and a key declares: exposed cards, cards off the table, phones, absences."""

from msgspec.structs import replace

from controller.contract.observations import Declared
from controller.contract.public import ActionRefused, CardDealt
from controller.houses.model import House
from controller.table import deal_errors
from controller.table.dead import kill_now
from controller.table.floor import mark_absent
from controller.table.hands import due_seat
from controller.table.irregular import found
from controller.table.state import ALL_IN, LIVE, Hand, Out, Table, put

LOST_CARD = "??"
"""Stands for a dealt card that no antenna has read: it fell off the table."""


def declared_seen(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Rule on a card that somebody says was seen; the target is a seat, or the stub."""
    hand = table.hand
    seat = _seat(table, said)
    if hand is None or hand.phase == "over" or not seat or not hand.holes[seat]:
        out.say(ActionRefused(said.seat, "seen", "no-such-card"))
        return table
    if hand.phase in {"posting", "dealing"} or (hand.street == 0 and not hand.acts):
        return deal_errors.exposed(table, house, out, seat, "deal.exposed", "dealer")
    return _shown(table, house, out, seat)


def off_table(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Rule on a card that fell off the table: by the dealer, or by the player who says so."""
    hand = table.hand
    seat = _seat(table, said) or said.seat
    if hand is None or hand.phase == "over":
        out.say(ActionRefused(said.seat, "off-table", "no-such-card"))
        return table
    dealing = hand.phase in {"posting", "dealing"}
    by_player = said.seat == seat and not (dealing and seat == due_seat(hand))
    if dealing and seat == due_seat(hand) and not by_player:
        table = _lost_card(table, hand, out, seat)
    by = "player" if by_player else "dealer"
    return deal_errors.exposed(table, house, out, seat, "deal.off-table", by)


def _lost_card(table: Table, hand: Hand, out: Out, seat: int) -> Table:
    held = (*hand.holes[seat], LOST_CARD)
    out.say(CardDealt(seat, len(held)))
    return replace(
        table,
        hand=replace(
            hand,
            phase="dealing",
            holes=put(hand.holes, seat, held),
            dealt=hand.dealt + 1,
            seen=(*hand.seen, LOST_CARD),
        ),
    )


def shown(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Rule on a player who shows his hand while others can act."""
    return _shown(table, house, out, _seat(table, said) or said.seat)


def _shown(table: Table, house: House, out: Out, seat: int) -> Table:
    hand = table.hand
    if hand is None or hand.status[seat] not in (LIVE, ALL_IN) or hand.phase != "betting":
        return table
    table, remedy = found(table, house, out, "hand.shown", seat=seat)
    if remedy.outcome == "dead":
        return kill_now(table, house, out, seat, "shown", remedy.article)
    return table


def phone(table: Table, seat: int, house: House, out: Out) -> Table:
    """Rule on a player with a live hand who answers the telephone."""
    return _fault(table, seat, house, out, "hand.phone")


def away(table: Table, seat: int, house: House, out: Out) -> Table:
    """Note that a player is away; with a live hand he has left it."""
    table = mark_absent(table, seat, out)[0]
    hand = table.hand
    if hand is None or hand.phase in {"posting", "dealing"}:
        return table
    return _fault(table, seat, house, out, "hand.left")


def _fault(table: Table, seat: int, house: House, out: Out, kind: str) -> Table:
    hand = table.hand
    if hand is None or hand.phase == "over" or hand.status[seat] not in (LIVE, ALL_IN):
        return table
    if hand.status[seat] == ALL_IN:
        tags = {"all-in"}
    else:
        tags = {"to-act" if hand.turn == seat or seat in hand.to_act else "acted"}
    table, remedy = found(table, house, out, kind, seat=seat, tags=tags)
    if remedy.outcome == "dead":
        return kill_now(table, house, out, seat, kind.partition(".")[2], remedy.article)
    return table


def _seat(table: Table, said: Declared) -> int:
    target = said.target
    number = int(target) if target.isdigit() else 0
    return number if 1 <= number < len(table.seats) else 0
