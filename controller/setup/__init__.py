"""Setting a table up: `tapis setup`, `tapis enroll`, `tapis calibrate` and `tapis doctor`.

`talk` asks a person, `desk` reads the table's antennas, `registration` knows what may be enrolled;
the modules that are named as the commands are put them together.
"""
