"""Overlay pages for a live video stream, fed by a table's stream socket.

They run in a separate process, which is the only subscriber to the socket in
`controller/run/stream/`. Start reading with `command.py`.
"""
