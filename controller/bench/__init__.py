"""The rig: benches, faults on purpose, and the differential. A table in use needs none of it."""
