"""What leaves the room: notices to players who wish them, and to the league's channel.

Nothing leaves a room whose config names no file of services. `services.py` reads that file and
makes an address of what a player wrote, `texts.py` says what is told, `post.py` sends it in threads
of its own, so that no service holds the room up, and `notifier.py` joins the three.
"""
