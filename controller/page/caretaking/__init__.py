"""The caretaker: the page's requests, and the rights to make them. Start with `caretaker.py`."""
