"""What no antenna sees and a key declares: exposed cards, cards off the table, phones, absences."""

from controller.contract.observations import Declared
from controller.contract.public import ActionRefused
from controller.houses.model import House
from controller.table import deal_errors
from controller.table.dead import kill_now
from controller.table.hands import due_seat
from controller.table.irregular import found
from controller.table.presence import mark_absent
from controller.table.rulings import LOST_CARD
from controller.table.showdown import lay_open
from controller.table.state import ALL_IN, FOLDED, LIVE, Hand, Out, Table

CARDS = 2
_PILES = frozenset({"stub", "burn", "muck"})


def declared_seen(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Rule on a card that somebody says was seen; the target is a seat, or the stub."""
    hand = table.hand
    seat = _seat(table, said)
    if hand is not None and hand.phase != "over" and said.target in _PILES:
        return deal_errors.pile_seen(table, house, out, said.target)
    if hand is None or hand.phase == "over" or not seat or not hand.holes[seat]:
        out.say(ActionRefused(said.seat, "seen", "no-such-card"))
        return table
    if hand.phase in {"posting", "dealing"} or (hand.street == 0 and not hand.acts):
        # Who deals, or whose card it is, says that it lies face up; another has seen it.
        flashed = said.seat not in {seat, hand.button}
        kind = "deal.exposed"
        return deal_errors.exposed(table, house, out, seat, kind, "dealer", flashed=flashed)
    outsider = hand.status[said.seat] not in (LIVE, ALL_IN)
    return _shown(table, house, out, seat, "to-outsider" if outsider else "to-player")


def off_table(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Rule on a card that fell off the table: by the dealer, or by the player who says so."""
    hand = table.hand
    seat = _seat(table, said) or said.seat
    if hand is None or hand.phase == "over":
        out.say(ActionRefused(said.seat, "off-table", "no-such-card"))
        return table
    dealing = hand.phase in {"posting", "dealing"}
    by_player = said.seat == seat and (seat != hand.button or _lacks_card(table, hand, seat))
    if dealing and seat == due_seat(hand) and not by_player:
        table = deal_errors.lost_card(table, out, seat)
    by = "player" if by_player else "dealer"
    return deal_errors.exposed(table, house, out, seat, "deal.off-table", by)


def _lacks_card(table: Table, hand: Hand, seat: int) -> bool:
    """Return whether a card that was dealt to a seat lies there no more."""
    return any(not table.places.get(card) for card in hand.holes[seat])


def shown(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Rule on a player who shows his hand while others can act."""
    hand, seat = table.hand, _seat(table, said) or said.seat
    if hand is not None and hand.phase == "over" and seat == said.seat:
        return _shown_afterwards(table, hand, out, seat)
    return _shown(table, house, out, seat, "to-player")


def _shown_afterwards(table: Table, hand: Hand, out: Out, seat: int) -> Table:
    """Show to all the hand that its owner has shown to somebody when it was over.

    ppc 17, 19; fidpa 67-4, 68; redcactus H.d. Nobody but he himself can say so.
    """
    cards = hand.holes[seat]
    if hand.voided or len(cards) != CARDS or LOST_CARD in cards or hand.shown[seat] == cards:
        return table
    return lay_open(table, out, seat)


def _shown(table: Table, house: House, out: Out, seat: int, whom: str) -> Table:
    hand = table.hand
    if hand is None or hand.phase in {"showdown", "over"} or hand.face_up:
        return table
    return _fault(table, seat, house, out, "hand.shown", whom)


def phone(table: Table, seat: int, house: House, out: Out) -> Table:
    """Rule on a player with a live hand who answers the telephone."""
    return _fault(table, seat, house, out, "hand.phone")


def away(table: Table, seat: int, house: House, out: Out) -> Table:
    """Record that a player is away; with a live hand he has left it."""
    if table.seats[seat].absent:
        return table
    table = mark_absent(table, seat, out)[0]
    hand = table.hand
    if hand is None or hand.phase in {"posting", "dealing"} or hand.shown[seat]:
        return table
    return _fault(table, seat, house, out, "hand.left")


def _fault(table: Table, seat: int, house: House, out: Out, kind: str, *tags: str) -> Table:
    hand = table.hand
    if hand is None or hand.phase == "over" or not _concerned(hand, seat, kind):
        return table
    table, remedy = found(table, house, out, kind, seat=seat, tags={standing(hand, seat), *tags})
    if remedy.outcome == "dead":
        return kill_now(table, house, out, seat, kind.partition(".")[2], remedy.article)
    return table


def _concerned(hand: Hand, seat: int, kind: str) -> bool:
    """Return whether a seat can be at fault: with a live hand, or showing one that is folded."""
    if hand.status[seat] in (LIVE, ALL_IN):
        return True
    return kind == "hand.shown" and hand.status[seat] == FOLDED


def standing(hand: Hand, seat: int) -> str:
    """Return the word of `Remedy.when` for what a player has still to do in a hand."""
    if hand.status[seat] == FOLDED:
        return "folded"
    if hand.phase == "showdown":
        return "showdown"
    if hand.status[seat] == ALL_IN:
        return "all-in"
    return "to-act" if hand.phase == "dealing" or seat in hand.to_act else "acted"


def _seat(table: Table, said: Declared) -> int:
    target = said.target
    number = int(target) if target.isdigit() else 0
    return number if 1 <= number < len(table.seats) else 0
