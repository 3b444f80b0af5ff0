"""Input at the screen: typed commands, the floor's panel, the seats' pads.

Start with `commands.py`.
"""
