"""Screens and voices that follow a table over MQTT.

They depend only on the message formats that the controller publishes (`controller.contract`).
`feed` holds the table's latest state, received over MQTT. `ask` and `orders` send commands. `felt/`
draws the screen at the table, `voice/` speaks into the seats' earpieces and the room's loudspeaker,
and `web/` serves the room's pages. `words/` has names and sentences in each language. `terminal` is
`tapis watch`, and `tell` is `tapis tell`. Start with `feed`.
"""
