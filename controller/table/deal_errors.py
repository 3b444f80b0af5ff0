"""What can go wrong in the initial deal, and with hole cards after it."""

from msgspec.structs import replace

from controller.contract.private import HoleCardSeen
from controller.contract.public import CardDealt
from controller.houses.model import House, Remedy
from controller.table.dead import kill_now
from controller.table.hands import due_seat
from controller.table.irregular import found
from controller.table.rulings import LOST_CARD, re_rule
from controller.table.state import ALL_IN, LIVE, OUT, Hand, Out, Ruling, Table, put

_CHIPS = frozenset({"call", "bet", "raise", "all-in"})
_BLINDS = frozenset({"", "small-blind", "big-blind"})


def late(hand: Hand, house: House) -> bool:
    """Return whether it is too late for a misdeal, as the house counts it.

    Two players after the blinds have bet (ppc 13), have acted (fidpa 79-4a), or substantial
    action (tda 36): two actions with chips in one of them, or any three.
    """
    if hand.street > 0:
        return True
    if hand.acts < 2:
        return False
    last = [action for action, _ in hand.last if action not in _BLINDS]
    bets = sum(action in _CHIPS for action in last)
    match house.deal.too_late.value:
        case "two-bets":
            return bets >= 2
        case "substantial-action":
            return hand.acts >= 3 or bets >= 1
        case _:
            return True


def window(hand: Hand, house: House) -> str:
    """Return the word of `Remedy.when` for how late it is."""
    return "late" if late(hand, house) else "in-time"


def dealing(hand: Hand) -> str:
    """Return the word of `Remedy.when` for whether the deal is over."""
    return "dealing" if hand.phase in {"posting", "dealing"} else "dealt"


def deal_error(hand: Hand, seat: int) -> tuple[str, int]:
    """Tell what is wrong with a card that comes to a seat in the initial deal.

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
    tags = {window(hand, house)}
    if kind == "deal.too-many":
        tags |= {"to-first" if seat == _first(hand) else "to-other", "one", dealing(hand)}
    return _ruled(table, house, out, kind, seat, tags, (card,))


def _ruled(
    table: Table,
    house: House,
    out: Out,
    kind: str,
    seat: int,
    tags: set[str],
    cards: tuple[str, ...],
    concerned: tuple[int, ...] = (),
) -> Table:
    """Rule on a fault of the deal; the hands concerned are dead where the house says so."""
    table, remedy = found(table, house, out, kind, seat=seat, tags=tags, cards=cards)
    for one in concerned or (seat,):
        table = _kill(table, house, out, one, kind, remedy)
    return table


def _kill(table: Table, house: House, out: Out, seat: int, kind: str, remedy: Remedy) -> Table:
    hand = table.hand
    if remedy.outcome != "dead" or hand is None or hand.phase == "over" or not seat:
        return table
    if hand.status[seat] not in (LIVE, ALL_IN) or len(hand.live()) < 2:
        return table
    return kill_now(table, house, out, seat, kind.partition(".")[2], remedy.article)


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
        window(hand, house),
        "to-first" if seat == _first(hand) else "to-other",
        "one" if extras <= 1 else "more",
        dealing(hand),
    }
    kind = "hand.count" if late(hand, house) else "deal.too-many"
    return _ruled(table, house, out, kind, seat, tags, (card,))


def is_one_more(ruling: Ruling, seat: int) -> bool:
    """Return whether a card that comes to a seat belongs to the extra card just ruled on."""
    return (
        ruling.kind == "deal.too-many" and not ruling.done and "dealt" in ruling.tags and seat > 0
    )


def one_more(table: Table, house: House, out: Out, ruling: Ruling, seat: int) -> Table:
    """Rule again on an extra card, now that there is another."""
    tags = frozenset(ruling.tags) - {"one"} | {"more"}
    if seat != ruling.seat:
        tags = tags - {"to-first"} | {"to-other"}
    return re_rule(table, house, out, ruling, tags, ruling.cards)[0]


def _first(hand: Hand) -> int:
    """Return the first player who was dealt to: the small blind, or who takes its place."""
    return next(s for s in hand.entitled if hand.status[s] != OUT)


def too_few(table: Table, house: House, out: Out) -> Table:
    """Rule on a deal that is not complete though play goes on: who is due lacks a card."""
    hand = table.hand
    assert hand is not None
    seat = due_seat(hand)
    missing = 2 * len(hand.entitled) - hand.dealt
    tags = {
        window(hand, house),
        "button" if missing == 1 and seat == hand.button else "not-button",
        "one" if missing == 1 else "more",
    }
    return _ruled(table, house, out, "deal.too-few", seat, tags, ())


def begun_too_soon(table: Table) -> bool:
    """Return whether play that begins now finds the initial deal under way and not complete."""
    hand = table.hand
    if hand is None or hand.phase != "dealing" or table.rulings:
        return False
    return hand.dealt >= len(hand.entitled) and due_seat(hand) > 0


def mixed(table: Table, house: House, out: Out, seat: int, card: str, owner: int) -> Table:
    """Rule on a hole card of one seat that has come among another's."""
    hand = table.hand
    assert hand is not None
    if any(r.kind in {"deal.mixed", "hand.mixed"} for r in table.rulings):
        return table
    kind = "hand.mixed" if late(hand, house) else "deal.mixed"
    tags = {window(hand, house), dealing(hand)}
    if kind == "hand.mixed" and {seat, owner} <= {s for s, _ in hand.dead}:
        return table
    return _ruled(table, house, out, kind, seat, tags, (card,), concerned=(seat, owner))


def mixed_with_dead(table: Table, house: House, out: Out, seat: int, card: str) -> Table:
    """Rule on a dead card that a player has put back among his own (ppc 15)."""
    hand = table.hand
    assert hand is not None
    if hand.status[seat] not in (LIVE, ALL_IN):
        return table
    tags = {window(hand, house), dealing(hand)}
    return _ruled(table, house, out, "hand.mixed", seat, tags, (card,))


def exposed(
    table: Table, house: House, out: Out, seat: int, kind: str, by: str, *, flashed: bool = False
) -> Table:
    """Rule on a hole card that was seen or fell off the table; `by` is `dealer` or `player`.

    `flashed`: another player says that he has seen it, nobody has turned it up.
    """
    hand = table.hand
    assert hand is not None
    cards = hand.holes[seat][-1:]
    if cards and cards[0] in hand.exposed:
        return table
    nth = hand.seen.index(cards[0]) + 1 if cards and cards[0] in hand.seen else 0
    before = len(hand.exposed)
    touched = bool(cards) and cards[0] in hand.touched
    if by == "dealer":
        hand = replace(hand, exposed=(*hand.exposed, *cards))
    tags = {
        window(hand, house),
        f"by-{by}",
        "first-two" if nth in {1, 2} else "later",
        "second" if before else "only-one",
        "dealer-own" if seat == hand.button else "not-dealer",
        "flashed" if flashed else "turned-up",
        "touched" if touched else "untouched",
        dealing(hand),
    }
    return _ruled(replace(table, hand=hand), house, out, kind, seat, tags, cards)


def pile_seen(table: Table, house: House, out: Out, pile: str) -> Table:
    """Rule on a card of the stub, the burns or the muck that somebody has seen.

    Cards that lie face up in the stub are counted: two of them are another matter than one.
    """
    hand = table.hand
    assert hand is not None
    tags = {window(hand, house), pile, "second" if pile == "stub" and hand.boxed else "only-one"}
    if pile == "stub":
        table = replace(table, hand=replace(hand, boxed=hand.boxed + 1))
    return found(table, house, out, "deal.exposed", tags=tags)[0]


def lost_card(table: Table, out: Out, seat: int) -> Table:
    """Record a card that was dealt to a seat and that no antenna has read."""
    hand = table.hand
    assert hand is not None
    held = (*hand.holes[seat], LOST_CARD)
    out.say(CardDealt(seat, len(held)))
    hand = replace(
        hand,
        phase="dealing",
        holes=put(hand.holes, seat, held),
        dealt=hand.dealt + 1,
        seen=(*hand.seen, LOST_CARD),
    )
    return replace(table, hand=hand)


def found_again(table: Table, out: Out, card: str, seat: int) -> Table:
    """Record that a card that no antenna had read lies before its seat now."""
    hand = table.hand
    assert hand is not None
    at = hand.holes[seat].index(LOST_CARD)
    holes = put(hand.holes, seat, put(hand.holes[seat], at, card))
    seen = put(hand.seen, hand.seen.index(LOST_CARD), card)
    exposed = tuple(card if c == LOST_CARD else c for c in hand.exposed)
    hand = replace(hand, holes=holes, seen=seen, exposed=exposed)
    out.whisper(HoleCardSeen(seat, card))
    return replace(table, hand=hand, places={**table.places, card: f"hand.{seat}"})


def replaced(table: Table, seat: int, card: str) -> Table:
    """Record that a seat has got a card: one that it lacked, or one for a card taken from it."""
    hand = table.hand
    assert hand is not None
    if seat == due_seat(hand):
        hand = replace(hand, dealt=hand.dealt + 1)
    kept = tuple(c for c in hand.holes[seat] if table.places.get(c) == f"hand.{seat}")
    holes = put(hand.holes, seat, (*(c for c in kept if c != card), card)[-2:])
    return replace(table, hand=replace(hand, holes=holes))
