"""The firmware for the nodes under the felt, in MicroPython; it imports none of the other packages.

`main` runs a `node` in one of its roles (`roles`): antennas, a seat, the shoe or the ring. `link/`
implements one end of the serial link, and the Pi runs the same code at the other end. `reading/`
scans the antennas in turn, `places/` contains the other roles, and `drivers/` has one module per
IC. `slots` and `launch` choose which copy of the firmware runs. Start with `link/session.py` and
docs/LINK.md, or with `reading/antennas.py`.
"""

import gc

IMPORTED = 12000
"""The number of bytes that MicroPython may allocate between two garbage collections while modules
are imported. Frequent collections keep the modules close together, which doubles the heap's
largest free block. `main.NodeLoop` disables them after the imports."""

if hasattr(gc, "threshold"):
    gc.threshold(IMPORTED)
