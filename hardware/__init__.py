"""The Pi's side of every device, real or simulated.

`ports` says what a driver is. `link` is a node on a serial port, and `nodes`, `seat_node`,
`shoe_node` and `ring_node` are what it says by its role; `slots` says who radiates when; `pcsc`
(over `scard` and `apdu`) are PC/SC readers, `gpio` the Pi's own pins. `keypad` makes declarations
of a seat's keys. `twin/` is the simulated table, `build/` is for builders. Start with `ports`.
"""
