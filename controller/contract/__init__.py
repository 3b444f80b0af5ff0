"""The contract: types that every package may import, without behaviour. It imports no package.

`observations` come in; `public` events (by theme in `events/`) and `private` ones go out, and
`state` is the view that a display draws. `commands` are the requests of people, `scans` the reports
of antennas, and `topics` their places on MQTT. `rules` holds the closed sets, with each id of the
game once; `limits` bounds the size of every input. `readings/` derives facts from a state,
`documents/` generates documents from the contract, and `venue/` is the contract of a room. Start
with `public`.
"""
