"""Decisions that need figures alone: draws, levels, balancing. Start with `draw.py`."""
