"""The desk: staff requests and actions, and reasons for refusal. Start with `desk_socket.py`."""
