"""Input at the table's screen: typed commands, the floor's panel and the seats' pads.

Start with `commands.py`.
"""
