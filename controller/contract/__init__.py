"""The contract: types without behaviour, which every package may import; it imports no others.

`observations` come in; `public` events (by theme in `events/`) and `private` events go out, and
`state` is the view from which a display is drawn. `commands` are people's requests, `scans` are
antenna reports, and `topics` are the table's MQTT topics. `rules` defines the closed sets, with
each id in the game defined once; `limits` bounds the size of every input. `readings/` derives facts
from a state, `documents/` generates documents from the contract, and `venue/` is the contract for a
poker room. Start with `public`.
"""
