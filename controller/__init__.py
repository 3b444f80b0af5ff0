"""The controller of a table: observations become events, events are journalled and go out.

A room is a package; one list in `pyproject.toml` sets the allowed imports, from `contract` at the
bottom to `cli` at the top. ARCHITECTURE.md follows one card through the rooms; start there, then
with `cli.py`, which maps each command to its room.
"""
