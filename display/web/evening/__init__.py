"""Pages for setting up an evening, from an empty room to the start of play, and for printing.

Start with `pages_evening.py`.
"""
