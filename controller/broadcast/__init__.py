"""What viewers of a stream see: overlay pages, of what a table's stream socket lets out.

It is a process of its own, the one subscriber of `controller/run/stream/`. Start with `command.py`.
"""
