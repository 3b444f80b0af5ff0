"""Moves chips between the bank and the players' stacks when the floor changes a stack.

In a hand, chips move as part of play. When the floor changes a stack (buy-ins, corrections,
colour-ups, seats given up), a person has to move the chips. This matters only if antennas read the
stacks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from controller.contract.public import (
    ChipsColoured,
    PublicEvent,
    PublicState,
    SeatTaken,
    StackChanged,
)
from controller.play.sinks.sink import Sink

BANK = "bank"
CARRIED = frozenset({"rebuy", "correction", "taken"})
"""The reasons for stack changes that require a person to bring or take away chips."""


class Stock:
    """The chips that must still be moved between the bank and the players' stacks."""

    def __init__(self, sink: Sink, pieces: Callable[[int], Sequence[int]]) -> None:
        """Start with no chips to move; `pieces` returns the chips that make up an amount.

        The chips are moved on `sink`.
        """
        self._sink = sink
        self._pieces = pieces
        self._had: dict[int, int] = {}
        self._more = Counter[int]()
        self._anew: set[int] = set()
        self._left: set[int] = set()

    def hear(self, events: Iterable[PublicEvent], state: PublicState) -> None:
        """Note the chips that must be moved because of these events.

        `state` is the public state after the events.
        """
        for event in events:
            match event:
                case SeatTaken():
                    self._more[event.seat] += event.stack or 0
                case StackChanged() if event.reason in CARRIED:
                    self._more[event.seat] += (event.stack or 0) - self._had.get(event.seat, 0)
                case ChipsColoured():
                    for one in event.stacks:
                        self._more[one.seat] += (one.after or 0) - (one.before or 0)
                        self._anew.add(one.seat)
        self._had = {view.seat: view.stack or 0 for view in state.seats}
        self._left |= {view.seat for view in state.seats if not view.name}

    def carry(self) -> None:
        """Move all the chips noted so far between the bank and the players' stacks."""
        more, anew = self._more, self._anew
        self._more, self._anew = Counter(), set()
        for seat in self._left:
            # By now, the stack of a player who leaves includes their winnings.
            self._sink.chips(f"stack.{seat}", BANK, self._sink.chips_in(f"stack.{seat}"))
        self._left -= set(more)
        for seat, amount in more.items():
            stack = f"stack.{seat}"
            there = self._sink.chips_in(stack) if seat in anew else ()
            self._sink.chips(stack, BANK, there)
            brought = amount + sum(there)
            if brought > 0:
                self._sink.chips(BANK, stack, self._pieces(brought))
            else:
                self._sink.chips(stack, BANK, self._pieces(-brought))
