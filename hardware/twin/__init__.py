"""The simulated table: cards, chips, hands, antennas, noise and faults in virtual time.

`layout` is the reference table to scale, and `table` the simulation; `hands` moves cards and chips,
and `bank` supplies them; `driver` presents the simulated table as a driver. `aerials/` simulates
antennas and the air that they share. In `wire`, boards run the real firmware (`boards/`, `chips/`).
`cards/` contains PC/SC readers and cards, and `halls/` many tables at once. Start with `table`.
"""
