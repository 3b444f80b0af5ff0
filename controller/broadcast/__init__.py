"""Overlay pages for a stream's viewers, fed by a table's stream socket.

They run in a separate process, the only subscriber of `controller/run/stream/`. Start with
`command.py`.
"""
