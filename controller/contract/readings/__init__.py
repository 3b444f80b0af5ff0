"""A seat's choices and the next task, read from the public state. Start with `current_task.py`."""
