"""The initial deal, card by card; a card dealt out of turn is held until the order is certain."""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.private import HoleCardSeen
from controller.contract.public import CardDealt
from controller.contract.rules import CHANGE
from controller.contract.scans import zone_seat
from controller.table.betting import no_straddle, post_all
from controller.table.dealing import dealing_errors
from controller.table.dealing.absent_players import end_deal
from controller.table.dealing.dealing_order import due_seat, still_due
from controller.table.rulings import goals_of, in_hand, kept_cards, waits_for_players
from controller.table.state import (
    BET_ZONES,
    HAND_ZONES,
    IN_A_HAND,
    IN_FRONT,
    LET_GO,
    LOST_CARD,
    Dealing,
    Hand,
    Held,
    Play,
    Posting,
    Table,
    put,
    without,
)

HOLD_MS = 600
HOLD_SCANS = 5
"""How long an unexpected card is held, in scans, in case the expected card has yet to be reported.

`HOLD_MS` is the limit in milliseconds; the longer of the two counts.
"""
IN_DOUBT_MS = 400
IN_DOUBT_SCANS = 3
"""The expected card may be read up to this many scans later than the card dealt after it.

`IN_DOUBT_MS` is the limit in milliseconds; the longer of the two counts. The two cards are at
different antennas. The expected card's antenna may have missed it for some scans, while the later
card was read immediately. The limit is longer than the two scans that settle the order of cards in
one zone, and shorter than the time in which a dealer could go back to a skipped seat.
"""
ASKS_EVERY = 100
"""How often (ms) to check, while cards are held, whether all earlier cards have been reported."""
SHORT_MS = 2_000
"""The time (ms) after which a deal ends if its last cards are not read at their seats."""
AHEAD = 3
"""The maximum number of cards that are dealt after the expected card but may be read before it."""


def held_until(table: Table, hand: Hand) -> int | None:
    """Return the time by which the first held card counts as dealt, at the latest (ms).

    A card is held while its place in the order of the deal is uncertain. Return None if no card is
    held.
    """
    held = held_cards(hand)
    until = table.fittings.within(HOLD_MS, HOLD_SCANS)
    return min(one.at for one in held) + until if held else None


def may_be_unread(play: Play, seat: int = 0) -> bool:
    """Return whether a seat, by default any, may hold cards that no antenna has read.

    That is so if its antenna is lost, or came back so recently that it may not have read them yet.
    """
    devices = play.table.devices
    if not (devices.blind_zones or devices.back):
        return False
    since = play.at - play.table.fittings.within(HOLD_MS, HOLD_SCANS)
    just_back = [zone for zone, at in devices.back.items() if at > since]
    return any(
        zone in IN_A_HAND and seat in {0, IN_A_HAND[zone]}
        for zone in (*devices.blind_zones, *just_back)
    )


def asks_at(play: Play) -> int | None:
    """Return when to check again whether held cards can be counted (ms of table time).

    A card is held while its place in the order of the deal is uncertain. Return None if no card is
    held.
    """
    until = held_until(play.table, play.hand)
    return None if until is None else min(until, play.at + ASKS_EVERY)


def held_cards(hand: Hand) -> tuple[Held, ...]:
    """Return the held cards: those whose place in the order of the deal is still uncertain."""
    return hand.stage.held if type(hand.stage) is Dealing else ()


def take_card(play: Play, seen: CardAt, due: int) -> None:
    """Handle a card dealt to a seat in the initial deal.

    `due` is the seat that should receive it.
    """
    seat = IN_A_HAND[seen.zone]
    if may_be_unread(play):
        in_the_dark(play, seat, seen.card)
        due = due_seat(play.hand)
    if seat != due:
        dealt_short(play, seat, seen.card)
        due = due_seat(play.hand)
    elif (short := _dealt_before(play, seen)) is not None:
        if short.seat != due:
            _accuse(play, (short, Held(seen.card, seat, seen.since, play.at)), short)
            return
        dealt_short(play, landed=seen.card)
        due = due_seat(play.hand)
    hand = play.hand
    held = held_cards(hand)
    if seat == due and not held:
        deal_card(play, seen.card, seat)
        _complete(play)
    elif LOST_CARD in hand.holes[seat] and seat != due:
        found_again(play, seen.card, seat)
    else:
        _hold(play, seen, seat, held)


def dealt_short(play: Play, seat: int | None = None, landed: str = "") -> None:
    """Count cards as dealt to their seats if they stopped on the pot side of the betting line.

    The dealer may not have pushed such a card all the way to its seat yet. The seats are taken in
    dealing order, beginning with the seat that is due a card. Counting stops at the first seat
    without such a card, or at `seat`, unless it is None. The card `landed` is left out, because its
    player has just pulled it in.
    """
    while (due := due_seat(play.hand)) and due != seat:
        zone, seen, table = BET_ZONES[due], play.hand.seen, play.table
        short = (c for c, at in table.places.items() if at == zone and c not in {*seen, landed})
        card = min(short, key=lambda one: table.since.get(one, 0), default="")
        if not card:
            return
        deal_card(play, card, due)
        play.lay(card, zone)


def _dealt_before(play: Play, seen: CardAt) -> Held | None:
    """Return a card that stopped beyond a seat's line and was dealt before this card, or None.

    Only the first such card is returned. It belongs to the seat in front of which it stopped: the
    deal has continued, so nobody will slide it to another seat.
    """
    table, known = play.table, play.hand.seen
    if LET_GO.isdisjoint(table.places.values()):
        return None
    shorts = [
        Held(card, IN_FRONT[zone], table.since[card], play.at)
        for card, zone in table.places.items()
        if zone in IN_FRONT and card != seen.card and card not in known and card in table.since
    ]
    short = min(shorts, key=lambda one: one.since, default=None)
    # A card that has been pulled in was dealt when it came to rest beyond its line.
    since = min(table.since.get(seen.card, seen.since), seen.since)
    in_doubt = table.fittings.within(IN_DOUBT_MS, IN_DOUBT_SCANS)
    return short if short is not None and since - short.since >= in_doubt else None


def deal_ends_short(play: Play) -> None:
    """End the initial deal early, because play has begun.

    Cards that came to rest beyond a seat's betting line count as dealt to that seat. Do nothing
    while the stage still holds an unexpected card.
    """
    if type(play.hand.stage) is Dealing and not play.hand.stage.held:
        dealt_short(play)
        _complete(play)


def short_until(table: Table, hand: Hand) -> int | None:
    """Return when to end a deal whose last cards will not be read at their seats.

    They have stopped beyond their seats' lines, or their seats can't be read. The result is in ms
    of table time. Returns None if other cards are still to be dealt, if a card is held, or if a
    ruling is open.
    """
    stage = hand.stage
    if type(stage) is not Dealing or stage.held or table.rulings:
        return None
    short = [
        (IN_FRONT[zone], table.since.get(card, 0))
        for card, zone in table.places.items()
        if zone in IN_FRONT and card not in hand.seen
    ]
    if not (short or table.devices.blind_zones):
        return None
    due = list(still_due(hand))
    for seat, _ in short:
        if seat not in due:
            return None
        due.remove(seat)
    if not all(HAND_ZONES[seat] in table.devices.blind_zones for seat in due):
        return None
    landed = [since for _, since in short] + [stage.last] * bool(due)
    return max(landed) + SHORT_MS if landed else None


def end_if_short(play: Play) -> None:
    """End a deal whose last cards have not been read at their seats for two seconds.

    If the two seconds have not passed yet, schedule a wake-up for when they have.
    """
    until = short_until(play.table, play.hand)
    if until is not None and play.at >= until:
        in_the_dark(play, 0)
        _complete(play)
    elif until is not None:
        play.wake_at = until


def _hold(play: Play, seen: CardAt, seat: int, held: tuple[Held, ...]) -> None:
    """Hold a card that was dealt out of turn, until its place in the order is known."""
    card = seen.card
    if type(play.hand.stage) is Posting:
        post_all(play)
    others = tuple([one for one in held if one.card != card])
    play.hand = replace(play.hand, stage=Dealing((*others, Held(card, seat, seen.since, play.at))))
    play.lay(card, HAND_ZONES[seat])
    judge_held(play)


def in_the_dark(play: Play, seat: int, landed: str = "") -> None:
    """Count cards as dealt to seats where they may be unread, because the deal has moved on.

    The seats are taken in dealing order, up to the first seat that is read, or up to `seat`, which
    has just received the card `landed`. `seat` is 0 when play begins. Cards that stopped short of
    their seats count, too.
    """
    while True:
        dealt_short(play, seat, landed)
        due = due_seat(play.hand)
        if not due or due == seat or not may_be_unread(play, due):
            return
        deal_card(play, LOST_CARD, due)


def deal_in_the_dark(play: Play) -> None:
    """Complete a deal whose last cards went to seats that can't be read."""
    in_the_dark(play, 0)
    if type(play.hand.stage) is Dealing and not due_seat(play.hand):
        end_deal(play)


def deal_as_it_lies(play: Play) -> None:
    """Resume the initial deal, if one is in progress, from the cards as they now lie.

    Cards that were dealt to their seats while play was stopped count as dealt.
    """
    if not play.hand.before_betting:
        return
    play.cards(astray=True, button_last=False)
    for card, zone in play.table.places.items():
        hand, seat = play.hand, IN_A_HAND.get(zone, 0)
        lacks = seat in hand.entitled and len(hand.holes[seat]) < hand.game.hole_cards
        if lacks and not hand.holder(card):
            play.hand = replace(hand, seen=without(hand.seen, card))
            deal_card(play, card, seat)


def _complete(play: Play) -> None:
    """End the deal if all cards are dealt and no open ruling must be carried out first."""
    hand, rulings = play.hand, play.table.rulings
    if hand.dealt >= hand.whole_deal and all(
        ruling.kind in CHANGE or waits_for_players(ruling) for ruling in rulings
    ):
        end_deal(play)


def judge_held(play: Play) -> None:
    """Count held cards as dealt, up to the first whose place in the order is still uncertain.

    If a card was dealt out of order, rule on it.
    """
    while held := held_cards(play.hand):
        hand = play.hand
        first = min(held, key=lambda one: one.since)
        due = due_seat(hand)
        card = next((one for one in held if one.seat == due), None)
        waits = play.at < (held_until(play.table, hand) or 0) and play.told < first.since
        if card is None and waits and _may_be_swapped(hand, first):
            return
        if card is None or _came_after(play, card, first):
            _accuse(play, held, first)
            return
        rest = tuple([one for one in held if one is not card])
        play.hand = replace(hand, stage=Dealing(rest))
        deal_card(play, card.card, due)
        _complete(play)


def _came_after(play: Play, card: Held, first: Held) -> bool:
    """Return whether a card was certainly dealt after another card, `first`.

    If the shoe read both, the order in which they left it decides. If not, the times of their first
    reads decide.
    """
    shoe = play.hand.cards.left_shoe
    if card.card in shoe and first.card in shoe:
        return shoe.index(card.card) > shoe.index(first.card)
    return card.since - first.since >= play.table.fittings.within(IN_DOUBT_MS, IN_DOUBT_SCANS)


def _may_be_swapped(hand: Hand, held: Held) -> bool:
    """Return whether a card that was dealt before a held card may not have been reported yet.

    A card is held while its place in the order of the deal is uncertain. If the shoe read it, a
    card that left the shoe earlier and has not been read since may still be missing. Otherwise, a
    card may be missing only if the held card's seat is among the `AHEAD` seats that are dealt to
    after the seat that is due a card.
    """
    shoe = hand.cards.left_shoe
    if held.card in shoe:
        before = shoe[: shoe.index(held.card)]
        return any(card not in hand.seen for card in before)
    return held.seat in still_due(hand)[1 : 1 + AHEAD]


def _accuse(play: Play, held: tuple[Held, ...], wrong: Held) -> None:
    """Rule on `wrong`, a card held back from judgement, which was dealt to the wrong seat.

    There is no ruling if the house rules allow the order of this deal. All held cards now count as
    dealt to the seats at which they were read.
    """
    kind, concerned = dealing_errors.deal_error(play.hand, wrong.seat)
    if kind is not None and dealing_errors.in_order_all_the_same(play, kind, wrong.seat):
        play.cards(astray=True, button_last=True)
        kind = None
    play.hand = replace(play.hand, stage=Dealing())
    # The card may be another seat's and only slide past: no seat sees it before the ruling ends.
    deal_card(play, wrong.card, wrong.seat, told=kind is None)
    for one in held:
        if one is not wrong:
            deal_card(play, one.card, one.seat)
    if kind is None:
        _complete(play)
    else:
        dealing_errors.wrong_deal(play, kind, concerned, wrong.card)


def deal_card(play: Play, card: str, seat: int, *, told: bool = True) -> None:
    """Record a card of the initial deal, now in front of its seat, and publish that it was dealt.

    Any blinds still due are posted first. `LOST_CARD` represents a card that no antenna has read.
    Only the seat is told which card it is. If `told` is False, even the seat is not told, because
    the card may be another seat's.
    """
    if type(play.hand.stage) is Posting:
        post_all(play)
    hand = play.hand
    holes = hand.holes
    held = (*holes[seat], card)
    play.public += (CardDealt(seat, len(held)),)
    play.hand = replace(
        hand,
        holes=put(holes, seat, held),
        seen=(*hand.seen, card),
        dealt=hand.dealt + 1,
        stage=Dealing(held_cards(hand), play.at),
    )
    if card != LOST_CARD:
        if told:
            play.private += (HoleCardSeen(seat, card),)
        play.lay(card, HAND_ZONES[seat])
    if hand.dealt == 0:
        no_straddle(play)


def found_again(play: Play, card: str, seat: int) -> None:
    """Record that a dealt card, previously unread, has now been read at its seat."""
    hand, known = play.hand, play.hand.cards
    at = hand.holes[seat].index(LOST_CARD)
    play.hand = replace(
        hand,
        holes=put(hand.holes, seat, put(hand.holes[seat], at, card)),
        seen=put(hand.seen, hand.seen.index(LOST_CARD), card),
        cards=replace(known, exposed=tuple(card if c == LOST_CARD else c for c in known.exposed)),
    )
    play.private += (HoleCardSeen(seat, card),)
    play.lay(card, HAND_ZONES[seat])


def replace_hole_card(play: Play, seen: CardAt) -> None:
    """Handle a card dealt to a seat, if a ruling requires one in place of a card taken away.

    The card taken away may still be in front of the seat.
    """
    seat, ruling = zone_seat(seen.zone), in_hand(play.table)
    if ruling is not None and any(g.gives_card(seat) for g in goals_of(ruling)[ruling.done :]):
        replacement(play, seen.card, seat, kept_cards(play, ruling, seat))


def replacement(play: Play, card: str, seat: int, keeps: tuple[str, ...]) -> None:
    """Record a card dealt to a seat that keeps the cards `keeps` of its hand, and no others."""
    hand = play.hand
    if seat == due_seat(hand):
        hand = replace(hand, dealt=hand.dealt + 1)
    held = (*without(keeps, card), card)[-hand.game.hole_cards :]
    play.hand = replace(hand, holes=put(hand.holes, seat, held))
    play.public += (CardDealt(seat, len(held)),)
    play.private += (HoleCardSeen(seat, card),)
