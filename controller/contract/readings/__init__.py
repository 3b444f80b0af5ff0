"""What follows from a public state: choices, and what is to be done now. Start with `now.py`."""
