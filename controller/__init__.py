"""A table's controller: observations become events, which are journalled and then published.

`pyproject.toml` lists the packages from `contract` at the bottom to `cli` at the top; a package may
import only those below it. ARCHITECTURE.md follows one card through the packages; start there, then
with `cli.py`, which maps each command to its package.
"""
