"""A table attacked on purpose, and what became of it: `tapis bench attack`.

A module for each row, with a function `attack(asked: Asked) -> Row`; `command.py` lists them.
Start with `row.py`, then with any of the rows.
"""
