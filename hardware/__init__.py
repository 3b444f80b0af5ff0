"""The Pi's side of every device, real or simulated.

`ports` defines the driver protocols. `node/` talks to the boards under the felt, `readers/` to
PC/SC readers, `pins/` to the Pi's own pins. `json_lines` is the driver for any reader that sends
lines of JSON, and `pepper` the driver for a Pepper C1 MUX. `timing/` computes scan times and
schedules the antennas. `pads/` turns a seat's key presses into declarations. `twin/` is the
simulated table, and `build/` is for people who build a table. Start with `ports`.
"""
