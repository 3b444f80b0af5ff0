"""The simulated table: cards, chips, hands, antennas, noise and faults in virtual time.

`layout` is the reference table to scale, and `table` the simulation; `hands` move cards and chips,
and `bank` supplies them; `driver` presents the simulated table as a driver. `aerials/` has antennas
and the air that they share. With `wire`, boards run the real firmware (`boards/`, `chips/`).
`cards/` has PC/SC readers and cards, `halls/` many tables at once. Start with `table`.
"""
