"""Notices that leave the room: to players who want them, and to the league's channel.

A room whose config names no services file sends no notices. `services.py` reads that file and
builds a player's URL from their stored address. `texts.py` chooses the texts. `post.py` sends them
in its own threads, so that a slow service does not delay the room. `notifier.py` connects the
three.
"""
