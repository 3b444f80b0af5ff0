"""The desk: staff's questions and actions, and reasons for refusal. Start with `desk_socket.py`."""
