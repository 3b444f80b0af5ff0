"""The desk: staff's requests and actions, and reasons for refusal. Start with `desk_socket.py`."""
