"""Readings of a public state: the choices of a seat, and the next task. Start with `current_task.py`."""
