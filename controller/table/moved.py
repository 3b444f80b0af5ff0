"""What was moved while the controller was off: confirmed by people, never accused of anybody.

What the table understands by itself (a bet that had just landed, a step that was done) simply
counts. What would be found an irregularity is held back, with the hand, until somebody who may
says that it lies right, or until it lies again as it did.
"""

import msgspec
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
from controller.contract.public import (
    ActionRefused,
    IrregularityFound,
    MovedWhileOff,
    PublicEvent,
)
from controller.contract.rules import Closing
from controller.table import floor
from controller.table.course import by_itself
from controller.table.flow import all_agree, close
from controller.table.play import Play, play_on
from controller.table.rulings import active
from controller.table.state import Table

Moved = CardAt | CardLeft | ChipsAt

PATIENCE = 10_000
"""What an observation leads to within so many ms of table time is its doing."""
PEOPLES = frozenset({"floor", "away", "back"})
"""Keys that have nothing to do with what lies where."""


def found_moved(play: Play, found: FoundMoved) -> None:
    """Take what lies otherwise than the table remembers, or hold it back."""
    held = play.table.moved
    play.table = replace(play.table, moved=(), moved_agreed=())
    if _accuses(play, found.news, found.at):
        play.table = replace(play.table, moved=found.news)
        play.say(MovedWhileOff(zones_of(play.result())))
        return
    if held:
        play.say(MovedWhileOff(()))
    _feed(play, found.news, found.at)


def while_held(play: Play, observation: Observation) -> bool:
    """Take an observation while things are held back; return whether it concerned them."""
    match observation:
        case CardAt() | CardLeft() | ChipsAt():
            _moved_on(play, observation)
        case Declared():
            return _pressed(play, observation)
        case FloorSaid():
            return _said(play, observation)
        case _:
            return False
    return True


def _pressed(play: Play, said: Declared) -> bool:
    if said.what in PEOPLES:
        return False
    if said.what == "agree":
        _agree(play, said.seat)
    else:
        play.say(ActionRefused(said.seat, said.what, "moved-while-off"))
    return True


def _said(play: Play, said: FloorSaid) -> bool:
    """Take what the floor says while things are held back.

    Confirmed, they count as they lie; waived, nobody has done wrong with them.
    """
    try:
        command = floor.decode(said.command)
    except msgspec.DecodeError:
        return False
    match command:
        case c.Act():
            press = floor.declaration(command, said.at)
            return press is not None and _pressed(play, press)
        case c.Misdeal():
            _let_lie(play)
            return False
        case c.Confirm():
            _confirm(play)
        case c.Waive():
            _waive(play, said.by)
        case c.Rule() | c.Undo() | c.KillHand():
            play.refused = "moved-while-off"
        case _:
            return False
    return True


def _waive(play: Play, by: str) -> None:
    known = {ruling.id for ruling in play.table.rulings}
    _confirm(play)
    while (ruling := active(play.table)) is not None and ruling.id not in known:
        close(play, ruling, Closing.WAIVED, by)


def _let_lie(play: Play) -> None:
    """Let held things lie where they lie, without a word about the hand."""
    table = play.table
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
    play.say(MovedWhileOff(()))
    play.table = replace(
        table, places=places, chips=chips, others=others, moved=(), moved_agreed=()
    )


def zones_of(table: Table) -> tuple[str, ...]:
    """Return the zones in which something lies otherwise than it did, sorted."""
    zones = {one.zone for one in table.moved}
    zones |= {_home(table, one) for one in table.moved if isinstance(one, CardAt)}
    return tuple(sorted(zones - {""}))


def _accuses(play: Play, news: tuple[Moved, ...], at: int) -> bool:
    """Return whether the table would find an irregularity in what was moved."""
    trial = play_on(play.result(), play.house, at)
    _feed(trial, news, at)
    said: list[PublicEvent] = list(trial.public)
    table, end = trial.result(), at + PATIENCE
    wake = by_itself(play_on(table, play.house, at), TimePassed(at)).wake_at
    while wake is not None and at < wake <= end:
        at = wake
        done = by_itself(play_on(table, play.house, at), TimePassed(at))
        table, wake = done.table, done.wake_at
        said += done.public
    return any(isinstance(event, IrregularityFound) for event in said)


def _feed(play: Play, news: tuple[Moved, ...], at: int) -> None:
    """Take what was moved one by one, as if it came to rest now."""
    for one in news:
        done = by_itself(play_on(play.result(), play.house, at), replace(one, at=at))
        play.table, play.hand = done.table, done.table.hand
        play.public += done.public
        play.private += done.private


def _moved_on(play: Play, seen: Moved) -> None:
    """Take one more movement; what lies again as it did is forgotten."""
    table = play.table
    if isinstance(seen, ChipsAt):
        if seen.provisional:
            return
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
    play.table = replace(table, moved=others if back else (*others, seen), moved_agreed=())
    if zones_of(play.table) != before:
        play.say(MovedWhileOff(zones_of(play.table)))


def _home(table: Table, seen: CardAt | CardLeft) -> str:
    """Return the zone in which a card lay, "" for none."""
    if seen.deck in (0, table.deck):
        return table.places.get(seen.card, "")
    return table.others.get(f"{seen.card}/{seen.deck}", "")


def _same_zone(one: Moved, zone: str) -> bool:
    return isinstance(one, ChipsAt) and one.zone == zone


def _same_card(one: Moved, card: str, deck: int) -> bool:
    return not isinstance(one, ChipsAt) and one.card == card and one.deck == deck


def _agree(play: Play, seat: int) -> None:
    table, hand = play.table, play.hand
    if not 1 <= seat < len(table.seats) or not hand.can_win(seat):
        return
    if table.floor == "present":
        play.say(ActionRefused(seat, "agree", "ask-the-floor"))
        return
    agreed = tuple(sorted({*table.moved_agreed, seat}))
    if all_agree(play, agreed):
        _confirm(play)
    else:
        play.table = replace(table, moved_agreed=agreed)


def _confirm(play: Play) -> None:
    news = play.table.moved
    play.say(MovedWhileOff(()))
    play.table = replace(play.table, moved=(), moved_agreed=())
    _feed(play, news, play.at)
