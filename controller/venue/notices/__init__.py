"""Messages that leave the room: notices to players who want them, and to the league's channel.

Nothing leaves a room whose config names no services file. `services.py` reads that file and builds
a player's URL from their stored address. `texts.py` chooses the texts. `post.py` sends them in its
own threads, so that no service holds up the room. `notifier.py` connects the three.
"""
