"""The pots in a table's current hand: the seats eligible for each, and the winners.

The room needs them to award bounties.
"""

from controller.contract.public import Envelope
from controller.contract.venue.prizes.bounties import PotResult


class Pots:
    """The pots in one table's hand, built from its events; empty if part of the hand was missed."""

    def __init__(self) -> None:
        self._hand = 0
        self._seats: tuple[tuple[int, ...], ...] = ()
        self._won: list[tuple[int, int, int]] = []

    def look_at(self, event: Envelope) -> None:
        """Process an event; if it undoes an award, that award no longer counts."""
        match event.type:
            case "hand.started":
                self._hand, self._seats, self._won = event.hand, (), []
            case "pot.changed":
                self._seats = tuple(tuple(sorted(pot["seats"])) for pot in event.data["pots"])
                self._won = []
            case "action.undone":
                self._won = []
            case "pot.awarded":
                data = event.data
                self._won.append((data["pot"], data["seat"], data["amount"] or 0))

    def of(self, event: Envelope) -> tuple[PotResult, ...]:
        """Return the pots of the hand that `event` ends, or () if any of its events were missed."""
        if event.hand != self._hand or any(pot >= len(self._seats) for pot, _, _ in self._won):
            return ()
        won: list[dict[int, int]] = [{} for _ in self._seats]
        for pot, seat, amount in self._won:
            won[pot][seat] = won[pot].get(seat, 0) + amount
        return tuple(map(PotResult, self._seats, won))
