"""What the seats and the room hear.

`seat` is one player's private ear, over its own `line`, with keys (`pad`) and answers (`answers`);
`room` is the loudspeaker, which knows nothing private. `announce` makes phrases of events, and
`speaking/` says them one after the other. Start with `announce`.
"""
