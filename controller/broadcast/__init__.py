"""Overlay pages for viewers of a stream, fed by a table's stream socket.

They run in a separate process, the only subscriber to `controller/run/stream/`. Start with
`command.py`.
"""
