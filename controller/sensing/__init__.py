"""Turns antenna scans into reliable observations of where objects are, despite missed reads.

`intake` is the single entry point, for a daemon and for a simulated table. `registry` maps each tag
to its card, chip, badge or button. `field` contains the state of one antenna, `sensing` combines
the fields, and `settings` contains the thresholds. `compare_at_start` finds what was moved while
the table was off, `watch` finds blind zones, and `deck_check` counts the deck in the shoe. Start
with `intake`.
"""
