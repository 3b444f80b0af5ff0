"""Setting a table up: from the plugs of its nodes to its first hand.

`tapis setup` is `command`, `wizard` and `zones` with one `sitting`; `enroll`, `calibrate`, `doctor`
and `firmware` are commands of their own. `talk` asks a person, `probe` finds devices, `desk` reads
the table's antennas, `registration` knows what may be enrolled, `draft` is the config in the
making, `rehearsing` what takes the place of devices where none are. Start with `wizard`.
"""
