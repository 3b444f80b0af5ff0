"""The hand engine: one observation in, the next table and the events out.

`step` is pure: no clock, no chance, no I/O. The same observations give the same events.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from controller.contract.commands import Act, Misdeal
from controller.contract.observations import (
    ButtonAt,
    CardAt,
    CardLeft,
    ChipsAt,
    DeckRead,
    Declared,
    DeviceBack,
    DeviceLost,
    FloorSaid,
    FoundMoved,
    Knocked,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.contract.private import PrivateEvent
from controller.contract.public import (
    ActionRefused,
    DeviceBackSeen,
    DeviceLostSeen,
    PublicEvent,
    ZoneBlind,
    ear_seat,
)
from controller.houses.model import House
from controller.table import floor
from controller.table.button import button_at
from controller.table.cards import card_at, card_left, resume
from controller.table.clock import stop_clock, time_passed
from controller.table.dealing import held_until, judge_held
from controller.table.deck import awaits_count, deck_read, shoe_empty, shoe_said
from controller.table.declarations import declared, knocked
from controller.table.early import honour
from controller.table.hands import can_start, start_hand
from controller.table.levels import level_over
from controller.table.motions import chips_at
from controller.table.moved import Feed, as_it_lies, decided, found_moved, while_held
from controller.table.rulings import progress
from controller.table.state import Out, Table
from controller.table.undo import lay_waiting


class Step(msgspec.Struct, frozen=True, gc=False):
    """What an observation brings: the next table, its events, and when to be woken (ms).

    `refused` says why a command was not carried out (an id), empty when it was.
    """

    table: Table
    public: tuple[PublicEvent, ...]
    private: tuple[PrivateEvent, ...]
    wake_at: int | None = None
    refused: str = ""


def step(table: Table, observation: Observation, house: House) -> Step:
    """Return the table after an observation, and what there is to say about it."""
    out = Out(observation.at)
    if table.clock is not None or table.level_clock is not None:
        table = level_over(replace(table, at=max(table.at, observation.at)), out)
    held = _while_held(table, observation, house, out) if table.moved else None
    if held is not None:
        table = held
    else:
        sense = _SENSED.get(type(observation))
        if sense is not None:
            table = sense(table, observation, house, out)
    if table.rulings:
        table = progress(table, house, out, resume)
    wake_at = None
    hand = table.hand
    if hand is not None and (hand.early or hand.waiting or hand.held):
        table, wake_at = _what_waits(table, house, out)
    if table.clock is not None:
        table = stop_clock(table)
        until = table.clock.until if table.clock else None
        wake_at = until if wake_at is None or until is None else min(wake_at, until)
    if table.level_clock is not None and table.level_clock.until:
        until = table.level_clock.until
        wake_at = until if wake_at is None else min(wake_at, until)
    return Step(table, tuple(out.public), tuple(out.private), wake_at, out.refused)


def _feeder(house: House) -> Feed:
    """Return the engine itself, for what an observation brings with it."""

    def feed(table: Table, observation: Observation) -> tuple[Table, Out, int | None]:
        done = step(table, observation, house)
        said = Out(observation.at, list(done.public), list(done.private))
        return done.table, said, done.wake_at

    return feed


def _found_moved(table: Table, found: FoundMoved, house: House, out: Out) -> Table:
    return found_moved(table, found, out, _feeder(house))


def _while_held(table: Table, observation: Observation, house: House, out: Out) -> Table | None:
    """Take what concerns things that were moved while the controller was off."""
    feed = _feeder(house)
    if not isinstance(observation, FloorSaid):
        return while_held(table, observation, out, feed)
    try:
        command = floor.decode(observation.command)
    except msgspec.DecodeError:
        return None
    if isinstance(command, Act):
        press = floor.declaration(command, observation.at)
        return while_held(table, press, out, feed) if press is not None else None
    if isinstance(command, Misdeal):
        return _floor_said(as_it_lies(table, out), observation, house, out)
    done = decided(table, command, observation, house, out, feed, resume)
    if done is None:
        return None
    table, out.refused = done
    return table


def _what_waits(table: Table, house: House, out: Out) -> tuple[Table, int | None]:
    """Let count what has waited for its time: acts out of turn, a board, cards held back."""
    if table.hand is not None and table.hand.early:
        table = honour(table, house, out)
    if table.hand is not None and table.hand.waiting:
        table = lay_waiting(table, house, out)
    if table.hand is not None and table.hand.held:
        return _judge_held(table, house, out)
    return table, None


def _judge_held(table: Table, house: House, out: Out) -> tuple[Table, int | None]:
    """Judge the cards of the deal that are held, or say when they can be (ms)."""
    table = judge_held(table, house, out)
    if table.rulings:
        table = progress(table, house, out, resume)
    hand = table.hand
    return table, held_until(hand) if hand is not None and hand.held else None


def _floor_said(table: Table, said: FloorSaid, house: House, out: Out) -> Table:
    try:
        command = floor.decode(said.command)
    except msgspec.DecodeError:
        out.refused = "unknown-command"
        return table
    if not isinstance(command, Act):
        table, out.refused = floor.obey(table, command, said.by, house, out, resume)
        return table
    press = floor.declaration(command, said.at)
    if press is None or not 1 <= command.seat < len(table.seats):
        out.refused = "unknown-key"
        return table
    table = declared(table, press, house, out)
    refused = [event.reason for event in out.public if isinstance(event, ActionRefused)]
    out.refused = refused[0] if refused else ""
    return table


def _shoe_said(table: Table, said: ShoeSaid, house: House, out: Out) -> Table:
    table = shoe_said(table, said, out)
    if said.what == "empty":
        return shoe_empty(table, house, out)
    # A shoe that is ready and has counted nothing could not.
    begins = said.what == "shuffling" and not awaits_count(table)
    if begins or (said.what == "ready" and table.shoe.checks):
        return _shuffled(table, house, out)
    return table


def _deck_read(table: Table, read: DeckRead, house: House, out: Out) -> Table:
    if not floor.between_hands(table):
        # What is missing from the shoe then is what has been dealt.
        return table
    return _shuffled(deck_read(table, read, out), house, out)


def _shuffled(table: Table, house: House, out: Out) -> Table:
    """Start the hand that the shoe has shuffled for, if one may start."""
    if can_start(table, house):
        return table
    return start_hand(table, house, out)


def _device(table: Table, seen: DeviceLost | DeviceBack, _house: House, out: Out) -> Table:
    lost = isinstance(seen, DeviceLost)
    out.say(DeviceLostSeen(seen.device) if lost else DeviceBackSeen(seen.device))
    if ear := ear_seat(seen.device):
        others_deaf = tuple(seat for seat in table.deaf if seat != ear)
        table = replace(table, deaf=(*others_deaf, ear) if lost else others_deaf)
    if not seen.zone:
        return table
    out.say(ZoneBlind(seen.zone, blind=lost))
    others = tuple(z for z in table.blind_zones if z != seen.zone)
    return replace(table, blind_zones=(*others, seen.zone) if lost else others)


_SENSED: dict[type, Callable[..., Table]] = {
    CardAt: card_at,
    CardLeft: card_left,
    ChipsAt: chips_at,
    Declared: declared,
    DeviceBack: _device,
    DeviceLost: _device,
    FloorSaid: _floor_said,
    FoundMoved: _found_moved,
    Knocked: knocked,
    ButtonAt: button_at,
    DeckRead: _deck_read,
    ShoeSaid: _shoe_said,
    TimePassed: time_passed,
}
