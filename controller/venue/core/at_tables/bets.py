"""Bets in the current hand by seat, to detect bets made with chips from an unpaid rebuy."""

from controller.contract.public import Envelope
from controller.contract.venue.prizes.registration import BetBehind
from controller.venue.core.take_input import Turn


class Bets:
    """The chips that each seat has bet in the current hand at one table.

    Completed betting rounds and the current one are counted separately.
    """

    def __init__(self) -> None:
        self._over: dict[int, int] = {}
        self._now: dict[int, int] = {}

    def look_at(self, turn: Turn, table: int, event: Envelope) -> None:
        """Process an event, and report a bet by a player whose rebuy is unpaid."""
        match event.type:
            case "hand.started":
                self._over, self._now = {}, {}
            case "street.opened":
                for seat, chips in self._now.items():
                    self._over[seat] = self._over.get(seat, 0) + chips
                self._now = {}
            case "action.made":
                seat = int(event.data["seat"])
                self._now[seat] = int(event.data.get("to", 0))
                self._tell(turn, table, seat)

    def _tell(self, turn: Turn, table: int, seat: int) -> None:
        if table not in turn.room.tables:
            return
        sits = turn.room.seated(table).get(seat)
        if sits is not None and sits.behind:
            chips = self._over.get(seat, 0) + self._now[seat]
            turn.passes(BetBehind(player=sits.id, chips=chips), f"table {table}")
