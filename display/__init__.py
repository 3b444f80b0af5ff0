"""What people see and hear; subscribers of the contract, and nothing else.

`feed` knows the table's state, over MQTT; `ask` and `orders` send commands. `felt/` is the table's
screen, `voice/` what the seats and the room hear, `words/` names and sentences in each language;
`terminal` is `tapis watch` and `tell` is `tapis tell`. Start with `feed`.
"""
