"""Speech for the seats and the room.

`accessible_seat` is one player's private earpiece: it has its own connection to the table
(`seat_connection`), its own keys (`key_bindings`) and answers to the player's questions
(`answers`). `room_loudspeaker` has no private data. `spoken_events` turns events into phrases, and
`speaking/` speaks them one after another. Start with `spoken_events`.
"""
