"""The bets and the pots in a table's current hand.

The room needs them to detect bets made with chips from an unpaid rebuy, and to award bounties.
"""

from collections import Counter

from controller.contract.public import Envelope
from controller.contract.venue.prizes.bounties import PotResult
from controller.contract.venue.prizes.registration import BetBehind
from controller.venue.core.take_input import Turn


class Bets:
    """The chips that each seat has bet in the current hand at one table.

    Completed betting rounds and the current one are counted separately.
    """

    def __init__(self) -> None:
        self._over = Counter[int]()
        self._now: dict[int, int] = {}

    def count(self, event: Envelope) -> None:
        """Count the bet in a table's event."""
        match event.type:
            case "hand.started":
                self._over, self._now = Counter(), {}
            case "street.opened":
                self._over.update(self._now)
                self._now = {}
            case "action.made":
                self._now[int(event.data["seat"])] = int(event.data.get("to", 0))

    def report(self, turn: Turn, table: int, event: Envelope) -> None:
        """Report a bet that `count` has counted, if the player has not paid for a rebuy."""
        if event.type != "action.made" or table not in turn.room.tables:
            return
        seat = int(event.data["seat"])
        sits = turn.room.seated(table).get(seat)
        if sits is not None and sits.behind:
            chips = self._over[seat] + self._now.get(seat, 0)
            turn.passes(BetBehind(player=sits.id, chips=chips), f"table {table}")


class Pots:
    """The pots in one table's hand, the seats eligible for each, and the winners.

    They are built from the table's events. There are none if part of the hand was missed.
    """

    def __init__(self) -> None:
        self._hand = 0
        self._seats: tuple[tuple[int, ...], ...] = ()
        self._won: list[tuple[int, int, int]] = []

    def look_at(self, event: Envelope) -> None:
        """Process a table's event; a changed pot or an undone action cancels all earlier awards."""
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
        """Return the pots in the hand that `event` ends.

        The result is () if they are not known because events in that hand were missed.
        """
        if event.hand != self._hand or any(pot >= len(self._seats) for pot, _, _ in self._won):
            return ()
        won: list[dict[int, int]] = [{} for _ in self._seats]
        for pot, seat, amount in self._won:
            won[pot][seat] = won[pot].get(seat, 0) + amount
        return tuple(map(PotResult, self._seats, won))
