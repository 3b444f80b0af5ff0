"""Speech for the seats and the room.

`seat` is one player's private earpiece: it has its own connection to the table (`seat_connection`),
its own keys (`pad`) and answers to the player's questions (`answers`). `room` is the loudspeaker,
which has no private data. `spoken_events` turns events into phrases, and `speaking/` speaks them
one after another. Start with `spoken_events`.
"""
