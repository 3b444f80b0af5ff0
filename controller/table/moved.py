"""What was moved while the controller was off: confirmed by people, never accused of anybody.

What the table understands by itself (a bet that had just landed, a step that was done) simply
counts. What would be found an irregularity is held back, with the hand, until somebody who may
says that it lies right, or until it lies again as it did.
"""

from collections.abc import Callable

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import (
    CardAt,
    CardLeft,
    ChipsAt,
    Declared,
    FloorSaid,
    FoundMoved,
    Observation,
    TimePassed,
)
from controller.contract.public import ActionRefused, IrregularityFound, MovedWhileOff
from controller.houses.model import House
from controller.table.rulings import Resume, active, close
from controller.table.state import CAN_WIN, Out, Table

Feed = Callable[[Table, Observation], tuple[Table, Out, int | None]]
"""Returns the table after one observation, what it says, and when it wants to be woken (ms)."""

Moved = CardAt | CardLeft | ChipsAt

PATIENCE = 10_000
"""What an observation leads to within so many ms of table time is its doing."""


def found_moved(table: Table, found: FoundMoved, out: Out, feed: Feed) -> Table:
    """Take what lies otherwise than the table remembers, or hold it back."""
    held = table.moved
    table = replace(table, moved=(), moved_agreed=())
    if _accuses(table, found.news, found.at, feed):
        return _held(table, found.news, out)
    if held:
        out.say(MovedWhileOff(()))
    return _fed(table, found.news, found.at, out, feed)


def while_held(table: Table, observation: Observation, out: Out, feed: Feed) -> Table | None:
    """Take an observation while things are held back; None when it is nothing to them."""
    match observation:
        case CardAt() | CardLeft() | ChipsAt():
            return _moved_on(table, observation, out)
        case Declared(what="agree", seat=seat):
            return _agree(table, seat, observation.at, out, feed)
        case Declared(what="floor" | "away" | "back"):
            return None
        case Declared():
            out.say(ActionRefused(observation.seat, observation.what, "moved-while-off"))
            return table
        case _:
            return None


def decided(
    table: Table, command: c.Command, said: FloorSaid, house: House, out: Out, feed: Feed,
    resume: Resume,
) -> tuple[Table, str] | None:  # fmt: skip
    """Carry out what the floor says of things that are held back; None when it says nothing.

    Confirmed, they count as they lie; waived, nobody has done wrong with them.
    """
    match command:
        case c.Confirm():
            return _confirmed(table, said.at, out, feed), ""
        case c.Waive():
            known = {ruling.id for ruling in table.rulings}
            table = _confirmed(table, said.at, out, feed)
            while (ruling := active(table)) is not None and ruling.id not in known:
                table = close(table, house, out, "waived", said.by, resume, ruling)
            return table, ""
        case c.Rule() | c.Undo() | c.KillHand():
            return table, "moved-while-off"
        case _:
            return None


def as_it_lies(table: Table, out: Out) -> Table:
    """Let held things lie where they lie, without a word about the hand."""
    places, chips, others = dict(table.places), dict(table.chips), dict(table.others)
    for one in table.moved:
        if isinstance(one, ChipsAt):
            chips[one.zone] = one.chips
            continue
        zone = one.zone if isinstance(one, CardAt) else ""
        if one.deck in (0, table.deck):
            places[one.card] = zone
        else:
            others[f"{one.card}/{one.deck}"] = zone
    out.say(MovedWhileOff(()))
    return replace(table, places=places, chips=chips, others=others, moved=(), moved_agreed=())


def zones_of(table: Table) -> tuple[str, ...]:
    """Return the zones in which something lies otherwise than it did, sorted."""
    zones = {one.zone for one in table.moved}
    zones |= {_home(table, one) for one in table.moved if isinstance(one, CardAt)}
    return tuple(sorted(zones - {""}))


def _accuses(table: Table, news: tuple[Moved, ...], at: int, feed: Feed) -> bool:
    """Return whether the table would find an irregularity in what was moved."""
    trial = Out(at)
    table = _fed(table, news, at, trial, feed)
    end = at + PATIENCE
    _, _, wake = feed(table, TimePassed(at))
    while wake is not None and at < wake <= end:
        at = wake
        table, said, wake = feed(table, TimePassed(at))
        trial.public += said.public
    return any(isinstance(event, IrregularityFound) for event in trial.public)


def _fed(table: Table, news: tuple[Moved, ...], at: int, out: Out, feed: Feed) -> Table:
    for one in news:
        table, said, _ = feed(table, replace(one, at=at))
        out.public += said.public
        out.private += said.private
    return table


def _held(table: Table, news: tuple[Moved, ...], out: Out) -> Table:
    table = replace(table, moved=news, moved_agreed=())
    out.say(MovedWhileOff(zones_of(table)))
    return table


def _moved_on(table: Table, seen: Moved, out: Out) -> Table:
    """Take one more movement; what lies again as it did is forgotten."""
    if isinstance(seen, ChipsAt):
        if seen.provisional:
            return table
        others = tuple(m for m in table.moved if not _same_zone(m, seen.zone))
        back = seen.chips == table.chips.get(seen.zone, ())
    else:
        others = tuple(m for m in table.moved if not _same_card(m, seen.card, seen.deck))
        lies = seen.zone if isinstance(seen, CardAt) else ""
        home = _home(table, seen)
        back = lies == home
        if isinstance(seen, CardLeft) and home != seen.zone:
            # It leaves where it should not have been: it may be on its way back.
            back = not home
    before = zones_of(table)
    table = replace(table, moved=others if back else (*others, seen), moved_agreed=())
    if zones_of(table) != before:
        out.say(MovedWhileOff(zones_of(table)))
    return table


def _home(table: Table, seen: CardAt | CardLeft) -> str:
    """Return the zone in which a card lay, "" for none."""
    if seen.deck in (0, table.deck):
        return table.places.get(seen.card, "")
    return table.others.get(f"{seen.card}/{seen.deck}", "")


def _same_zone(one: Moved, zone: str) -> bool:
    return isinstance(one, ChipsAt) and one.zone == zone


def _same_card(one: Moved, card: str, deck: int) -> bool:
    return not isinstance(one, ChipsAt) and one.card == card and one.deck == deck


def _agree(table: Table, seat: int, at: int, out: Out, feed: Feed) -> Table:
    hand = table.hand
    if hand is None or not 1 <= seat < len(table.seats) or hand.status[seat] not in CAN_WIN:
        return table
    if table.floor == "present":
        out.say(ActionRefused(seat, "agree", "ask-the-floor"))
        return table
    agreed = {*table.moved_agreed, seat}
    if {s for s in hand.live() if not table.seats[s].absent} <= agreed:
        return _confirmed(table, at, out, feed)
    return replace(table, moved_agreed=tuple(sorted(agreed)))


def _confirmed(table: Table, at: int, out: Out, feed: Feed) -> Table:
    news = table.moved
    out.say(MovedWhileOff(()))
    return _fed(replace(table, moved=(), moved_agreed=()), news, at, out, feed)
