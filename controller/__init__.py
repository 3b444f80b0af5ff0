"""The controller of a table: observations become events, events are journalled and go out.

A room is a package; who may import whom, from `contract` at the bottom to `cli` at the top, is
one list in `pyproject.toml`. ARCHITECTURE.md follows one card through the rooms;
start there, then with `cli.py`, which says in which room each command lives.
"""
