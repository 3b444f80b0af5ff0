"""Scenarios and recorded hands: one Dealer plays them into a table, at one of three depths.

`language` reads a scenario into `statements` (`outside` the game too) and `expectations`; `runner`
plays it, `replay` a hand that `phh` has read. `dealer` moves cards and chips into a `sink`:
`engine_sink`, `sensed` or `wire` (with `hosted`, `wiring`, `broker_client`, `readers`,
`servers`), or `live`, in whose time people look on. `commands` and `replay_command` are
`tapis play` and `tapis replay`. Start with `dealer`.
"""
