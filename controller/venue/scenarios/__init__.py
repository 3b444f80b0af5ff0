"""Scripts of a tournament evening or a cash game (`*.vsn`), played against a venue's rules.

Start with `language.py`, which reads a script and plays it; the other modules hold the commands by
subject.
"""
