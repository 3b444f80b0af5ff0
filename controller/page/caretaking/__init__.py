"""The caretaker: the page's requests, and who may make them. Start with `caretaker.py`."""
