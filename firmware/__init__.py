"""The firmware of the nodes under the felt, for MicroPython; it imports nothing else.

`main` runs a `node`, whose role (`roles`) is antennas, a seat, the shoe or the ring. `link/` is one
end of the serial link, and also runs at the Pi's end; `reading/` reads the antennas in turn;
`places/` has the other roles, and `drivers/` one module per IC. `slots` and `launch` choose which
copy of the firmware runs. Start with `link/session.py` and docs/LINK.md, or with
`reading/antennas.py`.
"""
