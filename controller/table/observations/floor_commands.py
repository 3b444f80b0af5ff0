"""Commands to the table from the floor, the desk or a local user, which are already authenticated.

Each function returns the id of the reason why a command can't be carried out, or an empty string.
"""

from collections.abc import Callable
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declaration, Declared, FloorSaid
from controller.contract.public import (
    ActionRefused,
    ButtonMoved,
    StackChanged,
)
from controller.table.betting import advance, out_of_action
from controller.table.betting import go_on as turn_up
from controller.table.between_hands import (
    deal_one,
    enter,
    give_notice,
    hold,
    mark_back,
    newcomer_buys,
    not_topped_up,
    order_bomb_pot,
    order_kill_pot,
    pause,
    release,
    run_level_clock,
    set_level,
    set_structure,
    sit_down,
    stand_up,
    stay,
    switch_stream,
    take_chips,
    take_off,
)
from controller.table.between_hands import resume as go_on
from controller.table.board import after_mending
from controller.table.dealing import (
    away,
    close_table,
    color_up,
    due_with_stack,
    next_hand,
    open_table,
    put_button,
    start_if_possible,
)
from controller.table.observations.declarations import announced
from controller.table.observations.keyed_cards import deal_unseen, key_cards
from controller.table.resolving_rulings import DECISIONS, undo
from controller.table.resolving_rulings import resume as give_back
from controller.table.rulings import stops_play
from controller.table.state import ALL_IN, LIVE, BoardDue, Hand, Past, Play, ShoeState, put

_DECODER = msgspec.json.Decoder(c.AnyCommand)
_KEYS = frozenset(get_args(Declaration))
_ABOUT_A_PLAYER = (
    c.Absent | c.Back | c.EnterGame | c.LimitTime | c.Penalty | c.Rebuy | c.SetStack | c.ShowHead
)
"""The commands that are refused if nobody has taken their seat."""


def decode(command: str) -> c.Command:
    """Return the command contained in a `FloorSaid`; raise `msgspec.DecodeError` if invalid."""
    decoded: c.Command = _DECODER.decode(command)
    return decoded


def floor_said(play: Play, said: FloorSaid) -> None:
    """Handle a floor command; if it is refused, `play.refused` is the reason."""
    try:
        command = decode(said.command)
    except msgspec.DecodeError:
        play.refused = "unknown-command"
        return
    if isinstance(command, c.Act):
        _press(play, command, said.at)
    elif isinstance(command, c.KeyBoard | c.KeyHand):
        play.refused = key_cards(play, command)
    else:
        play.refused = obey(play, command, said.by)


def _press(play: Play, command: c.Act, at: int) -> None:
    press = declaration(command, at)
    if press is None or not 1 <= command.seat < len(play.table.seats):
        play.refused = "unknown-key"
        return
    announced(play, press)
    refused = [event.reason for event in play.public if isinstance(event, ActionRefused)]
    play.refused = refused[0] if refused else ""


def declaration(command: c.Act, at: int) -> Declared | None:
    """Return the key press that an `act` command represents, or None if its word is not a key."""
    if command.what not in _KEYS:
        return None
    return Declared(at, command.seat, command.what, command.target, command.amount)  # type: ignore[arg-type]


def obey(play: Play, command: c.Command, by: str) -> str:
    """Carry out a command given by floor person `by`; return the refusal reason's id, or ""."""
    number = getattr(command, "seat", None)
    none = 0 if isinstance(command, c.StandUp | c.Stay | c.Notice) else None
    if number is not None and number != none and not 1 <= number < len(play.table.seats):
        return "no-such-seat"
    if isinstance(command, _ABOUT_A_PLAYER) and not play.table.seats[command.seat].taken:
        return "seat-empty"
    carry_out = _CARRY_OUT.get(type(command))
    return carry_out(play, command, by) if carry_out is not None else "not-now"


def _let_go(play: Play, release: Callable[[], str]) -> str:
    """Release a hold, and take into account any street dealt or chips put in during the hold.

    `release` is the function that releases the hold; it returns the refusal reason, or "".
    """
    stood = stops_play(play.table)
    refused = release()
    if refused or not play.hand.running or stops_play(play.table):
        return refused
    if type(play.hand.stage) is BoardDue:
        turn_up(play)
    if not stood:
        after_mending(play)
        return ""
    give_back(play)
    return ""


def _start(play: Play) -> str:
    """Start the next hand, even with a fouled deck, because the floor's decision is final."""
    play.devices(shoe=ShoeState(checks=play.table.devices.shoe.checks))
    why, _ = next_hand(play)
    if not why:
        start_if_possible(play)
        deal_unseen(play)
    return why


def _absent(play: Play, number: int) -> str:
    away(play, number)
    return ""


def _rebuy(play: Play, command: c.Rebuy) -> str:
    seat = play.table.seats[command.seat]
    if command.amount <= 0:
        return "bad-amount"
    if newcomer_buys(play, command.seat, command.amount):
        return ""
    if why := not_topped_up(play, seat, command.amount):
        return why
    if play.hand.running:
        play.seat(command.seat, rebuy=seat.rebuy + command.amount)
        return ""
    play.say(StackChanged(command.seat, seat.stack + command.amount, "rebuy"))
    play.pay(command.seat, command.amount)
    play.table = replace(play.table, past=())
    return ""


def _of_its_player(play: Play, number: int, player: str = "", **amount: int) -> str:
    """Record the time limit of a seat's player, or the bounty on that player.

    Both apply until the player leaves the seat.
    """
    if player not in ("", play.table.seats[number].player):
        return "other-player"
    if min(amount.values()) < 0:
        return "bad-amount"
    play.seat(number, **amount)
    return ""


def _set_stack(play: Play, command: c.SetStack, by: str) -> str:
    """Correct a seat's stack.

    During a hand, this also corrects the stack that the seat gets back if the hand is voided.
    """
    number, stack = command.seat, command.stack
    if stack < 0:
        return "bad-amount"
    play.say(StackChanged(number, stack, "correction", by))
    more = stack - play.table.seats[number].stack
    play.pay(number, more)
    if not play.hand.running:
        play.table = replace(play.table, past=())
    elif play.hand.stacks[number]:
        past = tuple(_corrected(p, number, more) for p in play.table.past)
        if any(p.seats[number].stack < 0 for p in past):
            # In an earlier state, chips that are taken now were in a bet: nothing can be restored.
            past = ()
        play.table = replace(play.table, past=past)
        play.hand = _with_stack(play.hand, number, more)
        due_with_stack(play, number)
        _still_to_act(play, number)
    return ""


def _corrected(past: Past, number: int, more: int) -> Past:
    seat = past.seats[number]
    seats = put(past.seats, number, replace(seat, stack=seat.stack + more))
    hand = _with_stack(past.hand, number, more)
    if not seats[number].stack and hand.turn != number:
        hand = _all_in(hand, number)
    return replace(past, hand=hand, seats=seats)


def _with_stack(hand: Hand, number: int, more: int) -> Hand:
    return replace(hand, stacks=put(hand.stacks, number, hand.stacks[number] + more))


def _still_to_act(play: Play, number: int) -> None:
    """Make a seat all-in if its stack has been corrected to zero."""
    hand = play.hand
    if play.table.seats[number].stack or hand.status[number] != LIVE:
        return
    play.hand = _all_in(hand, number)
    if hand.turn == number:
        advance(play)


def _all_in(hand: Hand, number: int) -> Hand:
    """Return a hand in which a live seat has no chips left to bet."""
    if hand.status[number] != LIVE:
        return hand
    return replace(out_of_action(hand, number), status=put(hand.status, number, ALL_IN))


def _set_button(play: Play, number: int, small: int, by: str) -> str:
    """Set the button's seat for the next hand, or for the redeal if the current hand is voided.

    `small` is the seat of a dead small blind, or 0. Returns the id of the reason why it can't be
    set, or "".
    """
    if small and (why := _not_dead(play, number, small)):
        return why
    play.say(ButtonMoved(number, by=by))
    put_button(play, number, small)
    if play.hand.running:
        last = play.table.played
        prior = replace(
            play.hand.prior,
            button=last.button,
            small_blind=last.small_blind,
            big_blind=last.big_blind,
        )
        play.hand = replace(play.hand, prior=prior)
    return ""


def _not_dead(play: Play, number: int, small: int) -> str:
    """Return why seat `small` can't be the position of a dead small blind, or "" if it can.

    The reason is an id. `number` is the seat of the button.
    """
    seats = play.table.seats
    if not 1 <= small < len(seats):
        return "no-such-seat"
    if seats[small].taken:
        return "seat-taken"
    if play.house.button.movement.value != "dead" or small == number:
        return "no-dead-blind"
    return ""


_CARRY_OUT: Final[dict[type[c.Command], Callable[[Play, Any, str], str]]] = {
    **DECISIONS,
    c.Absent: lambda play, said, _: _absent(play, said.seat),
    c.Back: lambda play, said, _: mark_back(play, said.seat),
    c.BombPot: lambda play, said, _: order_bomb_pot(play, said),
    c.CloseTable: lambda play, *_: close_table(play),
    c.ColorUp: lambda play, said, _: color_up(play, said),
    c.DealOne: lambda play, said, _: _let_go(play, lambda: deal_one(play, said)),
    c.EnterGame: lambda play, said, _: enter(play, said),
    c.Hold: lambda play, said, _: hold(play, said),
    c.KillPot: lambda play, said, _: order_kill_pot(play, said),
    c.LevelClock: lambda play, said, _: run_level_clock(play, said),
    c.LimitTime: lambda play, said, _: _of_its_player(play, said.seat, seconds=said.seconds),
    c.Notice: lambda play, said, _: give_notice(play, said),
    c.NoticeOff: lambda play, said, _: take_off(play, said.notice),
    c.OpenTable: lambda play, said, _: open_table(play, said),
    c.Pause: lambda play, said, _: pause(play, said.reason),
    c.Rebuy: lambda play, said, _: _rebuy(play, said),
    c.Release: lambda play, said, _: _let_go(play, lambda: release(play, said.hold)),
    c.Resume: lambda play, *_: _let_go(play, lambda: go_on(play)),
    c.SetButton: lambda play, said, by: _set_button(play, said.seat, said.small_blind, by),
    c.SetLevel: lambda play, said, _: set_level(play, said),
    c.SetStack: _set_stack,
    c.ShowHead: lambda play, said, _: _of_its_player(play, said.seat, said.player, head=said.worth),
    c.SitDown: lambda play, said, _: sit_down(play, said),
    c.StandUp: lambda play, said, _: stand_up(play, said),
    c.StartHand: lambda play, *_: _start(play),
    c.Stay: lambda play, said, _: stay(play, said),
    c.Stream: switch_stream,
    c.Structure: lambda play, said, _: set_structure(play, said),
    c.TakeChips: lambda play, said, _: take_chips(play, said),
    c.Undo: lambda play, _, by: undo(play, by),
}
"""For each type of command, the function that carries it out for the floor person who gave it."""
