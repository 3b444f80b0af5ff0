"""The contract: types that every package may import, without behaviour. It imports no package.

`observations` come in; `public` events (by theme in `events/`) and `private` events go out, and
`state` is the view that a display draws. `commands` are people's requests, `scans` are antenna
reports, and `topics` are their MQTT topics. `rules` contains the closed sets, with each id in the
game defined once; `limits` bounds the size of every input. `readings/` derives facts from a state,
`documents/` generates documents from the contract, and `venue/` is the contract for a room. Start
with `public`.
"""
