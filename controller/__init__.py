"""A table's controller: observations become events, which are journalled and then published.

A list in `pyproject.toml` sets which packages a package may import, from `contract` at the bottom
to `cli` at the top. ARCHITECTURE.md follows one card through the packages; start there, then with
`cli.py`, which maps each command to its package.
"""
