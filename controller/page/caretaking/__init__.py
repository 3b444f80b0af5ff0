"""The caretaker: what the page asks for, and who may ask. Start with `caretaker.py`."""
