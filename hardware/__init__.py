"""The Pi's side of every device, real or simulated.

`ports` says what a driver is. `node/` speaks with the boards under the felt, `readers/` with PC/SC
readers, `pins/` with the Pi's own pins; `lines` takes any program that prints JSON. `timing/` says
how long a scan takes and who radiates when. `pads/` makes declarations of a seat's keys. `twin/`
is the simulated table, `build/` is for builders. Start with `ports`.
"""
