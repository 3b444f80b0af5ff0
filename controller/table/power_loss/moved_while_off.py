"""Moves made while the controller was off: people confirm them, and nobody is blamed.

Moves that the table can interpret itself (a bet that had just been put down, a step that was done)
simply count, in whatever order they were made (`acts_while_off.py`). If they would include an
irregularity, none of them counts at first, and the hand waits until an authorised person confirms
that everything is in place, or until everything is back where it was. Once the moves are confirmed,
an irregularity is reported only if no order of the moves is legal.
"""

from collections.abc import Callable

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
)
from controller.contract.public import (
    ActionRefused,
    FloorCalled,
    MovedWhileOff,
)
from controller.contract.rules import Closing
from controller.table.observations import floor_commands
from controller.table.power_loss.acts_while_off import Story, lay, reconstructed, understood
from controller.table.power_loss.story_search import Moved, happens
from controller.table.resolving_rulings import all_agree, close
from controller.table.rulings import active
from controller.table.state import Play, Table, as_it_lies, beyond_ledger

LATE = 5_000
"""A move read up to this long (ms) after the first unconfirmed one may predate the restart."""
PEOPLES = frozenset({"floor", "away", "back"})
"""Keys that work as usual even while moves are unconfirmed."""


def found_moved(play: Play, found: FoundMoved) -> None:
    """Process what has moved since the last saved state, or leave it all to be confirmed."""
    held = play.table.devices.moved
    play.devices(moved=(), moved_agreed=())
    story = understood(play.result(), play.house, found.news, found.at)
    if story is None:
        play.devices(moved=found.news)
        play.say(MovedWhileOff(zones_of(play.result())))
        return
    if held:
        play.say(MovedWhileOff(()))
    _do(play, story, found.at)


def while_held(play: Play, observation: Observation) -> bool:
    """Handle an observation while moves are unconfirmed; return False if the usual rules apply."""
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
    """Handle a floor command while moves are unconfirmed; return False if it must still be obeyed.

    `Confirm` makes the moves count; `Waive` also waives any irregularity in them. `Misdeal` accepts
    the moves as they are, and must then be obeyed like any other command. Rulings, undoing and
    killing a hand are refused.
    """
    try:
        command = floor_commands.decode(said.command)
    except msgspec.DecodeError:
        return False
    match command:
        case c.Act():
            press = floor_commands.declaration(command, said.at)
            return press is not None and _pressed(play, press)
        case c.Misdeal():
            _let_lie(play)
            return False
        case c.Confirm():
            play.refused = "" if _confirm(play) else "moved-unclear"
        case c.Waive():
            play.refused = "" if _waive(play, said.by) else "moved-unclear"
        case c.Rule() | c.Undo() | c.KillHand():
            play.refused = "moved-while-off"
        case _:
            return False
    return True


def _waive(play: Play, by: str) -> bool:
    known = {ruling.id for ruling in play.table.rulings}
    if not _confirm(play):
        return False
    while (ruling := active(play.table)) is not None and ruling.id not in known:
        close(play, ruling, Closing.WAIVED, by)
    return True


def _let_lie(play: Play) -> None:
    """Accept the unconfirmed moves as they are: positions change, but the hand does not."""
    table = play.table
    places, chips, others = dict(table.places), dict(table.chips), dict(table.others)
    for one in table.devices.moved:
        if isinstance(one, ChipsAt):
            chips[one.zone] = one.chips
            play.moved = True
            continue
        zone = one.zone if isinstance(one, CardAt) else ""
        if one.deck in (0, table.deck):
            places[one.card] = zone
        else:
            others[f"{one.card}/{one.deck}"] = zone
    play.say(MovedWhileOff(()))
    play.table = replace(table, places=places, chips=chips, others=others)
    _note_surplus(play)
    play.devices(moved=(), moved_agreed=())


def zones_of(table: Table) -> tuple[str, ...]:
    """Return, in alphabetical order, the zones whose contents the unconfirmed moves changed."""
    zones = {one.zone for one in table.devices.moved}
    zones |= {_home(table, one) for one in table.devices.moved if isinstance(one, CardAt)}
    return tuple(sorted(zones - {""}))


def _do(play: Play, story: Story, at: int) -> None:
    """Process the actions of a story one by one, as if they happened now."""
    for deed in story.deeds:
        done = happens(play.result(), play.house, at, deed)
        play.table, play.hand = done.table, done.table.hand
        play.public += done.public
        play.private += done.private
    if story.laid:
        play.table = lay(play.result(), story.laid)
    if _note_surplus(play) or story.laid:
        play.say(FloorCalled(0, "stacks"))


def _note_surplus(play: Play) -> bool:
    """Count the pot's unexplained chips as already reported, so that nobody is blamed for them.

    Return whether the pot has such chips.
    """
    hand = play.hand
    more = max(beyond_ledger(play.table, hand) - sum(hand.bets), 0) if hand.running else 0
    if more:
        play.hand = replace(hand, surplus=more)
    return bool(more)


def _moved_on(play: Play, seen: Moved) -> None:
    """Add an unconfirmed move; drop the moves of a card or chips that are back in place."""
    table = play.table
    if isinstance(seen, ChipsAt):
        if seen.provisional:
            return
        others = tuple(
            m for m in table.devices.moved if not (isinstance(m, ChipsAt) and m.zone == seen.zone)
        )
        back = seen.chips == table.chips.get(seen.zone, ())
    else:
        others = tuple(
            m
            for m in table.devices.moved
            if isinstance(m, ChipsAt) or (m.card, m.deck) != (seen.card, seen.deck)
        )
        lies = seen.zone if isinstance(seen, CardAt) else ""
        home = _home(table, seen)
        back = lies == home
        if isinstance(seen, CardLeft) and home != seen.zone:
            # The card leaves a zone where it should not have been: it may be on its way back.
            back = not home
    before, since = zones_of(table), table.devices.moved[0].at
    play.devices(moved=others if back else (*others, seen), moved_agreed=())
    late = not back and not isinstance(seen, CardLeft) and seen.at - since <= LATE
    if late and _count(play, understood):
        return
    if zones_of(play.table) != before:
        play.say(MovedWhileOff(zones_of(play.table)))


def _home(table: Table, seen: CardAt | CardLeft) -> str:
    """Return the zone in which a card was last recorded, or "" for none."""
    if seen.deck in (0, table.deck):
        return table.places.get(seen.card, "")
    return table.others.get(f"{seen.card}/{seen.deck}", "")


def _agree(play: Play, seat: int) -> None:
    table, hand = play.table, play.hand
    if not 1 <= seat < len(table.seats) or not hand.can_win(seat):
        return
    if table.fittings.floor == "present":
        play.say(ActionRefused(seat, "agree", "ask-the-floor"))
        return
    agreed = tuple(sorted({*table.devices.moved_agreed, seat}))
    if not all_agree(play, agreed):
        play.devices(moved_agreed=agreed)
    elif not _confirm(play):
        play.say(ActionRefused(seat, "agree", "moved-unclear"))


def _confirm(play: Play) -> bool:
    """Process the confirmed moves; return whether the actions that caused them can be determined.

    If not, the moves stay unconfirmed until the hand is voided or everything is put back.
    """
    return _count(play, reconstructed)


def _count(play: Play, tell: Callable[..., Story | None]) -> bool:
    """Carry out the unconfirmed moves in an order found by `tell`; return whether it finds one."""
    table = play.table
    play.devices(moved=(), moved_agreed=())
    story = tell(play.result(), play.house, table.devices.moved, play.at)
    if story is None:
        play.table = table
        play.devices(moved_agreed=())
        return False
    play.say(MovedWhileOff(()))
    _do(play, story, play.at)
    as_it_lies(play)
    return True
