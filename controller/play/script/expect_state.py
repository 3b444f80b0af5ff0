"""Compares a scenario's expectations about the table's state with the public view.

Each `miss_` function returns None if the expectation is met, otherwise the actual value in scenario
notation.
"""

from collections.abc import Iterable, Sequence

from controller.contract.public import (
    HandEnded,
    HandStatus,
    HandVoided,
    Phase,
    PublicEvent,
    PublicState,
)
from controller.contract.readings.legal_actions import sized
from controller.play.script import event_words
from controller.play.script import expectations as hope
from controller.play.script.expect_steps import unless


def miss_turn(expectation: hope.ExpectTurn, state: PublicState) -> str | None:
    """Return None if the expected seat is next to act, otherwise the seat that is."""
    return unless(expectation.seat == state.turn, f"turn {state.turn or 'none'}")


def miss_button(expectation: hope.ExpectButton, state: PublicState) -> str | None:
    """Return None if the button is at the expected seat, otherwise where it is."""
    return unless(expectation.seat == state.button, f"button {state.button or 'none'}")


def miss_blind(expectation: hope.ExpectBlind, state: PublicState) -> str | None:
    """Return None if the expected seat has the blind, otherwise the seat that has it."""
    seat = state.small_blind if expectation.blind == "small" else state.big_blind
    return unless(expectation.seat == seat, f"{expectation.blind}-blind {seat or 'none'}")


def miss_hand(
    expectation: hope.ExpectHand, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    """Return None if the hand has ended as expected, otherwise how it ended.

    If it has not ended, return a text that says so.
    """
    ends = {HandVoided: "voided", HandEnded: "over"}
    found = [ends[type(event)] for event in events if type(event) in ends]
    if state.phase == "over":
        found.append("voided" if state.voided else "over")
    if expectation.outcome in found:
        return None
    return f"hand {found[-1]}" if found else "no end of the hand"


def miss_shown(expectation: hope.ExpectShown, state: PublicState) -> str | None:
    """Return None if these amounts are shown or hidden as expected, otherwise the wrong ones."""
    seats = [seat for seat in state.seats if seat.status != "empty"]
    amounts = {
        "pot": [pot.amount for pot in state.pots],
        "stacks": [seat.stack for seat in seats],
        "bets": [seat.bet for seat in seats],
    }
    wrong = [
        name
        for name in expectation.what
        if not amounts[name]
        or any((amount is None) == expectation.shown for amount in amounts[name])
    ]
    how = "hidden" if expectation.shown else "shown"
    return f"{' '.join(wrong)} {how}" if wrong else None


def miss_held(expectation: hope.ExpectHeld, state: PublicState) -> str | None:
    """Return None if the table has exactly the expected holds, otherwise its actual holds."""
    held = tuple(one.hold for one in state.holds if not one.one_hand)
    return unless(expectation.holds == held, f"held {' '.join(held) or 'none'}")


def miss_notices(expectation: hope.ExpectNotices, state: PublicState) -> str | None:
    """Return None if the table has exactly the expected notices, otherwise its actual notices."""
    told = tuple(one.notice for one in state.notices)
    return unless(expectation.notices == told, f"notices {' '.join(told) or 'none'}")


def miss_level(expectation: hope.ExpectLevel, state: PublicState) -> str | None:
    """Return None if the level and its clock are as expected, otherwise the actual ones."""
    level = state.level
    time: hope.LevelTime = "none"
    if level.stands is not None:
        time = "stands"
    elif level.next_in is not None:
        time = "break" if level.on_break else "runs"
    holds = level.number == expectation.number and expectation.time in {"", time}
    return unless(holds, f"level {level.number} {time}")


def miss_legal(expectation: hope.ExpectLegal, state: PublicState) -> str | None:
    """Return None if a seat's legal actions are as expected, otherwise the actual ones.

    A seat whose turn it is not has no legal actions.
    """
    seat = expectation.seat
    found = event_words.choices(state.legal) if state.turn == seat else ()
    may = sized(state.legal) if found else None
    multiple = may.multiple if may is not None else 0
    holds = sorted(expectation.actions) == sorted(found)
    holds = holds and expectation.multiple in {0, multiple}
    return unless(holds, str(hope.ExpectLegal(seat, found, multiple)).removeprefix("expect "))


def miss_pot(expectation: hope.ExpectPot, state: PublicState) -> str | None:
    """Return None if the pot is as expected, otherwise the actual pot.

    Players disagree on whether bets count as part of the pot before they are gathered, so the total
    is accepted with or without them.
    """
    gathered = sum(pot.amount or 0 for pot in state.pots)
    in_front = sum(view.bet or 0 for view in state.seats)
    if round_over(state):
        gathered, in_front = gathered + in_front, 0
    holds = expectation.amount in {gathered, gathered + in_front}
    return unless(holds, f"pot {gathered}" + (f" and {in_front} in front" if in_front else ""))


def round_over(state: PublicState) -> bool:
    """Return whether the betting round has ended, so that its bets count as gathered."""
    return state.phase in {Phase.BOARD, Phase.SHOWDOWN}


def miss_pots(expectation: hope.ExpectPots, state: PublicState) -> str | None:
    """Return None if the pots are as expected, otherwise the actual pots, main pot first."""
    amounts = pots_with_bets(state) if round_over(state) else [pot.amount for pot in state.pots]
    found = " ".join("hidden" if amount is None else str(amount) for amount in amounts)
    return unless(list(expectation.amounts) == amounts, f"pots {found or 'none'}")


def pots_with_bets(state: PublicState) -> list[int | None]:
    """Return the amounts of the pots once the bets in front are gathered, main pot first.

    A seat can win from each player no more than it has put in itself. Two kinds of chips remain
    that nobody could win under this rule. Those that a folded hand put in beyond the largest amount
    of any live hand are added to the last pot. Those that are not part of any seat's bet are added
    to the main pot.
    """
    put_in = {view.seat: view.committed or 0 for view in state.seats}
    winners = {seat for pot in state.pots for seat in pot.seats} or {
        view.seat for view in state.seats if view.status in {HandStatus.IN, HandStatus.ALL_IN}
    }
    limits = sorted({put_in[seat] for seat in winners})
    below, made, can_win = 0, list[int](), list[set[int]]()
    for limit in limits:
        top = max(put_in.values()) if limit == limits[-1] else limit
        amount = sum(min(chips, top) - below for chips in put_in.values() if chips > below)
        able = {seat for seat in winners if put_in[seat] >= limit}
        if made and able == can_win[-1]:
            made[-1] += amount
        elif amount or not made:
            made.append(amount)
            can_win.append(able)
        below = limit
    whole = sum(pot.amount or 0 for pot in state.pots) + sum(view.bet or 0 for view in state.seats)
    if made:
        made[0] += whole - sum(made)
    return [amount for amount in made if amount]


def miss_stacks(expected: Iterable[tuple[int, int]], state: PublicState) -> str | None:
    """Return None if these seats have the expected stacks, otherwise their actual stacks.

    An empty seat has a stack of 0.
    """
    stacks = {view.seat: view.stack for view in state.seats if view.status != "empty"}
    wanted = dict(expected)
    found = {seat: stacks.get(seat, 0) for seat in wanted}
    got = [f"{seat}={'hidden' if stack is None else stack}" for seat, stack in found.items()]
    return unless(wanted == found, "stacks " + " ".join(got))


def miss_owes(expectation: hope.ExpectOwes, state: PublicState) -> str | None:
    """Return None if the expected debts are right, otherwise what each seat actually owes."""
    owes = {view.seat: view.owes for view in state.seats if view.owes}
    seat = expectation.seat
    holds = owes.get(seat, 0) == expectation.amount if seat else not owes
    event_words = [f"owes {one} {chips}" for one, chips in owes.items()]
    return unless(holds, " and ".join(event_words) or "owes none")
