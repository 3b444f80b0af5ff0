"""Stacks that the floor corrected during a hand: they were wrong when the hand started."""

from collections.abc import Callable, Mapping, Sequence

from controller.contract.public import (
    AntePosted,
    BetReturned,
    BlindPosted,
    HandEnded,
    PotAwarded,
    PublicEvent,
    StackChanged,
)


def with_corrections(
    started: Mapping[int, int],
    ended: HandEnded,
    events: Sequence[PublicEvent],
    acted: Callable[[int], int],
) -> dict[int, int]:
    """Return each seat's stack at the start of a hand, with corrections that the floor made in it.

    `started` maps seats to their stacks in `hand.started`. `acted` returns how much a seat has put
    in by its actions. A corrected stack is calculated from the one at the end of the hand.
    """
    stacks, finish = dict(started), {held.seat: held.stack for held in ended.stacks}
    for event in events:
        if not isinstance(event, StackChanged) or event.reason != "correction":
            continue
        at_end, seat = finish.get(event.seat), event.seat
        if at_end is not None and seat in stacks:
            stacks[seat] = at_end + acted(seat) - sum(_given(one, seat) for one in events)
            stacks[seat] += sum(paid.amount for paid in ended.timed if paid.seat == seat)
    return stacks


def _given(event: PublicEvent, seat: int) -> int:
    """Return the chips that an event gives to a seat; chips that it takes are negative."""
    match event:
        case AntePosted() | BlindPosted() if event.seat == seat:
            return -event.amount
        case BetReturned() | PotAwarded() if event.seat == seat:
            return event.amount or 0
    return 0
