"""The simulated table: cards, chips, hands, antennas, noise and faults in virtual time.

`layout` is the reference table to scale, `table` the twin itself, `hands` who moves things, `bank`
where they come from; `driver` makes it a driver. `aerials/` has antennas and the air that they
share. On the wire (`wire`), boards run the real firmware (`boards/`, `chips/`); `cards/` has PC/SC
readers and cards, `halls/` many tables at once. Start with `table`.
"""
