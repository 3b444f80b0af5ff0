"""What is read at a table, and how often: as much of its antennas as the engine needs to know."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan, slowest_in_order
from controller.table.state import SCAN_MS, Table

PILES: Final = ("burn", "muck")


def reading(table: Table, plans: Collection[AntennaPlan]) -> Table:
    """Return a table on which these antennas are read, each as often as its plan says.

    Where a burn can come to no antenna, none is waited for.
    """
    if table.fittings.cards_keyed:
        return table
    fittings = replace(table.fittings, scan_ms=slowest_in_order(plans) or SCAN_MS)
    if not {"shoe", *PILES}.isdisjoint(plan.zone for plan in plans):
        return replace(table, fittings=fittings)
    devices = replace(table.devices, blind_zones=PILES)
    return replace(table, fittings=replace(fittings, unread=PILES), devices=devices)
