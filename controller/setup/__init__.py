"""Table setup, from plugging in the nodes to the first hand.

`command` and `wizard` implement `tapis setup`. `firmware` installs a node's program on its
microcontroller. `reading/` reads antennas and devices, `antennas/` identifies and calibrates the
antennas, `tags/` enrols cards, chips and badges, and `checks/` implements `tapis doctor`.
`dialogue` asks the user questions, `draft` is the unfinished config, and `trial` tries it out.
Start with `wizard`.
"""
