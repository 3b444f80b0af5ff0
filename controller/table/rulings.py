"""Open rulings: which step is next, whether it is done, and what happens when all are."""

from collections.abc import Callable

from msgspec.structs import replace

from controller.contract.public import (
    ActionRefused,
    Closing,
    Kind,
    RulingClosed,
    RulingOpened,
    RulingStep,
    RulingWrong,
)
from controller.houses.model import House, Remedy
from controller.table.irregular import in_order, kind_of, open_ruling, view
from controller.table.state import (
    ALL_IN,
    BOARD_CARDS,
    FOLDED,
    LIVE,
    STREETS,
    Hand,
    Out,
    Ruling,
    Step,
    Table,
)
from controller.table.voiding import unvoid, void_hand

UNSENSED = frozenset({"shuffle", "cut", "mix"})
PLAYED = frozenset({"finish_round", "finish_deal"})
"""Steps that the players do by playing on: while one is next, the table is not stopped."""
MOVED = frozenset({"use_as_burn", "set_aside", "take_back", "to_stub"})
LOST_CARD = "??"
"""Stands for a card that no antenna has read: it fell off the table, or its zone is blind."""

Resume = Callable[[Table, House, Out], Table]


def active(table: Table) -> Ruling | None:
    """Return the ruling whose step is next, None when none is open.

    One that waits for the players comes after those that stop them.
    """
    for ruling in table.rulings:
        if ruling.step is None or ruling.step.word not in PLAYED:
            return ruling
    return table.rulings[0] if table.rulings else None


def stops_play(table: Table) -> bool:
    """Return whether an open ruling, or what was moved while it was off, stops the table now."""
    if table.moved:
        return True
    ruling = active(table)
    return ruling is not None and (ruling.step is None or ruling.step.word not in PLAYED)


def lands_in(step: Step) -> str:
    """Return the zone that the cards of a step come to, "" when they come to none."""
    match step.word:
        case "burn" | "use_as_burn":
            return "burn"
        case "deal":
            return "board" if step.count or step.cards else f"hand.{step.seat}"
        case _:
            return ""


def is_unsensed(table: Table, step: Step) -> bool:
    """Return whether no sensor can see a step: a key says that it is done, or what comes after it.

    Besides shuffles and cuts that is what happens in a blind zone. Which cards come to the board
    is never taken on trust.
    """
    if step.word in UNSENSED:
        return True
    if not table.blind_zones:
        return False
    zone = lands_in(step)
    zones = {zone} if zone else {table.places.get(card, "") for card in step.cards}
    return zone != "board" and not zones.isdisjoint(table.blind_zones)


def is_done(table: Table, ruling: Ruling, step: Step) -> bool:
    """Return whether the goal of a step is reached, by what lies where."""
    hand = table.hand
    places = table.places
    if hand is None:
        return True
    if step.zone:
        return all(places.get(card) != step.zone for card in step.cards)
    match step.word:
        case "keep":
            return True
        case "use_as_burn":
            if step.cards and LOST_CARD not in step.cards:
                return all(places.get(card) == "burn" for card in step.cards)
            return len(hand.burns) >= step.count
        case "take_back" if not step.cards:
            return _chips_taken_back(table, hand, step)
        case "to_stub" if step.detail == "burn":
            return sum(places.get(card) == "burn" for card in step.cards) <= step.count
        case "to_stub":
            burned = {c for s in ruling.steps if s.word == "use_as_burn" for c in s.cards}
            return all(
                places.get(card, "") in ({"", "shoe", "burn"} if card in burned else {"", "shoe"})
                for card in step.cards
            )
        case "set_aside" | "take_back":
            wrong = f"hand.{step.seat}" if step.seat and not ruling.street else "board"
            return all(places.get(card, "") != wrong for card in step.cards)
        case "burn":
            return len(hand.burns) >= step.count
        case "deal" if step.count:
            return len(hand.board) == step.count
        case "deal" if step.cards:
            return all(places.get(card) == "board" for card in step.cards)
        case "deal":
            zone = f"hand.{step.seat}"
            return sum(places.get(card) == zone for card in hand.holes[step.seat]) >= 2
        case "finish_round":
            return hand.rounds >= step.count
        case "finish_deal":
            return hand.dealt >= 2 * len(hand.entitled)
        case "kill_hand":
            return hand.status[step.seat] == FOLDED
        case "void_hand":
            return _cards_cleared(table) and (table.keyed or _chips_returned(table))
        case "return_bets":
            return table.keyed or _chips_returned(table)
        case _:
            return False


def _cards_cleared(table: Table) -> bool:
    return all(zone in {"", "shoe"} for zone in table.places.values())


def _chips_taken_back(table: Table, hand: Hand, step: Step) -> bool:
    seat = step.seat
    if not seat or table.keyed:
        return True
    return sum(table.chips.get(f"bet.{seat}", ())) - table.base[seat] <= hand.bets[seat]


def _chips_returned(table: Table) -> bool:
    """Return whether no chips lie in front or in the pot but those carried to the next pot."""
    in_front = any(chips for zone, chips in table.chips.items() if zone.startswith("bet."))
    return not in_front and sum(table.chips.get("pot", ())) <= table.carried


def progress(
    table: Table, house: House, out: Out, resume: Resume, card: str = "", zone: str = ""
) -> Table:
    """See which steps are done or undone now, and go on when a ruling comes to its end.

    `card` has just come to rest in `zone`, or left all zones when that is empty.
    """
    if card:
        table = _undo_steps(table, out, card)
    if card and not zone:
        table = _void_if_cleared(table, out)
    while (ruling := _next(table, zone)) is not None:
        if _is_moot(table, ruling):
            table = close(table, house, out, "moot", "", resume, ruling)
            continue
        if ruling.step is not None:
            out.say(RulingStep(ruling.id, ruling.done, view(ruling.step), done=True))
            table = _effect(table, ruling, ruling.step)
            ruling = replace(ruling, done=ruling.done + 1)
            table = _with(table, ruling)
        if ruling.step is None:
            table = close(table, house, out, "done", "", resume, ruling)
            zone = ""
        elif ruling.step.word in PLAYED:
            table = resume(table, house, out)
    return table


def _void_if_cleared(table: Table, out: Out) -> Table:
    """Void a hand that its owner's choice could still save, when the cards have been taken in."""
    ruling, hand = active(table), table.hand
    if ruling is None or ruling.step is None or ruling.step.word != "void_hand":
        return table
    if hand is None or hand.phase == "over" or not _cards_cleared(table):
        return table
    return void_hand(table, out, ruling.kind, ruling.article)


def _next(table: Table, zone: str) -> Ruling | None:
    """Return a ruling that can go on now: over, moot, or its step is done; None when none can."""
    first = active(table)
    for ruling in table.rulings:
        if _is_moot(table, ruling) or ruling.step is None:
            return ruling
        waits = ruling is not first and ruling.step.word not in PLAYED
        if not waits and _reached(table, ruling, ruling.step, zone):
            return ruling
    return None


def _with(table: Table, ruling: Ruling) -> Table:
    rulings = tuple([ruling if r.id == ruling.id else r for r in table.rulings])
    return replace(table, rulings=rulings)


def _is_moot(table: Table, ruling: Ruling) -> bool:
    """Return whether a ruling has nothing left to rule on: the hand has ended otherwise."""
    hand = table.hand
    over = hand is None or hand.phase == "over"
    if ruling.kind == "pot.wrong":
        # It is about the hand that is over.
        return False
    return over and not any(step.word == "void_hand" for step in ruling.steps)


def _effect(table: Table, ruling: Ruling, step: Step) -> Table:
    """Record what a step that is done changes of what is known of the cards."""
    hand = table.hand
    if hand is None:
        return table
    if step.zone or step.word == "mix":
        return _in_the_stub(table, hand, step)
    if step.word in {"burn", "use_as_burn"} and "burn" in table.blind_zones:
        unread = max(step.count - len(hand.burns), 0)
        hand = replace(hand, burns=(*hand.burns, *(LOST_CARD,) * unread))
    if step.word == "to_stub":
        back = [card for card in step.cards if table.places.get(card) != "burn"]
        seen = tuple(card for card in hand.seen if card not in back)
        shoe = tuple(card for card in hand.left_shoe if card not in back)
        hand = replace(hand, seen=seen, left_shoe=shoe, mended=True)
        if "burn" in step.detail.partition("+")[2] or step.detail == "burn":
            hand = _burned_again(hand)
    elif step.word in {"use_as_burn", "burn"} and not ruling.street:
        hand = replace(hand, burned_for=max(hand.burned_for, hand.street + 1))
    elif step.word in {"use_as_burn", "set_aside"}:
        hand = replace(hand, mended=True)
    return replace(table, hand=hand)


def _in_the_stub(table: Table, hand: Hand, step: Step) -> Table:
    """Record that cards that were taken up may be dealt again."""
    away = [card for card in step.cards if not table.places.get(card)]
    seen = tuple(card for card in hand.seen if card not in away)
    shoe = tuple(card for card in hand.left_shoe if card not in away)
    mended = hand.mended or step.word == "mix"
    return replace(table, hand=replace(hand, seen=seen, left_shoe=shoe, mended=mended))


def _burned_again(hand: Hand) -> Hand:
    """Return hand after a burn has gone back: the street that it was for may be burned again."""
    for_this = hand.burned_for > hand.street
    back = for_this and len(hand.burns) <= hand.street
    return replace(hand, burned_for=hand.street) if back else hand


def _reached(table: Table, ruling: Ruling, step: Step, zone: str) -> bool:
    if is_unsensed(table, step):
        # The first movement of what comes after it ticks what no sensor sees; cards are mixed
        # in the hands.
        if step.word == "mix" and all(table.places.get(card) for card in step.cards):
            return False
        return bool(zone) and zone in _awaited_zones(ruling, after=1)
    return is_done(table, ruling, step)


def _awaited_zones(ruling: Ruling, after: int = 0) -> set[str]:
    """Return the zones that the steps up to the next one that is played bring cards to."""
    zones = set()
    for step in ruling.steps[ruling.done + after :]:
        if step.word in PLAYED:
            break
        zones.add(lands_in(step))
    return zones - {""}


def stray(table: Table, out: Out, card: str, zone: str, *, fresh: bool) -> Table:
    """Tell at once that a card has come where the open ruling asks for none.

    It is one more step of the same ruling that the card goes from there, and no other error.
    """
    ruling, hand = active(table), table.hand
    if ruling is None or hand is None or ruling.step is None or table.places.get(card) != zone:
        return table
    if _is_wanted(hand, ruling, card, zone) or (ruling.step.word == "floor_decides" and not fresh):
        return table
    step = Step("take_back", card if zone == "board" else zone, (card,), zone=zone)
    steps = (*ruling.steps[: ruling.done], step, *ruling.steps[ruling.done :])
    ruling = replace(ruling, steps=steps)
    out.say(RulingWrong(ruling.id, ruling.done + 1, view(ruling.steps[ruling.done + 1]), zone))
    out.say(RulingOpened(ruling.id, Kind(ruling.kind), ruling.article, tuple(map(view, steps))))
    return _with(table, ruling)


def _is_wanted(hand: Hand, ruling: Ruling, card: str, zone: str) -> bool:
    """Return whether a card may lie in a zone now, by the open ruling or by the hand."""
    step = ruling.step
    if step is None or step.word in {"void_hand", "return_bets", "kill_hand"}:
        return True
    if step.word == "floor_decides" and kind_of(ruling.kind) == "board":
        return True
    if ruling.kind in {"deal.mixed", "hand.mixed"} and any(card in held for held in hand.holes):
        # The other card of the same swap.
        return True
    if zone not in {"board", "burn"} and not zone.startswith("hand."):
        return True
    if zone.startswith("hand.") and card in hand.holes[int(zone.partition(".")[2])]:
        return True
    if any(card in s.cards and s.word in MOVED for s in ruling.steps):
        return True
    steps = list(ruling.steps)
    ends = [n for n, s in enumerate(steps) if n >= ruling.done and s.word in PLAYED]
    until = ends[0] if ends else len(steps)
    # What has just been done by this card counts as well: its step is behind it already.
    begins = [n + 1 for n, s in enumerate(steps[: ruling.done]) if s.word in PLAYED]
    for s in steps[(begins[-1] if begins else 0) : until]:
        if lands_in(s) != zone:
            continue
        if s.cards and LOST_CARD not in s.cards:
            if card in s.cards:
                return True
        elif zone == "board":
            if len(hand.board) <= s.count:
                return True
        elif zone == "burn":
            if len(hand.burns) <= s.count:
                return True
        else:
            return True
    return False


def _undo_steps(table: Table, out: Out, moved: str) -> Table:
    """Take back the last step of a ruling that has been undone: its card lies where it lay."""
    for ruling in table.rulings:
        if not ruling.done:
            continue
        last = ruling.steps[ruling.done - 1]
        if last.word in MOVED and moved in last.cards and not is_done(table, ruling, last):
            undone = replace(ruling, done=ruling.done - 1)
            out.say(RulingStep(undone.id, undone.done, view(last), done=False))
            table = _with(table, undone)
    return table


def tick(table: Table, house: House, out: Out, resume: Resume) -> Table:
    """Take `done` at the button's seat for an unsensed step."""
    ruling = active(table)
    if ruling is None or ruling.step is None or not is_unsensed(table, ruling.step):
        return table
    if ruling.step.word == "mix" and any(
        table.places.get(card) == "board" for card in ruling.step.cards
    ):
        # They still lie there, or are not seen to have left: what is dealt of them tells. Which
        # of several burns is mixed with them is all the same.
        return table
    out.say(RulingStep(ruling.id, ruling.done, view(ruling.step), done=True))
    table = _effect(table, ruling, ruling.step)
    table = _with(table, replace(ruling, done=ruling.done + 1))
    return progress(table, house, out, resume)


def agree(table: Table, seat: int, house: House, out: Out, resume: Resume) -> Table:
    """Take a player's agreement; with that of all live seats the ruling is closed as it lies."""
    ruling, hand = active(table), table.hand
    if ruling is None or hand is None or hand.status[seat] not in (LIVE, ALL_IN):
        return table
    for waiting in table.rulings:
        if waiting.owner == seat:
            table = _kept(table, waiting)
            return close(table, house, out, "kept", str(seat), resume, waiting)
    if table.floor == "present":
        out.say(ActionRefused(seat, "agree", "ask-the-floor"))
        return table
    ruling = replace(ruling, agreed=(*(s for s in ruling.agreed if s != seat), seat))
    table = _with(table, ruling)
    present = {s for s in hand.live() if not table.seats[s].absent}
    if present <= set(ruling.agreed):
        return close(table, house, out, "agreed", "seats", resume)
    return table


def _kept(table: Table, ruling: Ruling) -> Table:
    """Let a card count as never exposed that its owner keeps (ppc 14)."""
    hand = table.hand
    if hand is None:
        return table
    exposed = tuple(card for card in hand.exposed if card not in ruling.cards)
    return replace(table, hand=replace(hand, exposed=exposed))


def close(
    table: Table,
    house: House,
    out: Out,
    outcome: str,
    by: str,
    resume: Resume,
    ruling: Ruling | None = None,
) -> Table:
    """Close a ruling, the active one when none is named, and give the hand back to the players."""
    closing = ruling or active(table)
    assert closing is not None
    table = replace(table, rulings=tuple([r for r in table.rulings if r.id != closing.id]))
    out.say(RulingClosed(closing.id, Closing(outcome), by))
    if outcome == "waived" and table.hand is not None:
        if closing.before is not None:
            table = unvoid(table, closing.before)
        hand = table.hand
        if hand is not None and hand.phase == "dealing":
            table = replace(table, hand=replace(hand, astray=True))
    if table.hand is not None and table.hand.phase != "over":
        table = _as_it_lies(table, table.hand, closing, outcome)
    return resume(table, house, out)


def _as_it_lies(table: Table, hand: Hand, ruling: Ruling, outcome: str) -> Table:
    """Let a board be what it is after its ruling.

    A burn that the floor or the players do without is not asked for again. What lies there
    beyond the cards of the street counts for nothing, but for a street that came too soon and
    was let stand: it counts when it is due.
    """
    if outcome != "done" and ruling.street:
        hand = replace(hand, burned_for=max(hand.burned_for, STREETS.index(ruling.street)))
    due = hand.phase in {"board", "showdown"} and hand.street < 3
    whole = BOARD_CARDS[hand.street + due]
    if len(hand.board) > whole:
        before = BOARD_CARDS[max(hand.street - 1, 0)]
        laid = (*hand.board[:before], *in_order(table, hand.board[before:]))
        hand = replace(hand, board=laid[:whole], mended=True)
        if ruling.kind == "board.premature" or kind_of(ruling.kind) != "board":
            early = laid[whole:]
            seen = tuple(card for card in hand.seen if card not in early)
            hand = replace(hand, waiting=early, seen=seen)
    return replace(table, hand=hand)


def re_rule(
    table: Table,
    house: House,
    out: Out,
    ruling: Ruling,
    tags: frozenset[str],
    cards: tuple[str, ...],
) -> tuple[Table, Remedy]:
    """Ask the house again, now that more is known of the case and of its cards."""
    remedy = house.remedy(ruling.kind, tags)
    table = open_ruling(table, out, remedy, ruling.seat, ruling.street, tags, cards, amends=ruling)
    if "void_hand" in remedy.steps and table.hand is not None and table.hand.phase != "over":
        table = void_hand(table, out, ruling.kind, remedy.article)
    return table, remedy
