"""For builders: drawings, wiring and parts, made from the same files that the software reads.

`draw` draws the antennas to scale, `tables` writes where each lies and how it is wired, from the
role files in `roles/`; `kit` has the three tables that people can build, and `pages` what is made
of them (`template`: coils on A4; `schematic`: a board and its parts). `command` is `tapis build
drawings` and `tapis build table`, `load` what reading takes of a node's time, `coil` the inductance
of a drawing. Start with README.md here.
"""
