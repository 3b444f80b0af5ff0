"""Screens and voices: subscribers of the published contract, which depend on nothing else.

`feed` keeps the table's state, received over MQTT; `ask` and `orders` send commands. `felt/` is the
table's screen, `voice/` serves the seats' ears and the room's loudspeaker, `words/` has names and
sentences in each language; `terminal` is `tapis watch` and `tell` is `tapis tell`. Start with
`feed`.
"""
