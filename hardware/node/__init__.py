"""The nodes under the felt, and the link to each. Start with `nodes.py`."""
