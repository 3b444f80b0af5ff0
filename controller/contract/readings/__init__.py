"""A seat's choices and the next task, from the public state. Start with `current_task.py`."""
