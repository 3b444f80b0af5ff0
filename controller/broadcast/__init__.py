"""Overlay pages for viewers of a stream, fed by a table's stream socket.

It is a separate process, the only subscriber of `controller/run/stream/`. Start with `command.py`.
"""
