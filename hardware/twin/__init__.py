"""The simulated table: cards, chips, hands, antennas, noise and faults in virtual time.

`layout` has the reference table, `table` the twin itself, `hands` who moves things on it,
`bank` where they come from.
"""
