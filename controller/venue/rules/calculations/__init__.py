"""Decisions that need only figures: draws, levels, balancing. Start with `draw.py`."""
