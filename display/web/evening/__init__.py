"""The pages from an empty room until cards are in the air, and printing.

Start with `pages_evening.py`.
"""
