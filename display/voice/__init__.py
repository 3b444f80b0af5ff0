"""Speech for the seats and the room.

`seat` is one player's private ear over `seat_connection`, with keys (`pad`) and `answers`;
`room` is the loudspeaker, which knows nothing private. `announce` turns events into phrases, and
`speaking/` says them one after another. Start with `announce`.
"""
