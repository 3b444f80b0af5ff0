"""A table's controller: observations become events, which are journalled and then published.

A room is a package; a list in `pyproject.toml` sets the allowed imports, from `contract` at the
bottom to `cli` at the top. ARCHITECTURE.md follows one card through the packages; start there, then
with `cli.py`, which maps each command to its package.
"""
