"""Facts derived from the public state: the current task, and a seat's choices.

Start with `current_task.py`.
"""
