"""The contract: what everybody may import, and nothing that does anything. It imports nobody.

`observations` come in; `public` events (by theme in `events/`) and `private` ones go out, and
`state` is what a display draws; `commands` are what people ask for, `scans` what antennas report,
`topics` where all this is on MQTT. `rules` holds the closed sets, each id of the game once;
`limits` says how much of anything may be said. `readings/` says what follows from a state,
`documents/` makes documents of it all, `venue/` is the contract of a room. Start with `public`.
"""
