"""For builders: drawings, wiring and parts, made from the same files that the software reads.

`draw` draws the antennas to scale, `tables` writes where each lies and how it is wired, from the
role files in `roles/`; `command` is `tapis build drawings`. Start with README.md here.
"""
