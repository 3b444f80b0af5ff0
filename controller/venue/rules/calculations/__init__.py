"""Decisions that depend only on numbers: draws, levels, balancing. Start with `draw.py`."""
