"""Open rulings: which step is next, whether it is done, and what happens when all are."""

from collections.abc import Callable

from msgspec.structs import replace

from controller.contract.public import RulingClosed, RulingStep
from controller.houses.model import House, Remedy
from controller.table.irregular import open_ruling, spoken
from controller.table.state import ALL_IN, FOLDED, LIVE, Hand, Out, Ruling, Step, Table

UNSENSED = frozenset({"shuffle", "cut", "mix"})
PLAYED = frozenset({"finish_round", "finish_deal"})
"""Steps that the players do by playing on: while one is next, the table is not stopped."""
_DEALT_INTO = ("board", "burn", "hand.")
MOVED = frozenset({"use_as_burn", "set_aside", "take_back", "to_stub"})

Resume = Callable[[Table, House, Out], Table]


def active(table: Table) -> Ruling | None:
    """Give the ruling whose step is next, None when none is open."""
    return table.rulings[0] if table.rulings else None


def stops_play(table: Table) -> bool:
    """Say whether an open ruling stops the table now."""
    ruling = active(table)
    return ruling is not None and (ruling.step is None or ruling.step.word not in PLAYED)


def is_done(table: Table, ruling: Ruling, step: Step) -> bool:
    """Say whether the goal of a step is reached, by what lies where."""
    hand = table.hand
    places = table.places
    if hand is None:
        return True
    match step.word:
        case "keep":
            return True
        case "use_as_burn":
            if step.cards:
                return all(places.get(card) == "burn" for card in step.cards)
            return len(hand.burns) >= step.count
        case "take_back" if not step.cards:
            return _chips_taken_back(table, hand, step)
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
            return not any(zone not in {"", "shoe"} for zone in places.values())
        case "return_bets":
            return table.keyed or not any(
                table.chips.get(zone) for zone in table.chips if zone.startswith(("bet.", "pot"))
            )
        case _:
            return False


def _chips_taken_back(table: Table, hand: Hand, step: Step) -> bool:
    seat = step.seat
    if not seat or table.keyed:
        return True
    return sum(table.chips.get(f"bet.{seat}", ())) - table.base[seat] <= hand.bets[seat]


def progress(
    table: Table, house: House, out: Out, resume: Resume, card: str = "", zone: str = ""
) -> Table:
    """See which steps are done or undone now, and go on when the ruling comes to its end.

    `card` has just come to rest in `zone`, or left all zones when that is empty.
    """
    while (ruling := active(table)) is not None:
        if _is_moot(table, ruling):
            table = close(table, house, out, "moot", "", resume)
            continue
        table, ruling = _undo_step(table, out, ruling, card)
        before = ruling.done
        while ruling.step is not None and _reached(table, ruling, ruling.step, zone):
            out.say(RulingStep(ruling.id, ruling.done, spoken(ruling.step), done=True))
            table = _effect(table, ruling, ruling.step)
            ruling = replace(ruling, done=ruling.done + 1)
        table = replace(table, rulings=(ruling, *table.rulings[1:]))
        if ruling.step is None:
            table = close(table, house, out, "done", "", resume)
            card = zone = ""
            continue
        if ruling.done > before and ruling.step.word in PLAYED:
            table = resume(table, house, out)
        return table
    return table


def _is_moot(table: Table, ruling: Ruling) -> bool:
    """Say whether a ruling has nothing left to rule on: the hand has ended otherwise."""
    hand = table.hand
    over = hand is None or hand.phase == "over"
    return over and not any(step.word == "void_hand" for step in ruling.steps)


def _effect(table: Table, ruling: Ruling, step: Step) -> Table:
    """Note what a step that is done changes of what is known of the cards."""
    hand = table.hand
    if hand is None:
        return table
    if step.word == "to_stub":
        seen = tuple(card for card in hand.seen if card not in step.cards)
        hand = replace(hand, seen=seen, mended=True)
    elif step.word in {"use_as_burn", "burn"} and not ruling.street:
        hand = replace(hand, burned_for=max(hand.burned_for, hand.street + 1))
    elif step.word in {"use_as_burn", "set_aside", "mix"}:
        hand = replace(hand, mended=True)
    return replace(table, hand=hand)


def _reached(table: Table, ruling: Ruling, step: Step, zone: str) -> bool:
    if step.word in UNSENSED:
        # The first movement of the next step ticks what no sensor sees.
        return zone.startswith(_DEALT_INTO)
    return is_done(table, ruling, step)


def _undo_step(table: Table, out: Out, ruling: Ruling, moved: str) -> tuple[Table, Ruling]:
    """Take a step back that has been undone: its card lies where it lay."""
    if not moved or not ruling.done:
        return table, ruling
    last = ruling.steps[ruling.done - 1]
    if last.word in MOVED and moved in last.cards and not is_done(table, ruling, last):
        ruling = replace(ruling, done=ruling.done - 1)
        out.say(RulingStep(ruling.id, ruling.done, spoken(last), done=False))
        table = replace(table, rulings=(ruling, *table.rulings[1:]))
    return table, ruling


def tick(table: Table, house: House, out: Out, resume: Resume) -> Table:
    """Take `done` at the button's seat for an unsensed step."""
    ruling = active(table)
    if ruling is None or ruling.step is None or ruling.step.word not in UNSENSED:
        return table
    out.say(RulingStep(ruling.id, ruling.done, spoken(ruling.step), done=True))
    ruling = replace(ruling, done=ruling.done + 1)
    table = replace(table, rulings=(ruling, *table.rulings[1:]))
    return progress(table, house, out, resume)


def agree(table: Table, seat: int, house: House, out: Out, resume: Resume) -> Table:
    """Take a player's agreement; with that of all live seats the ruling is closed as it lies."""
    ruling, hand = active(table), table.hand
    if ruling is None or hand is None or hand.status[seat] not in (LIVE, ALL_IN):
        return table
    ruling = replace(ruling, agreed=(*(s for s in ruling.agreed if s != seat), seat))
    table = replace(table, rulings=(ruling, *table.rulings[1:]))
    present = {s for s in hand.live() if not table.seats[s].absent}
    if present <= set(ruling.agreed):
        return close(table, house, out, "agreed", "seats", resume)
    return table


def close(table: Table, house: House, out: Out, outcome: str, by: str, resume: Resume) -> Table:
    """Close the active ruling and give the hand back to the players."""
    ruling = table.rulings[0]
    table = replace(table, rulings=table.rulings[1:])
    out.say(RulingClosed(ruling.id, outcome, by))
    if outcome == "waived" and ruling.before is not None:
        table = replace(table, hand=ruling.before.hand, seats=ruling.before.seats)
    return resume(table, house, out) if not table.rulings else table


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
    return table, remedy
