"""Screens and voices, which subscribe to the published contract and depend on nothing else.

`feed` holds the table's state, received over MQTT; `ask` and `orders` send commands. `felt/` draws
the screen at the table, `voice/` serves the seats' earpieces and the room's loudspeaker, and
`words/` has names and sentences in each language; `terminal` is `tapis watch` and `tell` is `tapis
tell`. Start with `feed`.
"""
