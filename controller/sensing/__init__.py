"""Scans become observations: what lies where, for certain, whatever an antenna misses.

`intake` is the one way in, for a daemon and for a played table. `registry` knows which tag is in
which card, chip, badge or button; `field` is one antenna's memory, `sensing` puts the fields
together, `settings` say how patient it is. `start` finds what was moved while the table was off,
`watch` which zones nobody sees, `deck_check` counts the deck in the shoe. Start with `intake`.
"""
