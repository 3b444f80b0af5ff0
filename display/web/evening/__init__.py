"""The pages used between an empty room and the start of play, and the documents to print.

Start with `pages_evening.py`.
"""
