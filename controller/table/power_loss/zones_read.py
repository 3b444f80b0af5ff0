"""Which zones a table's antennas read, how often, and where the engine expects chips next."""

from collections.abc import Callable, Collection
from typing import Final

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan, slowest_in_order
from controller.table.state import SCAN_MS, Betting, Paying, Table, in_front, unpaid

PILES: Final = ("burn", "muck")


def reading(table: Table, plans: Collection[AntennaPlan]) -> Table:
    """Return the table with the scan interval and the unread piles that these antennas imply.

    The piles are the burns and the muck. A pile without an antenna is marked as unread, so that the
    table does not wait for cards to arrive there. If only the muck has an antenna, burns are
    expected there. A table whose cards are entered by hand is returned unchanged.
    """
    if table.fittings.cards_keyed:
        return table
    fittings = replace(table.fittings, scan_ms=slowest_in_order(plans) or SCAN_MS)
    read = {plan.zone for plan in plans}
    unread = tuple([zone for zone in PILES if zone not in read])
    devices = replace(table.devices, blind_zones=unread)
    return replace(table, fittings=replace(fittings, unread=unread), devices=devices)


def chips_awaited(table: Table) -> frozenset[int]:
    """Return the seats whose chips are expected next: the seat to act, and seats that owe chips."""
    hand = table.hand
    if type(hand.stage) is Paying:
        return frozenset(seat for seat, debt in enumerate(unpaid(table, hand)) if debt)
    if type(hand.stage) is not Betting:
        return frozenset()
    lies = enumerate(zip(in_front(table), table.base, hand.bets, strict=True))
    owe = {seat for seat, (front, base, bet) in lies if bet > front - base}
    return frozenset(owe | {hand.turn} - {0})


class Awaited:
    """Caches the seats whose chips are expected next, until the state of the table changes."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._of: Table | None = None
        self._seats: frozenset[int] = frozenset()

    def __call__(self) -> frozenset[int]:
        """Return the seats whose chips are expected next."""
        table = self._table()
        if table is not self._of:
            self._of, self._seats = table, chips_awaited(table)
        return self._seats
