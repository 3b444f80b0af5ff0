"""Requests and actions from the desk, i.e. the pages on which staff run a room.

Start with `desk_socket.py`.
"""
