"""Speech for the seats and the room.

`seat` is one player's private earpiece with its own `seat_connection`, keys (`pad`) and answers
(`answers`); `room` is the loudspeaker, which has no private data. `announce` turns events into
phrases, and `speaking/` speaks them one after another. Start with `announce`.
"""
