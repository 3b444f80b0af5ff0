"""The simulated table: cards, chips, hands, antennas, noise and faults in virtual time.

`layout` is the reference table to scale, `table` the twin itself, `antenna` what one reads, `air`
what they share, `hands` who moves things, `bank` where they come from; `driver` makes it a driver.
On the wire (`wire`), boards run the real firmware (`rack`, `board`, `chips/`) in the time of
`governor`, behind a `pty`; `pcscd` and `virtual_card` are its PC/SC readers. Start with `table`.
"""
