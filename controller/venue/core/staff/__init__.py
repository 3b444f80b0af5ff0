"""The desk: questions and actions of staff, and reasons for refusal. Start with `desk_socket.py`."""
