"""Gaps in what the table can see: lost devices, slow antennas, and moves made while it was off.

Start with `moved_while_off.py`.
"""

from controller.table.power_loss.lost_devices import device_seen
from controller.table.power_loss.moved_while_off import found_moved, while_held, zones_of
from controller.table.power_loss.zones_read import Awaited, reading
