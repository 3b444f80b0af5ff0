"""Benches of the firmware on an emulated RP2040 that runs MicroPython's own image.

`emulated` measures the reading of antennas, `nodes` the kits' nodes with their links, and `soak` a
node's heap over a long time. `programs/` runs on the board. Start with `emulated`.
"""
