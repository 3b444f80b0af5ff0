"""MicroPython for the nodes under the felt; nothing else is imported here.

`main` runs a `node`, whose role (`roles`) is antennas, a seat, the shoe or the ring. `link/` is one
end of the line, at the Pi's end too; `reading/` asks the antennas in turn; `places/` has the other
roles, and `drivers/` a module a chip. `slots` and `launch` choose which copy of the firmware runs.
Start with `link/session.py` and docs/LINK.md, or with `reading/antennas.py`.
"""
