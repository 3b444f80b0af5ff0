"""Attacks on a table, and their results: `tapis bench attack`.

Each row of the result has a module with a function `attack(asked: Asked) -> Row`; `command.py`
lists them. Start with `row.py`, then read any of the rows.
"""
