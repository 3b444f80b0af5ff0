"""Nodes under the felt, and the line to each. Start with `nodes.py`."""
