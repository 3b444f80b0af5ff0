"""What can go wrong in the initial deal, and with hole cards after it."""

from msgspec.structs import replace

from controller.houses.model import House
from controller.table.hands import due_seat
from controller.table.irregular import found
from controller.table.state import OUT, Hand, Out, Table


def late(hand: Hand) -> bool:
    """Say whether it is too late for a misdeal: two players after the blinds have acted.

    ppc 13, fidpa 79-4a, tda 36 (two actions in turn).
    """
    return hand.street > 0 or hand.acts >= 2


def window(hand: Hand) -> str:
    """Give the word of `Remedy.when` for how late it is."""
    return "late" if late(hand) else "in-time"


def deal_error(hand: Hand, seat: int) -> tuple[str, int]:
    """Say what is wrong with a card that comes to a seat in the initial deal.

    Gives the kind ("" when nothing is) and the seat that it concerns.
    """
    due = due_seat(hand)
    if seat == due:
        return "", 0
    if seat not in hand.entitled:
        return "deal.not-entitled", seat
    if hand.dealt == 0:
        return "deal.wrong-seat", seat
    if len(hand.holes[seat]) >= 2:
        return "deal.too-many", seat
    count = len(hand.entitled)
    ahead = (hand.entitled.index(seat) - hand.dealt) % count
    in_round = hand.dealt % count + ahead < count
    if in_round and len(hand.holes[seat]) == hand.dealt // count:
        return "deal.skipped", due
    return "deal.order", seat


def wrong_deal(table: Table, house: House, out: Out, kind: str, seat: int, card: str) -> Table:
    """Rule on a card of the initial deal that came to the wrong place."""
    hand = table.hand
    assert hand is not None
    table, _ = found(table, house, out, kind, seat=seat, tags={window(hand)}, cards=(card,))
    return table


def extra_card(table: Table, house: House, out: Out, seat: int, card: str) -> Table:
    """Rule on a card of the stub that comes to a seat after the initial deal."""
    hand = table.hand
    assert hand is not None
    if seat not in hand.entitled or hand.status[seat] == OUT:
        return wrong_deal(table, house, out, "deal.not-entitled", seat, card)
    if len(hand.holes[seat]) < 2:
        return table
    extras = sum(zone == f"hand.{seat}" for zone in table.places.values()) - 2
    tags = {
        window(hand),
        "to-first" if seat == _first(hand) else "to-other",
        "one" if extras <= 1 else "more",
    }
    table, _ = found(table, house, out, "deal.too-many", seat=seat, tags=tags, cards=(card,))
    return table


def _first(hand: Hand) -> int:
    """Give the first player who was dealt to: the small blind, or who takes its place."""
    return next(s for s in hand.entitled if hand.status[s] != OUT)


def mixed(table: Table, house: House, out: Out, seat: int, card: str) -> Table:
    """Rule on a hole card of one seat that has come among another's."""
    hand = table.hand
    assert hand is not None
    kind = "deal.mixed" if not late(hand) else "hand.mixed"
    tags = {window(hand), "dealing" if hand.phase == "dealing" else "dealt"}
    table, _ = found(table, house, out, kind, seat=seat, tags=tags, cards=(card,))
    return table


def exposed(table: Table, house: House, out: Out, seat: int, kind: str, by: str) -> Table:
    """Rule on a hole card that was seen or fell off the table; `by` is `dealer` or `player`."""
    hand = table.hand
    assert hand is not None
    cards = hand.holes[seat][-1:]
    nth = hand.seen.index(cards[0]) + 1 if cards and cards[0] in hand.seen else 0
    before = len(hand.exposed)
    hand = replace(hand, exposed=(*hand.exposed, *cards))
    tags = {
        window(hand),
        f"by-{by}",
        "first-two" if nth in {1, 2} else "later",
        "second" if before else "only-one",
        "dealer-own" if seat == hand.button else "not-dealer",
        "dealing" if hand.phase == "dealing" else "dealt",
    }
    table, _ = found(replace(table, hand=hand), house, out, kind, seat=seat, tags=tags, cards=cards)
    return table


def replaced(table: Table, seat: int, card: str) -> Table:
    """Note that a seat has got a card in the place of one that was taken from it."""
    hand = table.hand
    assert hand is not None
    kept = tuple(c for c in hand.holes[seat] if table.places.get(c) == f"hand.{seat}")
    holes = list(hand.holes)
    holes[seat] = (*kept, card)[-2:]
    return replace(table, hand=replace(hand, holes=tuple(holes)))
