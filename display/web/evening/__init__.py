"""The pages for the time from an empty room to the start of play, and for printing.

Start with `pages_evening.py`.
"""
